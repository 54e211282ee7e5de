import { type SiteSummary, SiteSummarySchema } from '@heliograph/fleet-contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  FOUR_STRINGS,
  ONE_STRING,
  TWO_STRINGS,
  tellAc,
  tellReadings,
} from '@heliograph/testbed/gateway/told-inverter.ts';
import { testTotals } from '@heliograph/testbed/gateway/totals.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from '../../fleet/fleet.ts';
import type { Totals } from '../../fleet/totals.ts';
import { createDeviceClock } from '../../platform/device-clock.ts';
import { supportedInverters } from '../../sources/radio/supported-inverters.ts';
import { chosenPlace, createSummaryPublisher, type SiteFacts, siteSummary } from './site-summary.ts';

const THREE = [ONE_STRING, TWO_STRINGS, FOUR_STRINGS];

function createPlant({ clockSet = true } = {}) {
  const clock = createVirtualClock();
  const fleet = createFleet({ clock, configs: supportedInverters(THREE) });
  const deviceClock = createDeviceClock({ clock, startSet: clockSet });
  const totals = testTotals(fleet, clock);
  const factsWith = (change: Partial<SiteFacts> = {}, ofTotals: Partial<Totals> = {}): SiteFacts => ({
    ...{ settings: { site: 'Barn' }, version: '0.2.0', deviceClock },
    totals: { ...totals(), ...ofTotals },
    ...{ isSunDown: false, findings: [], alerts: [], url: undefined, place: undefined },
    ...change,
  });
  return { clock, fleet, totals, factsWith };
}

/** As a fleet page reads it. */
const read = (summary: SiteSummary) => SiteSummarySchema.parse(JSON.parse(JSON.stringify(summary)));

describe('what a fleet page is told of a plant', () => {
  it('is the sum of all inverters that answer, and how many there are', () => {
    const { fleet, factsWith } = createPlant();
    tellAc(fleet, ONE_STRING.serial, { powerW: 100.24, yieldTodayWh: 400 });
    tellAc(fleet, TWO_STRINGS.serial, { powerW: 212.3, yieldTodayWh: 820 });
    expect(read(siteSummary(factsWith()))).toEqual({
      ...{ name: 'Barn', version: '0.2.0', at: Date.UTC(2024, 5, 21, 9, 30) / 1000 },
      ...{ power: 312.5, today: 1220, day: true, inverters: 3, reachable: 2, producing: 2 },
      ...{ findings: 0, alerts: 0 },
    });
  });

  it('has no number that nobody knows, rather than a 0', () => {
    const { factsWith } = createPlant();
    const summary = read(siteSummary(factsWith()));
    expect(summary).toMatchObject({ inverters: 3, reachable: 0, producing: 0 });
    expect(summary).not.toHaveProperty('power');
    expect(summary).not.toHaveProperty('today');
    expect(summary).not.toHaveProperty('url');
    expect(summary).not.toHaveProperty('place');
  });

  it('has no power once inverters that gave some do not answer any more, but keeps what they yielded today', () => {
    const { clock, fleet, factsWith } = createPlant();
    tellAc(fleet, ONE_STRING.serial, { powerW: 100, yieldTodayWh: 400 });
    clock.advance(10 * 60_000);
    const summary = read(siteSummary(factsWith()));
    expect(summary).not.toHaveProperty('power');
    expect(summary).toMatchObject({ today: 400, reachable: 0 });
  });

  it('gives no time while the clock of the gateway is not set', () => {
    const { factsWith } = createPlant({ clockSet: false });
    expect(read(siteSummary(factsWith()))).not.toHaveProperty('at');
  });

  it('is 0 W by night, where all are asleep, and no alarm in the dawn before they wake', () => {
    const { factsWith } = createPlant();
    const asleep = { isNight: true, yieldTotalKnown: 3, yieldDayWh: 0 };
    const night = read(siteSummary(factsWith({ isSunDown: true }, asleep)));
    expect(night).toMatchObject({ day: false, power: 0, today: 0, reachable: 0 });
    expect(read(siteSummary(factsWith({ isSunDown: false }, asleep)))).toMatchObject({ day: false });
    // Inverters that were never heard have perhaps yielded something today.
    expect(siteSummary(factsWith({}, { ...asleep, yieldTotalKnown: 0 }))).not.toHaveProperty('today');
  });

  it('is night where the sun is down although one still answers', () => {
    const { fleet, factsWith } = createPlant();
    tellAc(fleet, ONE_STRING.serial, { powerW: 2, yieldTodayWh: 400 });
    expect(siteSummary(factsWith({ isSunDown: true }))).toMatchObject({ day: false, power: 2 });
  });

  it('counts weak strings that are to be told, and alerts that are open', () => {
    const { factsWith } = createPlant();
    const findings: SiteFacts['findings'] = [
      { kind: 'weak', state: 'open' },
      { kind: 'dead', state: 'open' },
      { kind: 'weak', state: 'known' },
      { kind: 'weak', state: 'over' },
      { kind: 'silent', state: 'open' },
    ];
    const alerts = [{ solvedAtS: undefined }, { solvedAtS: 1 }];
    const summary = siteSummary(factsWith({ findings, alerts }));
    expect(summary).toMatchObject({ findings: 2, alerts: 1 });
  });

  it('says where it is to about a kilometre, and only where its owner has said so', () => {
    const { factsWith } = createPlant();
    const place = { latitude: 48.137_154, longitude: 11.576_124 };
    expect(siteSummary(factsWith({ place })).place).toEqual({ lat: 48.14, lon: 11.58 });
    const ntp = { ...place, ntp_server: '', ntp_timezone: '', ntp_timezone_descr: '' };
    expect(chosenPlace(ntp, undefined)).toEqual(place);
    expect(chosenPlace(ntp, place)).toBeUndefined();
    expect(chosenPlace({ ...ntp, latitude: null, longitude: null }, place)).toBeUndefined();
    expect(chosenPlace({ ...ntp, latitude: null, longitude: null }, undefined)).toBeUndefined();
  });
});

function createTelling() {
  const plant = createPlant();
  const { clock, fleet, factsWith } = plant;
  const link = { isConnected: true, takes: true, isOn: true, alerts: [] as SiteFacts['alerts'] };
  const sent: { readonly atMs: number; readonly payload: SiteSummary; readonly retain: boolean }[] = [];
  const publisher = createSummaryPublisher({
    connection: {
      facts: () => ({ isConnected: link.isConnected, failure: '' }),
      publish({ topic, payload, retain }) {
        if (!link.takes) return false;
        expect(topic).toBe('sites/barn/site');
        sent.push({ atMs: clock.monotonicMs(), payload: JSON.parse(payload), retain });
        return true;
      },
    },
    ...{ baseTopic: 'sites/barn/', fleet, clock },
    summary: () => (link.isOn ? siteSummary(factsWith({ alerts: link.alerts })) : undefined),
  });
  return { ...plant, link, sent, publisher, times: () => sent.map(({ atMs }) => atMs) };
}

describe('telling a fleet page', () => {
  it('begins with the connection and goes on every five seconds, and the broker keeps none of it', () => {
    const { clock, publisher, sent, times } = createTelling();
    clock.advance(20_000);
    expect(sent).toEqual([]);
    publisher.tell();
    clock.advance(15_000);
    expect(times()).toEqual([20_000, 25_000, 30_000, 35_000]);
    expect(sent.map(({ retain }) => retain)).toEqual([false, false, false, false]);
  });

  it('says what is new within a moment, but no more than once a second', () => {
    const { clock, fleet, publisher, sent, times } = createTelling();
    publisher.tell();
    clock.advance(3000);
    for (let turn = 0; turn < 40; turn += 1) {
      tellAc(fleet, TWO_STRINGS.serial, { powerW: 100 + turn, yieldTodayWh: 400 });
      clock.advance(100);
    }
    const gaps = times().map((atMs, index) => atMs - (times()[index - 1] ?? -1000));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    expect(times()).toEqual([0, 3200, 4200, 5200, 6200]);
    clock.advance(1000);
    expect(sent.at(-1)?.payload.power).toBe(139);
  });

  it('is not said more often where what has changed is not told', () => {
    const { clock, fleet, publisher, times } = createTelling();
    tellReadings(fleet, TWO_STRINGS.serial);
    publisher.tell();
    for (let turn = 0; turn < 100; turn += 1) {
      fleet.update(TWO_STRINGS.serial, () => ({ isPolled: turn % 2 === 0 }));
      clock.advance(100);
    }
    expect(times()).toEqual([0, 5000, 10_000]);
  });

  it('notices an alert within a second, of which nobody is told anything', () => {
    const { clock, link, publisher, sent } = createTelling();
    publisher.tell();
    clock.advance(2000);
    link.alerts = [{ solvedAtS: undefined }];
    clock.advance(1000);
    expect(sent.at(-1)?.payload.alerts).toBe(1);
  });

  it('ends with the connection and with the switch, and begins again with each', () => {
    const { clock, fleet, link, publisher, sent } = createTelling();
    publisher.tell();
    link.isConnected = false;
    clock.advance(60_000);
    tellReadings(fleet, TWO_STRINGS.serial);
    clock.advance(60_000);
    expect(sent).toHaveLength(1);
    link.isConnected = true;
    publisher.tell();
    expect(sent).toHaveLength(2);
    link.isOn = false;
    publisher.tell();
    tellReadings(fleet, ONE_STRING.serial);
    clock.advance(60_000);
    expect(sent).toHaveLength(2);
    link.isOn = true;
    publisher.tell();
    expect(sent).toHaveLength(3);
    publisher.stop();
    tellReadings(fleet, FOUR_STRINGS.serial);
    clock.advance(60_000);
    expect(sent).toHaveLength(3);
  });

  it('tries again after a second where the broker takes nothing', () => {
    const { clock, link, publisher, times } = createTelling();
    publisher.tell();
    clock.advance(4500);
    link.takes = false;
    clock.advance(3000);
    link.takes = true;
    clock.advance(1000);
    expect(times()).toEqual([0, 8000]);
    clock.advance(5000);
    expect(times()).toEqual([0, 8000, 13_000]);
  });
});
