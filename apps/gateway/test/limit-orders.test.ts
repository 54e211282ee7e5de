import {
  EAST_AND_WEST,
  GARAGE,
  LOST_REQUESTS,
  resultOf,
  SOUTH_ROOF,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * The calls around the output limit. Source: docs/reference/original-device.md#json-that-the-device-takes, #limit,
 * #orders and #result-codes.
 */

const CONFIG = '/api/limit/config';
const STATUS = '/api/limit/status';
const TOO_MUCH = [5002, { max: 1500 }];

const order = { serial: SOUTH_ROOF, limit_value: 50, limit_type: 1 };
const { serial: _serial, ...withoutSerial } = order;
const { limit_value: _value, ...withoutValue } = order;
const { limit_type: _type, ...withoutType } = order;

describe('an order of a limit', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway();
    return gateway.dispose;
  });

  it.each([
    ['good', order, 1001],
    // The keys come before everything else.
    ['without a serial', { ...withoutSerial, limit_value: 0 }, 1005],
    ['without a value', { ...withoutValue, serial: 0 }, 1005],
    ['without a type', { ...withoutType, serial: 0 }, 1005],
    ['of nothing', {}, 1005],
    ['that is a list', [order], 1005],
    ['that is null', null, 1005],
    ['that is a text', '"limit"', 1005],
    ['with null in every key', { serial: null, limit_value: null, limit_type: null }, 5001],
    // Then the serial, the value, the type and the inverter, and the first that fails counts.
    ['with everything wrong', { serial: 0, limit_value: 0, limit_type: 4 }, 5001],
    ['with everything but the serial wrong', { ...order, limit_value: 0, limit_type: 4 }, TOO_MUCH],
    ['of an unknown type for nobody', { serial: '1', limit_value: 5, limit_type: 4 }, 5003],
    ['for nobody', { ...order, serial: '114100000000' }, 5004],
  ])('%s', async (_name, data, expected) => {
    expect(resultOf(await postData(gateway.port, CONFIG, data))).toEqual(expected);
  });

  it.each([
    [SOUTH_ROOF, 1001],
    [Number(SOUTH_ROOF), 1001],
    [`000${SOUTH_ROOF}`, 1001],
    [0, 5001],
    ['0', 5001],
    ['0000', 5001],
    ['', 5001],
    [null, 5001],
    [false, 5001],
    [{}, 5001],
    [[SOUTH_ROOF], 5001],
    [-Number(SOUTH_ROOF), 5001],
    [`${SOUTH_ROOF} `, 5001],
    ['11418273012a', 5001],
    [`0x${SOUTH_ROOF}`, 5001],
    [1e30, 5001],
    ['1141827301', 5004],
    [SOUTH_ROOF.slice(2), 5004],
  ])('for the inverter %j -> %d', async (serial, expected) => {
    expect(resultOf(await postData(gateway.port, CONFIG, { ...order, serial }))).toEqual(expected);
  });

  it.each([
    [1, 1001],
    [1500, 1001],
    ['1500', 1001],
    ['5e1', 1001],
    ['+5', 1001],
    [1.9, 1001],
    ['1500.0', 1001],
    [1500.04, 1001],
    [true, 1001],
    [0, TOO_MUCH],
    [0.9, TOO_MUCH],
    ['0', TOO_MUCH],
    [-1, TOO_MUCH],
    ['-50', TOO_MUCH],
    [1500.1, TOO_MUCH],
    [1501, TOO_MUCH],
    [65_535, TOO_MUCH],
    [65_586, TOO_MUCH], // 50 more than 16 bits hold
    [4_294_967_346, TOO_MUCH],
    [1e300, TOO_MUCH],
    ['50W', TOO_MUCH],
    [' 50', TOO_MUCH],
    ['', TOO_MUCH],
    [false, TOO_MUCH],
    [null, TOO_MUCH],
    [{}, TOO_MUCH],
    [[50], TOO_MUCH],
  ])('of the value %j -> %j', async (limit_value, expected) => {
    expect(resultOf(await postData(gateway.port, CONFIG, { ...order, limit_value }))).toEqual(expected);
  });

  it.each([
    ['1', 1001],
    ['0x1', 1001], // reads as 0, as everything that is no number
    [true, 1001],
    [null, 1001],
    [{}, 1001],
    [-1, 1001],
    [65_536, 1001],
    [257.9, 1001],
    [3.5, 1001],
    [4, 5003],
    [255, 5003],
    [258, 5003],
    ['512', 5003],
    [65_535, 5003],
  ])('of the type %j -> %d', async (limit_type, expected) => {
    expect(resultOf(await postData(gateway.port, CONFIG, { ...order, limit_type }))).toEqual(expected);
  });

  it('takes what is posted in any other way that the device understands', async () => {
    const lenient = `{serial:'${SOUTH_ROOF}', limit_value: 50, 'limit_type': 1, more: [1]} and more`;
    expect(resultOf(await postData(gateway.port, CONFIG, lenient))).toBe(1001);
  });

  it('is answered in bytes as the device does', async () => {
    const good = await postData(gateway.port, CONFIG, order);
    expect(good.text).toMatch(/^\{"type":"success","message":"[^"]+","code":1001\}$/);
    expect(good.headers['content-type']).toBe('application/json');
    const bad = await postData(gateway.port, CONFIG, { ...order, limit_value: 0 });
    expect(bad.text).toMatch(/^\{"type":"warning","message":"[^"]+","code":5002,"param":\{"max":1500\}\}$/);
  });
});

describe('what goes on the air', () => {
  it('is what was ordered, cut to 100 %, for the one inverter', async () => {
    const plant = await startPlantGateway();
    for (const [limit_type, limit_value, expected] of [
      [0, 300, { limit: 300, limitType: 0x0000 }],
      [1, 50, { limit: 50, limitType: 0x0001 }],
      [2, 300, { limit: 300, limitType: 0x0100 }],
      [3, 50, { limit: 50, limitType: 0x0101 }],
      [256, 300, { limit: 300, limitType: 0x0100 }],
      [257, 50, { limit: 50, limitType: 0x0101 }],
      ['257', '50', { limit: 50, limitType: 0x0101 }],
      [1, 49.9, { limit: 49.9, limitType: 0x0001 }],
      [0, '412.37', { limit: 412.3, limitType: 0x0000 }],
      [1, 101, { limit: 100, limitType: 0x0001 }],
      [257, 1500, { limit: 100, limitType: 0x0101 }],
      [0, 1500, { limit: 1500, limitType: 0x0000 }],
    ] as const) {
      const before = plant.sentTo(SOUTH_ROOF, 'ActivePowerControl').length;
      expect(await plant.result(CONFIG, { serial: SOUTH_ROOF, limit_value, limit_type })).toBe(1001);
      await plant.advance(2000);
      const sent = plant.sentTo(SOUTH_ROOF, 'ActivePowerControl').map(({ request }) => request);
      const what = `${limit_value} of type ${limit_type}`;
      expect(sent.slice(before), what).toEqual([{ kind: 'ActivePowerControl', ...expected }]);
    }
    for (const other of [GARAGE, EAST_AND_WEST]) {
      expect(plant.sentTo(other, 'ActivePowerControl')).toEqual([]);
    }
  });

  it('is nothing where the order was refused', async () => {
    const plant = await startPlantGateway();
    for (const wrong of [{ limit_value: 0 }, { limit_type: 4 }, { serial: '114182730125' }]) {
      await plant.result(CONFIG, { ...order, ...wrong });
    }
    await plant.advance(500);
    expect(plant.sentTo(SOUTH_ROOF)).toEqual([]);
    expect((await plant.get(STATUS)).text).not.toContain('Pending');
  });

  it('needs no clock', async () => {
    const plant = await startPlantGateway({ scenario: 'clock-not-set' });
    await plant.result(CONFIG, order);
    await plant.advance(500);
    expect(plant.truthOf(SOUTH_ROOF).limitPercent).toBe(50);
    expect(plant.sentTo(SOUTH_ROOF)).toHaveLength(1);
  });
});

describe('the status of limits', () => {
  it('is an empty object without inverters', async () => {
    const { port } = await startTestGateway({ scenario: 'no-inverters' });
    const { status, headers, text } = await send(port, STATUS);
    expect([status, headers['content-type'], text]).toEqual([200, 'application/json', '{}']);
  });

  it('is bytes as the device sends them, in the order of the inverters', async () => {
    const plant = await startPlantGateway();
    expect((await plant.get(STATUS)).text).toBe(
      `{"${GARAGE}":{"limit_relative":0,"max_power":0,"limit_set_status":"Ok","limit_state":"unknown"},` +
        `"${SOUTH_ROOF}":{"limit_relative":0,"max_power":0,"limit_set_status":"Ok","limit_state":"unknown"},` +
        `"${EAST_AND_WEST}":{"limit_relative":0,"max_power":0,"limit_set_status":"Ok","limit_state":"unknown"}}`,
    );
    await plant.advance(10_000);
    await plant.result(CONFIG, { serial: GARAGE, limit_value: 33, limit_type: 1 });
    await plant.result(CONFIG, { serial: EAST_AND_WEST, limit_value: 100, limit_type: 0 });
    await plant.advance(1500);
    plant.setAir(LOST_REQUESTS);
    await plant.result(CONFIG, { serial: GARAGE, limit_value: 20, limit_type: 1 });
    // 100 W of 1500 W are cut to steps of 0.1 % and told in single precision.
    expect((await plant.get(STATUS)).text).toBe(
      `{"${GARAGE}":{"limit_relative":33,"max_power":400,"limit_set_status":"Pending","limit_state":"expected"},` +
        `"${SOUTH_ROOF}":{"limit_relative":100,"max_power":800,"limit_set_status":"Ok","limit_state":"known"},` +
        `"${EAST_AND_WEST}":{"limit_relative":6.599999905,"max_power":1500,"limit_set_status":"Ok","limit_state":"expected"}}`,
    );
    await plant.advance(10_500);
    expect((await plant.get(STATUS)).text).toContain('"limit_set_status":"Failure"');
  });

  it('tells more than 100 % where the inverter does', async () => {
    const plant = await startPlantGateway({ scenario: 'captured' });
    await plant.advance(60_000);
    expect((await plant.get(STATUS)).text).toContain(
      '"114190529235":{"limit_relative":125,"max_power":800,"limit_set_status":"Ok","limit_state":"known"}',
    );
  });
});
