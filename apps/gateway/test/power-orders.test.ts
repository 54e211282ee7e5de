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
 * The calls around switching. Source: docs/reference/original-device.md#json-that-the-device-takes, #power, #orders and
 * #result-codes.
 */

const CONFIG = '/api/power/config';
const STATUS = '/api/power/status';

const serial = SOUTH_ROOF;

describe('an order to switch', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway();
    return gateway.dispose;
  });

  it.each([
    ['on', { serial, power: true }, 1001],
    ['off', { serial: Number(serial), power: false }, 1001],
    ['to restart', { serial, restart: true }, 1001],
    ['not to restart', { serial, restart: false }, 1001],
    ['of both kinds', { serial, power: true, restart: true }, 1001],
    ['with null, which is there', { serial, power: null }, 1001],
    ['without what to do', { serial }, 1005],
    ['without a serial', { power: true, restart: true }, 1005],
    ['of nothing', {}, 1005],
    ['that is a list', [], 1005],
    ['that is a number', '5', 1005],
    ['for zero, without what to do', { serial: 0 }, 1005],
    ['for zero', { serial: 0, power: true }, 11001],
    ['for null', { serial: null, restart: true }, 11001],
    ['for hex letters', { serial: '11418273012a', power: true }, 11001],
    ['for an object', { serial: {}, power: true }, 11001],
    ['for nobody', { serial: '114182730125', power: false }, 11002],
    ['not to restart nobody', { serial: '114182730125', restart: false }, 11002],
  ])('%s', async (_name, data, expected) => {
    expect(resultOf(await postData(gateway.port, CONFIG, data))).toBe(expected);
  });

  it('is answered in bytes as the device does', async () => {
    const good = await postData(gateway.port, CONFIG, { serial, power: true });
    expect(good.text).toMatch(/^\{"type":"success","message":"[^"]+","code":1001\}$/);
    const bad = await postData(gateway.port, CONFIG, { serial: '1', power: true });
    expect(bad.text).toMatch(/^\{"type":"warning","message":"[^"]+","code":11002\}$/);
  });
});

describe('what goes on the air', () => {
  it('is what was ordered', async () => {
    const plant = await startPlantGateway({ scenario: 'clock-not-set' }); // nothing but orders is sent
    for (const [what, action] of [
      [{ power: true }, 'on'],
      [{ power: 1 }, 'on'],
      [{ power: -0.5 }, 'on'],
      [{ power: 'false' }, 'on'], // every text is true
      [{ power: '' }, 'on'],
      [{ power: {} }, 'on'],
      [{ power: [] }, 'on'],
      [{ power: false }, 'off'],
      [{ power: 0 }, 'off'],
      [{ power: null }, 'off'],
      [{ power: true, restart: true }, 'on'], // power goes before restart
      [{ power: false, restart: true }, 'off'],
      [{ restart: true }, 'restart'],
      [{ restart: 'false' }, 'restart'],
      [{ restart: 2 }, 'restart'],
    ] as const) {
      const before = plant.sentTo(serial).length;
      expect(await plant.result(CONFIG, { serial, ...what })).toBe(1001);
      expect(await plant.json(STATUS)).toMatchObject({ [serial]: { power_set_status: 'Pending' } });
      await plant.advance(500);
      const sent = plant.sentTo(serial).map(({ request }) => request);
      expect(sent.slice(before), JSON.stringify(what)).toEqual([{ kind: 'PowerControl', action }]);
      await plant.advance(20_000); // a restart takes a while
      expect(await plant.json(STATUS)).toMatchObject({ [serial]: { power_set_status: 'Ok' } });
    }
  });

  it.each([{ restart: false }, { restart: 0 }, { restart: null }])(
    'for %j is nothing, and nothing is pending',
    async (what) => {
      const plant = await startPlantGateway();
      expect(await plant.result(CONFIG, { serial, ...what })).toBe(1001);
      expect(await plant.json(STATUS)).toMatchObject({ [serial]: { power_set_status: 'Ok' } });
      await plant.advance(500);
      expect(plant.sentTo(serial)).toEqual([]);
    },
  );
});

describe('the status of switching', () => {
  it('is an empty object without inverters', async () => {
    const { port } = await startTestGateway({ scenario: 'no-inverters' });
    expect((await send(port, STATUS)).text).toBe('{}');
  });

  it('is bytes as the device sends them, in the order of the inverters', async () => {
    const plant = await startPlantGateway();
    plant.setAir(LOST_REQUESTS);
    await plant.result(CONFIG, { serial: GARAGE, power: false });
    await plant.advance(10_005);
    await plant.result(CONFIG, { serial: EAST_AND_WEST, power: true });
    const { text, headers } = await plant.get(STATUS);
    expect(headers['content-type']).toBe('application/json');
    expect(text).toBe(
      `{"${GARAGE}":{"power_set_status":"Failure"},"${SOUTH_ROOF}":{"power_set_status":"Ok"},` +
        `"${EAST_AND_WEST}":{"power_set_status":"Pending"}}`,
    );
  });
});
