import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import type { ServerAnswer } from './server-query.ts';
import { createServerTrials } from './server-trials.ts';

const NOW = Date.UTC(2026, 10, 21, 16);

function trials(answer: (server: string, signal: AbortSignal) => Promise<ServerAnswer>) {
  const clock = createVirtualClock(NOW);
  const tryServer = createServerTrials({ clock, deviceClock: { unixMs: clock.unixMs }, query: answer });
  return { clock, tryServer };
}

describe('a trial of a time server', () => {
  it('tells which address answered, and how far its time is from ours by now', async () => {
    const { clock, tryServer } = trials(async () => {
      const answer = { unixMs: clock.unixMs() - 5000, atMonotonicMs: clock.monotonicMs() };
      clock.advance(300); // the answer was on its way
      return { kind: 'time', ...answer, address: '192.0.2.7' };
    });
    expect(await tryServer('time.test')).toEqual({ kind: 'time', address: '192.0.2.7', offsetMs: -5000 });
  });

  it.each([
    ['its name leads nowhere', 'unknown-host'],
    ['no answer', 'no-answer'],
    ['EHOSTUNREACH', 'no-answer'],
    ['its answer took too long', 'no-answer'],
    ['ECONNREFUSED', 'refused'],
    ['it answered RATE', 'unwanted'],
    ['it answered STEP', 'unsynchronised'],
    ['it is not synchronised', 'unsynchronised'],
    ['its time is impossible', 'implausible'],
    ['its times contradict each other', 'implausible'],
    ['mode 3', 'implausible'],
    ['EPERM', 'other'],
  ])('names the failure "%s": %s', async (reason, failure) => {
    const { tryServer } = trials(async () => ({ kind: 'failed', reason }));
    expect(await tryServer('time.test')).toEqual({ kind: 'failed', failure });
  });

  it('of a server that wants to be left alone says so', async () => {
    const { tryServer } = trials(async () => ({ kind: 'unwanted', code: 'DENY', untilMonotonicMs: 1 }));
    expect(await tryServer('time.test')).toEqual({ kind: 'failed', failure: 'unwanted' });
  });

  it('ends after 12 s, and no more than four run at a time', async () => {
    const { clock, tryServer } = trials(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ kind: 'failed', reason: 'cancelled' }));
        }),
    );
    const four = Array.from({ length: 4 }, () => tryServer('slow.test'));
    expect(await tryServer('slow.test')).toEqual({ kind: 'busy' });
    await clock.advanceAsync(12_000);
    expect(await Promise.all(four)).toEqual(Array(4).fill({ kind: 'failed', failure: 'no-answer' }));
    const next = tryServer('slow.test');
    await clock.advanceAsync(12_000);
    expect(await next).toEqual({ kind: 'failed', failure: 'no-answer' });
  });
});
