import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createConsoleStream } from './console-stream.ts';

function createTestStream() {
  const clock = createVirtualClock();
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const batches: { readonly atMs: number; readonly text: string; readonly lineCount: number }[] = [];
  let onSend = () => undefined as unknown;
  const stream = createConsoleStream({
    follow: log.onLine,
    clock,
    send(text, lineCount) {
      batches.push({ atMs: clock.monotonicMs(), text: text.toString(), lineCount });
      onSend();
    },
  });
  stream.start();
  return {
    clock,
    log,
    stream,
    batches,
    whenSending(action: () => void) {
      onSend = action;
    },
  };
}

describe('the console stream', () => {
  it('sends the first line at once and what follows within 100 ms together', () => {
    const { clock, log, batches } = createTestStream();
    clock.advance(5_000);
    log.trace('one');
    clock.advance(0);
    log.info('two');
    clock.advance(50);
    log.warn('three', { serial: '116181452037' });
    clock.advance(49);
    expect(batches).toEqual([{ atMs: 5_000, text: 'trace one\r\n', lineCount: 1 }]);
    clock.advance(1);
    expect(batches.slice(1)).toEqual([
      { atMs: 5_100, text: 'info  two\r\nwarn  three serial="116181452037"\r\n', lineCount: 2 },
    ]);
    clock.advance(10_000);
    expect(batches).toHaveLength(2);
  });

  it('sends whole lines that end with CR LF, in UTF-8, one for each event', () => {
    const { clock, log, batches } = createTestStream();
    log.info('Süddach ☀\r\nfoot\u001b[2J');
    clock.advance(0);
    expect(batches[0]?.text).toBe('info  Süddach ☀\\u000d\\u000afoot\\u001b[2J\r\n');
  });

  it('keeps the newest lines of a flood and says how many are left out', () => {
    const { clock, log, batches } = createTestStream();
    for (let line = 1; line <= 100_000; line++) log.trace(`line ${line}`);
    clock.advance(0);
    expect(batches).toHaveLength(1);
    const lines = batches[0]?.text.split('\r\n').slice(0, -1) ?? [];
    const leftOut = 100_001 - lines.length;
    expect(lines.length).toBeLessThanOrEqual(1_001);
    expect(lines[0]).toBe(`warn  ${leftOut} lines are left out here, they came too fast.`);
    expect(lines[1]).toBe(`trace line ${leftOut + 1}`);
    expect(lines.at(-1)).toBe('trace line 100000');
    expect(batches[0]?.lineCount).toBe(100_000);
  });

  it('keeps no more than a quarter of a megabyte of long lines', () => {
    const { clock, log, batches } = createTestStream();
    for (let line = 0; line < 900; line++) log.trace('x'.repeat(1_900));
    clock.advance(0);
    expect(batches[0]?.text.length).toBeLessThan(270_000);
    expect(batches[0]?.text).toMatch(/^warn {2}\d+ lines are left out here/);
  });

  it('stays bounded for a minute of 500 lines a second, and loses none of them', () => {
    const { clock, log, batches } = createTestStream();
    for (let line = 0; line < 30_000; line++) {
      log.trace(`line ${line}`);
      clock.advance(2);
    }
    clock.advance(100);
    const lines = batches.flatMap(({ text }) => text.split('\r\n').slice(0, -1));
    expect(lines).toEqual(Array.from({ length: 30_000 }, (_, line) => `trace line ${line}`));
    expect(batches.length).toBeLessThanOrEqual(602);
    expect(Math.max(...batches.map(({ lineCount }) => lineCount))).toBeLessThanOrEqual(51);
  });

  it('does not send lines about sending', () => {
    const { clock, log, batches, whenSending } = createTestStream();
    whenSending(() => log.info('Something was sent.'));
    log.info('one');
    clock.advance(1_000);
    expect(batches.map(({ text }) => text)).toEqual(['info  one\r\n']);
    log.info('two');
    clock.advance(1_000);
    expect(batches.map(({ text }) => text)).toEqual(['info  one\r\n', 'info  two\r\n']);
  });

  it('can be made to send what waits, and forgets it when it stops', () => {
    const { clock, log, stream, batches } = createTestStream();
    log.info('one');
    stream.flush();
    expect(batches).toHaveLength(1);
    stream.flush();
    log.info('two');
    expect(log.isEnabled('trace')).toBe(true);
    stream.stop();
    expect(log.isEnabled('error')).toBe(false);
    log.info('three');
    stream.start();
    stream.start();
    clock.advance(1_000);
    log.info('four');
    clock.advance(1_000);
    expect(batches.map(({ text }) => text)).toEqual(['info  one\r\n', 'info  four\r\n']);
  });
});
