import { createHash } from 'node:crypto';

/** A small repeatable source of numbers, 0 up to but not including 1: the same seed gives the same ones everywhere. */
export function createDice(seed: number): () => number {
  let state = seed | 0;
  return () => {
    // Source: the generator mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from 0 up to 1 that depends on these words alone. */
export function chance(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join()).digest().readUInt32LE() / 2 ** 32;
}
