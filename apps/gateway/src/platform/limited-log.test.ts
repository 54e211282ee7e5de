import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
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
    const testbed = start();
    testbed.tell(500);
    expect(testbed.lines()).toEqual(
      Array.from({ length: 20 }, (_, index) => `info  Ignored. count=${index + 1}`),
    );
    testbed.clock.advance(59_999);
    expect(testbed.lines()).toEqual([]);
    testbed.clock.advance(1);
    expect(testbed.lines()).toEqual([leftOut(480)]);
    testbed.tell(1000);
    testbed.clock.advance(60_000);
    expect(testbed.lines()).toEqual(['info  Ignored. count=1', leftOut(999)]);
  });

  it('has as many lines again as minutes have passed, and never more than 20 at once', () => {
    const testbed = start();
    testbed.tell(20);
    testbed.lines();
    testbed.clock.advance(5 * 60_000);
    testbed.tell(21);
    expect(testbed.lines()).toHaveLength(5);
    testbed.clock.advance(24 * 60 * 60_000);
    testbed.lines();
    testbed.tell(100);
    expect(testbed.lines()).toHaveLength(20);
  });

  it('never grows faster than a few lines a minute, however a flood is cut up', () => {
    const testbed = start();
    for (let minute = 0; minute < 24 * 60; minute++) {
      testbed.tell(minute % 2 === 0 ? 20 : 1);
      testbed.clock.advance(60_000);
    }
    expect(testbed.lines().length).toBeLessThanOrEqual(20 + 2 * 24 * 60);
  });

  it('keeps each message apart, and its level', () => {
    const testbed = start();
    testbed.tell(30, 'One.');
    testbed.limited.warn('Another.');
    for (let number = 0; number < 21; number++) testbed.limited.warn('A third.');
    const lines = testbed.lines();
    expect(lines.filter((line) => line.startsWith('warn  Another.'))).toHaveLength(1);
    testbed.clock.advance(60_000);
    expect(testbed.lines()).toEqual([
      leftOut(10, 'One.'),
      'warn  Further lines like this one were left out. line="A third." count=1',
    ]);
  });

  it('knows a bounded number of messages', () => {
    const testbed = start();
    for (let number = 0; number < 10_000; number++) testbed.tell(1, `Message ${number}.`);
    expect(testbed.lines().length).toBeLessThanOrEqual(64 + 20);
    testbed.clock.advance(60_000);
    expect(testbed.lines()).toEqual([leftOut(10_000 - 64 - 20, 'Other messages.')]);
  });

  it('says at the end what was not told yet, and no more', () => {
    const testbed = start();
    testbed.tell(25);
    testbed.lines();
    testbed.limited.stop();
    testbed.clock.advance(600_000);
    expect(testbed.lines()).toEqual([leftOut(5)]);
  });
});
