import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Change {
  readonly sections: readonly { readonly section: string }[];
}

/** What was changed in the settings, over the API, and the way back. */

const PATH = '/api/heliograph/changes';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
});
afterAll(() => gateway.dispose());

const text = async (path: string) => (await send(gateway.port, path, { headers: login() })).text;
const json = async (path: string) => JSON.parse(await text(path));
const newest = async () => (await json(PATH)).changes[0];
const takeBack = async (id: number) =>
  JSON.parse((await postData(gateway.port, '/api/heliograph/take-back', { id })).text);
async function save(path: string, values: object, headers = login()): Promise<void> {
  const sent = { ...JSON.parse((await send(gateway.port, path, { headers })).text), ...values };
  const answer = await postData(gateway.port, path, sent, headers);
  expect(answer.text).toContain('"code":1001');
}

describe('the changes', () => {
  it('begin with the first start, which cannot be taken back', async () => {
    const { changes, more } = await json(PATH);
    expect(changes.at(-1)).toMatchObject({
      id: 1,
      actor: 'gateway',
      reason: 'first-start',
      takes_back: false,
    });
    expect(more).toBe(false);
    expect((await takeBack(1)).code).toBe(17_003);
  });

  it('tell who has changed what, and when', async () => {
    await save('/api/ntp/config', { ntp_server: 'time.test' });
    expect(await newest()).toMatchObject({
      at: expect.any(Number),
      actor: 'admin',
      reason: 'saved',
      sections: [
        {
          section: 'ntp',
          values: [{ path: ['ntp_server'], before: 'pool.ntp.org', after: 'time.test' }],
        },
      ],
      takes_back: true,
    });
  });

  it('are taken back as a change of their own, which can be taken back, too', async () => {
    const { id } = await newest();
    expect((await takeBack(id)).code).toBe(17_001);
    expect((await json('/api/ntp/config')).ntp_server).toBe('pool.ntp.org');
    const back = await newest();
    expect([back.reason, back.id]).toEqual(['taken-back', id + 1]);
    expect((await takeBack(id)).code).toBe(17_003); // it is as it was before already
    expect((await json(`${PATH}?before=${id + 1}`)).changes[0]).toMatchObject({ id, already_back: true });
    expect(back).not.toHaveProperty('already_back');
    expect((await takeBack(back.id)).code).toBe(17_001);
    expect((await json('/api/ntp/config')).ntp_server).toBe('time.test');
  });

  it('of an inverter that is renamed for the first time are one, although the page saves what was usual with it', async () => {
    const [{ order: _, ...first }] = (await json('/api/inverter/list')).inverter;
    const edit = await postData(gateway.port, '/api/inverter/edit', { ...first, name: 'Renamed' });
    expect(edit.text).toContain('"code":4007');
    expect((await newest()).sections).toEqual([
      {
        section: 'inverters',
        values: [{ path: ['inverter', first.serial, 'name'], before: first.name, after: 'Renamed' }],
      },
    ]);
    expect((await takeBack((await newest()).id)).code).toBe(17_001);
  });

  it('of the order tell the inverters, and what they are called', async () => {
    const { inverter } = await json('/api/inverter/list');
    const ids = inverter.map(({ id }: { id: number }) => id);
    const serials = inverter.map(({ serial }: { serial: string }) => serial);
    const answer = await postData(gateway.port, '/api/inverter/order', { order: ids.toReversed() });
    expect(answer.text).toContain('"code":4009');
    const { changes, names } = await json(PATH);
    const [value] = changes[0].sections.find(
      (one: { section: string }) => one.section === 'inverters',
    ).values;
    expect(value).toMatchObject({ path: ['order'], after: serials.toReversed() });
    expect(names).toMatchObject({ [serials[0]]: inverter[0].name });
    expect((await takeBack(changes[0].id)).code).toBe(17_001);
    const ranked = (await json('/api/inverter/list')).inverter.map(({ id }: { id: number }) => id);
    expect(ranked).toEqual(ids);
  });

  it('that nobody has kept are not taken back', async () => {
    for (const id of [0, 999_999, 4_294_967_295]) expect((await takeBack(id)).code).toBe(17_002);
  });

  it('leave passwords out, and as they are', async () => {
    await save('/api/mqtt/config', { mqtt_hostname: 'one.invalid', mqtt_password: 'planted-one' });
    await save('/api/mqtt/config', { mqtt_hostname: 'two.invalid', mqtt_password: 'planted-two' });
    const { id, sections } = await newest();
    expect(sections[0].values).toEqual([
      { path: ['mqtt_hostname'], before: 'one.invalid', after: 'two.invalid' },
      { path: ['mqtt_password'], hidden: true, stays: true },
    ]);
    expect(await takeBack(id)).toMatchObject({
      code: 17_001,
      kept: [{ section: 'mqtt', path: ['mqtt_password'], why: 'secret' }],
    });
    const config = JSON.parse((await send(gateway.port, '/api/config/get', { headers: login() })).text);
    expect([config.mqtt.hostname, config.mqtt.password]).toEqual(['one.invalid', 'planted-two']);
  });

  it('tell no secret of any section, after all of them were set, changed and taken back', async () => {
    const pem = (name: string) => `-----BEGIN CERTIFICATE-----\nplanted-${name}\n-----END CERTIFICATE-----\n`;
    const device = { ...POST_CASES.saveSource.good, id: '', untested: true };
    for (const round of ['three', 'four']) {
      const secret = `planted-${round}`;
      await save('/api/network/config', { password: secret });
      await save('/api/mqtt/config', {
        ...{ mqtt_password: secret, mqtt_root_ca_cert: pem(round), mqtt_client_cert: pem(round) },
        mqtt_client_key: secret,
      });
      await postData(gateway.port, '/api/heliograph/source', { ...device, password: secret });
      device.id = (await json('/api/heliograph/source-settings')).sources.at(-1).id;
      await save('/api/security/config', { password: secret });
      await save('/api/security/config', { password: 'openDTU42' }, login(secret));
    }
    await postData(gateway.port, '/api/heliograph/source-removal', { id: device.id });
    const { changes } = await json(PATH);
    const sections = new Set(
      changes.flatMap((change: Change) => change.sections.map(({ section }) => section)),
    );
    expect([...sections].sort()).toEqual(['inverters', 'mqtt', 'network', 'ntp', 'security', 'sources']);
    for (const { id, takes_back: isOffered } of changes) if (isOffered) await takeBack(id);
    const answer = await text(PATH);
    expect(answer).toContain('"hidden":true');
    expect(answer).not.toMatch(/planted|BEGIN|scrypt|openDTU42/);
  });

  it('that would make no sense now are not taken back', async () => {
    const list = async () => (await json('/api/inverter/list')).inverter;
    const [first] = await list();
    await postData(gateway.port, '/api/inverter/del', { id: first.id });
    const { id } = await newest();
    await postData(gateway.port, '/api/inverter/add', { serial: '116199999999', name: 'In its place' });
    expect((await list())[0].serial).toBe('116199999999');
    expect(await takeBack(id)).toMatchObject({
      code: 17_003,
      kept: [{ section: 'inverters', path: ['inverter', first.serial], why: 'unfit' }],
    });
  });

  it('come fifty at a time', async () => {
    for (let count = 0; count < 52; count++) {
      await save('/api/dtu/config', { dtu_pollinterval: 10 + count, pollinterval: 10 + count });
    }
    const page = await json(PATH);
    expect([page.changes.length, page.more]).toEqual([50, true]);
    const rest = await json(`${PATH}?before=${page.changes.at(-1).id}`);
    expect(rest.changes[0].id).toBe(page.changes.at(-1).id - 1);
    expect([rest.changes.at(-1).id, rest.more]).toEqual([1, false]);
  });

  it('are for the admin alone', async () => {
    expect((await send(gateway.port, PATH)).status).toBe(401);
  });
});
