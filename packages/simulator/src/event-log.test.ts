import { describe, expect, it } from 'vitest';
import { createDisturbances } from './disturbances.ts';
import { createEventLog } from './event-log.ts';

describe('event log', () => {
  it('keeps the newest fifteen and counts all', () => {
    const log = createEventLog();
    for (let index = 0; index < 40; index++) log.add({ messageId: index, startMs: index, endMs: index });
    expect(log.entries().map(({ messageId }) => messageId)).toEqual(
      Array.from({ length: 15 }, (_, index) => 25 + index),
    );
    expect(log.counter()).toBe(40);
  });

  it('ends what is going on, and only that', () => {
    const log = createEventLog();
    log.add({ messageId: 124, startMs: 1, endMs: 2 });
    log.add({ messageId: 124, startMs: 5, endMs: undefined });
    log.end(124, 9);
    log.end(124, 11);
    log.end(1, 11);
    expect(log.entries().map(({ endMs }) => endMs)).toEqual([2, 9]);
    expect(log.counter()).toBe(3);
  });

  it('goes on counting when it is cleared, in 16 bits', () => {
    const log = createEventLog();
    log.add({ messageId: 1, startMs: 1, endMs: 1 });
    log.clear();
    expect(log.entries()).toEqual([]);
    expect(log.counter()).toBe(1);
    for (let index = 0; index < 0xffff; index++) log.add({ messageId: 1, startMs: 1, endMs: 1 });
    expect(log.counter()).toBe(0);
  });
});

describe('disturbances', () => {
  const DAY_MS = 86_400_000;
  const START_MS = Date.UTC(2024, 0, 1);

  it('are the same whether asked for at once or bit by bit', () => {
    const disturbances = createDisturbances(3);
    const atOnce = disturbances.between(START_MS, START_MS + DAY_MS);
    const bitByBit = Array.from({ length: 24 * 60 }, (_, minute) =>
      disturbances.between(START_MS + minute * 60_000, START_MS + (minute + 1) * 60_000),
    ).flat();
    expect(bitByBit).toEqual(atOnce);
    expect(atOnce.length).toBeGreaterThan(10);
    expect(atOnce.length).toBeLessThan(35);
  });

  it('last seconds', () => {
    for (const { startMs, endMs } of createDisturbances(9).between(START_MS, START_MS + DAY_MS)) {
      expect((endMs ?? 0) - startMs).toBeGreaterThanOrEqual(1000);
      expect((endMs ?? 0) - startMs).toBeLessThanOrEqual(9000);
    }
  });

  it('of a very long time are cut to the last ones', () => {
    const found = createDisturbances(3).between(0, START_MS);
    expect(found.length).toBeGreaterThan(15);
    expect(found.length).toBeLessThan(101);
  });
});
