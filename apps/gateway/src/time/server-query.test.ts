import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import type { NtpReply } from '../platform/ntp-client.ts';
import { createServerQuery } from './server-query.ts';

const NOW = Date.UTC(2026, 10, 21, 16);
const MINUTE_MS = 60_000;
const NEVER = new AbortController().signal;

const time = (unixMs: number): NtpReply => ({ kind: 'time', unixMs, atMonotonicMs: 0, roundTripMs: 1 });
const FAILED: NtpReply = { kind: 'failed', reason: 'no answer' };
const kiss = (code: string): NtpReply => ({ kind: 'kiss', code });

/** Servers by name, each with its addresses and what they answer; what it was asked. */
function world(servers: Readonly<Record<string, Readonly<Record<string, NtpReply>>>>) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const replies = new Map(Object.values(servers).flatMap((addresses) => Object.entries(addresses)));
  const query = createServerQuery({
    clock,
    client: {
      addressesOf: async (server) => Object.keys(servers[server] ?? {}),
      async ask(address) {
        asked.push(address);
        return replies.get(address) ?? FAILED;
      },
    },
  });
  return { clock, asked, replies, ask: (server = 'pool', signal = NEVER) => query(server, signal) };
}

describe('asking a server', () => {
  it('ends with the first address that gives a time', async () => {
    const { ask, asked } = world({ pool: { a: FAILED, b: kiss('INIT'), c: time(NOW), d: time(NOW + 1) } });
    expect(await ask()).toEqual({ ...time(NOW), address: 'c' });
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('tries four addresses and says why the last one failed', async () => {
    const { ask, asked } = world({
      pool: { a: FAILED, b: FAILED, c: FAILED, d: kiss('STEP'), e: time(NOW) },
    });
    expect(await ask()).toEqual({ kind: 'failed', reason: 'it answered STEP' });
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fails for a name that leads nowhere', async () => {
    expect(await world({}).ask('nowhere')).toEqual({ kind: 'failed', reason: 'its name leads nowhere' });
  });

  it.each([
    ['1970', 0, false],
    ['the end of 2021', Date.UTC(2022, 0, 1) - 1, false],
    ['2022', Date.UTC(2022, 0, 1), true],
    ['the end of 2100', Date.UTC(2101, 0, 1) - 1, true],
    ['2101', Date.UTC(2101, 0, 1), false],
  ])('judges the time: %s', async (_, unixMs, isPossible) => {
    const { ask } = world({ pool: { a: time(unixMs) } });
    expect(await ask()).toMatchObject(
      isPossible ? time(unixMs) : { kind: 'failed', reason: 'its time is impossible' },
    );
  });
});

describe('a server that does not want to be asked', () => {
  it.each([
    ['RATE', 30],
    ['DENY', 24 * 60],
    ['RSTR', 24 * 60],
  ])('with %s is left alone for %d minutes', async (code, minutes) => {
    const { ask, asked, clock, replies } = world({ pool: { a: kiss(code) } });
    const unwanted = { kind: 'unwanted', code, untilMonotonicMs: minutes * MINUTE_MS };
    expect(await ask()).toEqual(unwanted);
    replies.set('a', time(NOW));
    clock.advance(minutes * MINUTE_MS - 1);
    expect(await ask()).toEqual(unwanted);
    expect(asked).toEqual(['a']);
    clock.advance(1);
    expect(await ask()).toMatchObject(time(NOW));
  });

  it('leaves the others of its name to be asked', async () => {
    const { ask, asked } = world({ pool: { a: kiss('DENY'), b: FAILED, c: time(NOW) } });
    expect(await ask()).toMatchObject(time(NOW));
    expect(await ask()).toMatchObject(time(NOW));
    expect(asked).toEqual(['a', 'b', 'c', 'b', 'c']);
  });

  it('is waited for when all others are so, too: the first that may be asked again', async () => {
    const { ask } = world({ pool: { a: kiss('DENY'), b: kiss('RATE') } });
    expect(await ask()).toEqual({ kind: 'unwanted', code: 'RATE', untilMonotonicMs: 30 * MINUTE_MS });
  });

  it('is asked again when another server was asked meanwhile', async () => {
    const { ask, asked } = world({ pool: { a: kiss('DENY') }, other: { b: time(NOW) } });
    await ask();
    await ask('other');
    await ask();
    expect(asked).toEqual(['a', 'b', 'a']);
  });
});

describe('a name server that says nothing', () => {
  const silent = (clock = createVirtualClock()) => ({
    clock,
    query: createServerQuery({
      clock,
      client: { addressesOf: () => new Promise(() => {}), ask: async () => FAILED },
    }),
  });

  it('is waited for ten seconds', async () => {
    const { clock, query } = silent();
    const answer = query('pool', NEVER);
    clock.advance(10_000);
    expect(await answer).toEqual({ kind: 'failed', reason: 'its name leads nowhere' });
  });

  it('is not waited for after an abort', async () => {
    const { query } = silent();
    const abort = new AbortController();
    const answer = query('pool', abort.signal);
    abort.abort();
    expect(await answer).toMatchObject({ kind: 'failed' });
    expect(await query('pool', abort.signal)).toMatchObject({ kind: 'failed' });
  });
});
