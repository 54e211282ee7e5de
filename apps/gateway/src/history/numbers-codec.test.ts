import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeNumbers, encodeNumbers } from './numbers-codec.ts';

describe('numbers as bytes', () => {
  it('come back as they were, unknown ones too', () => {
    const number = fc.option(fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        expect(decodeNumbers(encodeNumbers(numbers))).toEqual(numbers);
      }),
    );
  });

  it('are short where they are small', () => {
    expect(encodeNumbers([0, undefined, -31, 31])).toHaveLength(4);
    expect(encodeNumbers([3000])).toHaveLength(2);
    expect(encodeNumbers([65_535])).toHaveLength(3);
  });

  it('that end in the middle are nothing', () => {
    expect(decodeNumbers(encodeNumbers([3000]).slice(0, 1))).toBeUndefined();
  });

  it('must be whole and not too large', () => {
    expect(() => encodeNumbers([0.5])).toThrow(RangeError);
    expect(() => encodeNumbers([2 ** 52])).toThrow(RangeError);
  });
});
