import { describe, expect, it } from 'vitest';
import { outcome } from '../test/outcome.ts';
import { getLimitStatus, LimitOrderSchema, limitOrderSchema } from './inverter-limit.ts';

const SERIAL = '114181234567';

const NOT_KNOWN = { percent: undefined, isInDoubt: false, maxPowerW: undefined, orderStatus: 'Unknown' };

describe('the limit status', () => {
  it.each([
    [
      { limit_relative: 55.5, max_power: 600, limit_set_status: 'Pending' },
      { percent: 55.5, isInDoubt: false, maxPowerW: 600, orderStatus: 'Pending' },
    ],
    [{}, NOT_KNOWN],
    [
      { limit_relative: 0, max_power: 600, limit_set_status: 'Ok', limit_state: 'known' },
      { percent: 0, isInDoubt: false, maxPowerW: 600, orderStatus: 'Ok' },
    ],
    [
      { limit_relative: 40, max_power: 600, limit_set_status: 'Ok', limit_state: 'unknown' },
      { percent: 40, isInDoubt: true, maxPowerW: 600, orderStatus: 'Ok' },
    ],
    [{ limit_relative: '55', max_power: -1, limit_set_status: 'ok' }, NOT_KNOWN],
    [{ limit_relative: null, max_power: Number.NaN, limit_set_status: {} }, NOT_KNOWN],
  ])('%j -> %j', (sent, expected) => {
    expect(getLimitStatus.read({ [SERIAL]: sent })?.get(SERIAL)).toEqual(expected);
  });
});

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
    [
      { serial: '1382A00C4F26', limit_value: 2250, limit_type: 0 },
      { ...order, serial: '1382a00c4f26', limit_value: 2250, limit_type: 0 },
    ],
    [{ serial: '1382a00c4f26', limit_value: 2251, limit_type: 9 }, [5002, { max: 2250 }]],
    [{ serial: '1382a00c4f26', limit_value: 2250, limit_type: 9 }, 5003],
    [{ ...order, limit_value: 1501 }, tooMuch],
    // It is one of 2023, whose serials have no letters, and it is there.
    [
      { ...order, serial: '1161a00c4f26' },
      { ...order, serial: '1161a00c4f26' },
    ],
    [{ ...order, serial: '1161a00c4f27' }, 5001],
    [{ serial: '1382a00c4f26', limit_value: 5 }, 1005],
    [undefined, 1005],
  ])('is judged by what the inverters can do: %j -> %j', (value, expected) => {
    const schema = limitOrderSchema({
      isThere: (serial) => serial === '1161a00c4f26',
      limitMaxOf: (serial) => (serial === '1382a00c4f26' ? 2250 : 1500),
    });
    expect(outcome(schema, value)).toEqual(expected);
  });

  const zero: unknown = { ...order, limit_value: 0 };
  const values: readonly (readonly [sent: unknown, expected: unknown])[] = [
    [0, zero],
    [-0, zero],
    ...['0', '', 'x', false, null, -1, 0.04, {}].map((value) => [value, tooMuch] as const),
  ];
  it.each(values)('is 0 only as a number, and where 0 is taken: %j', (limit_value, expected) => {
    const known = { isThere: () => true, limitMaxOf: () => 1500 as const };
    const sent = { ...order, limit_value };
    expect(outcome(limitOrderSchema({ ...known, takesZero: () => true }), sent)).toEqual(expected);
    expect(outcome(limitOrderSchema({ ...known, takesZero: () => false }), sent)).toEqual(tooMuch);
    expect(outcome(limitOrderSchema(known), sent)).toEqual(tooMuch);
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
