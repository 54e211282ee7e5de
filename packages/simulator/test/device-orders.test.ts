import {
  capabilitiesOfRelease,
  decodeLimitStatuses,
  decodePowerStatuses,
  encodeLimitOrder,
  encodePowerOrder,
  type OrderStatus,
  PATHS,
} from '@heliograph/opendtu-api';
import { assert, describe, expect, it } from 'vitest';
import { FIRMWARES, type FirmwareName, SCENARIOS } from '../src/index.ts';
import { ALL_READ_MS, createDeviceTestbed, type DeviceTestbed } from './device-testbed.ts';

const SOUTH_ROOF = '114182730124';

function limitStatus({ get }: DeviceTestbed): OrderStatus | undefined {
  return decodeLimitStatuses(get(PATHS.limitStatus))?.get(SOUTH_ROOF)?.status;
}

function powerStatus({ get }: DeviceTestbed): OrderStatus | undefined {
  return decodePowerStatuses(get(PATHS.powerStatus))?.get(SOUTH_ROOF);
}

function powerW(testbed: DeviceTestbed): number | undefined {
  return testbed.liveData().inverters.find(({ serial }) => serial === SOUTH_ROOF)?.reading?.powerW;
}

const limit = (value: unknown, type: unknown, serial: unknown = SOUTH_ROOF) => ({
  ...{ serial, limit_value: value, limit_type: type },
});

describe.each(Object.keys(FIRMWARES) as FirmwareName[])('an inverter of a device with %s', (firmware) => {
  const capabilities = capabilitiesOfRelease(FIRMWARES[firmware].release);
  const { limitTypes } = capabilities;
  const numbers = limitTypes === 'unknown' ? assert.fail('unknown') : limitTypes;

  it.each([true, false])('takes a limit after a while (kept: %s)', (isPersistent) => {
    const testbed = createDeviceTestbed({ firmware });
    const { clock, device, post } = testbed;
    clock.advance(ALL_READ_MS);
    const command = { value: 200, isRelative: false, isPersistent };
    const body = encodeLimitOrder({ serial: SOUTH_ROOF, command }, numbers, capabilities);
    expect(post(PATHS.limitOrder, body)).toMatchObject({ isSuccess: true, code: 1001 });
    expect(limitStatus(testbed)).toBe('pending');
    expect(device.inspect(SOUTH_ROOF)?.limitPercent).toBe(100);
    clock.advance(2000);
    expect(limitStatus(testbed)).toBe('ok');
    expect(device.inspect(SOUTH_ROOF)).toMatchObject({
      ...{ limitPercent: 25, persistentLimitPercent: isPersistent ? 25 : 100 },
    });
    clock.advance(2 * ALL_READ_MS);
    expect(powerW(testbed)).toBeLessThanOrEqual(201);
    const [, inverter] = testbed.liveData().inverters;
    expect(inverter?.limit).toEqual({ percent: 25, watts: 200 });
  });

  it('is switched off, on, and restarted', () => {
    const testbed = createDeviceTestbed({ firmware });
    const { clock, device, post } = testbed;
    clock.advance(ALL_READ_MS);
    const order = (command: 'on' | 'off' | 'restart') => {
      expect(post(PATHS.powerOrder, encodePowerOrder({ serial: SOUTH_ROOF, command })).code).toBe(1001);
      expect(powerStatus(testbed)).toBe('pending');
      clock.advance(2000);
      expect(powerStatus(testbed)).toBe('ok');
    };
    order('off');
    expect(device.inspect(SOUTH_ROOF)?.isSwitchedOff).toBe(true);
    clock.advance(ALL_READ_MS);
    expect(powerW(testbed)).toBe(0);
    order('on');
    expect(device.inspect(SOUTH_ROOF)?.isSwitchedOff).toBe(false);
    order('restart');
    clock.advance(120_000);
    const [, inverter] = testbed.liveData().inverters;
    expect(inverter?.reading?.yieldTodayWh).toBeLessThan(50);
  });
});

describe('a limit', () => {
  const code = (firmware: FirmwareName, body: object) =>
    createDeviceTestbed({ firmware }).post(PATHS.limitOrder, body).code;

  it.each([
    ['2023-02', [0, 1, 256, 257], [2, 3, 4]],
    ['v23.4.4', [0, 1, 256, 257], [2, 3, 4]],
    ['v24.2.12', [0, 1, 256, 257], [2, 3, 4]],
    ['v26.3.30', [0, 1, 2, 3], [4, 256, 257]],
  ] as const)('has the kinds of %s and no others', (firmware, taken, refused) => {
    expect(taken.map((type) => code(firmware, limit(50, type)))).toEqual(taken.map(() => 1001));
    expect(refused.map((type) => code(firmware, limit(50, type)))).toEqual(refused.map(() => 5003));
  });

  it.each([
    ['2023-02', 0, 5002],
    ['2023-02', 1, 1001],
    ['2023-02', 1500, 1001],
    ['2023-02', 1501, 5002],
    ['v24.2.12', 0, 1001],
    ['v24.2.12', 2250, 1001],
    ['v26.3.30', 2251, 5002],
    ['v26.3.30', -1, 5002],
  ] as const)('of %s may be %d: %d', (firmware, value, expected) => {
    expect(code(firmware, limit(value, 0))).toBe(expected);
  });

  it('names the largest value', () => {
    const { post } = createDeviceTestbed({ firmware: '2023-02' });
    expect(post(PATHS.limitOrder, limit(9999, 1)).param).toEqual({ max: 1500 });
  });

  it('with a fraction is cut where the device knows none', () => {
    const held = (firmware: FirmwareName) => {
      const { device, post, clock } = createDeviceTestbed({ firmware });
      post(PATHS.limitOrder, limit(42.7, 1));
      clock.advance(2000);
      return device.inspect(SOUTH_ROOF)?.limitPercent;
    };
    expect([held('v24.2.12'), held('v26.3.30')]).toEqual([42, 42.7]);
  });

  it('is for an inverter that the device has', () => {
    expect(code('v26.3.30', limit(50, 1, '112299999999'))).toBe(5004);
    expect(code('v26.3.30', limit(50, 1, '0'))).toBe(5001);
    expect(code('2023-02', limit(50, 1, '1161a00b0fa2'))).toBe(5001);
    expect(code('v26.3.30', limit(50, 1, '1161a00b0fa2'))).toBe(5004);
  });

  it('may be spelled in other kinds of values on older devices', () => {
    const spelled = limit('50', '1', 114182730124);
    expect(code('2023-02', spelled)).toBe(1001);
    expect(code('v26.3.30', spelled)).toBe(1005);
    const { post } = createDeviceTestbed();
    expect(post(PATHS.powerOrder, { serial: SOUTH_ROOF, power: 1 }).code).toBe(1005);
    const older = createDeviceTestbed({ firmware: 'v24.2.12' });
    expect(older.post(PATHS.powerOrder, { serial: SOUTH_ROOF, power: 0 }).code).toBe(1001);
    older.clock.advance(2000);
    expect(older.device.inspect(SOUTH_ROOF)?.isSwitchedOff).toBe(true);
  });
});

describe('an order that nobody hears', () => {
  it('fails after ten seconds, and is sent again at the next turn', () => {
    const testbed = createDeviceTestbed();
    const { device, clock, post } = testbed;
    device.setPresence(SOUTH_ROOF, false);
    post(PATHS.limitOrder, limit(30, 1));
    clock.advance(9_900);
    expect(limitStatus(testbed)).toBe('pending');
    clock.advance(200);
    expect(limitStatus(testbed)).toBe('failure');
    device.setPresence(SOUTH_ROOF, true);
    clock.advance(ALL_READ_MS + 2000);
    expect(limitStatus(testbed)).toBe('ok');
    expect(device.inspect(SOUTH_ROOF)?.limitPercent).toBe(30);
  });

  it('gives way to a newer one', () => {
    const testbed = createDeviceTestbed();
    const { device, clock, post } = testbed;
    post(PATHS.limitOrder, limit(30, 1));
    clock.advance(1000);
    post(PATHS.limitOrder, limit(60, 1));
    clock.advance(1500);
    expect(device.inspect(SOUTH_ROOF)?.limitPercent).toBe(100);
    clock.advance(1000);
    expect(device.inspect(SOUTH_ROOF)?.limitPercent).toBe(60);
  });

  it('is not sent to an inverter that takes none', () => {
    const testbed = createDeviceTestbed({ scenario: SCENARIOS['one-inverter'] });
    const { device, clock, post, get } = testbed;
    const [inverter] = (get(PATHS.inverterList) as { inverter: object[] }).inverter;
    post(PATHS.inverterEdit, { ...inverter, command_enable: false });
    expect(post(PATHS.limitOrder, limit(30, 1)).isSuccess).toBe(true);
    clock.advance(20_000);
    expect(device.inspect(SOUTH_ROOF)?.limitPercent).toBe(100);
  });
});
