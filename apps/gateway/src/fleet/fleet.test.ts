import type { InverterConfig } from '@heliograph/contract';
import { FIELDS, type FieldName } from '@heliograph/protocol';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../test/virtual-clock.ts';
import { createFleet } from './fleet.ts';
import { isProducing, isReachable, mayHaveRestarted } from './inverter.ts';
import { readingValue } from './readings.ts';

const config = (serial: string, name = serial, maxPowerW = 0): InverterConfig => ({
  serial,
  name,
  channel: [{ name: '', max_power: maxPowerW }],
});
const A = '112100000001';
const B = '114100000002';
const C = '116100000003';

const fleetOf = (...configs: InverterConfig[]) => createFleet({ clock: createVirtualClock(), configs });
const names = (fleet: ReturnType<typeof fleetOf>) => fleet.inverters().map(({ name }) => name);

describe('the settings of a fleet', () => {
  it('make one inverter per supported serial, in their order', () => {
    const fleet = fleetOf(config(C), config('999900000000'), config(A));
    expect(fleet.inverters().map(({ serial }) => serial)).toEqual([C, A]);
  });

  it('may name a serial twice: the first counts', () => {
    expect(names(fleetOf(config(A, 'first'), config(A, 'second')))).toEqual(['first']);
  });

  it('can change without losing what is known, new inverters at the end', () => {
    const fleet = fleetOf(config(A), config(B));
    fleet.update(B, () => ({ missedPolls: 2 }));
    fleet.configure([config(C), config(B, 'renamed'), config(A)]);
    expect(names(fleet)).toEqual([A, 'renamed', C]);
    expect(fleet.find(B)?.missedPolls).toBe(2);
  });

  it('drop an inverter that they no longer name, and tell its serial', () => {
    const fleet = fleetOf(config(A), config(B));
    const removed: string[] = [];
    fleet.onRemove((serial) => removed.push(serial));
    fleet.configure([config(B)]);
    expect(removed).toEqual([A]);
    expect(fleet.find(A)).toBeUndefined();
  });

  it('have one entry per string of the model, whatever their length', () => {
    const fleet = fleetOf({
      ...config(B),
      channel: [1, 2, 3, 4].map((power) => ({ name: `s${power}`, max_power: power })),
    });
    expect(fleet.find(B)?.strings.map(({ name }) => name)).toEqual(['s1', 's2']);
    fleet.configure([{ ...config(B), channel: [] }]);
    expect(fleet.find(B)?.strings).toEqual([
      { name: '', maxPowerW: 0 },
      { name: '', maxPowerW: 0 },
    ]);
  });

  it('change the irradiation of the last measurement at once', () => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({
      readings: [
        { channel: 1, field: 'Power', value: 128.5, ...FIELDS.Power },
        { channel: 1, field: 'Irradiation', value: 0, ...FIELDS.Irradiation },
      ],
    }));
    fleet.configure([config(A, A, 300)]);
    const expected = Math.fround(Math.fround(128.5 / 300) * 100);
    expect(readingValue(fleet.find(A)?.readings ?? [], 1, 'Irradiation')).toBe(expected);
    fleet.configure([config(A, A, 0)]);
    expect(readingValue(fleet.find(A)?.readings ?? [], 1, 'Irradiation')).toBe(0);
  });
});

describe('an inverter', () => {
  it('is found by any spelling of its serial', () => {
    const fleet = fleetOf(config(A));
    expect(fleet.find(`0000${A}`)?.serial).toBe(A);
    expect(fleet.find('nonsense')).toBeUndefined();
  });

  it.each([
    [0, true],
    [2, true],
    [3, false],
  ])('that missed %d polls in a row is reachable: %s', (missedPolls, reachable) => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({ missedPolls }));
    expect(fleet.inverters().map(isReachable)).toEqual([reachable]);
  });

  it('keeps producing in our eyes when it disappears', () => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({ readings: [{ channel: 0, field: 'Power', value: 12, ...FIELDS.Power }] }));
    fleet.update(A, () => ({ missedPolls: 50 }));
    expect(fleet.inverters().map(isProducing)).toEqual([true]);
  });
});

describe('a measurement', () => {
  const measured = (yieldDayWh: number, yieldTotalKWh: number, events: number) =>
    (
      [
        ['YieldDay', yieldDayWh],
        ['YieldTotal', yieldTotalKWh],
        ['EventLogCount', events],
      ] as const satisfies readonly (readonly [FieldName, number])[]
    ).map(([field, value]) => ({ channel: 0 as const, field, value, ...FIELDS[field] }));
  const NOON = measured(900, 70, 4);
  const MORNING = measured(0, 70, 4);

  it.each([
    ['more yield', NOON, 0, measured(901, 70.001, 4), false],
    ['more yield and an event', NOON, 0, measured(901, 70.001, 6), false],
    ['as much yield after two missed polls', NOON, 2, NOON, false],
    ['as much yield after three missed polls', NOON, 3, NOON, true],
    ['less yield of the day', NOON, 0, measured(899, 70, 4), true],
    ['less yield of the day and in total, which is nonsense', NOON, 0, measured(0, 60, 5), false],
    ['nothing yielded and nothing happened', MORNING, 0, MORNING, false],
    ['nothing yielded, but something happened', MORNING, 0, measured(0, 70, 5), true],
  ])('with %s: may it have restarted?', (_, before, missedPolls, after, expected) => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({ readings: before, readingsAtMs: 1, missedPolls }));
    expect(fleet.inverters().map((inverter) => mayHaveRestarted(inverter, after))).toEqual([expected]);
  });

  it('that is the first one says nothing about a restart', () => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({ missedPolls: 9 }));
    expect(fleet.inverters().map((inverter) => mayHaveRestarted(inverter, NOON))).toEqual([false]);
  });
});

describe('listeners', () => {
  it('hear of every change until they leave', () => {
    const fleet = fleetOf(config(A));
    let changes = 0;
    const leave = fleet.onChange(() => {
      changes += 1;
    });
    fleet.update(A, () => ({ missedPolls: 1 }));
    fleet.configure([config(A)]);
    expect(changes).toBe(2);
    leave();
    fleet.update(A, () => ({ missedPolls: 2 }));
    expect(changes).toBe(2);
  });

  it('hear nothing when nothing is new', () => {
    const fleet = fleetOf(config(A));
    let changes = 0;
    fleet.onChange(() => {
      changes += 1;
    });
    fleet.update(A, () => ({}));
    expect(changes).toBe(0);
  });

  it('hear nothing of an inverter that is not in the fleet', () => {
    const fleet = fleetOf(config(A));
    let changes = 0;
    fleet.onChange(() => {
      changes += 1;
    });
    fleet.update(B, () => ({ missedPolls: 1 }));
    expect(changes).toBe(0);
  });
});
