import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConsoleLine, createLineReader } from './console-lines.ts';

const AT = new Date(2026, 5, 21, 9, 5, 7, 42);
const STAMP = '09:05:07.042 > ';

/** The lines after all pieces have come; a line that grew counts as it is in the end. */
function linesOf(...pieces: string[]): string[] {
  const reader = createLineReader();
  const lines = new Map<number, ConsoleLine>();
  for (const piece of pieces) for (const line of reader.read(piece, AT)) lines.set(line.id, line);
  return [...lines.values()].map(({ text }) => text.slice(STAMP.length));
}

describe('text from the console', () => {
  it('gets the time of day in front of every line', () => {
    const lines = createLineReader().read('one\r\ntwo\r\n', AT);
    expect(lines.map(({ text }) => text)).toEqual([`${STAMP}one`, `${STAMP}two`]);
  });

  it.each([
    ['CR LF', 'one\r\ntwo\r\n'],
    ['CR', 'one\rtwo\r'],
    ['LF', 'one\ntwo\n'],
    ['all kinds', 'one\rtwo\n'],
  ])('ends its lines with %s', (_kind, text) => {
    expect(linesOf(text)).toEqual(['one', 'two']);
  });

  it('goes on in the next piece where a line has not ended', () => {
    expect(linesOf('on', 'e', '\r\ntw', 'o\r', '\nthree\r\n')).toEqual(['one', 'two', 'three']);
  });

  it('keeps empty lines', () => {
    expect(linesOf('one\r\n\r\n', '\r', '\n', 'two\r\n')).toEqual(['one', '', '', 'two']);
  });

  it('gives the same lines however it is cut into pieces', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '\r\n', '\n', 'info  x'), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 8 }), (parts, cuts) => {
        const whole = parts.join('');
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length].sort(
          (a, b) => a - b,
        );
        const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
        expect(linesOf(...pieces)).toEqual(linesOf(whole));
      }),
    );
  });

  it('is broken where a line would never end', () => {
    const reader = createLineReader();
    let longest = 0;
    let count = 0;
    for (let piece = 0; piece < 40; piece++) {
      for (const { text, id } of reader.read('x'.repeat(1_000), AT)) {
        longest = Math.max(longest, text.length);
        count = id + 1;
      }
    }
    expect(longest).toBeLessThan(5_100);
    expect(count).toBe(10);
    expect(linesOf('y'.repeat(9_000)).map(({ length }) => length)).toEqual([4_000, 4_000, 1_000]);
  });

  it('takes a new line after a word of the page itself', () => {
    const reader = createLineReader();
    const [begun] = reader.read('half a li', AT);
    const note = reader.note('interrupted', AT);
    const [next] = reader.read('ne\r\n', AT);
    expect(
      [begun, note, next].map((line) => [line?.id, line?.text.slice(STAMP.length), line?.level]),
    ).toEqual([
      [0, 'half a li', undefined],
      [1, 'interrupted', 'note'],
      [2, 'ne', undefined],
    ]);
  });
});

describe('the level of a line', () => {
  it.each([
    ['error Poll failed.', 'error'],
    ['warn  Something', 'warn'],
    ['WARNING: x', 'warn'],
    ['info  Poll', 'info'],
    ['debug TX', 'debug'],
    ['[trace] x', 'trace'],
    ['an error in the middle', undefined],
    ['', undefined],
  ])('of %j is %s', (text, level) => {
    expect(createLineReader().read(`${text}\n`, AT)[0]?.level).toBe(level);
  });

  it('is found when the word came in pieces', () => {
    const reader = createLineReader();
    reader.read('err', AT);
    expect(reader.read('or Poll failed', AT)[0]?.level).toBe('error');
  });
});
