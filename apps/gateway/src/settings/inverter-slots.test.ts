import { describe, expect, it } from 'vitest';
import {
  type InverterSlot,
  withInverterAdded,
  withInverterDeleted,
  withInverterEdited,
  withOwnOrder,
} from './inverter-slots.ts';

const EMPTY = { name: '', max_power: 0 };

function slot(id: number, channel = [EMPTY]): InverterSlot {
  return { id, serial: `11418000000${id}`, name: `Roof ${id}`, channel };
}

describe('adding', () => {
  it('takes the first free slot, with four strings that have no settings', () => {
    const added = withInverterAdded([slot(0), slot(2)], { serial: '116180400144', name: 'New' });
    expect(added?.map(({ id, name }) => [id, name])).toEqual([
      [0, 'Roof 0'],
      [1, 'New'],
      [2, 'Roof 2'],
    ]);
    expect(added?.[1]?.channel).toEqual([EMPTY, EMPTY, EMPTY, EMPTY]);
  });

  it('finds no room among ten', () => {
    const ten = Array.from({ length: 10 }, (_, id) => slot(id));
    expect(withInverterAdded(ten, { serial: '1', name: 'Eleventh' })).toBeUndefined();
    expect(withInverterAdded(ten.slice(1), { serial: '1', name: 'Tenth' })?.[0]?.name).toBe('Tenth');
  });

  it('brings back nothing of the inverter that was in the slot before', () => {
    const named = slot(0, [{ name: 'East', max_power: 380 }]);
    const left = withInverterDeleted([named, slot(1)], 0);
    expect(withInverterAdded(left, { serial: '1', name: 'Next' })?.[0]?.channel[0]).toEqual(EMPTY);
  });
});

describe('changing', () => {
  it('keeps the strings beyond those that are sent', () => {
    const strings = [1, 2, 3, 4].map((n) => ({ name: `String ${n}`, max_power: n }));
    const edit = { ...slot(0), channel: [{ name: 'South', max_power: 400 }] };
    expect(withInverterEdited([slot(0, strings)], edit)[0]?.channel).toEqual([
      { name: 'South', max_power: 400 },
      ...strings.slice(1),
    ]);
  });

  it('puts an inverter into an empty slot, in the order of the slots', () => {
    expect(withInverterEdited([slot(5), slot(7)], slot(6)).map(({ id }) => id)).toEqual([5, 6, 7]);
    expect(withInverterEdited([slot(5), slot(7)], slot(5)).map(({ id }) => id)).toEqual([5, 7]);
  });
});

describe('the order of all sources', () => {
  it('takes over the order of some of its inverters at their own places', () => {
    expect(withOwnOrder(['x', 'a', 'y', 'b'], ['b', 'a'])).toEqual(['x', 'b', 'y', 'a']);
  });

  it('gets those that it did not have at its end', () => {
    expect(withOwnOrder(['x', 'a'], ['c', 'a'])).toEqual(['x', 'c', 'a']);
  });
});

describe('deleting', () => {
  it('leaves the others in their slots', () => {
    expect(withInverterDeleted([slot(0), slot(1), slot(2)], 1).map(({ id }) => id)).toEqual([0, 2]);
  });

  it('leaves everything where the slot is empty', () => {
    expect(withInverterDeleted([slot(0)], 9)).toEqual([slot(0)]);
  });
});
