import { describe, expect, it } from 'vitest';
import { type ChannelNumber, FIELD_RANGES, FIELDS, type FieldName, isPlausible } from './fields.ts';

const read = (channel: ChannelNumber, field: FieldName, value: number) =>
  isPlausible({ channel, field, value, ...FIELDS[field] });

const CASES = (['ac', 'string'] as const).flatMap((side) =>
  Object.entries(FIELD_RANGES[side]).map(([field, range]) => ({ side, field: field as FieldName, range })),
);

describe('a reading', () => {
  it.each(CASES)(
    'of $field ($side) is believed within its bounds, and not beside them',
    ({ side, field, range }) => {
      const channel = side === 'ac' ? 0 : 3;
      const { min, max } = range;
      expect([min, (min + max) / 2, max].map((value) => read(channel, field, value))).toEqual([
        true,
        true,
        true,
      ]);
      expect([min - 0.1, max + 0.1].map((value) => read(channel, field, value))).toEqual([false, false]);
    },
  );

  it.each([
    [0, 'Frequency', 655.35],
    [0, 'Voltage', 6553.5],
    [1, 'Voltage', 6553.5],
    [1, 'Power', 6553.5],
    [4, 'YieldTotal', 4_294_967.295],
  ] as const)('of %j, %s, with all bits set (%d) is not believed', (channel, field, value) => {
    expect(read(channel, field, Math.fround(value))).toBe(false);
  });

  it.each([
    ['Temperature', -3276.8],
    ['ReactivePower', 6553.5],
    ['PowerFactor', 65.535],
    ['YieldDay', 65_535],
    ['EventLogCount', 65_535],
  ] as const)('of %s can be whatever fits its bytes: %d', (field, value) => {
    expect(read(0, field, value)).toBe(true);
  });
});
