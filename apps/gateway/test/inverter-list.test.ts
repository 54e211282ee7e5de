import { INVERTER_COUNT_MAX } from '@heliograph/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { login, send } from './http-client.ts';
import { GARAGE, postData, resultOf, SOUTH_ROOF } from './plant-gateway.ts';
import { startSharedGateway, startTestGateway, type TestGateway } from './start-test-gateway.ts';

/** The list of inverters and its three changes. Source: device contract, sections 0.2, 1.8 to 1.11, 5.5 and 16.3. */

const LIST = '/api/inverter/list';
const ADD = '/api/inverter/add';
const EDIT = '/api/inverter/edit';
const DELETE = '/api/inverter/del';

const TYPES = {
  1: 'HM-300, HM-350, HM-400',
  2: 'HM-600, HM-700, HM-800',
  4: 'HM-1000, HM-1200, HM-1500',
} as const;
const NAME_LENGTH = [4002, { max: 31 }];
const NO_ROOM = [4003, { max: 10 }];

const EMPTY_STRING = { name: '', max_power: 0 };
const strings = (count: number) => Array.from({ length: count }, () => EMPTY_STRING);

const listText = async ({ port }: TestGateway) => (await send(port, LIST, { headers: login() })).text;
const list = async (gateway: TestGateway) => JSON.parse(await listText(gateway)).inverter;
const post = async ({ port }: TestGateway, path: string, data: unknown) =>
  resultOf(await postData(port, path, data));

const emptyGateway = () => startTestGateway({ scenario: 'no-inverters' });

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
        '"channel":[{"name":"Garage roof","max_power":410}]},' +
        `{"id":1,"name":"South roof","serial":"114182730124","type":"${TYPES[2]}",` +
        '"channel":[{"name":"South left","max_power":425},{"name":"","max_power":0}]},' +
        `{"id":2,"name":"East and west roof","serial":"116181452037","type":"${TYPES[4]}",` +
        '"channel":[{"name":"East upper","max_power":400},{"name":"East lower","max_power":400},' +
        '{"name":"","max_power":400},{"name":"","max_power":400}]}]}',
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
        before[index].channel.map(() => ({ name: `${'ü'.repeat(15)}x`, max_power: 65_535 })),
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
    ['138212345678', 'Unknown', 4],
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
    expect((await list(fresh)).map(({ id }: { id: number }) => id)).toEqual([0, 1, 2, 4, 5, 6, 8, 9]);
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
    const ids = (await list(fresh)).map(({ id }: { id: number }) => id);
    expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is answered in bytes as the device does', async () => {
    const { port } = await emptyGateway();
    const { text, headers } = await postData(port, ADD, { serial: 1, name: 'A' });
    expect(text).toMatch(/^\{"type":"success","message":"[^"]+","code":4004\}$/);
    expect(headers['content-type']).toBe('application/json');
  });
});

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
    ['to strings that are an object', { ...edit, channel: { 0: EMPTY_STRING, length: 1 } }, 4006],
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
    [{}, EMPTY_STRING],
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
    [null, EMPTY_STRING],
    ['East', EMPTY_STRING],
    [7, EMPTY_STRING],
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
    expect((await list(fresh))[1].channel).toEqual(four.slice(0, 2));
    await post(fresh, EDIT, { ...edit, serial: '116180400144', channel: [EMPTY_STRING] });
    expect((await list(fresh))[1].channel).toEqual([EMPTY_STRING, ...four.slice(1)]);
  });

  it('of an empty slot creates an inverter there', async () => {
    const fresh = await emptyGateway();
    expect(await post(fresh, EDIT, { id: 6, serial: GARAGE, name: 'G', channel: strings(1) })).toBe(4007);
    expect(await list(fresh)).toEqual([
      { id: 6, name: 'G', serial: GARAGE, type: TYPES[1], channel: strings(1) },
    ]);
    expect(await post(fresh, ADD, { serial: SOUTH_ROOF, name: 'S' })).toBe(4004);
    expect((await list(fresh)).map(({ id }: { id: number }) => id)).toEqual([0, 6]);
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

describe('a deletion', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startSharedGateway();
    return gateway.dispose;
  });

  it.each([
    [{}, 1005],
    [[], 1005],
    [{ ID: 1 }, 1005],
    [{ id: 10 }, 4005],
    [{ id: 256 }, 4005],
    [{ id: -1 }, 4005],
    [{ id: null }, 4005],
    [{ id: 'first' }, 4005],
    [{ id: '' }, 4005],
    [{ id: {} }, 4005],
  ])('%j is refused and changes nothing', async (data, expected) => {
    const before = await listText(gateway);
    expect(await post(gateway, DELETE, data)).toBe(expected);
    expect(await listText(gateway)).toBe(before);
  });

  it.each([
    [{ id: 1 }, [0, 2]],
    [{ id: '1' }, [0, 2]],
    [{ id: true }, [0, 2]],
    [{ id: 2.9 }, [0, 1]],
    [{ id: 9 }, [0, 1, 2]], // an empty one
  ])('%j leaves %j', async (data, left) => {
    const fresh = await startTestGateway();
    const { text } = await postData(fresh.port, DELETE, data);
    expect(text).toMatch(/^\{"type":"success","message":"[^"]+","code":4008\}$/);
    expect((await list(fresh)).map(({ id }: { id: number }) => id)).toEqual(left);
  });
});
