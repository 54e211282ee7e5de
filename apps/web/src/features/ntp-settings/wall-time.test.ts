import { describe, expect, it } from 'vitest';
import {
  isClockSet,
  secondsAhead,
  timeSetting,
  wallOfBrowser,
  wallOfParts,
  zoneAheadMs,
} from './wall-time.ts';

const SECOND_MS = 1000;
const noon = { year: 2026, month: 6, day: 21, hour: 12, minute: 0, second: 0 };
const localNoonMs = new Date(2026, 5, 21, 12).getTime();

describe('wall clocks', () => {
  it('are compared by what they show, whatever the zone of the browser', () => {
    expect(wallOfBrowser(localNoonMs)).toBe(wallOfParts(noon));
  });

  it.each([
    [0, 0],
    [900, 0],
    [-2400, 0],
    [3000, 3],
    [-3000, -3],
    [86_400 * SECOND_MS, 86_400],
  ])('%d ms apart are %d s apart', (differenceMs, aheadS) => {
    expect(secondsAhead(wallOfParts(noon) + differenceMs, wallOfParts(noon))).toBe(aheadS);
  });
});

describe('a clock', () => {
  it.each([
    ['that was set', { ...noon, ntp_status: true }, true],
    ['that says so', { ...noon, ntp_status: false }, false],
    ['that counts from 1970', { ...noon, year: 1970, ntp_status: true }, false],
    ['at the last year that counts as none', { ...noon, year: 2016, ntp_status: true }, false],
    ['with no date', { ...noon, year: 1e9, ntp_status: true }, false],
  ])('%s', (_, time, isSet) => {
    expect(isClockSet(time)).toBe(isSet);
  });
});

const LONDON = { ntp_timezone_descr: 'Europe/London', ntp_timezone: 'GMT0BST,M3.5.0/1,M10.5.0' };
const LORD_HOWE = {
  ntp_timezone_descr: 'Australia/Lord_Howe',
  ntp_timezone: '<+1030>-10:30<+11>-11,M10.1.0,M4.1.0',
};

describe('the time to set', () => {
  /** `2026-03-29 02:00:00`, as the parts say it. */
  function parts(iso: string, zone = LONDON): string {
    const unixMs = Date.parse(iso);
    const { unix_s, year, month, day, hour, minute, second } = timeSetting(unixMs, zone);
    expect(unix_s).toBe(unixMs / 1000);
    const [mm, dd, h, m, sec] = [month, day, hour, minute, second].map((part) =>
      String(part).padStart(2, '0'),
    );
    return `${year}-${mm}-${dd} ${h}:${m}:${sec}`;
  }

  it.each([
    ['winter', '2026-01-10T12:00:00Z', '2026-01-10 12:00:00'],
    ['summer', '2026-07-10T12:00:00Z', '2026-07-10 13:00:00'],
    ['the last second of winter', '2026-03-29T00:59:59Z', '2026-03-29 00:59:59'],
    ['the first second of summer', '2026-03-29T01:00:00Z', '2026-03-29 02:00:00'],
    ['an hour that comes twice, first', '2026-10-25T00:30:00Z', '2026-10-25 01:30:00'],
    ['an hour that comes twice, then', '2026-10-25T01:30:00Z', '2026-10-25 01:30:00'],
    ['new year', '2026-12-31T23:59:59Z', '2026-12-31 23:59:59'],
  ])('is that of the device’s zone, wherever the browser is: %s', (_, iso, local) => {
    expect(parts(iso)).toBe(local);
  });

  it('knows zones that change by half an hour, and takes no rule for UTC as the device does', () => {
    expect(parts('2026-07-01T00:00:00Z', LORD_HOWE)).toBe('2026-07-01 10:30:00');
    expect(parts('2026-12-01T00:00:00Z', LORD_HOWE)).toBe('2026-12-01 11:00:00');
    expect(parts('2026-12-01T00:00:00Z', { ...LONDON, ntp_timezone: 'nonsense' })).toBe(
      '2026-12-01 00:00:00',
    );
  });
});

describe('the time of another zone', () => {
  const offsetMin = -new Date(localNoonMs).getTimezoneOffset();
  const ahead = (ntp_timezone: string) =>
    zoneAheadMs({ ntp_timezone_descr: 'Home', ntp_timezone }, localNoonMs);

  it('is told by its rule, whatever its name', () => {
    expect(ahead('<-08>8')).toBe((-8 * 60 - offsetMin) * 60_000);
    expect(ahead('CET-1CEST,M3.5.0,M10.5.0/3')).toBe((120 - offsetMin) * 60_000);
  });

  it('is not another in the own zone', () => {
    const west = -offsetMin;
    const rule = `XXX${west < 0 ? '-' : ''}${Math.trunc(Math.abs(west) / 60)}:${Math.abs(west) % 60}`;
    expect(ahead(rule)).toBe(0);
  });
});
