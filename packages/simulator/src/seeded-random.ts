/** Chance that can be repeated: everything random in the simulator comes from here and depends on the seed alone. */

/** The next number of a sequence, at least 0 and below 1. */
export type Random = () => number;

const UINT32_RANGE = 2 ** 32;
/** 2^32 divided by the golden ratio: steps of this size visit all 32-bit numbers evenly. */
const GOLDEN_STEP = 0x9e3779b9;

/** Spreads every bit of a 32-bit number over all of them (the finalising steps of MurmurHash3). */
function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A seed of its own for everything that has a name, so that adding one thing does not change the others. */
export function seedFor(seed: number, name: string): number {
  let result = scramble(seed);
  for (let index = 0; index < name.length; index++)
    result = scramble(result ^ (name.charCodeAt(index) + index));
  return result;
}

/** The number at `index` (a whole number) of the seed's endless table: at least 0 and below 1. */
export function chanceAt(seed: number, index: number): number {
  return scramble(scramble(Math.imul(index | 0, GOLDEN_STEP)) ^ seed) / UINT32_RANGE;
}

export function createRandom(seed: number): Random {
  let index = 0;
  return () => {
    index = (index + 1) | 0;
    return chanceAt(seed, index);
  };
}

/** Noise between -1 and 1 without jumps or corners; it takes a new direction about once per unit of `position`. */
export function smoothNoise(seed: number, position: number): number {
  const before = Math.floor(position);
  const share = position - before;
  const blend = share * share * (3 - 2 * share);
  const from = chanceAt(seed, before);
  const to = chanceAt(seed, before + 1);
  return (from + (to - from) * blend) * 2 - 1;
}
