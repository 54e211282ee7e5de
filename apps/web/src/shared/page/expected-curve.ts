import type { ExpectedYield, HistoryCurve } from '@heliograph/contract';

const STEP_S = 900;

/**
 * What a clear sky would give, as a curve that goes between two values. Undefined where nobody knows where the plant is, or
 * which way its strings look: a guess would look like a promise.
 */
export function expectedCurve(expected: ExpectedYield | undefined): HistoryCurve | undefined {
  if (expected === undefined || expected.rough || expected.at.length === 0) return undefined;
  const { at, low, high } = expected;
  // Told for a quarter of an hour each; the line runs through their middles.
  const middles = at.map((startS) => startS + STEP_S / 2);
  const mean = low.map((value, index) => (value + (high[index] ?? value)) / 2);
  return { tier: 'quarter', step: STEP_S, at: middles, mean, min: low, max: high };
}
