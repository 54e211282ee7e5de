import { SECRET_PLACEHOLDER, type SourceConfig } from '@heliograph/contract';
import { SCENARIOS } from '@heliograph/simulator';
import { type PlantGateway, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import {
  DEVICE_PASSWORD,
  startServedDevice,
  type TestDevice,
} from '@heliograph/testbed/gateway/served-device.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { AS_FORM, dataForm, login as httpLogin, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveDevice } from '../src/simulated-devices/serve-device.ts';

const SOUTH_ROOF = '114182730124';
const HOUSE = '1164a00b0fa2';
const SAVE = '/api/heliograph/source';
const TRY = '/api/heliograph/source-trial';

const configOf = (port: number, change: Partial<SourceConfig> = {}): SourceConfig => ({
  ...{ id: '', name: '', enabled: true, https: false, host: '127.0.0.1', port, path: '' },
  ...{ user: 'admin', password: DEVICE_PASSWORD },
  ...change,
});

interface Testbed {
  readonly gateway: PlantGateway;
  readonly served: TestDevice;
}

/** A gateway whose own plant has no inverters, and a device with three. */
async function start(): Promise<Testbed> {
  const gateway = await startPlantGateway({ scenario: 'no-inverters' });
  const served = await startServedDevice({ clock: gateway.clock });
  await gateway.advance(16_000); // the device has read its inverters
  return { gateway, served };
}

const answerOf = async (gateway: PlantGateway, path: string, data: unknown) =>
  JSON.parse((await gateway.post(path, data)).text);

async function sourcesOf(gateway: PlantGateway) {
  const { sources } = Object(await gateway.json('/api/heliograph/sources'));
  return sources;
}

async function add({ gateway, served }: Testbed, change: Partial<SourceConfig> = {}): Promise<string> {
  const answer = await answerOf(gateway, SAVE, configOf(served.port, change));
  expect(answer).toMatchObject({ type: 'success', code: 1001, source_problem: '', source_inverters: 3 });
  await eventually(async () => expect((await sourcesOf(gateway))[1]).toMatchObject({ state: 'live' }));
  return answer.id;
}

/** Lets time pass in steps, in which the device answers. */
async function pass(gateway: PlantGateway, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 2; step += 1) {
    await gateway.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a device that is added', () => {
  it('brings its inverters, and takes them away again', async () => {
    const testbed = await start();
    const { gateway } = testbed;
    const id = await add(testbed);
    const names = (await gateway.live()).map(({ name, source }) => [name, source]);
    expect(names).toEqual([
      ['Garage', id],
      ['South roof', id],
      ['East and west roof', id],
    ]);
    const [radio, device] = await sourcesOf(gateway);
    expect(radio).toMatchObject({ id: 'radio', kind: 'radio', state: 'live', inverters: 0 });
    expect(device).toMatchObject({
      ...{ kind: 'opendtu', version: 'v26.3.30', generation: '2024-02', inverters: 3 },
      ...{ newest_version: 'v26.3.30', password_right: true, duplicates: [], gaps: [] },
      unprotected_sockets: false,
    });
    await eventually(async () =>
      expect((await sourcesOf(gateway))[1]).toMatchObject({ poll_interval: 5, nrf: true }),
    );
    expect((await sourcesOf(gateway))[1]).not.toHaveProperty('cmt_frequency');
    expect(await answerOf(gateway, '/api/heliograph/source-removal', { id })).toMatchObject({ code: 13011 });
    expect(await gateway.live()).toEqual([]);
  });

  it('is on the air only with a radio that has an inverter to call', async () => {
    const gateway = await startPlantGateway({ scenario: 'no-inverters' });
    const served = await startServedDevice({ clock: gateway.clock, scenario: SCENARIOS['large-inverters'] });
    await gateway.advance(16_000);
    expect(await answerOf(gateway, SAVE, configOf(served.port))).toMatchObject({ code: 1001 });
    // It has a radio for HM inverters, but none of them.
    await eventually(async () =>
      expect((await sourcesOf(gateway))[1]).toMatchObject({
        ...{ inverters: 2, poll_interval: 5, nrf: false, cmt_frequency: 865_000_000 },
      }),
    );
  });

  it('tells by which rules of the grid its inverters feed in', async () => {
    const testbed = await start();
    const id = await add(testbed);
    const path = `?inv=${SOUTH_ROOF}`;
    await eventually(async () =>
      expect(await testbed.gateway.json(`/api/gridprofile/status${path}`)).toMatchObject({
        ...{ name: 'DE - DE_VDE4105_2018', version: '2.0.0' },
      }),
    );
    const { raw } = Object(await testbed.gateway.json(`/api/gridprofile/rawdata${path}`));
    expect(raw).toHaveLength(16);
    const { inverters } = Object(await testbed.gateway.json(`/api/heliograph/source-inverters?source=${id}`));
    expect(inverters[1]).toMatchObject({
      ...{ serial: SOUTH_ROOF, grid_profile: { name: 'DE - DE_VDE4105_2018', version: '2.0.0' } },
      radio: { rx_success: expect.any(Number), rssi: expect.any(Number) },
    });
    expect(inverters[1].grid_profile.sections).toHaveLength(2);
  });

  it('carries out orders, and they are in the time line', async () => {
    const testbed = await start();
    const { gateway, served } = testbed;
    await add(testbed);
    const order = { serial: SOUTH_ROOF, limit_type: 1, limit_value: 40 };
    expect(await gateway.result('/api/limit/config', order)).toBe(1001);
    await pass(gateway, 8);
    expect(served.device.inspect(SOUTH_ROOF)).toMatchObject({ limitPercent: 40 });
    const { orders } = Object(await gateway.json('/api/orders'));
    const [{ steps }] = orders;
    expect(steps.map(({ state }: { state: string }) => state)).toEqual(
      expect.arrayContaining(['asked', 'sent', 'acknowledged']),
    );
  });

  it('never tells its password, and does not give it to another address', async () => {
    const testbed = await start();
    const { gateway, served } = testbed;
    const id = await add(testbed);
    const settings = (await gateway.get('/api/heliograph/source-settings')).text;
    expect(settings).not.toContain(DEVICE_PASSWORD);
    expect(JSON.parse(settings).sources).toEqual([
      configOf(served.port, { id, password: SECRET_PLACEHOLDER }),
    ]);
    const kept = configOf(served.port, { id, password: SECRET_PLACEHOLDER, name: 'Barn' });
    expect(await answerOf(gateway, SAVE, kept)).toMatchObject({ code: 1001 });
    const other = await startServedDevice({ clock: gateway.clock, allowReadonly: false });
    const moved = { ...kept, port: other.port };
    expect(await answerOf(gateway, TRY, moved)).toMatchObject({
      ...{ type: 'warning', source_problem: 'login', source_password_right: false },
    });
  });

  it('is not there twice', async () => {
    const testbed = await start();
    await add(testbed);
    const { gateway, served } = testbed;
    expect(await answerOf(gateway, SAVE, configOf(served.port))).toMatchObject({ code: 13010 });
    for (const host of ['localhost', 'LOCALHOST.', '::1', '127.0.0.2']) {
      expect(await answerOf(gateway, SAVE, configOf(served.port, { host }))).toMatchObject({ code: 13010 });
    }
  });

  it('is not there twice under another address either, unlike its twin of the same name', async () => {
    const testbed = await start();
    await add(testbed);
    const { gateway, served } = testbed;
    const elsewhere = await serveDevice({ device: served.device, clock: gateway.clock });
    onTestFinished(() => elsewhere.close());
    for (const call of [TRY, SAVE]) {
      expect(await answerOf(gateway, call, configOf(elsewhere.port))).toMatchObject({
        ...{ type: 'warning', code: 13013, source_facts: { version: 'v26.3.30' } },
      });
    }
    const twin = await startServedDevice({
      clock: gateway.clock,
      chipId: 'ABCDEF',
      hostName: 'OpenDTU-12AB34',
    });
    expect(await answerOf(gateway, SAVE, configOf(twin.port))).toMatchObject({ code: 1001 });
  });

  it('has a number behind its name where another, or the gateway, has the same, until it gets one of its own', async () => {
    const testbed = await start();
    const { gateway } = testbed;
    const { hostname } = Object(await gateway.json('/api/system/status'));
    const names = async () => (await sourcesOf(gateway)).map(({ name }: { name: string }) => name);
    expect((await sourcesOf(gateway))[0]).toMatchObject({ id: 'radio', simulated: true });
    const id = await add(testbed);
    expect(await names()).toEqual(['', 'OpenDTU-12AB34']);
    for (const [chipId, hostName] of [
      ['00000A', 'OpenDTU-12AB34'],
      ['00000B', hostname],
    ] as const) {
      const { port } = await startServedDevice({ clock: gateway.clock, chipId, hostName });
      expect(await answerOf(gateway, SAVE, configOf(port))).toMatchObject({ code: 1001 });
    }
    await eventually(async () =>
      expect(await names()).toEqual(['', 'OpenDTU-12AB34', 'OpenDTU-12AB34 (2)', `${hostname} (2)`]),
    );
    const named = configOf(testbed.served.port, { id, name: 'Barn', password: SECRET_PLACEHOLDER });
    expect(await answerOf(gateway, SAVE, named)).toMatchObject({ code: 1001 });
    expect(await names()).toEqual(['', 'Barn', 'OpenDTU-12AB34', `${hostname} (2)`]);
  });

  it('is there again after a restart of the gateway', async () => {
    const testbed = await start();
    const id = await add(testbed);
    await testbed.gateway.restart();
    await eventually(async () => {
      expect((await sourcesOf(testbed.gateway))[1]).toMatchObject({ id, state: 'live' });
    });
    expect(await testbed.gateway.live()).toHaveLength(3);
  });
});

describe('what is no device', () => {
  it('is not saved, each with its own word', async () => {
    const { gateway, served } = await start();
    const saved = async () => Object(await gateway.json('/api/heliograph/source-settings')).sources;
    served.device.setFaults({ failure: 'login-page' });
    expect(await answerOf(gateway, SAVE, { ...configOf(served.port), untested: true })).toMatchObject({
      ...{ type: 'warning', source_problem: 'no-json' },
    });
    expect(await answerOf(gateway, SAVE, configOf(1))).toMatchObject({ source_problem: 'unreachable' });
    const nowhere = configOf(80, { host: 'nowhere.invalid' });
    expect(await answerOf(gateway, SAVE, { ...nowhere, untested: true })).toMatchObject({
      source_problem: 'unknown-name',
    });
    expect(await saved()).toEqual([]);
    expect(await answerOf(gateway, SAVE, { ...configOf(1), untested: true })).toMatchObject({ code: 1001 });
    expect(await saved()).toHaveLength(1);
  });

  it('are ourselves, and a gateway that has its inverters from us', async () => {
    const { gateway } = await start();
    const ourselves = configOf(gateway.port(), { password: '' });
    expect(await answerOf(gateway, SAVE, ourselves)).toMatchObject({ source_problem: 'itself' });
    const other = await startPlantGateway({ scenario: 'no-inverters' });
    expect(await answerOf(other, SAVE, { ...ourselves, untested: true })).toMatchObject({ code: 1001 });
    await eventually(async () => {
      const { heliograph_upstream: upstream } = Object(await other.json('/api/system/status'));
      expect(upstream).toHaveLength(1);
    });
    const ring = configOf(other.port(), { password: '' });
    expect(await answerOf(gateway, SAVE, { ...ring, untested: true })).toMatchObject({
      source_problem: 'ring',
    });
  });
});

it('finds itself, and a ring, also where reading is locked and the password is wrong', async () => {
  const [gateway, other] = await Promise.all(
    [1, 2].map(() => startPlantGateway({ scenario: 'no-inverters' })),
  );
  if (gateway === undefined || other === undefined) throw new Error('two were started');
  expect(await answerOf(gateway, SAVE, configOf(other.port(), { password: 'openDTU42' }))).toMatchObject({
    code: 1001,
  });
  await eventually(async () => {
    const { heliograph_upstream: upstream } = Object(await gateway.json('/api/system/status'));
    expect(upstream).toHaveLength(1);
  });
  await gateway.post('/api/security/config', { password: 'another one', allow_readonly: false });
  const login = { password: 'guessed', untested: true } as const;
  const ring = { ...configOf(gateway.port()), ...login };
  expect(await answerOf(other, SAVE, ring)).toMatchObject({ type: 'warning', source_problem: 'ring' });
  await other.post('/api/security/config', { password: 'another one', allow_readonly: false });
  const ourselves = { ...configOf(other.port()), ...login };
  const answer = await send(other.port(), SAVE, {
    method: 'POST',
    headers: { ...AS_FORM, ...httpLogin('another one') },
    body: dataForm(ourselves),
  });
  expect(JSON.parse(answer.text)).toMatchObject({ type: 'warning', source_problem: 'itself' });
});

describe('an inverter of a device', () => {
  const RENAME = '/api/heliograph/source-inverter';

  it('has a name of ours, until the device itself takes one', async () => {
    const testbed = await start();
    const { gateway, served } = testbed;
    const source = await add(testbed);
    const names = { source, serial: SOUTH_ROOF, name: 'Shed', channel: [{ name: 'Left', max_power: 410 }] };
    const name = async () => (await gateway.live()).find(({ serial }) => serial === SOUTH_ROOF)?.name;
    expect(await answerOf(gateway, RENAME, { ...names, on_device: false })).toMatchObject({ code: 4007 });
    expect(await name()).toBe('Shed');
    const listed = async () => {
      const { inverters } = Object(await gateway.json(`/api/heliograph/source-inverters?source=${source}`));
      return inverters.find(({ serial }: { serial: string }) => serial === SOUTH_ROOF);
    };
    expect(await listed()).toMatchObject({ device_name: 'South roof', name: 'Shed' });
    served.device.plantKeys('inverters', { planted: 'stays' });
    const onDevice = { ...names, name: 'Stable', on_device: true };
    expect(await answerOf(gateway, RENAME, onDevice)).toMatchObject({ code: 4007 });
    await eventually(async () => expect(await name()).toBe('Stable'));
    expect(await listed()).toMatchObject({ device_name: 'Stable', name: '' });
  });

  it('keeps on its device what is left empty', async () => {
    const testbed = await start();
    const source = await add(testbed);
    const listed = async () => {
      const { inverters } = Object(
        await testbed.gateway.json(`/api/heliograph/source-inverters?source=${source}`),
      );
      return inverters.find(({ serial }: { serial: string }) => serial === SOUTH_ROOF);
    };
    const rename = async (names: object) => {
      const update = { source, serial: SOUTH_ROOF, on_device: true, ...names };
      expect(await answerOf(testbed.gateway, RENAME, update)).toMatchObject({ code: 4007 });
    };
    const named = ['Left', 'Right'].map((name) => ({ name, max_power: 410 }));
    await rename({ name: 'South roof', channel: named });
    await eventually(async () => expect((await listed()).channel[1].device_name).toBe('Right'));
    const before = await listed();
    await rename({ name: 'Stable', channel: named.map(() => ({ name: '', max_power: 0 })) });
    await eventually(async () => expect((await listed()).device_name).toBe('Stable'));
    expect((await listed()).channel).toEqual(before.channel);
  });

  it('may have letters in its serial', async () => {
    const gateway = await startPlantGateway({ scenario: 'no-inverters' });
    const twoDevices = SCENARIOS['two-devices'];
    const inverters = twoDevices.devices.flatMap((device) => device.inverters);
    const scenario = { ...twoDevices, inverters, devices: [] };
    const served = await startServedDevice({ clock: gateway.clock, scenario });
    await gateway.advance(16_000);
    const { id: source } = await answerOf(gateway, SAVE, configOf(served.port));
    const named = async () => (await gateway.live()).map(({ serial, name }) => [serial, name]);
    await eventually(async () => expect(await named()).toContainEqual([HOUSE, 'House']));
    const names = { source, serial: HOUSE, name: 'Villa', channel: [] };
    expect(await answerOf(gateway, RENAME, { ...names, on_device: false })).toMatchObject({ code: 4007 });
    await eventually(async () => expect(await named()).toContainEqual([HOUSE, 'Villa']));
    expect(await answerOf(gateway, RENAME, { ...names, on_device: true })).toMatchObject({ code: 4007 });
    await gateway.restart();
    await eventually(async () => expect(await named()).toContainEqual([HOUSE, 'Villa']));
  });
});

describe('a name with the dot of the root', () => {
  it('leads to the same device as without', async () => {
    const testbed = await start();
    await add(testbed, { host: 'localhost.' });
    expect(await testbed.gateway.live()).toHaveLength(3);
  });
});

describe('a device from near', () => {
  it('tells of itself, and has its settings changed in nothing but what was changed', async () => {
    const testbed = await start();
    const { gateway, served } = testbed;
    const source = await add(testbed);
    const facts = Object(await gateway.json(`/api/heliograph/source-facts?source=${source}`));
    expect(facts.system).toMatchObject({ git_hash: 'v26.3.30' });
    expect(Object.keys(facts)).toEqual(['system', 'network', 'ntp', 'mqtt']);
    const some = Object(await gateway.json(`/api/heliograph/source-facts?source=${source}&facts=ntp`));
    expect(some).toEqual({ ntp: facts.ntp });
    const before = served.device.settings('mqtt');
    const path = `/api/heliograph/source-document?source=${source}&document=mqtt`;
    const { settings } = Object(await gateway.json(path));
    expect(settings).toMatchObject({ mqtt_topic: before.mqtt_topic });
    const changes = { mqtt_hostname: 'broker.test', mqtt_enabled: true, mqtt_password: SECRET_PLACEHOLDER };
    const update = { source, document: 'mqtt', settings: changes };
    expect(await answerOf(gateway, '/api/heliograph/source-document', update)).toMatchObject({ code: 1001 });
    expect(served.device.settings('mqtt')).toEqual({
      ...before,
      ...{ mqtt_hostname: 'broker.test', mqtt_enabled: true },
    });
    const bad = { source, document: 'dtu', settings: { dtu_pollinterval: 0 } };
    expect(await answerOf(gateway, '/api/heliograph/source-document', bad)).toMatchObject({ code: 2002 });
  });

  it('is not said to have saved settings that it does not have', async () => {
    const testbed = await start();
    const source = await add(testbed);
    const update = { source, document: 'time', settings: { unknown_key: 1 } };
    expect(await answerOf(testbed.gateway, '/api/heliograph/source-document', update)).toMatchObject({
      ...{ type: 'warning', code: 1005 },
    });
  });

  it('takes a new password, which is ours from then on', async () => {
    const testbed = await start();
    const { gateway } = testbed;
    const source = await add(testbed);
    const update = { source, document: 'security', settings: { password: 'another sunny side' } };
    expect(await answerOf(gateway, '/api/heliograph/source-document', update)).toMatchObject({ code: 1001 });
    await eventually(async () =>
      expect((await sourcesOf(gateway))[1]).toMatchObject({ state: 'live', password_right: true }),
    );
    const { settings } = Object(
      await gateway.json(`/api/heliograph/source-document?source=${source}&document=security`),
    );
    expect(settings.password).toBe(SECRET_PLACEHOLDER);
  });

  it('is copied every day where something has changed', async () => {
    const testbed = await start();
    const { gateway } = testbed;
    const source = await add(testbed);
    const list = async () => Object(await gateway.json(`/api/heliograph/source-backups?source=${source}`));
    expect(await list()).toEqual({ backups: [] });
    await pass(gateway, 65);
    await eventually(async () => expect((await list()).backups).toHaveLength(1));
    const [{ name }] = (await list()).backups;
    const copy = Object(await gateway.json(`/api/heliograph/source-backup?source=${source}&name=${name}`));
    expect(copy.config.cfg).toBeDefined();
    const stranger = `/api/heliograph/source-backup?source=${source}&name=security.json`;
    expect(await gateway.json(stranger)).toEqual({});
  });
});
