import { describe, expect, it } from 'vitest';
import { outcome } from '../test/outcome.ts';
import { getPowerStatus, PowerOrderSchema } from './inverter-power.ts';

const SERIAL = '114181234567';

describe('the power status', () => {
  it.each([
    [{ power_set_status: 'Failure' }, 'Failure'],
    [{ power_set_status: 'Done' }, 'Unknown'],
    [{}, 'Unknown'],
  ])('%j -> %s', (sent, expected) => {
    expect(getPowerStatus.read({ [SERIAL]: sent })?.get(SERIAL)).toEqual({ orderStatus: expected });
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
