import { describe, expect, it } from 'vitest';
import { EMPTY_RUN, type Run, withJudged } from './weak-run.ts';

const STEP_S = 300;
const EVENING_S = Date.UTC(2026, 10, 27, 15, 10) / 1000;
const MORNING_S = Date.UTC(2026, 10, 28, 8, 40) / 1000;

function runOf(evening: readonly number[], morning: readonly number[]): Run {
  const judged = [
    ...evening.map((relative, index) => ({ relative, atS: EVENING_S + index * STEP_S, day: 1 })),
    ...morning.map((relative, index) => ({ relative, atS: MORNING_S + index * STEP_S, day: 2 })),
  ];
  return judged.reduce((run, step) => withJudged(run, { ...step, slot: 0 }), EMPTY_RUN);
}

const LOSS = Array.from({ length: 12 }, () => 0.75);

describe('the beginning of a loss', () => {
  it.each<[string, readonly number[]]>([
    ['after an evening as usual', [1, 0.98, 1.02]],
    ['after a noisy evening of which the last step was a little too weak', [0.9, 0.99, 0.97, 0.91]],
    ['after an evening that was a little too weak to its end', [0.91, 0.9, 0.88, 0.91]],
  ])('is its first step, %s', (_, evening) => {
    const run = runOf(evening, LOSS);
    expect(run.isWeak).toBe(true);
    expect(run.sinceS).toBe(MORNING_S);
  });

  it('is the evening before where the same was missing then, and a fine step in between changes nothing', () => {
    expect(runOf([0.76, 0.75, 0.77], LOSS).sinceS).toBe(EVENING_S);
    expect(runOf([0.76, 0.75, 1, 0.77], LOSS).sinceS).toBe(EVENING_S);
  });
});
