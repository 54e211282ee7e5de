import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createTicker } from './ticker.ts';

describe('the ticker', () => {
  it('ticks for all subscribers together and rests when the last one is gone', () => {
    const clock = createVirtualClock();
    const ticker = createTicker(clock, 1000);
    const calls: string[] = [];
    const stopA = ticker.subscribe(() => calls.push('a'));
    const stopB = ticker.subscribe(() => calls.push('b'));
    clock.advance(2500);
    expect(calls).toEqual(['a', 'b', 'a', 'b']);
    expect(ticker.count()).toBe(2);
    stopA();
    clock.advance(1000);
    stopB();
    clock.advance(60_000);
    expect(calls).toEqual(['a', 'b', 'a', 'b', 'b']);
    expect(ticker.count()).toBe(3);
    ticker.subscribe(() => calls.push('again'));
    clock.advance(1000);
    expect(calls.at(-1)).toBe('again');
  });
});
