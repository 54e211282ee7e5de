import { describe, expect, it } from 'vitest';
import { createSleepProofTime } from './clock.ts';

function createTime() {
  const host = { monotonicMs: 5000, unixMs: 1_700_000_000_000 };
  const elapsedMs = createSleepProofTime(
    () => host.monotonicMs,
    () => host.unixMs,
  );
  return { host, elapsedMs };
}

describe('time that counts sleep', () => {
  it('follows the monotonic clock while both run', () => {
    const { host, elapsedMs } = createTime();
    expect(elapsedMs()).toBe(0);
    host.monotonicMs += 250;
    host.unixMs += 251;
    expect(elapsedMs()).toBe(250);
  });

  it('counts a sleep in which the monotonic clock stood still', () => {
    const { host, elapsedMs } = createTime();
    host.unixMs += 8 * 3_600_000;
    host.monotonicMs += 40;
    expect(elapsedMs()).toBe(8 * 3_600_000);
  });

  it('does not go back when the wall clock is set back, and goes on from there', () => {
    const { host, elapsedMs } = createTime();
    host.monotonicMs += 1000;
    host.unixMs -= 2 * 3_600_000;
    expect(elapsedMs()).toBe(1000);
    host.monotonicMs += 1000;
    host.unixMs += 1000;
    expect(elapsedMs()).toBe(2000);
  });

  it('does not let small differences of the clocks add up', () => {
    const { host, elapsedMs } = createTime();
    for (let second = 0; second < 1000; second++) {
      host.monotonicMs += 1000;
      host.unixMs += 1003;
      elapsedMs();
    }
    expect(elapsedMs()).toBe(1_000_000);
  });
});
