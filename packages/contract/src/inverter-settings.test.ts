import { describe, expect, it } from 'vitest';
import { outcome } from '../test/outcome.ts';
import {
  getInverterList,
  InverterAdditionSchema,
  InverterDeletionSchema,
  InverterEditSchema,
} from './inverter-settings.ts';

const SERIAL = '114181234567';

describe('the inverter list', () => {
  const listed = {
    id: 3,
    name: 'Roof',
    serial: SERIAL,
    type: 'HM-600, HM-700, HM-800',
    channel: [{ name: 'East', max_power: 380 }],
  };

  it('needs a list', () => {
    for (const value of [undefined, null, {}, { inverter: {} }])
      expect(getInverterList.read(value)).toBeUndefined();
    expect(getInverterList.read({ inverter: [] })).toEqual({ inverter: [], refusedInverters: 0 });
  });

  it('leaves out what could not be changed, and counts it', () => {
    const sent = [listed, { ...listed, id: '3' }, { ...listed, serial: '' }, null, { ...listed, id: -1 }];
    expect(getInverterList.read({ inverter: sent })).toEqual({ inverter: [listed], refusedInverters: 4 });
  });

  it('mends what only is to be shown', () => {
    const sent = { id: 0, serial: SERIAL, channel: [null, { name: 5, max_power: -1 }, { max_power: 380.7 }] };
    expect(getInverterList.read({ inverter: [sent] })?.inverter).toEqual([
      {
        id: 0,
        serial: SERIAL,
        name: '',
        type: '',
        channel: [
          { name: '', max_power: 0 },
          { name: '', max_power: 0 },
          { name: '', max_power: 380 },
        ],
      },
    ]);
  });
});

describe('a new inverter', () => {
  const nameLength = [4002, { max: 31 }];

  it.each([
    [
      { serial: 116180400144, name: 'A' },
      { serial: '116180400144', name: 'A' },
    ],
    [
      { serial: '116180400144', name: 7, more: 1 },
      { serial: '116180400144', name: '7' },
    ],
    [
      { serial: '1', name: 'a'.repeat(31) },
      { serial: '1', name: 'a'.repeat(31) },
    ],
    [{ serial: '1', name: 'a'.repeat(32) }, nameLength],
    [{ serial: '1', name: 'ü'.repeat(16) }, nameLength],
    [{ serial: '1', name: '' }, nameLength],
    [{ serial: '0', name: '' }, 4001],
    [{ serial: '11618040014a', name: 'A' }, 4001],
    [{ serial: '116180400144' }, 1005],
    [{ name: 'A' }, 1005],
  ])('%j -> %j', (value, expected) => {
    expect(outcome(InverterAdditionSchema, value)).toEqual(expected);
  });
});

describe('a changed inverter', () => {
  const string = { name: 'East', max_power: 380 };
  const edit = { id: 0, serial: '116180400144', name: 'A', channel: [string] };

  it.each([
    [edit, edit],
    [
      { ...edit, id: 9 },
      { ...edit, id: 9 },
    ],
    [
      { ...edit, id: '3' },
      { ...edit, id: 3 },
    ],
    [
      { ...edit, id: true },
      { ...edit, id: 1 },
    ],
    [
      { ...edit, id: 2.9 },
      { ...edit, id: 2 },
    ],
    [{ ...edit, id: 10 }, 4005],
    [{ ...edit, id: 256 }, 4005],
    [{ ...edit, id: -1 }, 4005],
    [{ ...edit, id: -0.5 }, 4005],
    [{ ...edit, id: null }, 4005],
    [{ ...edit, id: 'one' }, 4005],
    [{ ...edit, id: Number.POSITIVE_INFINITY }, 4005],
    [{ ...edit, id: [] }, 4005],
    [{ ...edit, serial: '0' }, 4001],
    [{ ...edit, name: '' }, [4002, { max: 31 }]],
    [{ ...edit, channel: [] }, 4006],
    [{ ...edit, channel: [string, string, string, string, string] }, 4006],
    [{ ...edit, channel: {} }, 4006],
    [{ ...edit, channel: null }, 4006],
    [{ id: 10, serial: '0', name: '', channel: [] }, 4005],
    [{ id: 1, serial: '0', name: '', channel: [] }, 4001],
    [{ id: 1, serial: '1', name: '', channel: [] }, [4002, { max: 31 }]],
    [{ id: 10, serial: '0', name: '' }, 1005],
    [
      { ...edit, channel: [{}, null, 5, { max_power: 'x' }] },
      { ...edit, channel: new Array(4).fill({ name: '', max_power: 0 }) },
    ],
    [
      { ...edit, channel: [{ max_power: -5, name: 5 }, { max_power: 65_536 }, { max_power: '65535' }] },
      {
        ...edit,
        channel: [
          { name: '5', max_power: 0 },
          { name: '', max_power: 0 },
          { name: '', max_power: 65_535 },
        ],
      },
    ],
    [
      { ...edit, channel: [{ name: 'a'.repeat(31) }] },
      { ...edit, channel: [{ name: 'a'.repeat(31), max_power: 0 }] },
    ],
    [{ ...edit, channel: [{ name: 'a'.repeat(32) }] }, [4002, { max: 31 }]],
  ])('%j -> %j', (value, expected) => {
    expect(outcome(InverterEditSchema, value)).toEqual(expected);
  });

  it.each([
    ['1382A00C4F26', 6, '1382a00c4f26'],
    ['138200000001', 6, '138200000001'],
    ['138200000001', 7, 4006],
    ['136100000001', 5, 4006],
    ['1164a00b0fa2', 5, 4006],
    ['1161a00b0fa2', 4, 4001],
    ['12345678901', 5, 4006],
  ])('of %s is changed with %d strings: %j', (serial, count, expected) => {
    const channel = Array.from({ length: count }, () => ({ name: '', max_power: 0 }));
    expect(outcome(InverterEditSchema, { id: 0, name: 'Barn', serial, channel })).toEqual(
      typeof expected === 'number' ? expected : { id: 0, name: 'Barn', serial: expected, channel },
    );
  });

  it('is deleted by its slot', () => {
    expect(outcome(InverterDeletionSchema, { id: 9 })).toEqual({ id: 9 });
    expect(outcome(InverterDeletionSchema, { id: 10 })).toBe(4005);
    expect(outcome(InverterDeletionSchema, { id: '' })).toBe(4005);
    expect(outcome(InverterDeletionSchema, {})).toBe(1005);
  });
});
