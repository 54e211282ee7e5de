import { describe, expect, it } from 'vitest';
import type { AnsweredSpan } from '../fleet/last-known.ts';
import { daylightOf } from './daylight.ts';

const MUNICH = { latitude: 48.1, longitude: 11.6 };
const SYDNEY = { latitude: -33.9, longitude: 151.2 };
const TROMSO = { latitude: 69.6, longitude: 18.9 };
const HOUR_S = 3600;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const ms = (text: string) => Date.parse(text);
const answered = (first: string, last: string): AnsweredSpan => ({
  firstMs: ms(first),
  lastMs: ms(last),
  isFromSilence: true,
  isToSilence: true,
});
const bySun = (place: typeof MUNICH, time: string) =>
  daylightOf({ nowMs: ms(time), utcOffsetS: 0, place, spans: [] });

describe('with a place, day and night', () => {
  it.each([
    ['noon in winter', MUNICH, '2024-12-21T11:00Z', 'day'],
    ['midnight in summer', MUNICH, '2024-06-21T22:00Z', 'dark'],
    ['after sunset', MUNICH, '2024-12-21T15:40Z', 'dark'],
    ['shortly after sunrise', MUNICH, '2024-12-21T07:20Z', 'dark'],
    ['noon on the other side of the world', SYDNEY, '2024-12-21T02:00Z', 'day'],
    ['midnight there', SYDNEY, '2024-12-21T14:00Z', 'dark'],
    ['midnight of the midnight sun does not shine brightly', TROMSO, '2024-06-21T22:45Z', 'dark'],
    ['noon of the polar night', TROMSO, '2024-12-21T10:45Z', 'dark'],
  ] as const)('are those of the sun: %s', (_what, place, time, light) => {
    expect(bySun(place, time).light).toBe(light);
  });

  it.each([
    ['in the evening', '2024-12-20T20:00Z'],
    ['after midnight', '2024-12-21T04:00Z'],
  ])('end with the next sunrise %s', (_what, time) => {
    expect(bySun(MUNICH, time).wakeAtMs).toBe(ms('2024-12-21T07:10Z')); // it rises at 07:02
  });

  it('end by the sun, whenever inverters answered on the days before', () => {
    const spans = [answered('2024-12-20T08:55Z', '2024-12-20T14:00Z')];
    const nowMs = ms('2024-12-20T20:00Z');
    expect(daylightOf({ nowMs, utcOffsetS: HOUR_S, place: MUNICH, spans }).wakeAtMs).toBe(
      ms('2024-12-21T07:10Z'),
    );
  });

  it('where the sun does not set or does not rise, end when inverters answered first on the day before', () => {
    const at = (time: string, spans: readonly AnsweredSpan[]) =>
      daylightOf({ nowMs: ms(time), utcOffsetS: HOUR_S, place: TROMSO, spans });
    const summer = [answered('2024-06-20T01:40Z', '2024-06-20T21:10Z')];
    expect(at('2024-06-20T22:45Z', summer)).toEqual({ light: 'dark', wakeAtMs: ms('2024-06-21T01:40Z') });
    expect(at('2024-06-21T10:00Z', summer)).toEqual({ light: 'day', wakeAtMs: undefined });
    const lastDays = [answered('2024-11-25T09:50Z', '2024-11-25T11:20Z')];
    expect(at('2024-11-27T04:00Z', lastDays)).toEqual({ light: 'dark', wakeAtMs: ms('2024-11-27T09:50Z') });
    // Nothing comes of it any more once the night has lasted for days.
    expect(at('2024-12-10T04:00Z', lastDays)).toEqual({ light: 'dark', wakeAtMs: undefined });
  });

  it('end any minute once the sun has risen, and at no time that is known where it does not rise', () => {
    expect(bySun(MUNICH, '2024-12-21T07:20Z').wakeAtMs).toBeUndefined();
    expect(bySun(TROMSO, '2024-12-21T10:45Z').wakeAtMs).toBeUndefined();
    expect(bySun({ latitude: -90, longitude: 0 }, '2024-06-21T12:00Z')).toEqual({
      light: 'dark',
      wakeAtMs: undefined,
    });
  });
});

/** Central Europe in winter. */
const byHabit = (time: string, spans: readonly AnsweredSpan[] = [], utcOffsetS = HOUR_S) =>
  daylightOf({ nowMs: ms(time), utcOffsetS, place: undefined, spans });

describe('without a place and on the first day', () => {
  it.each([
    ['11:30Z', 'day'],
    ['22:30Z', 'dark'],
    ['02:00Z', 'dark'],
    ['16:30Z', 'unknown'],
    ['07:00Z', 'unknown'],
  ])('at %s it is %s', (time, light) => {
    expect(byHabit(`2024-12-21T${time}`)).toEqual({ light, wakeAtMs: undefined });
  });
});

describe('without a place, after days on which inverters answered', () => {
  const day = (number: number, first = '07:10', last = '15:20') =>
    answered(`2024-12-${number}T${first}Z`, `2024-12-${number}T${last}Z`);
  const DAYS = [day(18), day(19), day(20, '07:20', '15:10')];

  it.each([
    ['2024-12-21T04:00Z', 'dark'],
    ['2024-12-21T09:00Z', 'day'],
    ['2024-12-21T14:30Z', 'day'],
    ['2024-12-21T15:05Z', 'unknown'],
    ['2024-12-21T15:30Z', 'dark'],
    ['2024-12-21T20:00Z', 'dark'],
  ])('at %s it is %s', (time, light) => {
    expect(byHabit(time, DAYS).light).toBe(light);
  });

  it('they wake when they did on the last day', () => {
    expect(byHabit('2024-12-20T20:00Z', DAYS).wakeAtMs).toBe(ms('2024-12-21T07:20Z'));
    expect(byHabit('2024-12-21T04:00Z', DAYS).wakeAtMs).toBe(ms('2024-12-21T07:20Z'));
  });

  it('a change to summer time moves nothing', () => {
    expect(byHabit('2024-12-21T04:00Z', DAYS, 2 * HOUR_S)).toEqual(byHabit('2024-12-21T04:00Z', DAYS));
  });

  it('a power cut of before makes no night of a day', () => {
    const cut = [day(20, '07:20', '09:00')];
    for (let hour = 8; hour < 14; hour++) {
      expect(byHabit(`2024-12-21T${String(hour).padStart(2, '0')}:30Z`, cut).light).not.toBe('dark');
    }
  });

  it('a day of which only a part was watched says only what was seen', () => {
    const fromNoon = [{ ...day(20, '11:00'), isFromSilence: false }];
    expect(byHabit('2024-12-21T09:00Z', fromNoon).light).toBe('unknown');
    expect(byHabit('2024-12-21T16:00Z', fromNoon)).toEqual({ light: 'dark', wakeAtMs: undefined });
  });

  it('days of a clock that was ahead are left out', () => {
    const ahead = DAYS.map((span) => ({
      ...span,
      firstMs: span.firstMs + 9 * DAY_MS,
      lastMs: span.lastMs + 9 * DAY_MS,
    }));
    expect(byHabit('2024-12-21T16:00Z', ahead).light).toBe('unknown');
  });
});
