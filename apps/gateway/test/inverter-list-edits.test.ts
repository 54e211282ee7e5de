import {
  ADD,
  EDIT,
  emptyGateway,
  list,
  listText,
  NAME_LENGTH,
  post,
  slotsIn,
  string,
  strings,
  TYPES,
} from '@heliograph/testbed/gateway/inverter-list-words.ts';
import { GARAGE, SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * Changing an entry of the list of inverters. Source: docs/reference/original-device.md#json-that-the-device-takes,
 * #inverter-settings, #serial-numbers and #result-codes.
 */

const edit = { id: 1, serial: SOUTH_ROOF, name: 'Roof', channel: strings(2) };
const { id: _id, ...withoutId } = edit;
const { serial: _serial, ...withoutSerial } = edit;
const { name: _name, ...withoutName } = edit;
const { channel: _channel, ...withoutChannel } = edit;

describe('a change', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway();
    return gateway.dispose;
  });

  it.each([
    ['without an id', { ...withoutId, serial: 0 }, 1005],
    ['without a serial', { ...withoutSerial, id: 10 }, 1005],
    ['without a name', { ...withoutName, id: 10 }, 1005],
    ['without strings', { ...withoutChannel, id: 10 }, 1005],
    ['of nothing', {}, 1005],
    ['that is a list', [], 1005],
    ['with everything wrong', { id: 10, serial: 0, name: '', channel: [] }, 4005],
    ['with all but the id wrong', { id: 1, serial: 0, name: '', channel: [] }, 4001],
    ['with name and strings wrong', { id: 1, serial: 1, name: '', channel: [] }, NAME_LENGTH],
    ['of slot 10', { ...edit, id: 10 }, 4005],
    ['of slot 255', { ...edit, id: 255 }, 4005],
    // The original takes these for slot 0.
    ['of slot 256', { ...edit, id: 256 }, 4005],
    ['of slot -1', { ...edit, id: -1 }, 4005],
    ['of slot null', { ...edit, id: null }, 4005],
    ['of slot ""', { ...edit, id: '' }, 4005],
    ['of slot "one"', { ...edit, id: 'one' }, 4005],
    ['of slot "1a"', { ...edit, id: '1a' }, 4005],
    ['of slot {}', { ...edit, id: {} }, 4005],
    ['of slot [1]', { ...edit, id: [1] }, 4005],
    ['of slot 1e300', { ...edit, id: 1e300 }, 4005],
    ['to hex letters', { ...edit, serial: '11418273012a' }, 4001],
    ['to no serial', { ...edit, serial: null }, 4001],
    ['to a name of 32 bytes', { ...edit, name: 'x'.repeat(32) }, NAME_LENGTH],
    ['to no string', { ...edit, channel: [] }, 4006],
    ['to five strings', { ...edit, channel: strings(5) }, 4006],
    ['to strings that are an object', { ...edit, channel: { 0: string(), length: 1 } }, 4006],
    ['to strings that are a text', { ...edit, channel: 'East' }, 4006],
    ['to strings that are null', { ...edit, channel: null }, 4006],
    ['to a string name of 32 bytes', { ...edit, channel: [{ name: 'ü'.repeat(16) }] }, NAME_LENGTH],
  ])('%s is refused and changes nothing', async (_text, data, expected) => {
    const before = await listText(gateway);
    expect(await post(gateway, EDIT, data)).toEqual(expected);
    expect(await listText(gateway)).toBe(before);
  });

  it.each([
    [1, 1],
    ['1', 1],
    [1.9, 1],
    [true, 1],
    ['9', 9],
    [0, 0],
    [false, 0],
  ])('of slot %j changes slot %d', async (sent, id) => {
    const name = `Slot ${JSON.stringify(sent)}`;
    expect(await post(gateway, EDIT, { ...edit, id: sent, name })).toBe(4007);
    expect(await list(gateway)).toContainEqual({
      id,
      name,
      serial: SOUTH_ROOF,
      type: TYPES[2],
      channel: strings(2),
    });
  });

  it.each([
    [{}, string()],
    [{ name: 'East' }, { name: 'East', max_power: 0 }],
    [{ max_power: 400 }, { name: '', max_power: 400 }],
    [
      { name: 5, max_power: '380' },
      { name: '5', max_power: 380 },
    ],
    [
      { name: true, max_power: true },
      { name: 'true', max_power: 1 },
    ],
    [
      { name: 'x'.repeat(31), max_power: 65_535 },
      { name: 'x'.repeat(31), max_power: 65_535 },
    ],
    [
      { name: 'East', max_power: 65_536 },
      { name: 'East', max_power: 0 },
    ],
    [
      { name: 'East', max_power: -1 },
      { name: 'East', max_power: 0 },
    ],
    [
      { name: 'East', max_power: 380.9 },
      { name: 'East', max_power: 380 },
    ],
    [
      { name: 'East', max_power: 'much' },
      { name: 'East', max_power: 0 },
    ],
    [
      { name: 'East', max_power: null },
      { name: 'East', max_power: 0 },
    ],
    [null, string()],
    ['East', string()],
    [7, string()],
  ])('to the string %j stores %j', async (string, stored) => {
    const before = [
      { name: 'Before', max_power: 1 },
      { name: 'Right', max_power: 2 },
    ];
    await post(gateway, EDIT, { ...edit, channel: before });
    expect(await post(gateway, EDIT, { ...edit, channel: [string] })).toBe(4007);
    expect(await list(gateway)).toContainEqual(
      expect.objectContaining({ id: 1, channel: [stored, before[1]] }), // the second one was not sent
    );
  });

  it('keeps strings that are not sent, also beyond those that the type has', async () => {
    const fresh = await startTestGateway();
    const four = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, max_power: 100 + index }));
    await post(fresh, EDIT, { ...edit, channel: four });
    expect((await list(fresh))[1]?.channel).toEqual(four.slice(0, 2));
    await post(fresh, EDIT, { ...edit, serial: '116180400144', channel: [string()] });
    expect((await list(fresh))[1]?.channel).toEqual([string(), ...four.slice(1)]);
  });

  it('of an empty slot creates an inverter there', async () => {
    const fresh = await emptyGateway();
    expect(await post(fresh, EDIT, { id: 6, serial: GARAGE, name: 'G', channel: strings(1) })).toBe(4007);
    expect(await list(fresh)).toEqual([
      { id: 6, name: 'G', serial: GARAGE, type: TYPES[1], channel: strings(1) },
    ]);
    expect(await post(fresh, ADD, { serial: SOUTH_ROOF, name: 'S' })).toBe(4004);
    expect(await slotsIn(fresh)).toEqual([0, 6]);
  });

  it('is answered with the code before the message, as nothing else', async () => {
    const { text } = await postData(gateway.port, EDIT, {
      id: 0,
      serial: GARAGE,
      name: 'G',
      channel: strings(1),
    });
    expect(text).toMatch(/^\{"type":"success","code":4007,"message":"[^"]+"\}$/);
    const refused = await postData(gateway.port, EDIT, { ...edit, name: '' });
    expect(refused.text).toMatch(/^\{"type":"warning","message":"[^"]+","code":4002,"param":\{"max":31\}\}$/);
  });
});
