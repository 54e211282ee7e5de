import { describe, expect, it } from 'vitest';
import { isDay, isZone, localDays } from './local-days.ts';

const hoursOf = (day: string, zone: string) =>
  localDays(day, 1, zone).map(({ fromS, toS }) => (toS - fromS) / 3600)[0];

describe('days by the clock of a zone', () => {
  it.each([
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-10-26', 'Europe/Berlin', 24],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-04-24', 'Africa/Cairo', 23], // its midnight is skipped
    ['2011-12-30', 'Pacific/Apia', 0], // the whole day is
    ['2026-11-27', 'Asia/Kathmandu', 24],
  ])('%s in %s has %f hours', (day, zone, hours) => {
    expect(hoursOf(day, zone)).toBe(hours);
  });

  it('begin at midnight there, and follow each other without a gap', () => {
    const days = localDays('2026-11-27', 31, 'Asia/Kathmandu');
    expect(days.length).toBe(31);
    expect(days.at(-1)).toMatchObject({
      day: '2026-11-27',
      fromS: Date.parse('2026-11-26T18:15:00Z') / 1000,
    });
    expect(days[0]?.day).toBe('2026-10-28');
    for (const [index, { toS }] of days.slice(0, -1).entries()) expect(days[index + 1]?.fromS).toBe(toS);
  });

  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])(
    'are there in %s',
    (zone) => {
      expect(isZone(zone)).toBe(true);
    },
  );

  it.each(['', 'Nowhere/At_All', '"} or up', '../../etc/passwd', '+01:00', 'x'.repeat(65)])(
    'are nowhere in %j',
    (zone) => {
      expect(isZone(zone)).toBe(false);
    },
  );

  it.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['1999-12-31', false],
    ['2026-1-1', false],
    ["2026-01-01'", false],
  ])('%s is one: %s', (day, is) => {
    expect(isDay(day)).toBe(is);
  });
});
