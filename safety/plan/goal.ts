/** What a figure has to be. */
export type Goal =
  | { readonly exactly: number }
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly below: number };

/** What is no finite number holds no goal. */
export function isHeld(value: number, goal: Goal): boolean {
  if (!Number.isFinite(value)) return false;
  if ('exactly' in goal) return value === goal.exactly;
  if ('atMost' in goal) return value <= goal.atMost;
  if ('atLeast' in goal) return value >= goal.atLeast;
  return value < goal.below;
}

export function goalText(goal: Goal): string {
  if ('exactly' in goal) return numberText(goal.exactly);
  if ('atMost' in goal) return `at most ${numberText(goal.atMost)}`;
  if ('atLeast' in goal) return `at least ${numberText(goal.atLeast)}`;
  return `below ${numberText(goal.below)}`;
}

/** A figure as people write it: with separators, and no more digits than tell something. */
export function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 3;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
