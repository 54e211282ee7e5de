import { SEAM_NAMES } from './seams.ts';

/** What of the seams stands in a text: their object, and the names of protections. None of them is a word of the product. */
export function findSeams(text: string): string[] {
  const words = new Set(text.match(/\w+/g));
  return ['__WITHOUT__', ...SEAM_NAMES].filter((word) => words.has(word));
}
