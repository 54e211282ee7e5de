import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { LimitOrderSchema } from './inverter-limit.ts';
import { PowerOrderSchema } from './inverter-power.ts';
import { InverterAdditionSchema, InverterDeletionSchema, InverterEditSchema } from './inverter-settings.ts';
import { firstFailure } from './results.ts';

/** What a body is read as, or the code (and param) that it is refused with. */
function outcome(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const { code, param } = firstFailure(parsed.error);
  return param === undefined ? code : [code, param];
}

describe('a limit order', () => {
  const order = { serial: '114181234567', limit_value: 50, limit_type: 1 };
  const tooMuch = [5002, { max: 1500 }];

  it.each([
    [order, order],
    [{ serial: 114181234567, limit_value: '50', limit_type: '1' }, order],
    [
      { ...order, limit_value: 55.5 },
      { ...order, limit_value: 55.5 },
    ],
    [
      { ...order, limit_value: '50.99' },
      { ...order, limit_value: 50.9 },
    ],
    [
      { ...order, limit_value: 55.29999999999999 },
      { ...order, limit_value: 55.3 },
    ],
    [{ ...order, limit_value: 0.9 }, tooMuch],
    [{ ...order, limit_value: '1e999' }, tooMuch],
    [
      { ...order, limit_value: 1 },
      { ...order, limit_value: 1 },
    ],
    [
      { ...order, limit_value: 1500 },
      { ...order, limit_value: 1500 },
    ],
    [
      { ...order, limit_value: true },
      { ...order, limit_value: 1 },
    ],
    [{ ...order, limit_value: 0 }, tooMuch],
    [{ ...order, limit_value: 1501 }, tooMuch],
    [{ ...order, limit_value: -5 }, tooMuch],
    [{ ...order, limit_value: 65_586 }, tooMuch],
    [{ ...order, limit_value: null }, tooMuch],
    [{ ...order, limit_value: '50 %' }, tooMuch],
    [{ ...order, limit_value: {} }, tooMuch],
    [{ ...order, serial: '0' }, 5001],
    [{ ...order, serial: '' }, 5001],
    [{ ...order, serial: '1141812345ab' }, 5001],
    [{ ...order, serial: null }, 5001],
    [{ ...order, limit_type: 4 }, 5003],
    [{ ...order, limit_type: 255 }, 5003],
    [{ ...order, limit_type: 258 }, 5003],
    [
      { ...order, limit_type: 65_537 },
      { ...order, limit_type: 0 },
    ],
    [{ serial: '0', limit_value: 0, limit_type: 9 }, 5001],
    [{ ...order, limit_value: 0, limit_type: 9 }, tooMuch],
    [{ serial: '0', limit_value: 0 }, 1005],
    [{ serial: '0', limit_type: 0 }, 1005],
    [{ limit_value: 0, limit_type: 0 }, 1005],
    [[], 1005],
    [null, 1005],
  ])('%j -> %j', (value, expected) => {
    expect(outcome(LimitOrderSchema, value)).toEqual(expected);
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 256],
    [3, 257],
    [256, 256],
    [257, 257],
  ])('counts the type %d as %d', (sent, meant) => {
    expect(outcome(LimitOrderSchema, { ...order, limit_type: sent })).toEqual({
      ...order,
      limit_type: meant,
    });
  });
});

describe('a power order', () => {
  const serial = '114181234567';

  it.each([
    [
      { serial, power: true },
      { serial, power: true },
    ],
    [
      { serial, power: 0 },
      { serial, power: false },
    ],
    [
      { serial, power: 'false' },
      { serial, power: true },
    ],
    [
      { serial, power: null },
      { serial, power: false },
    ],
    [
      { serial, restart: true },
      { serial, restart: true },
    ],
    [
      { serial, restart: false },
      { serial, restart: false },
    ],
    [
      { serial, power: true, restart: true },
      { serial, power: true, restart: true },
    ],
    [{ serial }, 1005],
    [{ power: true }, 1005],
    [{ serial: '0', power: true }, 11001],
    [{ serial: 'abc', restart: true }, 11001],
    ['text', 1005],
  ])('%j -> %j', (value, expected) => {
    expect(outcome(PowerOrderSchema, value)).toEqual(expected);
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

  it('is deleted by its slot', () => {
    expect(outcome(InverterDeletionSchema, { id: 9 })).toEqual({ id: 9 });
    expect(outcome(InverterDeletionSchema, { id: 10 })).toBe(4005);
    expect(outcome(InverterDeletionSchema, { id: '' })).toBe(4005);
    expect(outcome(InverterDeletionSchema, {})).toBe(1005);
  });
});
