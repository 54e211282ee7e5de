import { describe, expect, it } from 'vitest';
import { createOutputLimit } from './output-limit.ts';

describe('output limit', () => {
  it('does not limit before it is told to', () => {
    const limit = createOutputLimit();
    expect(limit.percent()).toBe(100);
    expect(limit.shareAt(0)).toBe(1);
  });

  it('is said at once and reached on a ramp of seconds', () => {
    const limit = createOutputLimit();
    limit.set(40, false, 1000);
    expect(limit.percent()).toBe(40);
    expect(limit.shareAt(1000)).toBe(1);
    expect(limit.shareAt(2500)).toBeCloseTo(0.7);
    expect(limit.shareAt(4000)).toBeCloseTo(0.4);
    expect(limit.settledMs()).toBe(4000);
    expect(limit.shareAt(99_000)).toBe(0.4);
  });

  it('starts a new ramp where the old one stands', () => {
    const limit = createOutputLimit();
    limit.set(0, false, 0);
    limit.set(100, false, 2500);
    expect(limit.shareAt(2500)).toBeCloseTo(0.5);
    expect(limit.shareAt(3500)).toBeCloseTo(0.7);
    expect(limit.shareAt(5000)).toBe(1);
  });

  it('falls back to the last persistent one', () => {
    const limit = createOutputLimit();
    limit.set(70, true, 0);
    limit.set(30, false, 10_000);
    limit.forget(20_000);
    expect(limit.percent()).toBe(70);
    expect(limit.shareAt(20_000)).toBeCloseTo(0.7);
  });

  it('cannot be beyond what is possible', () => {
    const limit = createOutputLimit();
    limit.set(250, true, 0);
    expect(limit.percent()).toBe(100);
    limit.set(-1, true, 0);
    expect(limit.percent()).toBe(0);
  });
});
