import { createDice } from '@heliograph/testbed/dice.ts';
import { describe, expect, it } from 'vitest';
import { pollSuccess, unreachableShare } from './poll-model.ts';

/** In percent, by the loss in percent: what the safety plan gives for its reference model. */
const PLAN = [
  [0, 100, 0],
  [10, 99.9, 0],
  [20, 96.9, 0],
  [30, 83.2, 0.5],
  [40, 57.7, 7.5],
  [50, 29.8, 35],
  [60, 10.6, 71],
] as const;

/** The rules once more, played and not calculated. */
function playedShare(loss: number, polls: number): number {
  const dice = createDice(7);
  const arrives = () => dice() >= loss;
  const whole = () => new Set([1, 2, 3, 4, 5].filter(() => arrives()));
  const isAnswered = () => {
    let heard = new Set<number>();
    for (let request = 0; request < 5 && heard.size === 0; request++) if (arrives()) heard = whole();
    for (let again = 0; again < 5 && heard.size % 5 > 0; again++) {
      const missing = [1, 2, 3, 4, 5].find((fragment) => !heard.has(fragment)) ?? 0;
      if (arrives() && arrives()) heard.add(missing);
    }
    return heard.size === 5;
  };
  let answered = 0;
  for (let poll = 0; poll < polls; poll++) if (isAnswered()) answered += 1;
  return answered / polls;
}

describe('the reference model', () => {
  it.each(PLAN)('gives for a loss of %d %% what the plan says', (loss, success, unreachable) => {
    expect(Math.abs(pollSuccess(loss / 100) * 100 - success)).toBeLessThan(0.5);
    expect(Math.abs(unreachableShare(loss / 100) * 100 - unreachable)).toBeLessThan(1);
  });

  it('gives what playing by the rules gives', () => {
    for (const loss of [0.1, 0.3, 0.5]) {
      expect(Math.abs(pollSuccess(loss) - playedShare(loss, 20_000))).toBeLessThan(0.015);
    }
  });

  it('knows the ends: nothing is lost, everything is lost', () => {
    expect([pollSuccess(0), pollSuccess(1)]).toEqual([1, 0]);
    expect([unreachableShare(0), unreachableShare(1)]).toEqual([0, 1]);
  });
});
