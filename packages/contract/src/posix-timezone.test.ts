import { describe, expect, it } from 'vitest';
import { parsePosixTimezone, timezoneOf } from './posix-timezone.ts';

/** Offset in hours of `rule` at a UTC time such as `2023-03-26T01:00:00Z`. */
function hoursAt(rule: string, time: string): number {
  const timezone = parsePosixTimezone(rule);
  if (timezone === undefined) throw new Error(`not a rule: ${rule}`);
  return timezone.utcOffsetS(Date.parse(time) / 1000) / 3600;
}

const BERLIN = 'CET-1CEST,M3.5.0,M10.5.0/3';

describe('a zone without summer time', () => {
  it.each([
    ['UTC0', 0],
    ['<+01>-1', 1],
    ['<-03>3', -3],
    ['<+0545>-5:45', 5.75],
    ['<-0930>9:30', -9.5],
    ['<+14>-14', 14],
    ['IST-5:30', 5.5],
  ])('%s is %d hours ahead all year', (rule, hours) => {
    expect(hoursAt(rule, '2023-01-01T00:00:00Z')).toBe(hours);
    expect(hoursAt(rule, '2023-07-01T00:00:00Z')).toBe(hours);
  });
});

describe('a zone with summer time', () => {
  it.each([
    [BERLIN, '2023-03-26T00:59:59Z', 1],
    [BERLIN, '2023-03-26T01:00:00Z', 2],
    [BERLIN, '2023-10-29T00:59:59Z', 2],
    [BERLIN, '2023-10-29T01:00:00Z', 1],
    ['GMT0BST,M3.5.0/1,M10.5.0', '2024-03-31T00:59:59Z', 0],
    ['GMT0BST,M3.5.0/1,M10.5.0', '2024-03-31T01:00:00Z', 1],
    ['GMT0BST,M3.5.0/1,M10.5.0', '2024-10-27T01:00:00Z', 0],
    ['EST5EDT,M3.2.0,M11.1.0', '2023-03-12T06:59:59Z', -5],
    ['EST5EDT,M3.2.0,M11.1.0', '2023-03-12T07:00:00Z', -4],
    ['EST5EDT,M3.2.0,M11.1.0', '2023-11-05T05:59:59Z', -4],
    ['EST5EDT,M3.2.0,M11.1.0', '2023-11-05T06:00:00Z', -5],
  ])('%s changes to the second: %s is %d', (rule, time, hours) => {
    expect(hoursAt(rule, time)).toBe(hours);
  });

  it('lies across the new year in the south', () => {
    const sydney = 'AEST-10AEDT,M10.1.0,M4.1.0/3';
    expect(hoursAt(sydney, '2023-12-31T23:59:59Z')).toBe(11);
    expect(hoursAt(sydney, '2024-01-01T00:00:00Z')).toBe(11);
    expect(hoursAt(sydney, '2024-04-06T15:59:59Z')).toBe(11);
    expect(hoursAt(sydney, '2024-04-06T16:00:00Z')).toBe(10);
    expect(hoursAt(sydney, '2024-10-05T15:59:59Z')).toBe(10);
    expect(hoursAt(sydney, '2024-10-05T16:00:00Z')).toBe(11);
  });

  it('may change by half an hour', () => {
    const lordHowe = '<+1030>-10:30<+11>-11,M10.1.0,M4.1.0';
    expect(hoursAt(lordHowe, '2023-06-01T00:00:00Z')).toBe(10.5);
    expect(hoursAt(lordHowe, '2023-12-01T00:00:00Z')).toBe(11);
  });

  it('may be behind standard time (Ireland in winter)', () => {
    const dublin = 'IST-1GMT0,M10.5.0,M3.5.0/1';
    expect(hoursAt(dublin, '2023-03-26T00:59:59Z')).toBe(0);
    expect(hoursAt(dublin, '2023-03-26T01:00:00Z')).toBe(1);
    expect(hoursAt(dublin, '2023-10-29T00:59:59Z')).toBe(1);
    expect(hoursAt(dublin, '2023-10-29T01:00:00Z')).toBe(0);
  });

  it('may change at a negative hour (Greenland: the Saturday before)', () => {
    const nuuk = '<-02>2<-01>,M3.5.0/-1,M10.5.0/0';
    expect(hoursAt(nuuk, '2024-03-31T00:59:59Z')).toBe(-2);
    expect(hoursAt(nuuk, '2024-03-31T01:00:00Z')).toBe(-1);
    expect(hoursAt(nuuk, '2024-10-27T00:59:59Z')).toBe(-1);
    expect(hoursAt(nuuk, '2024-10-27T01:00:00Z')).toBe(-2);
  });

  it('may change after more than 24 hours (Gaza: 50 hours into the fourth Thursday)', () => {
    const gaza = 'EET-2EEST,M3.4.4/50,M10.4.4/50';
    expect(hoursAt(gaza, '2024-03-29T23:59:59Z')).toBe(2);
    expect(hoursAt(gaza, '2024-03-30T00:00:00Z')).toBe(3);
    expect(hoursAt(gaza, '2024-10-25T22:59:59Z')).toBe(3);
    expect(hoursAt(gaza, '2024-10-25T23:00:00Z')).toBe(2);
  });

  it('follows the usual American dates when it names none', () => {
    expect(hoursAt('EST5EDT', '2023-03-12T07:00:00Z')).toBe(-4);
    expect(hoursAt('EST5EDT', '2023-11-05T06:00:00Z')).toBe(-5);
  });

  it('can be counted in days, with and without 29 February', () => {
    expect(hoursAt('AAA0BBB,J60/0,J61/0', '2024-02-29T12:00:00Z')).toBe(0);
    expect(hoursAt('AAA0BBB,J60/0,J61/0', '2024-03-01T12:00:00Z')).toBe(1);
    expect(hoursAt('AAA0BBB,59/0,60/0', '2024-02-29T12:00:00Z')).toBe(1);
    expect(hoursAt('AAA0BBB,59/0,60/0', '2024-03-01T12:00:00Z')).toBe(0);
  });

  it('can last all year', () => {
    const always = 'XXX3EDT4,0/0,J365/23';
    for (const time of ['2023-01-01T02:59:59Z', '2023-01-01T03:00:00Z', '2023-07-01T00:00:00Z']) {
      expect(hoursAt(always, time)).toBe(-4);
    }
  });
});

/** Each hour in `npm run test:nightly`; the gate has no minutes for that, and looks at each third. */
const STEP_MS = (process.env.HELIOGRAPH_LONG === '1' ? 1 : 3) * 3_600_000;

describe('against the time zone database of the runtime', () => {
  it.each([
    [BERLIN, 'Europe/Berlin'],
    ['EST5EDT,M3.2.0,M11.1.0', 'America/New_York'],
    ['AEST-10AEDT,M10.1.0,M4.1.0/3', 'Australia/Sydney'],
    ['NZST-12NZDT,M9.5.0,M4.1.0/3', 'Pacific/Auckland'],
    ['<+0545>-5:45', 'Asia/Kathmandu'],
    ['NST3:30NDT,M3.2.0,M11.1.0', 'America/St_Johns'],
    ['IST-2IDT,M3.4.4/26,M10.5.0', 'Asia/Jerusalem'],
  ])('%s agrees with %s all through 2023 and 2024', (rule, name) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    for (let time = Date.UTC(2023, 0, 1); time < Date.UTC(2025, 0, 1); time += STEP_MS) {
      const part = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(part) ?? [];
      const expected = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) + Number(minutes ?? 0) / 60);
      expect(hoursAt(rule, new Date(time).toISOString())).toBe(expected === 0 ? 0 : expected);
    }
  });
});

it.each([
  '',
  'UTC',
  'Europe/Berlin',
  'AB1',
  '<+1>-1',
  'CET-25',
  'CET-1CEST,M13.5.0,M10.5.0',
  'CET-1CEST,M3.6.0,M10.5.0',
  'CET-1CEST,M3.5.7,M10.5.0',
  'CET-1CEST,M3.5.0',
  'CET-1CEST,M3.5.0/168,M10.5.0',
  'CET-1:60',
  'CET-1CEST,J0,J100',
  'CET-1CEST,J366,J100',
  'CET-1CEST,366,100',
  'CET-1 ',
])('%j is not a rule', (text) => {
  expect(parsePosixTimezone(text)).toBeUndefined();
  expect(timezoneOf(text).utcOffsetS(1_700_000_000)).toBe(0);
});
