import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createDeviceClock } from './device-clock.ts';

const NOON = Date.UTC(2024, 5, 21, 12);
const hoursEast = (hours: number) => ({ utcOffsetS: () => 3600 * hours });

describe('a device clock that starts with the host', () => {
  it('is set and shows the time of the host', () => {
    const clock = createVirtualClock(NOON);
    const deviceClock = createDeviceClock({ clock, startSet: true });
    clock.advance(1500);
    expect(deviceClock.isSet()).toBe(true);
    expect(deviceClock.unixMs()).toBe(NOON + 1500);
  });

  it('is not set when the host itself shows a year before 2017', () => {
    const clock = createVirtualClock(Date.UTC(2016, 11, 31, 23, 59, 59));
    const deviceClock = createDeviceClock({ clock, startSet: true });
    expect(deviceClock.isSet()).toBe(false);
    clock.advance(1000);
    expect(deviceClock.isSet()).toBe(true);
  });

  it('takes the local year, not that of UTC', () => {
    const clock = createVirtualClock(Date.UTC(2016, 11, 31, 23, 30));
    expect(createDeviceClock({ clock, startSet: true, timezone: hoursEast(1) }).isSet()).toBe(true);
    expect(createDeviceClock({ clock, startSet: true, timezone: hoursEast(-1) }).isSet()).toBe(false);
  });

  it('can be set to another time and goes on from there', () => {
    const clock = createVirtualClock(NOON);
    const deviceClock = createDeviceClock({ clock, startSet: true });
    deviceClock.set(NOON - 3_600_000);
    clock.advance(250);
    expect(deviceClock.unixMs()).toBe(NOON - 3_600_000 + 250);
  });
});

describe('a device clock that nobody has set', () => {
  it('counts from 1970, whatever the clock of the host does', () => {
    const clock = createVirtualClock(NOON, 5000);
    const deviceClock = createDeviceClock({ clock, startSet: false });
    clock.advance(700);
    clock.shiftWallClock(86_400_000);
    expect(deviceClock.unixMs()).toBe(700);
    expect(deviceClock.isSet()).toBe(false);
  });

  it('is set by setting it', () => {
    const clock = createVirtualClock(NOON);
    const deviceClock = createDeviceClock({ clock, startSet: false });
    deviceClock.set(NOON + 42);
    expect(deviceClock.isSet()).toBe(true);
    expect(deviceClock.unixMs()).toBe(NOON + 42);
  });
});

describe('local time', () => {
  it('changes with the season and with the zone', () => {
    const clock = createVirtualClock(NOON);
    const summer = Date.UTC(2024, 8, 1) / 1000;
    const timezone = { utcOffsetS: (unixS: number) => (unixS < summer ? 7200 : 3600) };
    const deviceClock = createDeviceClock({ clock, startSet: true, timezone });
    expect(deviceClock.utcOffsetS()).toBe(7200);
    expect(deviceClock.utcOffsetAtS(Date.UTC(2024, 11, 21))).toBe(3600);
    deviceClock.setTimezone(hoursEast(5.75));
    expect(deviceClock.utcOffsetS()).toBe(20_700);
  });

  it('is UTC where no zone is given', () => {
    expect(createDeviceClock({ clock: createVirtualClock(NOON), startSet: true }).utcOffsetS()).toBe(0);
  });
});
