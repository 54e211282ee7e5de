/** The colours of the scale: `--heat-0` to `--heat-8` in `heat-scale.module.css`. */
export const HEAT_LEVELS = 9;

/** Where the scale may end, in W per Wp: round figures, so that a legend can be read. */
const TOPS = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.2] as const;
const HIGHEST_TOP = 1.2;
/** The scale grows at once, but shrinks only when there is some room left below the smaller end. */
const SHRINKS_BELOW = 0.85;

/**
 * Where the scale ends now. It follows the best string, so that the odd one is seen on a dull day too, and does not flicker
 * when a cloud passes. `before` is where it ended last.
 */
export function scaleTop(ratios: readonly number[], before?: number): number {
  const best = Math.max(0, ...ratios);
  const fitting = TOPS.find((top) => best <= top) ?? HIGHEST_TOP;
  if (before === undefined || fitting >= before) return fitting;
  return best <= fitting * SHRINKS_BELOW ? fitting : (TOPS.find((top) => top > fitting) ?? fitting);
}

/** Which colour a value has on a scale that ends there. */
export function heatLevel(ratio: number, top: number): number {
  const level = Math.floor((Math.max(0, ratio) / top) * HEAT_LEVELS);
  return Math.min(HEAT_LEVELS - 1, level);
}
