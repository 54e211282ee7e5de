import { describe, expect, it } from 'vitest';
import {
  browserParts,
  isClockSet,
  secondsAhead,
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
    expect(browserParts(localNoonMs)).toEqual(noon);
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

describe('the time of another zone', () => {
  const zone = (ntp_timezone_descr: string, ntp_timezone: string) => ({ ntp_timezone_descr, ntp_timezone });
  // Etc/GMT+5 is five hours behind UTC: signs count westwards there as in the rule.
  const offsetMin = -new Date(localNoonMs).getTimezoneOffset();
  const hoursWest = Math.abs(offsetMin + 300) < 60 ? 8 : 5;
  const farAway = zone(`Etc/GMT+${hoursWest}`, `<-0${hoursWest}>${hoursWest}`);

  it('is not that of the browser', () => {
    expect(zoneAheadMs(farAway, localNoonMs)).toBe((-60 * hoursWest - offsetMin) * 60_000);
  });

  it('cannot be told of a name that nobody knows, or that is not the name of the rule', () => {
    expect(zoneAheadMs(zone('Mars/Olympus', farAway.ntp_timezone), localNoonMs)).toBe(0);
    expect(zoneAheadMs(zone(farAway.ntp_timezone_descr, 'XST-13'), localNoonMs)).toBe(0);
  });

  it('is not another in the own zone', () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const west = -offsetMin;
    const rule = `XXX${west < 0 ? '-' : ''}${Math.trunc(Math.abs(west) / 60)}:${Math.abs(west) % 60}`;
    expect(zoneAheadMs(zone(own, rule), localNoonMs)).toBe(0);
  });
});
