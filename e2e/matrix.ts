/**
 * The gate looks at a place in one language, one theme and one width, which take turns from place to place; a night
 * looks at it in all of them.
 */
export const IS_NIGHTLY = process.env.HELIOGRAPH_NIGHTLY === '1';

/** All of them at night. In the gate one of them, which `place` decides: the same one in every run. */
export function inTurns<Value>(values: readonly Value[], place: string): readonly Value[] {
  if (IS_NIGHTLY) return values;
  const sum = [...place].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const turn = sum % values.length;
  return values.slice(turn, turn + 1);
}
