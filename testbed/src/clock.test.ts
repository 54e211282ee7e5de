import { describe, expect, it } from 'vitest';
import { createVirtualClock } from './clock.ts';

describe('the virtual clock', () => {
  it('runs what is due in the order in which it is due, each at its own time', () => {
    const clock = createVirtualClock(1_000_000);
    const ran: [string, number][] = [];
    const note = (name: string) => () => ran.push([name, clock.monotonicMs()]);
    clock.after(20, note('late'));
    clock.after(10, note('first of two'));
    clock.after(10, note('second of two'));
    clock.after(5, note('called off'))();
    clock.after(30, note('not yet'));
    clock.advance(25);
    expect(ran).toEqual([
      ['first of two', 10],
      ['second of two', 10],
      ['late', 20],
    ]);
    expect([clock.monotonicMs(), clock.elapsedMs(), clock.unixMs()]).toEqual([25, 25, 1_000_025]);
  });

  it('lets promises settle between two actions, where that is asked for', async () => {
    const clock = createVirtualClock();
    let value = 'before';
    clock.after(1, () => void Promise.resolve().then(() => (value = 'after')));
    let seen = '';
    clock.after(2, () => {
      seen = value;
    });
    await clock.advanceAsync(2);
    expect(seen).toBe('after');
  });

  it('runs nothing while it sleeps, and what was missed as soon as it goes on', () => {
    const clock = createVirtualClock();
    let ranAtMs: number | undefined;
    clock.after(10, () => {
      ranAtMs = clock.monotonicMs();
    });
    clock.sleep(100);
    expect(ranAtMs).toBeUndefined();
    clock.advance(0);
    expect(ranAtMs).toBe(100);
  });

  it('moves the wall clock without letting time pass', () => {
    const clock = createVirtualClock(5000, 70);
    clock.shiftWallClock(-1000);
    expect([clock.monotonicMs(), clock.unixMs()]).toEqual([70, 4000]);
  });
});
