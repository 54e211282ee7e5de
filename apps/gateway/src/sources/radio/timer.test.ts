import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { createTimer } from './timer.ts';

describe('a timer', () => {
  it('acts once, at its time', () => {
    const clock = createVirtualClock();
    const times: number[] = [];
    const timer = createTimer(clock, () => times.push(clock.monotonicMs()));
    timer.set(100);
    clock.advance(99);
    expect(times).toEqual([]);
    clock.advance(1000);
    expect(times).toEqual([100]);
  });

  it('has one time: setting it again replaces the first', () => {
    const clock = createVirtualClock();
    const times: number[] = [];
    const timer = createTimer(clock, () => times.push(clock.monotonicMs()));
    timer.set(100);
    timer.set(50);
    clock.advance(200);
    expect(times).toEqual([50]);
  });

  it('acts as soon as possible when its time has passed, and not at all when it is cleared', () => {
    const clock = createVirtualClock(0, 500);
    const times: number[] = [];
    const timer = createTimer(clock, () => times.push(clock.monotonicMs()));
    timer.set(100);
    clock.advance(0);
    timer.set(600);
    timer.clear();
    clock.advance(1000);
    expect(times).toEqual([500]);
  });

  it('does not act early on a host whose timers do', () => {
    const clock = createVirtualClock();
    const hasty: Clock = {
      ...clock,
      after: (delayMs, action) => clock.after(delayMs > 1 ? delayMs - 1 : delayMs, action),
    };
    const times: number[] = [];
    createTimer(hasty, () => times.push(clock.monotonicMs())).set(100);
    clock.advance(1000);
    expect(times).toEqual([100]);
  });

  it('does not act early on a clock with fractions of a millisecond', () => {
    const clock = createVirtualClock(0, 0.25);
    const times: number[] = [];
    createTimer(clock, () => times.push(clock.monotonicMs())).set(100);
    clock.advance(1000);
    expect(times).toEqual([100.25]);
  });
});
