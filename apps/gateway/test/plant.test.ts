import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Where the modules lie, and the order of the inverters. */

const PATH = '/api/heliograph/plant';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
});
afterAll(() => gateway.dispose());

const json = async (path: string, headers = {}) =>
  JSON.parse((await send(gateway.port, path, { headers })).text);
const serials = async () =>
  (await json('/api/livedata/status')).inverters.map(({ serial }: { serial: string }) => serial);
const NOTHING = { groups: [], modules: [], order: [] };
const save = (plant: object) => postData(gateway.port, PATH, { ...NOTHING, ...plant });

describe('the plant', () => {
  it('is empty at first', async () => {
    expect(await json(PATH)).toEqual(NOTHING);
  });

  it('is kept as it was drawn, with inverters that are not there', async () => {
    const { good } = POST_CASES.setPlant;
    expect((await save(good)).text).toContain('"code":1001');
    expect(await json(PATH)).toEqual(good);
    await save({});
  });

  it('has the order in which every list names the inverters', async () => {
    const before = await serials();
    expect(before.length).toBeGreaterThan(1);
    await save({ order: [before.at(-1), '999900000000'] });
    expect(await serials()).toEqual([before.at(-1), ...before.slice(0, -1)]);
    await save({});
    expect(await serials()).toEqual(before);
  });

  it('follows when programs choose the order of the radio', async () => {
    const before: string[] = await serials();
    await save({ order: before });
    const slots: { id: number; serial: string }[] = (await json('/api/inverter/list', login())).inverter;
    const backwards = before.toReversed();
    const order = backwards.map((serial) => slots.find((slot) => slot.serial === serial)?.id);
    await postData(gateway.port, '/api/inverter/order', { order });
    expect(await serials()).toEqual(backwards);
    expect((await json(PATH)).order).toEqual(backwards);
  });
});
