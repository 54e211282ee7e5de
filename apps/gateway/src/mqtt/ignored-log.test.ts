import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../test/virtual-clock.ts';
import { createLog } from '../platform/log.ts';
import { createIgnoredLog } from './ignored-log.ts';

function start() {
  const clock = createVirtualClock();
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    writeLine: (line) => lines.push(line.slice(line.indexOf(' ') + 1)),
  });
  const ignored = createIgnoredLog({ log, clock });
  return {
    clock,
    ignored,
    tell(count: number) {
      for (let number = 1; number <= count; number++) ignored.tell('Ignored.', { number });
    },
    /** Those since the last call. */
    lines: () => lines.splice(0),
  };
}
const further = (count: number) => `info  Further MQTT messages were ignored. count=${count}`;

describe('the log of ignored messages', () => {
  it('tells of 20 in a minute, then once a minute how many more there were', () => {
    const bench = start();
    bench.tell(500);
    expect(bench.lines()).toEqual(
      Array.from({ length: 20 }, (_, index) => `info  Ignored. number=${index + 1}`),
    );
    bench.clock.advance(59_999);
    expect(bench.lines()).toEqual([]);
    bench.clock.advance(1);
    expect(bench.lines()).toEqual([further(480)]);
    bench.tell(1000);
    bench.clock.advance(60_000);
    expect(bench.lines()).toEqual([further(1000)]);
  });

  it('tells of each again after a minute without any', () => {
    const bench = start();
    bench.tell(21);
    bench.clock.advance(120_000);
    expect(bench.lines().at(-1)).toBe(further(1));
    bench.tell(21);
    expect(bench.lines()).toHaveLength(20);
    bench.clock.advance(60_000);
    expect(bench.lines()).toEqual([further(1)]);
  });

  it('says at the end what was not told yet, and no more', () => {
    const bench = start();
    bench.tell(25);
    bench.lines();
    bench.ignored.stop();
    bench.clock.advance(600_000);
    expect(bench.lines()).toEqual([further(5)]);
  });
});
