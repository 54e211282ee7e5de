import { describe, expect, it } from 'vitest';
import { createFormats } from '../../shared/i18n/format.ts';
import { readableValue } from './readable-value.ts';

const { digits } = createFormats('en');

describe('a sum', () => {
  it.each([
    [{ v: 0, u: 'Wh', d: 0 }, '0 Wh'],
    [{ v: 712, u: 'Wh', d: 0 }, '712 Wh'],
    [{ v: 5083, u: 'Wh', d: 0 }, '5.08 kWh'],
    [{ v: 48_261, u: 'Wh', d: 0 }, '48.3 kWh'],
    [{ v: 73.418, u: 'kWh', d: 3 }, '73.4 kWh'],
    [{ v: 0.5, u: 'kWh', d: 3 }, '0.50 kWh'],
    [{ v: 11_450.123, u: 'kWh', d: 3 }, '11,450 kWh'],
    [{ v: 2_300_000, u: 'kWh', d: 3 }, '2,300 MWh'],
    [{ v: 45, u: 'W', d: 1 }, '45.0 W'],
    [{ v: 1296.4, u: 'W', d: 1 }, '1,296 W'],
    [{ v: -3.24, u: 'W', d: 1 }, '-3.2 W'],
    [{ v: 7, u: 'moons', d: 0 }, '7 moons'],
  ])('of %j reads %s', (value, text) => {
    const { v, u, d } = readableValue(value);
    expect(`${digits(v ?? Number.NaN, d)} ${u}`).toBe(text);
  });

  it('that is not known stays so', () => {
    expect(readableValue({ v: null, u: 'W', d: 1 })).toEqual({ v: null, u: 'W', d: 1 });
  });
});
