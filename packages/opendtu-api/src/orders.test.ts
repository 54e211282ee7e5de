import { describe, expect, it } from 'vitest';
import { loadVector } from '../test/load-vector.ts';
import {
  type DeviceResult,
  decodeLimitOrder,
  decodeLimitStatuses,
  decodePowerOrder,
  decodePowerStatuses,
  decodeResult,
  encodeLimitOrder,
  encodeLimitStatuses,
  encodePowerOrder,
  encodePowerStatuses,
  encodeResult,
  limitTypeNumber,
  parseLimitType,
} from './index.ts';

describe('the limits of a device', () => {
  it('are told by serial, with what became of the last order', () => {
    expect(decodeLimitStatuses(loadVector('2023-02/limit-status'))).toEqual(
      new Map([
        ['114172220143', { percent: 85.5, maxPowerW: 800, status: 'pending' }],
        ['1161a00b0fa2', { percent: Math.fround(99.8), maxPowerW: undefined, status: 'ok' }],
        ['112173104567', { percent: undefined, maxPowerW: undefined, status: 'unknown' }],
      ]),
    );
  });

  it('come back as they were sent', () => {
    const statuses = decodeLimitStatuses({
      114172220143: { limit_relative: 99.80000305, max_power: 800, limit_set_status: 'Failure' },
    });
    expect(encodeLimitStatuses(statuses ?? new Map())).toEqual({
      114172220143: { limit_relative: 99.80000305, max_power: 800, limit_set_status: 'Failure' },
    });
  });

  it.each([[null], [[]], ['x'], [undefined]])('are not in %j', (document) => {
    expect(decodeLimitStatuses(document)).toBeUndefined();
    expect(decodePowerStatuses(document)).toBeUndefined();
  });
});

describe('the order of a limit', () => {
  // docs/reference/api-generations.md#limit-and-power-orders.
  it.each([
    [0, '0-1-256-257', false, false],
    [1, '0-1-256-257', true, false],
    [256, '0-1-256-257', false, true],
    [257, '0-1-256-257', true, true],
    [0, '0-1-2-3', false, false],
    [1, '0-1-2-3', true, false],
    [2, '0-1-2-3', false, true],
    [3, '0-1-2-3', true, true],
  ] as const)('has the type %d of %s', (type, numbers, isRelative, isPersistent) => {
    expect(limitTypeNumber({ isRelative, isPersistent }, numbers)).toBe(type);
    expect(parseLimitType(type)).toEqual({ isRelative, isPersistent });
    const order = { serial: '114172220143', command: { value: 50.5, isRelative, isPersistent } };
    const body = encodeLimitOrder(order, numbers, { limitFractions: true });
    expect(body).toEqual({ serial: '114172220143', limit_value: 50.5, limit_type: type });
    expect(decodeLimitOrder(body)).toEqual(order);
  });

  it.each([[4], [255], [258], [-1], ['1'], [null], [0.5]])('has never the type %j', (type) => {
    expect(parseLimitType(type)).toBeUndefined();
  });

  it('is of whole numbers where a device takes no others', () => {
    const command = { value: 50.9, isRelative: true, isPersistent: false };
    const body = encodeLimitOrder({ serial: '114172220143', command }, '0-1-2-3', { limitFractions: false });
    expect(body).toMatchObject({ limit_value: 50 });
  });

  it.each([
    [null],
    [{}],
    [{ serial: '114172220143', limit_value: '5', limit_type: 0 }],
    [{ serial: 'x', limit_value: 5, limit_type: 0 }],
    [{ serial: '114172220143', limit_value: 5, limit_type: 9 }],
  ])('is not %j', (body) => expect(decodeLimitOrder(body)).toBeUndefined());
});

describe('the order of power', () => {
  it.each([
    ['on', { serial: '114172220143', power: true }],
    ['off', { serial: '114172220143', power: false }],
    ['restart', { serial: '114172220143', restart: true }],
  ] as const)('%s is a body with true or false', (command, body) => {
    expect(encodePowerOrder({ serial: '114172220143', command })).toEqual(body);
    expect(decodePowerOrder(body)).toEqual({ serial: '114172220143', command });
  });

  it.each([
    [{ serial: 114172220143, power: 1 }, 'on'],
    [{ serial: '00114172220143', power: 0, restart: true }, 'off'],
    [{ serial: '114172220143', restart: 1 }, 'restart'],
  ])('is read from %j, as older devices take it', (body, command) => {
    expect(decodePowerOrder(body)).toEqual({ serial: '114172220143', command });
  });

  it.each([
    [null],
    [{ power: true }],
    [{ serial: '114172220143', restart: false }],
    [{ serial: '0', power: true }],
  ])('is not %j', (body) => expect(decodePowerOrder(body)).toBeUndefined());

  it('has a state by serial', () => {
    const statuses = decodePowerStatuses({ '00114172220143': { power_set_status: 'Pending' }, x: {} });
    expect(statuses).toEqual(new Map([['114172220143', 'pending']]));
    expect(encodePowerStatuses(statuses ?? new Map())).toEqual({
      114172220143: { power_set_status: 'Pending' },
    });
  });
});

describe('the answer to a POST', () => {
  const results: readonly (readonly [object, DeviceResult])[] = [
    [
      { type: 'success', message: 'Settings saved!', code: 1001 },
      { isSuccess: true, code: 1001, message: 'Settings saved!', param: {} },
    ],
    [
      { type: 'warning', message: 'Limit must be between 0 and 2250!', code: 5002, param: { max: 2250 } },
      { isSuccess: false, code: 5002, message: 'Limit must be between 0 and 2250!', param: { max: 2250 } },
    ],
    [
      { type: 'warning', message: 'SSID is too long' },
      { isSuccess: false, code: undefined, message: 'SSID is too long', param: {} },
    ],
  ];

  it.each(results)('%j says whether, why, and with which bounds', (document, result) => {
    expect(decodeResult(document)).toEqual(result);
    expect(encodeResult(result)).toEqual(document);
  });

  it('may be a fault of the device', () => {
    const result = { isSuccess: false, code: 1007, message: 'Internal error', param: {} };
    expect(encodeResult(result, true)).toEqual({ type: 'danger', message: 'Internal error', code: 1007 });
    expect(decodeResult(encodeResult(result, true))).toEqual(result);
  });

  it('keeps of its parameters what is a number', () => {
    const document = JSON.parse('{"type":"warning","param":{"max":3,"min":"1","__proto__":5}}');
    expect(decodeResult(document)).toEqual({
      isSuccess: false,
      code: undefined,
      message: '',
      param: { max: 3 },
    });
  });

  it.each([[null], ['<html>'], [{}], [[]], [{ type: 1 }]])('is not %j', (document) => {
    expect(decodeResult(document)).toBeUndefined();
  });
});
