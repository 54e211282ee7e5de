/**
 * Whole numbers as bytes, for rows of which there are millions: seven bits a byte, the lowest first, the eighth bit says
 * that more follow; negative numbers take every second code (zigzag). A number that is not known is a code of its own.
 */

const UNKNOWN = 0;
/** Above this the code of a number is no safe integer any more. */
const NUMBER_MAX = 2 ** 51;

/** Throws for numbers that are not whole or beyond 2^51. Undefined: not known. */
export function encodeNumbers(numbers: readonly (number | undefined)[]): Uint8Array {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = codeOf(number);
    while (rest >= 0x80) {
      bytes.push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    bytes.push(rest);
  }
  return Uint8Array.from(bytes);
}

/** Reads what `encodeNumbers` has written; undefined where the bytes end within a number. */
export function decodeNumbers(bytes: Uint8Array): (number | undefined)[] | undefined {
  const numbers: (number | undefined)[] = [];
  let code = 0;
  let factor = 1;
  for (const byte of bytes) {
    code += (byte & 0x7f) * factor;
    if (byte >= 0x80) {
      factor *= 0x80;
      continue;
    }
    numbers.push(numberOf(code));
    code = 0;
    factor = 1;
  }
  return factor === 1 ? numbers : undefined;
}

function codeOf(number: number | undefined): number {
  if (number === undefined) return UNKNOWN;
  if (!Number.isInteger(number) || Math.abs(number) > NUMBER_MAX)
    throw new RangeError(`${number} cannot be kept`);
  return 1 + (number >= 0 ? 2 * number : -2 * number - 1);
}

function numberOf(code: number): number | undefined {
  if (code === UNKNOWN) return undefined;
  const zigzag = code - 1;
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
}
