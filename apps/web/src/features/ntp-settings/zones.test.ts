import { describe, expect, it } from 'vitest';
import { findOptions } from '../../shared/form/find-options.ts';
import { utcOffsetsMin, zoneOf, zoneOption, zoneOptions, zoneValue } from './zones.ts';

describe('the value of an option', () => {
  it.each([
    ['Europe/Berlin', 'CET-1CEST,M3.5.0,M10.5.0/3', 'Europe/Berlin---CET-1CEST,M3.5.0,M10.5.0/3'],
    ['America/Sao_Paulo', '<-03>3', 'America/Sao_Paulo---<-03>3'],
    ['', '', '---'],
  ])('joins %j and %j and parts them again', (ntp_timezone_descr, ntp_timezone, value) => {
    const zone = { ntp_timezone_descr, ntp_timezone };
    expect(zoneValue(zone)).toBe(value);
    expect(zoneOf(value)).toEqual(zone);
  });
});

describe('the distance from UTC by a rule', () => {
  it.each([
    ['UTC0', [0], 'UTC+0'],
    ['CET-1CEST,M3.5.0,M10.5.0/3', [60, 120], 'UTC+1/+2'],
    ['EST5EDT,M3.2.0,M11.1.0', [-300, -240], 'UTC-5/-4'],
    ['<+0545>-5:45', [345], 'UTC+5:45'],
    ['<-0930>9:30', [-570], 'UTC-9:30'],
    ['NST3:30NDT,M3.2.0,M11.1.0', [-210, -150], 'UTC-3:30/-2:30'],
    // Half an hour of summer time, and a winter time that is the exception.
    ['<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', [630, 660], 'UTC+10:30/+11'],
    ['IST-1GMT0,M10.5.0,M3.5.0/1', [60, 0], 'UTC+1/+0'],
    ['<+00>0<+02>-2,M3.5.0/1,M10.5.0/3', [0, 120], 'UTC+0/+2'],
    ['', [], ''],
    ['nonsense', [], ''],
  ])('of %j is %j minutes', (rule, offsetsMin, note) => {
    expect(utcOffsetsMin(rule).map((min) => min + 0)).toEqual(offsetsMin);
    expect(zoneOption({ ntp_timezone_descr: 'Some/Zone', ntp_timezone: rule }).note).toBe(note);
  });
});

describe('a zone', () => {
  const options = zoneOptions([
    ['America/New_York', 'EST5EDT,M3.2.0,M11.1.0'],
    ['Asia/Kathmandu', '<+0545>-5:45'],
    ['Europe/Berlin', 'CET-1CEST,M3.5.0,M10.5.0/3'],
  ]);

  it.each([
    ['new york', 'America/New_York'],
    ['York', 'America/New_York'],
    ['edt', 'America/New_York'],
    ['utc-4', 'America/New_York'],
    ['5:45', 'Asia/Kathmandu'],
    ['CEST', 'Europe/Berlin'],
    ['europe/b', 'Europe/Berlin'],
  ])('is found by %j', (text, label) => {
    expect(findOptions(options, text).map((option) => option.label)).toEqual([label]);
  });

  it('is not found by the letters of its rule', () => {
    expect(findOptions(options, 'm10.5')).toEqual([]);
  });
});
