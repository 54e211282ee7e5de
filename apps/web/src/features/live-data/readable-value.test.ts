import { describe, expect, it } from 'vitest';
import { createFormats } from '../../shared/i18n/format.ts';
import { readableValue } from './readable-value.ts';

const { digits } = createFormats('en');

describe('a sum', () => {
  it.each([
    [{ value: 0, unit: 'Wh', digits: 0 }, '0 Wh'],
    [{ value: 712, unit: 'Wh', digits: 0 }, '712 Wh'],
    [{ value: 5083, unit: 'Wh', digits: 0 }, '5.08 kWh'],
    [{ value: 48_261, unit: 'Wh', digits: 0 }, '48.3 kWh'],
    [{ value: 73.418, unit: 'kWh', digits: 3 }, '73.4 kWh'],
    [{ value: 0.5, unit: 'kWh', digits: 3 }, '0.50 kWh'],
    [{ value: 11_450.123, unit: 'kWh', digits: 3 }, '11,450 kWh'],
    [{ value: 2_300_000, unit: 'kWh', digits: 3 }, '2,300 MWh'],
    [{ value: 45, unit: 'W', digits: 1 }, '45.0 W'],
    [{ value: 1296.4, unit: 'W', digits: 1 }, '1,296 W'],
    [{ value: -3.24, unit: 'W', digits: 1 }, '-3.2 W'],
    [{ value: 7, unit: 'moons', digits: 0 }, '7 moons'],
  ])('of %j reads %s', (value, text) => {
    const { value: number, unit, digits: decimals } = readableValue(value);
    expect(`${digits(number ?? Number.NaN, decimals)} ${unit}`).toBe(text);
  });

  it('that is not known stays so', () => {
    expect(readableValue({ value: null, unit: 'W', digits: 1 })).toEqual({
      value: null,
      unit: 'W',
      digits: 1,
    });
  });
});
