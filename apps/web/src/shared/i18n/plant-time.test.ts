import { describe, expect, it } from 'vitest';
import { createDateNames, createPlantTime } from './plant-time.ts';

const MIDSUMMER_S = Date.UTC(2026, 5, 21, 22, 30) / 1000;

describe('the time of the plant', () => {
  it('is that of its own clock, whatever the browser has', () => {
    const { time, dayOf } = createPlantTime('de', () => 7200);
    expect([time(MIDSUMMER_S), dayOf(MIDSUMMER_S)]).toEqual(['00:30', '2026-06-22']);
    const { time: before } = createPlantTime('en', () => -3600);
    expect(before(0)).toBe('23:00'); // of a clock that was never set
  });

  it.each([1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY, 1e12])(
    'has neither hour nor day for %d seconds, and nothing breaks',
    (unixS) => {
      const { time, dayOf } = createPlantTime('en', () => 0);
      expect([time(unixS), dayOf(unixS)]).toEqual(['—', '—']);
      expect(createDateNames('en').day(dayOf(unixS))).toBe('—');
    },
  );

  it.each(['', 'today', '不可用', '2026-13-01'])('has no name for a day that is called %j', (date) => {
    const names = createDateNames('en');
    expect([names.day(date), names.month(date)]).toEqual(['—', '—']);
  });

  it('names days, months and years', () => {
    const names = createDateNames('en');
    expect(names.day('2026-06-21')).toBe('Sun, June 21, 2026');
    expect([names.month('2026-06'), names.month('2026')]).toEqual(['June 2026', 'January 2026']);
  });

  it('has none either where the difference to UTC makes no sense', () => {
    expect(createPlantTime('en', () => 1e300).time(MIDSUMMER_S)).toBe('—');
  });
});
