import {
  ADD,
  DELETE,
  EDIT,
  emptyGateway,
  LIST,
  list,
  listText,
  post,
  strings,
  TYPES,
} from '@heliograph/testbed/gateway/inverter-list-words.ts';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * The list of inverters. Source: docs/reference/original-device.md#json-that-the-device-takes, #inverter-settings,
 * #serial-numbers and #result-codes.
 */

/** What devices of today list behind it. */
const NEWER =
  ',"order":#,"poll_enable":true,"poll_enable_night":true,"command_enable":true,"command_enable_night":true,' +
  '"reachable_threshold":2,"zero_runtime":false,"zero_day":false,"yieldday_correction":false,"clear_eventlog":false}';

describe('the list', () => {
  it('is for the admin', async () => {
    const { port } = await startTestGateway();
    expect((await send(port, LIST)).status).toBe(401);
    for (const path of [ADD, EDIT, DELETE]) {
      expect((await send(port, path, { method: 'POST', body: 'data={}' })).status).toBe(401);
    }
  });

  it('is empty without inverters', async () => {
    expect(await listText(await emptyGateway())).toBe('{"inverter":[]}');
  });

  it('is bytes as the device sends them', async () => {
    expect(await listText(await startTestGateway())).toBe(
      '{"inverter":[' +
        `{"id":0,"name":"Garage","serial":"112174506011","type":"${TYPES[1]}",` +
        '"channel":[{"name":"Garage roof","max_power":410,"yield_total_offset":0}]' +
        `${NEWER.replace('#', '0')},` +
        `{"id":1,"name":"South roof","serial":"114182730124","type":"${TYPES[2]}",` +
        '"channel":[{"name":"South left","max_power":425,"yield_total_offset":0},{"name":"","max_power":0,"yield_total_offset":0}]' +
        `${NEWER.replace('#', '1')},` +
        `{"id":2,"name":"East and west roof","serial":"116181452037","type":"${TYPES[4]}",` +
        '"channel":[{"name":"East upper","max_power":400,"yield_total_offset":0},{"name":"East lower","max_power":400,"yield_total_offset":0},' +
        '{"name":"","max_power":400,"yield_total_offset":0},{"name":"","max_power":400,"yield_total_offset":0}]' +
        `${NEWER.replace('#', '2')}]}`,
    );
  });

  it('of ten inverters with the longest names loses nothing', async () => {
    const gateway = await startTestGateway({ scenario: 'ten-inverters' });
    const before = await list(gateway);
    for (const { id, serial } of before) {
      const channel = Array.from({ length: 4 }, () => ({ name: `${'ü'.repeat(15)}x`, max_power: 65_535 }));
      expect(await post(gateway, EDIT, { id, serial, name: `"${'ß'.repeat(15)}`, channel })).toBe(4007);
    }
    const after = await list(gateway);
    expect(after.map(({ id }: { id: number }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [index, { name, channel }] of after.entries()) {
      expect(name).toBe(`"${'ß'.repeat(15)}`);
      expect(channel).toEqual(
        before[index]?.channel.map(() => ({ name: `${'ü'.repeat(15)}x`, max_power: 65_535 })),
      );
    }
  });
});

describe('the type in the list', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway({ scenario: 'no-inverters' });
    return gateway.dispose;
  });

  it.each([
    ['112112345678', TYPES[1], 1],
    ['102212345678', TYPES[1], 1],
    ['912912345678', TYPES[1], 1],
    ['114112345678', TYPES[2], 2],
    ['104212345678', TYPES[2], 2],
    ['116112345678', TYPES[4], 4],
    ['106212345678', TYPES[4], 4],
    ['9116112345678', TYPES[4], 4], // only the last twelve digits tell
    ['16112345678', TYPES[4], 4],
    ['123456789012', 'Unknown', 4],
    ['102112345678', 'Unknown', 4],
    ['114412345678', 'HMS-600, HMS-700, HMS-800, HMS-900, HMS-1000', 2],
    ['138212345678', 'HMT-1800, HMT-2250', 6],
    ['138312345678', 'Unknown', 4],
    ['5', 'Unknown', 4],
  ])('of %s is %s', async (serial, type, count) => {
    expect(await post(gateway, ADD, { serial, name: 'A' })).toBe(4004);
    const shown = serial.padStart(8, '0');
    expect(await list(gateway)).toEqual([{ id: 0, name: 'A', serial: shown, type, channel: strings(count) }]);
    const { inverters } = JSON.parse((await send(gateway.port, '/api/livedata/status')).text);
    expect(inverters).toHaveLength(type === 'Unknown' ? 0 : 1);
    expect(await post(gateway, DELETE, { id: 0 })).toBe(4008);
  });
});
