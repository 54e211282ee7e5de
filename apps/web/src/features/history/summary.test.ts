import type { HistoryBar } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createDateNames } from '../../shared/i18n/plant-time.ts';
import { changePercent, peakDay, sumOf } from './summary.ts';

const bar = (name: string, energy: number, more: Partial<HistoryBar> = {}): HistoryBar => ({
  ...{ name, start: 0, energy, estimated: false },
  ...more,
});

describe('what a period comes to', () => {
  it('is its energy, its highest power with the time of that, and its best bar', () => {
    const bars = [
      bar('2026-06-20', 8000, { peak: 900, peak_at: 100 }),
      bar('2026-06-21', 12_345, { peak: 870, peak_at: 200 }),
      bar('2026-06-22', 400),
    ];
    expect(sumOf(bars)).toMatchObject({ energyWh: 20_745, isEstimated: false, peakW: 900, peakAtS: 100 });
    expect(sumOf(bars).best?.name).toBe('2026-06-21');
  });

  it('is estimated as soon as a part of it is', () => {
    expect(sumOf([bar('a', 1), bar('b', 1, { estimated: true })]).isEstimated).toBe(true);
  });

  it('knows the time of no lower peak where the highest has none', () => {
    const sum = sumOf([bar('a', 1, { peak: 500, peak_at: 100 }), bar('b', 1, { peak: 600 })]);
    expect([sum.peakW, sum.peakAtS]).toEqual([600, undefined]);
  });

  it('has no peak and no best bar where there was nothing', () => {
    const nothing = { energyWh: 0, peakW: undefined, peakAtS: undefined, best: undefined };
    expect(sumOf([])).toMatchObject(nothing);
    expect(sumOf([bar('a', 0)])).toMatchObject(nothing);
  });

  it('is not known where nothing is kept, which is something else than a day without energy', () => {
    expect(sumOf([]).isKnown).toBe(false);
    expect(sumOf([bar('a', 0)]).isKnown).toBe(true);
  });

  it('takes the first of bars that are alike', () => {
    expect(sumOf([bar('a', 5), bar('b', 5)]).best?.name).toBe('a');
  });
});

describe('a change', () => {
  it('is told in per cent of what was before', () => {
    expect(changePercent(150, 100)).toBeCloseTo(50);
    expect(changePercent(75, 100)).toBeCloseTo(-25);
  });

  it('says nothing where nothing was before', () => {
    expect(changePercent(150, 0)).toBeUndefined();
  });
});

describe('the day of a peak', () => {
  it('has its year where several years are shown', () => {
    const dates = createDateNames('en');
    expect(peakDay(dates, 'all', '2026-11-24')).toBe('Tue, November 24, 2026');
    expect(peakDay(dates, 'year', '2026-11-24')).toBe('Nov 24');
  });
});
