/** What a figure has to be. */
export type Goal =
  | { readonly exactly: number }
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly below: number };

export function isHeld(value: number, goal: Goal): boolean {
  if ('exactly' in goal) return value === goal.exactly;
  if ('atMost' in goal) return value <= goal.atMost;
  if ('atLeast' in goal) return value >= goal.atLeast;
  return value < goal.below;
}

export function goalText(goal: Goal): string {
  if ('exactly' in goal) return String(goal.exactly);
  if ('atMost' in goal) return `at most ${goal.atMost}`;
  if ('atLeast' in goal) return `at least ${goal.atLeast}`;
  return `below ${goal.below}`;
}
