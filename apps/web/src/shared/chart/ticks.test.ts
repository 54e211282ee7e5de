import { timezoneOf } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { nameStep, timeTicks, timeWithZone, valueTicks } from './ticks.ts';

const berlin = timezoneOf('CET-1CEST,M3.5.0,M10.5.0/3');
const offsetOf = (unixS: number) => berlin.utcOffsetS(unixS);
const at = (text: string) => Date.parse(text) / 1000;
const wallHours = (ticks: readonly number[]) =>
  ticks.map((tick) => new Date((tick + offsetOf(tick)) * 1000).toISOString().slice(11, 16));

describe('the times below a chart', () => {
  it('are round in the local time of the plant', () => {
    const ticks = timeTicks(at('2026-06-21T00:00+02:00'), at('2026-06-22T00:00+02:00'), 8, offsetOf);
    expect(wallHours(ticks)).toEqual([
      '00:00',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '00:00',
    ]);
  });

  it.each([
    ['2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00'],
    ['2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'],
  ])('stay round on the day of 23 or 25 hours that begins at %s', (from, to) => {
    expect(
      wallHours(timeTicks(at(from), at(to), 10, offsetOf)).filter((hour) => !hour.endsWith(':00')),
    ).toEqual([]);
    expect(wallHours(timeTicks(at(from), at(to), 10, offsetOf))).toContain('12:00');
  });

  it('come closer when a part is enlarged', () => {
    const ticks = timeTicks(at('2026-06-21T11:02+02:00'), at('2026-06-21T11:59+02:00'), 6, offsetOf);
    expect(wallHours(ticks)).toEqual(['11:10', '11:20', '11:30', '11:40', '11:50']);
  });
});

describe('the numbers beside a chart', () => {
  it.each([
    [1430, 4, [0, 500, 1000, 1500]],
    [1000, 4, [0, 250, 500, 750, 1000]],
    [0.03, 3, [0, 0.01, 0.02, 0.03]],
    [9, 4, [0, 2.5, 5, 7.5, 10]],
  ])('are round up to %d', (max, count, wanted) => {
    expect(valueTicks(max, count).map((tick) => Number(tick.toFixed(6)))).toEqual(wanted);
  });

  it('are there too where nothing was measured', () => {
    expect(valueTicks(0, 4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });
});

it('leaves out names that have no room', () => {
  expect(nameStep(31, 31)).toBe(1);
  expect(nameStep(31, 10)).toBe(5);
});

describe('a time of the clock on the wall', () => {
  const told = (text: string) =>
    timeWithZone(at(text), offsetOf, (unixS) =>
      new Date((unixS + offsetOf(unixS)) * 1000).toISOString().slice(11, 16),
    );

  it('says which one it is, where the clock is put back and tells it twice', () => {
    expect(
      ['2026-10-25T00:45Z', '2026-10-25T01:45Z', '2026-10-24T23:45Z', '2026-10-25T02:00Z'].map(told),
    ).toEqual(['02:45 UTC+2', '02:45 UTC+1', '01:45', '03:00']);
  });

  it('stands alone where the clock is put forward', () => {
    expect(['2026-03-29T00:59Z', '2026-03-29T01:00Z'].map(told)).toEqual(['01:59', '03:00']);
  });
});
