import { timezoneOf } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type AcValues, tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { describe, expect, it } from 'vitest';
import { createDeviceClock } from '../platform/device-clock.ts';
import { supportedInverters } from '../sources/radio/supported-inverters.ts';
import { createFleet } from './fleet.ts';
import { RADIO_SOURCE, type SourceId } from './inverter.ts';
import type { KnownPower, KnownYields } from './last-known.ts';
import { createTotalPower, createTotals, type Light } from './totals.ts';

const [A, B, C] = ['112100000001', '112100000002', '112100000003'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Three inverters, and what is known besides them; yields are of the last reading unless they are remembered. */
function plant(options: { startUnixMs?: number; timezoneRule?: string; startSet?: boolean } = {}) {
  const { startUnixMs, timezoneRule = 'UTC0', startSet = true } = options;
  const clock = createVirtualClock(startUnixMs);
  const deviceClock = createDeviceClock({ clock, startSet, timezone: timezoneOf(timezoneRule) });
  const fleet = createFleet({
    clock,
    configs: supportedInverters([A, B, C].map((serial) => ({ serial, name: serial, channel: [] }))),
  });
  const yields = new Map<string, KnownYields>();
  const world = {
    light: 'unknown' as Light,
    wakeAtMs: undefined as number | undefined,
    isWorking: (_: SourceId) => true,
    pollIntervalS: 5,
    lastPower: undefined as KnownPower | undefined,
  };
  const totals = createTotals({
    ...{ fleet, clock, deviceClock },
    lastKnown: { yieldsOf: (serial) => yields.get(serial), lastPower: () => world.lastPower },
    daylight: () => world,
    isWorking: (sourceId) => world.isWorking(sourceId),
    pollIntervalS: () => world.pollIntervalS,
  });
  return {
    clock,
    deviceClock,
    fleet,
    world,
    yields,
    totals,
    powerW: createTotalPower({ fleet, clock, pollIntervalS: () => world.pollIntervalS }),
    hear(serial: string, values: AcValues) {
      tellAc(fleet, serial, values);
      fleet.update(serial, () => ({ contact: 'answers' }));
      const { yieldTodayWh: yieldDayWh = 0, yieldTotalKWh = 0 } = values;
      yields.set(serial, { yieldDayWh, yieldTotalKWh, atMs: deviceClock.unixMs() });
    },
    miss: (serial: string) => fleet.update(serial, () => ({ contact: 'lost' })),
    silences: () => totals().standings.map(({ silence }) => silence),
  };
}

describe('the power of the plant', () => {
  it('is that of the inverters that answer now', () => {
    const { hear, miss, totals } = plant();
    hear(A, { powerW: 100 });
    hear(B, { powerW: 45 });
    hear(C, { powerW: 0 });
    expect(totals()).toMatchObject({ powerW: 145, all: 3, answering: 3, producing: 2 });
    miss(B);
    expect(totals()).toMatchObject({ powerW: 100, all: 3, answering: 2, producing: 1 });
  });

  it('is the same where nothing else is asked for', () => {
    const { hear, miss, totals, powerW, clock, world } = plant();
    world.pollIntervalS = 1;
    const isSame = () => expect(powerW()).toBe(totals().powerW);
    isSame();
    hear(A, { powerW: 100.3 });
    hear(B, { powerW: 45.7 });
    isSame();
    expect(powerW()).toBeGreaterThan(100);
    miss(A);
    isSame();
    clock.advance(61_000);
    isSame();
    expect(powerW()).toBe(0);
  });

  it('leaves out what is older than the stale mark, though nobody has called the inverter unreachable', () => {
    const { hear, totals, clock } = plant();
    hear(A, { powerW: 100 });
    clock.advance(60_000); // four rounds of three turns
    expect(totals()).toMatchObject({ powerW: 100, answering: 1 });
    clock.advance(1);
    expect(totals()).toMatchObject({ powerW: 0, answering: 0, producing: 0 });
  });

  it('waits longer where turns are far apart', () => {
    const { hear, totals, clock, world } = plant();
    world.pollIntervalS = 600;
    hear(A, { powerW: 100 });
    clock.advance(HOUR_MS);
    expect(totals().powerW).toBe(100);
    clock.advance(2 * HOUR_MS);
    expect(totals().powerW).toBe(0);
  });

  it('is told with the last one above zero only while there is none', () => {
    const { hear, miss, totals, world } = plant();
    world.lastPower = { powerW: 45, atMs: 1 };
    hear(A, { powerW: 10 });
    expect(totals().lastPower).toBeUndefined();
    miss(A);
    expect(totals().lastPower).toEqual({ powerW: 45, atMs: 1, utcOffsetS: 0 });
  });
});

describe('the yield of the day', () => {
  const BEFORE_MIDNIGHT = Date.UTC(2024, 5, 21, 23, 50);

  it('ends at midnight, until an inverter is heard on the new day', () => {
    const { hear, totals, clock } = plant({ startUnixMs: BEFORE_MIDNIGHT });
    hear(A, { yieldTodayWh: 700, yieldTotalKWh: 5 });
    hear(B, { yieldTodayWh: 12, yieldTotalKWh: 6 });
    expect(totals()).toMatchObject({ yieldDayWh: 712, yieldTotalKWh: 11, day: '2024-06-21' });
    clock.advance(10 * MINUTE_MS);
    expect(totals()).toMatchObject({ yieldDayWh: 0, yieldTotalKWh: 11, day: '2024-06-22' });
    expect(totals().standings.map(({ countsToday }) => countsToday)).toEqual([false, false, false]);
    hear(B, { yieldTodayWh: 8, yieldTotalKWh: 6.008 });
    expect(totals().yieldDayWh).toBe(8);
  });

  it.each([
    ['behind UTC', 'EST5EDT,M3.2.0,M11.1.0', '2024-06-21'],
    ['ahead of it', 'JST-9', '2024-06-22'],
  ])('has the midnight of a zone %s', (_what, timezoneRule, day) => {
    const { totals } = plant({ startUnixMs: BEFORE_MIDNIGHT, timezoneRule });
    expect(totals().day).toBe(day);
  });

  it('counts of a silent inverter as long as its day lasts', () => {
    const { hear, miss, totals } = plant();
    hear(A, { yieldTodayWh: 700, yieldTotalKWh: 5 });
    miss(A);
    expect(totals()).toMatchObject({ yieldDayWh: 700, powerW: 0 });
  });

  it('is that of the right day after the clock was set right', () => {
    const { hear, totals, deviceClock, yields, clock } = plant();
    hear(A, { yieldTodayWh: 700 });
    deviceClock.set(clock.unixMs() + 24 * HOUR_MS);
    expect(totals().yieldDayWh).toBe(0);
    yields.set(A, { yieldDayWh: 700, yieldTotalKWh: 0, atMs: deviceClock.unixMs() });
    expect(totals().yieldDayWh).toBe(700);
  });

  it('is not told before the clock is set', () => {
    const { totals, yields } = plant({ startSet: false });
    yields.set(A, { yieldDayWh: 700, yieldTotalKWh: 5, atMs: 0 });
    expect(totals()).toMatchObject({ yieldDayWh: undefined, day: undefined, yieldTotalKWh: 5 });
  });
});

describe('the total yield', () => {
  it('is what is known of all, also from before, and unknown where nothing is', () => {
    const { totals, yields } = plant();
    expect(totals()).toMatchObject({ yieldTotalKWh: undefined, yieldTotalKnown: 0 });
    yields.set(B, { yieldDayWh: 0, yieldTotalKWh: 5284, atMs: 0 });
    expect(totals()).toMatchObject({ yieldTotalKWh: 5284, yieldTotalKnown: 1 });
  });
});

describe('a silence', () => {
  const allSilent = (light: Light) => {
    const made = plant();
    made.world.light = light;
    for (const serial of [A, B, C]) {
      made.hear(serial, { powerW: 3 });
      made.miss(serial);
    }
    return made;
  };

  it('of all in the dark is sleep: the night', () => {
    const { silences, totals, world } = allSilent('dark');
    world.wakeAtMs = 7;
    expect(silences()).toEqual(['asleep', 'asleep', 'asleep']);
    expect(totals()).toMatchObject({
      isNight: true,
      asleepUntil: { atMs: 7, utcOffsetS: expect.any(Number) },
      powerW: 0,
    });
  });

  it.each([
    ['day', 'problem'],
    ['unknown', 'unclear'],
  ] as const)('of all where it is %s is %s, and no night', (light, silence) => {
    const { silences, totals, world } = allSilent(light);
    world.wakeAtMs = 7;
    expect(silences()).toEqual([silence, silence, silence]);
    expect(totals()).toMatchObject({ isNight: false, asleepUntil: undefined });
  });

  it.each(['day', 'dark', 'unknown'] as const)(
    'beside an inverter with much power is a problem: %s',
    (light) => {
      const { silences, totals, hear } = allSilent(light);
      hear(B, { powerW: 760 });
      expect(silences()).toEqual(['problem', undefined, 'problem']);
      expect(totals().isNight).toBe(false);
    },
  );

  it('at dusk beside an inverter with next to none is sleep, and not yet the night', () => {
    const { silences, totals, hear } = allSilent('dark');
    hear(B, { powerW: 6 });
    expect(silences()).toEqual(['asleep', undefined, 'asleep']);
    expect(totals().isNight).toBe(false);
  });

  it('without a radio is a problem at any hour', () => {
    const { silences, totals, world } = allSilent('dark');
    world.isWorking = (sourceId) => sourceId !== RADIO_SOURCE;
    expect(silences()).toEqual(['problem', 'problem', 'problem']);
    expect(totals().isNight).toBe(false);
  });

  it('is a problem only of those whose source does not work', () => {
    const { fleet, silences, world, miss } = allSilent('dark');
    const other = '112100000009';
    fleet.configure(supportedInverters([{ serial: other, name: other, channel: [] }]), 'attic');
    miss(other);
    world.isWorking = (sourceId) => sourceId === RADIO_SOURCE;
    expect(silences()).toEqual(['asleep', 'asleep', 'asleep', 'problem']);
  });

  it('is none before the third poll, and unclear when nothing is asked any more', () => {
    const { silences, hear, clock } = plant();
    hear(A, { powerW: 3 });
    expect(silences()).toEqual([undefined, undefined, undefined]);
    clock.advance(HOUR_MS);
    expect(silences()).toEqual(['unclear', undefined, undefined]);
  });

  it('of one that is not polled is its owner’s wish, by day and in the dark, and no night ends with it', () => {
    const { silences, fleet, miss, totals, world } = plant();
    for (const serial of [A, B, C]) miss(serial);
    fleet.update(B, () => ({ isPolled: false }));
    world.light = 'day';
    expect(silences()).toEqual(['problem', 'unpolled', 'problem']);
    world.light = 'dark';
    expect(silences()).toEqual(['asleep', 'unpolled', 'asleep']);
    expect(totals().isNight).toBe(true);
    for (const serial of [A, C]) fleet.update(serial, () => ({ isPolled: false }));
    expect(totals().isNight).toBe(false);
  });

  it('of a plant without inverters is no night', () => {
    const { fleet, totals, world } = plant();
    world.light = 'dark';
    fleet.configure([]);
    expect(totals()).toMatchObject({ isNight: false, powerW: 0, all: 0 });
  });
});
