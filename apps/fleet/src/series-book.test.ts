import { describe, expect, it } from 'vitest';
import { createSeriesBook } from './series-book.ts';

const serial = (index: number) => String(116180000000 + index);
const DAY_MS = 86_400_000;

function setUp() {
  let nowMs = 0;
  const book = createSeriesBook({ inverters: 3, strings: 2 }, () => nowMs);
  return {
    book,
    pass: (ms: number) => {
      nowMs += ms;
    },
    inverter: (index: number, site = 'barn') =>
      book.admits(site, { serial: serial(index), string: 0, name: '' }),
  };
}

describe('the series of a site', () => {
  it('are those of so many inverters, whatever another site has', () => {
    const { inverter } = setUp();
    expect([1, 2, 3, 4, 1].map((index) => inverter(index))).toEqual([true, true, true, false, true]);
    expect(inverter(4, 'mill')).toBe(true);
  });

  it('have room for an inverter that takes the place of another one, a week later', () => {
    const { inverter, pass } = setUp();
    for (const index of [1, 2, 3]) inverter(index);
    pass(8 * DAY_MS);
    expect([4, 1, 2, 3].map((index) => inverter(index))).toEqual([true, true, true, false]);
  });

  it('are of so many strings', () => {
    const { book } = setUp();
    const string = (number: number) => book.admits('barn', { serial: serial(1), string: number, name: '' });
    expect([1, 2, 3].map(string)).toEqual([true, true, false]);
  });

  it('are of so many names a day', () => {
    const { book, pass } = setUp();
    const named = (index: number) =>
      book.admits('barn', { serial: serial(1), string: 0, name: `name ${index}` });
    const admitted = Array.from({ length: 1000 }, (_, index) => named(index)).filter(Boolean);
    expect(admitted.length).toBe(15);
    expect(named(0)).toBe(true);
    pass(DAY_MS);
    expect(named(999)).toBe(true);
  });

  it('of a site that was removed are forgotten', () => {
    const { book, inverter } = setUp();
    for (const index of [1, 2, 3]) inverter(index);
    book.keepOnly(new Set());
    expect(inverter(4)).toBe(true);
  });
});
