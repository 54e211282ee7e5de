import { noReading, type Reading } from '@heliograph/domain';
import { describe, expect, it } from 'vitest';
import { isPlausible, type Range, READING_RANGES } from './plausibility.ts';

type Side = keyof typeof READING_RANGES;

/** A reading in which one value is not 0: of the AC side, of the last of three phases, between two of them, or of the last of six strings. */
function readingWith(side: Side, field: string, value: number): Reading {
  const reading = noReading({ phaseCount: 3, stringCount: 6 });
  const phase = reading.phases.at(-1);
  const last = reading.strings.at(-1);
  if (phase === undefined || last === undefined) throw new Error('no phase or no string');
  switch (side) {
    case 'ac':
      expect(reading).toHaveProperty(field);
      return { ...reading, [field]: value };
    case 'phase':
      expect(phase).toHaveProperty(field);
      return { ...reading, phases: [...reading.phases.slice(0, -1), { ...phase, [field]: value }] };
    case 'line':
      expect(field).toBe('voltageV');
      return { ...reading, lineVoltagesV: [...reading.lineVoltagesV.slice(0, -1), value] };
    case 'string':
      expect(last).toHaveProperty(field);
      return { ...reading, strings: [...reading.strings.slice(0, -1), { ...last, [field]: value }] };
  }
}

const read = (side: Side, field: string, value: number) => isPlausible(readingWith(side, field, value));

const CASES = (Object.keys(READING_RANGES) as Side[]).flatMap((side) =>
  Object.entries(READING_RANGES[side]).map(([field, range]: [string, Range]) => ({ side, field, range })),
);

describe('a reading', () => {
  it.each(CASES)(
    'of $field ($side) is believed within its bounds, and not beside them',
    ({ side, field, range }) => {
      const { min, max } = range;
      expect([min, (min + max) / 2, max].map((value) => read(side, field, value))).toEqual([
        true,
        true,
        true,
      ]);
      expect([min - 0.1, max + 0.1].map((value) => read(side, field, value))).toEqual([false, false]);
    },
  );

  it.each([
    ['ac', 'frequencyHz', 655.35],
    ['phase', 'voltageV', 6553.5],
    ['line', 'voltageV', 6553.5],
    ['string', 'voltageV', 6553.5],
    ['string', 'powerW', 6553.5],
    ['string', 'yieldTotalKWh', 4_294_967.295],
  ] as const)('of %j, %s, with all bits set (%d) is not believed', (side, field, value) => {
    expect(read(side, field, Math.fround(value))).toBe(false);
  });

  it.each([
    ['temperatureC', -3276.8],
    ['reactivePowerVar', 6553.5],
    ['powerFactor', 65.535],
    ['yieldTodayWh', 65_535],
    ['eventCount', 65_535],
  ] as const)('of %s can be whatever fits its bytes: %d', (field, value) => {
    expect(read('ac', field, value)).toBe(true);
  });
});
