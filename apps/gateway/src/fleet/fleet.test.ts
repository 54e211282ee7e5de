import { type InverterSettings, noReading, type Reading } from '@heliograph/domain';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createFleet } from './fleet.ts';
import { isProducing, isReachable, mayHaveRestarted } from './inverter.ts';

const MODEL = { typeText: 'any', stringCount: 1, phaseCount: 1 };
const config = (serial: string, name = serial, maxPowerW = 0): InverterSettings => ({
  serial,
  name,
  strings: [{ name: '', maxPowerW }],
  model: MODEL,
});
const A = '112100000001';
const B = '114100000002';
const C = '116100000003';

const fleetOf = (...configs: InverterSettings[]) => createFleet({ clock: createVirtualClock(), configs });
const names = (fleet: ReturnType<typeof fleetOf>) => fleet.inverters().map(({ name }) => name);

describe('the settings of a fleet', () => {
  it('make one inverter each, in their order', () => {
    expect(names(fleetOf(config(C), config(A)))).toEqual([C, A]);
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

  it('change the strings of an inverter at once, and leave what it has measured', () => {
    const fleet = fleetOf(config(A));
    const reading = { ...noReading(MODEL), powerW: 128.5 };
    fleet.update(A, () => ({ reading }));
    fleet.configure([config(A, A, 300)]);
    expect(fleet.find(A)).toMatchObject({ strings: [{ maxPowerW: 300 }], reading });
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
    fleet.update(A, ({ reading }) => ({ reading: { ...reading, powerW: 12 } }));
    fleet.update(A, () => ({ missedPolls: 50 }));
    expect(fleet.inverters().map(isProducing)).toEqual([true]);
  });
});

describe('a measurement', () => {
  const measured = (yieldTodayWh: number, yieldTotalKWh: number, eventCount: number): Reading => ({
    ...noReading(MODEL),
    yieldTodayWh,
    yieldTotalKWh,
    eventCount,
  });
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
    fleet.update(A, () => ({ reading: before, readingAtMs: 1, missedPolls }));
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
