import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../test/virtual-clock.ts';
import { createLimitedLog } from './limited-log.ts';
import { createLog } from './log.ts';

function start() {
  const clock = createVirtualClock();
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    writeLine: (line) => lines.push(line.slice(line.indexOf(' ') + 1)),
  });
  const limited = createLimitedLog({ log, clock });
  return {
    clock,
    limited,
    tell(count: number, message = 'Ignored.') {
      for (let number = 1; number <= count; number++) limited.info(message, { count: number });
    },
    /** Those since the last call. */
    lines: () => lines.splice(0),
  };
}
const leftOut = (count: number, line = 'Ignored.') =>
  `info  Further lines like this one were left out. line="${line}" count=${count}`;

describe('the log of what others can cause', () => {
  it('has the first 20 lines of a message, then one a minute and how many were left out', () => {
    const bench = start();
    bench.tell(500);
    expect(bench.lines()).toEqual(
      Array.from({ length: 20 }, (_, index) => `info  Ignored. count=${index + 1}`),
    );
    bench.clock.advance(59_999);
    expect(bench.lines()).toEqual([]);
    bench.clock.advance(1);
    expect(bench.lines()).toEqual([leftOut(480)]);
    bench.tell(1000);
    bench.clock.advance(60_000);
    expect(bench.lines()).toEqual(['info  Ignored. count=1', leftOut(999)]);
  });

  it('has as many lines again as minutes have passed, and never more than 20 at once', () => {
    const bench = start();
    bench.tell(20);
    bench.lines();
    bench.clock.advance(5 * 60_000);
    bench.tell(21);
    expect(bench.lines()).toHaveLength(5);
    bench.clock.advance(24 * 60 * 60_000);
    bench.lines();
    bench.tell(100);
    expect(bench.lines()).toHaveLength(20);
  });

  it('never grows faster than a few lines a minute, however a flood is cut up', () => {
    const bench = start();
    for (let minute = 0; minute < 24 * 60; minute++) {
      bench.tell(minute % 2 === 0 ? 20 : 1);
      bench.clock.advance(60_000);
    }
    expect(bench.lines().length).toBeLessThanOrEqual(20 + 2 * 24 * 60);
  });

  it('keeps each message apart, and its level', () => {
    const bench = start();
    bench.tell(30, 'One.');
    bench.limited.warn('Another.');
    for (let number = 0; number < 21; number++) bench.limited.warn('A third.');
    const lines = bench.lines();
    expect(lines.filter((line) => line.startsWith('warn  Another.'))).toHaveLength(1);
    bench.clock.advance(60_000);
    expect(bench.lines()).toEqual([
      leftOut(10, 'One.'),
      'warn  Further lines like this one were left out. line="A third." count=1',
    ]);
  });

  it('knows a bounded number of messages', () => {
    const bench = start();
    for (let number = 0; number < 10_000; number++) bench.tell(1, `Message ${number}.`);
    expect(bench.lines().length).toBeLessThanOrEqual(64 + 20);
    bench.clock.advance(60_000);
    expect(bench.lines()).toEqual([leftOut(10_000 - 64 - 20, 'Other messages.')]);
  });

  it('says at the end what was not told yet, and no more', () => {
    const bench = start();
    bench.tell(25);
    bench.lines();
    bench.limited.stop();
    bench.clock.advance(600_000);
    expect(bench.lines()).toEqual([leftOut(5)]);
  });
});
