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

  it('can change without losing what is known, and so can their order', () => {
    const fleet = fleetOf(config(A), config(B));
    fleet.update(B, () => ({ contact: 'misses' }));
    fleet.configure([config(C), config(B, 'renamed'), config(A)]);
    expect(names(fleet)).toEqual([C, 'renamed', A]);
    expect(fleet.find(B)?.contact).toBe('misses');
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
    ['answers', true],
    ['misses', true],
    ['lost', false],
  ] as const)('that %s is reachable: %s', (contact, reachable) => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({ contact }));
    expect(fleet.inverters().map(isReachable)).toEqual([reachable]);
  });

  it('keeps producing in our eyes when it disappears', () => {
    const fleet = fleetOf(config(A));
    fleet.update(A, ({ reading }) => ({ reading: { ...reading, powerW: 12 } }));
    fleet.update(A, () => ({ contact: 'lost' }));
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
    ['more yield', NOON, 'answers', measured(901, 70.001, 4), false],
    ['more yield and an event', NOON, 'answers', measured(901, 70.001, 6), false],
    ['as much yield after some missed polls', NOON, 'misses', NOON, false],
    ['as much yield after it was lost', NOON, 'lost', NOON, true],
    ['less yield of the day', NOON, 'answers', measured(899, 70, 4), true],
    ['less yield of the day and in total, which is nonsense', NOON, 'answers', measured(0, 60, 5), false],
    ['nothing yielded and nothing happened', MORNING, 'answers', MORNING, false],
    ['nothing yielded, but something happened', MORNING, 'answers', measured(0, 70, 5), true],
  ] as const)('with %s: may it have restarted?', (_, before, contact, after, expected) => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({ reading: before, readingAtMs: 1, contact }));
    expect(fleet.inverters().map((inverter) => mayHaveRestarted(inverter, after))).toEqual([expected]);
  });

  it('that is the first one says nothing about a restart', () => {
    const fleet = fleetOf(config(A));
    fleet.update(A, () => ({ contact: 'lost' }));
    expect(fleet.inverters().map((inverter) => mayHaveRestarted(inverter, NOON))).toEqual([false]);
  });
});

describe('sources', () => {
  const DEVICE = 'garage-device';

  it('bring inverters that stand in the order of the sources, whoever came first', () => {
    const fleet = fleetOf(config(B));
    fleet.configure([config(A)], 'attic-device');
    fleet.configure([config(C)], DEVICE);
    expect(names(fleet)).toEqual([B, A, C]);
    fleet.arrange([DEVICE, 'radio', 'attic-device']);
    expect(names(fleet)).toEqual([C, B, A]);
  });

  it('see and change only what is theirs', () => {
    const fleet = fleetOf(config(A));
    fleet.configure([config(B)], DEVICE);
    const device = fleet.ofSource(DEVICE);
    expect(device.inverters().map(({ serial }) => serial)).toEqual([B]);
    expect(device.find(A)).toBeUndefined();
    for (const serial of [A, B]) device.update(serial, () => ({ contact: 'lost' }));
    expect(fleet.inverters().map(({ contact }) => contact)).toEqual(['answers', 'lost']);
  });

  it('that bring the same inverter: it belongs to the first, and only once', () => {
    const fleet = fleetOf(config(A));
    fleet.configure([config(A, 'by the device'), config(B)], DEVICE);
    expect(names(fleet)).toEqual([A, B]);
    expect(fleet.duplicates()).toEqual([{ serial: A, ownerId: 'radio', otherId: DEVICE }]);
    fleet.ofSource(DEVICE).update(A, () => ({ contact: 'lost' }));
    expect(fleet.find(A)?.contact).toBe('answers');
  });

  it('that let an inverter go leave it to the next one, which knows nothing of it yet', () => {
    const fleet = fleetOf(config(A));
    fleet.configure([config(A, 'by the device')], DEVICE);
    fleet.update(A, () => ({ contact: 'lost' }));
    const removed: string[] = [];
    fleet.onRemove((serial) => removed.push(serial));
    fleet.configure([]);
    expect(removed).toEqual([A]);
    expect(fleet.find(A)).toMatchObject({ name: 'by the device', sourceId: DEVICE, contact: 'untold' });
    expect(fleet.duplicates()).toEqual([]);
  });

  it('that are gone take their inverters with them', () => {
    const fleet = fleetOf(config(A));
    fleet.configure([config(B)], DEVICE);
    fleet.arrange(['radio']);
    expect(names(fleet)).toEqual([A]);
  });
});

describe('an order of their own', () => {
  const clock = createVirtualClock();

  it('puts inverters first, across sources; others come behind them as they are brought', () => {
    const fleet = createFleet({ clock, configs: [config(A), config(B)], order: ['999900000000', C, B] });
    fleet.configure([config(C)], 'barn');
    expect(names(fleet)).toEqual([C, B, A]);
    expect(
      fleet
        .ofSource('radio')
        .inverters()
        .map(({ serial }) => serial),
    ).toEqual([B, A]);
  });

  it('can be chosen anew, which leaves what is known and is told', () => {
    const fleet = fleetOf(config(A), config(B));
    fleet.update(A, () => ({ contact: 'misses' }));
    let changes = 0;
    fleet.onChange(() => changes++);
    fleet.rank([B, A]);
    expect(names(fleet)).toEqual([B, A]);
    expect(fleet.find(A)?.contact).toBe('misses');
    expect(changes).toBe(1);
    fleet.rank([]);
    expect(names(fleet)).toEqual([A, B]);
  });
});

describe('listeners', () => {
  it('hear of every change until they leave', () => {
    const fleet = fleetOf(config(A));
    let changes = 0;
    const leave = fleet.onChange(() => {
      changes += 1;
    });
    fleet.update(A, () => ({ contact: 'misses' }));
    fleet.configure([config(A)]);
    expect(changes).toBe(2);
    leave();
    fleet.update(A, () => ({ contact: 'lost' }));
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
    fleet.update(B, () => ({ contact: 'misses' }));
    expect(changes).toBe(0);
  });
});
