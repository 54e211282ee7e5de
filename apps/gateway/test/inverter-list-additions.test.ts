import { INVERTER_COUNT_MAX } from '@heliograph/contract';
import {
  ADD,
  DELETE,
  emptyGateway,
  list,
  listText,
  NAME_LENGTH,
  post,
  slotsIn,
  strings,
  TYPES,
} from '@heliograph/testbed/gateway/inverter-list-words.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * Adding to the list of inverters. Source: docs/reference/original-device.md#json-that-the-device-takes,
 * #inverter-settings, #serial-numbers and #result-codes.
 */

const NO_ROOM = [4003, { max: 10 }];

describe('an addition', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway();
    return gateway.dispose;
  });

  it.each([
    ['without a serial', { name: '' }, 1005],
    ['without a name', { serial: 0 }, 1005],
    ['of nothing', {}, 1005],
    ['that is a list', [], 1005],
    ['that is null', null, 1005],
    ['with everything wrong', { serial: 0, name: '' }, 4001],
    ['with an empty name', { serial: 1, name: '' }, NAME_LENGTH],
    ['with a name of 32 bytes', { serial: 1, name: 'x'.repeat(32) }, NAME_LENGTH],
    ['with a name of 16 letters of two bytes', { serial: 1, name: 'ü'.repeat(16) }, NAME_LENGTH],
    ['with a name of a long list', { serial: 1, name: [1e20, 1e20] }, NAME_LENGTH],
    ['with a serial of hex letters', { serial: '1161804001ab', name: 'A' }, 4001],
    ['with a serial that is no text', { serial: [], name: 'A' }, 4001],
    ['with a serial that is null', { serial: null, name: 'A' }, 4001],
    ['with a serial below zero', { serial: -116180400144, name: 'A' }, 4001],
    ['with a serial of nothing', { serial: '', name: 'A' }, 4001],
    ['with a serial of spaces', { serial: ' 116180400144', name: 'A' }, 4001],
  ])('%s is refused and changes nothing', async (_name, data, expected) => {
    const before = await listText(gateway);
    expect(await post(gateway, ADD, data)).toEqual(expected);
    expect(await listText(gateway)).toBe(before);
  });

  it.each([
    [116180400144, 'A', '116180400144', 'A'],
    ['0000116180400144', 'A', '116180400144', 'A'],
    ['116180400144', 'x'.repeat(31), '116180400144', 'x'.repeat(31)],
    ['116180400144', 7, '116180400144', '7'],
    ['116180400144', 1.5, '116180400144', '1.5'],
    ['116180400144', true, '116180400144', 'true'],
    ['116180400144', null, '116180400144', 'null'],
    ['116180400144', { a: 1 }, '116180400144', '{"a":1}'],
    ['116180400144', ' "Süd" \\ ☀ ', '116180400144', ' "Süd" \\ ☀ '],
  ])('of the serial %j and the name %j', async (serial, name, listedSerial, listedName) => {
    const more = { id: 7, channel: [{ name: 'East', max_power: 5 }], type: 'x' };
    expect(await post(gateway, ADD, { serial, name, ...more })).toBe(4004);
    expect((await list(gateway)).at(-1)).toEqual({
      id: 3,
      name: listedName,
      serial: listedSerial,
      type: TYPES[4],
      channel: strings(4),
    });
    expect(await post(gateway, DELETE, { id: 3 })).toBe(4008);
  });

  it('takes the first free slot, up to ten', async () => {
    const fresh = await emptyGateway();
    for (let count = 0; count < INVERTER_COUNT_MAX; count++) {
      expect(await post(fresh, ADD, { serial: 116180400100 + count, name: `Nr ${count}` })).toBe(4004);
    }
    const full = await listText(fresh);
    expect(await post(fresh, ADD, { serial: 116180400199, name: 'B' })).toEqual(NO_ROOM);
    expect(await post(fresh, ADD, { serial: 116180400199, name: '' })).toEqual(NAME_LENGTH);
    expect(await listText(fresh)).toBe(full);
    for (const id of [7, 3]) expect(await post(fresh, DELETE, { id })).toBe(4008);
    expect(await slotsIn(fresh)).toEqual([0, 1, 2, 4, 5, 6, 8, 9]);
    expect(await post(fresh, ADD, { serial: 116180400199, name: 'B' })).toBe(4004);
    const now = await list(fresh);
    expect(now.map(({ id }: { id: number }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9]);
    expect(now[3]).toMatchObject({ id: 3, name: 'B', serial: '116180400199' });
  });

  it('that come at the same time each get a slot', async () => {
    const fresh = await emptyGateway();
    const wanted = Array.from({ length: 12 }, (_, count) => ({ serial: 116180400100 + count, name: 'A' }));
    const codes = await Promise.all(wanted.map((data) => post(fresh, ADD, data)));
    expect(codes.filter((code) => code === 4004)).toHaveLength(10);
    const ids = await slotsIn(fresh);
    expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is answered in bytes as the device does', async () => {
    const { port } = await emptyGateway();
    const { text, headers } = await postData(port, ADD, { serial: 1, name: 'A' });
    expect(text).toMatch(/^\{"type":"success","message":"[^"]+","code":4004\}$/);
    expect(headers['content-type']).toBe('application/json');
  });
});
