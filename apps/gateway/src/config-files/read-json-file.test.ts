import { CONFIG_FILE } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { readJsonFile } from './read-json-file.ts';

const LENGTH = 16_384;

/** The shortest of some times in ms: others may need the processor. */
function timeOf(bytes: Uint8Array): number {
  const times = Array.from({ length: 5 }, () => {
    const startMs = performance.now();
    expect(() => readJsonFile(bytes, CONFIG_FILE)).toThrow('not JSON');
    return performance.now() - startMs;
  });
  return Math.min(...times);
}

describe('a file that is not JSON', () => {
  it.each([
    ['bytes that are no text', (length: number) => Buffer.alloc(length, 0xff)],
    ['quotes', (length: number) => Buffer.alloc(length, '"')],
    ['a string without an end', (length: number) => Buffer.alloc(length, '"x')],
    ['a string of quotes without an end', (length: number) => Buffer.from(`"${'\\"'.repeat(length / 2)}`)],
    ['the same, cut within', (length: number) => Buffer.from(`"${'\\"'.repeat(length / 2)}\\`)],
    ['backslashes', (length: number) => Buffer.alloc(length, '\\')],
    ['digits', (length: number) => Buffer.from(`${'1'.repeat(length)}.`)],
  ])('is refused in a time that grows with its length, not faster: %s', (_, make) => {
    const isInProportion = () => {
      const [small = 0, large = 0] = [LENGTH, 4 * LENGTH].map((length) => timeOf(make(length)));
      // Where each byte is looked at again for each other one it is sixteen times as much, however often one looks.
      return large < 10 * small + 10;
    };
    expect([1, 2, 3, 4].some(isInProportion)).toBe(true);
  });
});
