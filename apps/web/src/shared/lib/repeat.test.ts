import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createRepeat } from './repeat.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function startRepeat() {
  const clock = createVirtualClock();
  const state = {
    times: 0,
    nextMs: 1000 as number | undefined,
    finish: undefined as (() => void) | undefined,
  };
  const repeat = createRepeat(
    clock,
    () => {
      state.times += 1;
      return new Promise((resolve) => {
        state.finish = resolve;
      });
    },
    () => state.nextMs,
  );
  async function advance(ms: number): Promise<void> {
    clock.advance(ms);
    await settle();
  }
  async function finish(): Promise<void> {
    state.finish?.();
    await settle();
  }
  return { clock, state, repeat, advance, finish };
}

describe('a repeated action', () => {
  it('begins paused, is done at once when it goes on, and then after each wait', async () => {
    const { state, repeat, advance, finish } = startRepeat();
    repeat.reconsider();
    await advance(5000);
    expect(state.times).toBe(0);
    repeat.resume();
    await advance(0);
    expect(state.times).toBe(1);
    await finish();
    await advance(999);
    expect(state.times).toBe(1);
    await advance(1);
    expect(state.times).toBe(2);
  });

  it('is never done twice at once', async () => {
    const { state, repeat, advance, finish } = startRepeat();
    repeat.resume();
    await advance(0);
    repeat.reconsider();
    repeat.pause();
    repeat.resume();
    await advance(10_000);
    expect(state.times).toBe(1);
    await finish();
    await advance(1000);
    expect(state.times).toBe(2);
  });

  it('is not put off by changes, however often they come', async () => {
    const { state, repeat, advance, finish } = startRepeat();
    repeat.resume();
    await advance(0);
    await finish();
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await advance(100);
      repeat.reconsider();
    }
    await advance(0);
    expect(state.times).toBe(2);
  });

  it('waits a whole time when there was nothing to do before', async () => {
    const { state, repeat, advance } = startRepeat();
    state.nextMs = undefined;
    repeat.resume();
    await advance(60_000);
    state.nextMs = 1000;
    repeat.reconsider();
    await advance(999);
    expect(state.times).toBe(0);
    await advance(1);
    expect(state.times).toBe(1);
  });

  it('rests while paused', async () => {
    const { state, repeat, advance, finish } = startRepeat();
    repeat.resume();
    await advance(0);
    await finish();
    repeat.pause();
    await advance(60_000);
    expect(state.times).toBe(1);
  });
});
