/** What may be fed in from a balcony in Germany, and what could before, in W. */
const BALCONY_W = [800, 600];
const PARTS = [1, 0.75, 0.5, 0.25];

/** Usual watts for inverters that can so much together, the most first: parts of that, and what balconies are allowed. */
export function presetWatts(maxW: number | undefined): readonly number[] {
  const balcony = BALCONY_W.filter((watts) => maxW === undefined || watts < maxW);
  const parts = maxW === undefined ? [] : PARTS.map((part) => Math.round(maxW * part));
  return [...new Set([...parts, ...balcony])].toSorted((one, other) => other - one);
}
