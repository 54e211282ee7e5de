import { createDice } from '@heliograph/testbed/dice.ts';

/** One way to damage a file. */
export interface Damage {
  readonly how: string;
  readonly bytes: Uint8Array;
}

/** A file cut after each multiple of so many bytes, emptied, and filled with zeros. */
export function cutAndFilled(bytes: Uint8Array, everyBytes: number): Damage[] {
  const cuts = Array.from({ length: Math.ceil(bytes.length / everyBytes) }, (_, index) => index * everyBytes);
  return [
    ...cuts.map((length) => ({ how: `cut to ${length} bytes`, bytes: bytes.slice(0, length) })),
    { how: 'all zeros', bytes: new Uint8Array(bytes.length) },
    { how: 'half of it zeros', bytes: bytes.map((byte, index) => (index < bytes.length / 2 ? byte : 0)) },
  ];
}

/** Of databases. */
const PAGE_BYTES = 4096;

/** A database in which one page after the other is zeros. */
export function zeroedPages(bytes: Uint8Array): Damage[] {
  return Array.from({ length: Math.ceil(bytes.length / PAGE_BYTES) }, (_, page) => ({
    how: `page ${page} is zeros`,
    bytes: bytes.map((byte, index) => (Math.floor(index / PAGE_BYTES) === page ? 0 : byte)),
  }));
}

/** A file with one bit flipped, `count` times at other places. */
export function flipped(bytes: Uint8Array, count: number, seed: number): Damage[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, () => {
    const at = Math.floor(dice() * bytes.length);
    const bit = Math.floor(dice() * 8);
    return {
      how: `bit ${bit} of byte ${at} flipped`,
      bytes: bytes.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte)),
    };
  });
}
