import { timezoneOf } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createDeviceClock, type DeviceClock } from '../platform/device-clock.ts';
import { localTimeParts, localTimeText, unixMsOfLocal } from './local-time.ts';

const BERLIN = 'CET-1CEST,M3.5.0,M10.5.0/3';
const NEW_YORK = 'EST5EDT,M3.2.0,M11.1.0';
const LORD_HOWE = '<+1030>-10:30<+11>-11,M10.1.0,M4.1.0';
const KATHMANDU = '<+0545>-5:45';
const CASABLANCA = '<+01>-1';

/** A device clock that shows this UTC time. */
function clockAt(time: string, timezoneRule: string): DeviceClock {
  return createDeviceClock({
    clock: createVirtualClock(Date.parse(time)),
    startSet: true,
    timezone: timezoneOf(timezoneRule),
  });
}

/** `2023-03-26 03:00:00`, as the parts say it. */
function readable(clock: DeviceClock): string {
  const { year, month, day, hour, minute, second } = localTimeParts(clock);
  const [mm, dd, h, m, s] = [month, day, hour, minute, second].map((part) => String(part).padStart(2, '0'));
  return `${year}-${mm}-${dd} ${h}:${m}:${s}`;
}

/** UTC time of a local one such as `2023-03-26 03:00:00`. */
function utcOf(local: string, timezoneRule: string): string {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local.split(/[- :]/).map(Number);
  const zone = clockAt('2024-01-01T00:00:00Z', timezoneRule);
  return new Date(unixMsOfLocal({ year, month, day, hour, minute, second }, zone))
    .toISOString()
    .replace('.000', '');
}

describe('local time, to the second', () => {
  it.each([
    ['Berlin into summer', BERLIN, '2023-03-26T00:59:59Z', '2023-03-26 01:59:59', '2023-03-26 03:00:00'],
    ['Berlin out of it', BERLIN, '2023-10-29T00:59:59Z', '2023-10-29 02:59:59', '2023-10-29 02:00:00'],
    ['New York into summer', NEW_YORK, '2024-03-10T06:59:59Z', '2024-03-10 01:59:59', '2024-03-10 03:00:00'],
    ['New York out of it', NEW_YORK, '2024-11-03T05:59:59Z', '2024-11-03 01:59:59', '2024-11-03 01:00:00'],
    [
      'Lord Howe into summer',
      LORD_HOWE,
      '2024-10-05T15:29:59Z',
      '2024-10-06 01:59:59',
      '2024-10-06 02:30:00',
    ],
    ['Lord Howe out of it', LORD_HOWE, '2024-04-06T14:59:59Z', '2024-04-07 01:59:59', '2024-04-07 01:30:00'],
    ['Kathmandu in March', KATHMANDU, '2024-03-31T00:59:59Z', '2024-03-31 06:44:59', '2024-03-31 06:45:00'],
    ['Casablanca in March', CASABLANCA, '2024-03-31T00:59:59Z', '2024-03-31 01:59:59', '2024-03-31 02:00:00'],
  ])('%s', (_, rule, lastSecond, before, after) => {
    expect(readable(clockAt(lastSecond, rule))).toBe(before);
    const next = new Date(Date.parse(lastSecond) + 1000).toISOString();
    expect(readable(clockAt(next, rule))).toBe(after);
  });

  it('is of 1970 while nobody has set the clock, and of 1969 west of Greenwich', () => {
    const clock = createVirtualClock();
    const unset = (timezoneRule: string) =>
      createDeviceClock({ clock, startSet: false, timezone: timezoneOf(timezoneRule) });
    const [berlin, newYork] = [unset(BERLIN), unset(NEW_YORK)];
    clock.advance(61_999);
    expect(readable(berlin)).toBe('1970-01-01 01:01:01');
    expect(localTimeText(berlin)).toBe('Thursday, January 01 1970 01:01:01');
    expect(localTimeText(newYork)).toBe('Wednesday, December 31 1969 19:01:01');
  });
});

describe('the text of local time', () => {
  it.each([
    ['2023-02-06T19:26:21Z', BERLIN, 'Monday, February 06 2023 20:26:21'],
    ['2024-12-31T23:59:59.999Z', 'UTC0', 'Tuesday, December 31 2024 23:59:59'],
    ['2024-06-21T18:15:00Z', KATHMANDU, 'Saturday, June 22 2024 00:00:00'],
    ['2100-01-10T04:05:06Z', NEW_YORK, 'Saturday, January 09 2100 23:05:06'],
  ])('%s in %s', (time, rule, text) => {
    expect(localTimeText(clockAt(time, rule))).toBe(text);
  });
});

describe('a local time that somebody sets', () => {
  it.each([
    ['winter', BERLIN, '2023-02-06 20:26:21', '2023-02-06T19:26:21Z'],
    ['summer', BERLIN, '2023-07-06 20:26:21', '2023-07-06T18:26:21Z'],
    ['the last second of winter', BERLIN, '2023-03-26 01:59:59', '2023-03-26T00:59:59Z'],
    ['a time the clocks leap over', BERLIN, '2023-03-26 02:30:00', '2023-03-26T01:30:00Z'],
    ['the first second of summer', BERLIN, '2023-03-26 03:00:00', '2023-03-26T01:00:00Z'],
    ['before the hour that comes twice', BERLIN, '2023-10-29 01:59:59', '2023-10-28T23:59:59Z'],
    ['a time that comes twice', BERLIN, '2023-10-29 02:30:00', '2023-10-29T00:30:00Z'],
    ['after the hour that came twice', BERLIN, '2023-10-29 03:00:00', '2023-10-29T02:00:00Z'],
    ['New York, leapt over', NEW_YORK, '2024-03-10 02:00:00', '2024-03-10T07:00:00Z'],
    ['New York, twice', NEW_YORK, '2024-11-03 01:30:00', '2024-11-03T05:30:00Z'],
    ['New York, past it', NEW_YORK, '2024-11-03 02:00:00', '2024-11-03T07:00:00Z'],
    ['Lord Howe, leapt over', LORD_HOWE, '2024-10-06 02:15:00', '2024-10-05T15:45:00Z'],
    ['Lord Howe, half past', LORD_HOWE, '2024-10-06 02:30:00', '2024-10-05T15:30:00Z'],
    ['Lord Howe, twice', LORD_HOWE, '2024-04-07 01:45:00', '2024-04-06T14:45:00Z'],
    ['no summer time', KATHMANDU, '2024-07-01 05:44:59', '2024-06-30T23:59:59Z'],
    ['Casablanca', CASABLANCA, '2024-03-10 02:30:00', '2024-03-10T01:30:00Z'],
    ['31 February', BERLIN, '2023-02-31 12:00:00', '2023-03-03T11:00:00Z'],
    ['31 February of a leap year', BERLIN, '2024-02-31 12:00:00', '2024-03-02T11:00:00Z'],
    ['31 April', BERLIN, '2024-04-31 00:00:00', '2024-04-30T22:00:00Z'],
  ])('%s', (_, rule, local, utc) => {
    expect(utcOf(local, rule)).toBe(utc);
  });

  it.each([BERLIN, NEW_YORK, LORD_HOWE, KATHMANDU, CASABLANCA])(
    'is shown again as it was set (%s)',
    (rule) => {
      const clock = clockAt('2024-01-01T00:00:00Z', rule);
      const wrong: string[] = [];
      for (let unixMs = Date.UTC(2024, 0, 1); unixMs < Date.UTC(2025, 0, 1); unixMs += 900_000) {
        clock.set(unixMs);
        const shown = readable(clock);
        clock.set(unixMsOfLocal(localTimeParts(clock), clock));
        if (readable(clock) !== shown || clock.unixMs() > unixMs) wrong.push(shown);
      }
      expect(wrong).toEqual([]);
    },
  );
});
