import { readFileSync } from 'node:fs';
import { PAGE_HEADER } from '@heliograph/contract';
import { keysOf } from '@heliograph/testbed/document-keys.ts';
import { SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway({ gitHash: 'g1234567', version: '1.2.3' });
  for (let second = 0; second < 20; second += 1) await gateway.clock.advanceAsync(1000);
  return gateway.dispose;
});

const NETWORK = '/api/network/config';
const asked = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  Object(jsonOf(await send(gateway.port, path, { headers: { ...login(), ...headers } })));

async function choose(api_generations: string): Promise<void> {
  const network = await asked(NETWORK, { [PAGE_HEADER.name]: PAGE_HEADER.value });
  expect(jsonOf(await postData(gateway.port, NETWORK, { ...network, api_generations }))).toMatchObject({
    code: 1001,
  });
}

/** Written by hand, from docs/reference/original-device.md and docs/reference/api-generations.md. */
const vector = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../packages/opendtu-api/vectors/${name}.json`, import.meta.url), 'utf8'),
  );
type Keys = Readonly<Record<string, readonly string[]>>;
const settingsKeys = (generation: string): Keys =>
  Object.fromEntries(
    Object.entries(vector(`${generation}/settings`)).map(([name, document]) => [name, keysOf(document)]),
  );
const KEYS: Readonly<Record<'2023-02' | '2024-02', Keys>> = {
  '2023-02': { ...vector('keys')['2023-02'], ...settingsKeys('2023-02') },
  '2024-02': { ...vector('keys')['2024-02'], ...settingsKeys('2024-02') },
};

/** What a gateway on a computer has none of: a list without an item has no keys below it, and a place may be null. */
const EMPTY_HERE = /^(task_details\[\]|led\[\]|latitude|longitude)/;
const OURS =
  /^(heliograph_|api_generations|prometheus_labels|mqtt_failure|ntp_(state|clock_set|address|answer_age|offset|next_try|failure))/;
const isCompared = (key: string) => !OURS.test(key) && !EMPTY_HERE.test(key);

const DOCUMENTS = [
  ['systemStatus', '/api/system/status'],
  ['deviceInfo', `/api/devinfo/status?inv=${SOUTH_ROOF}`],
  ['inverterList', '/api/inverter/list'],
  ['networkStatus', '/api/network/status'],
  ['timeStatus', '/api/ntp/status'],
  ['mqttStatus', '/api/mqtt/status'],
  ['network', '/api/network/config'],
  ['time', '/api/ntp/config'],
  ['mqtt', '/api/mqtt/config'],
  ['dtu', '/api/dtu/config'],
  ['device', '/api/device/config'],
  ['eventLog', `/api/eventlog/status?inv=${SOUTH_ROOF}`],
] as const;

describe.each([
  ['2023', '2023-02'],
  ['newest', '2024-02'],
] as const)('with the API of %s', (chosen, generation) => {
  beforeAll(() => choose(chosen));

  it.each(DOCUMENTS)('%s has the keys of an original of that time, and ours', async (name, path) => {
    const told = keysOf(await asked(path)).filter(isCompared);
    const original = KEYS[generation][name]?.filter(isCompared) ?? [];
    expect([...told].sort()).toEqual([...original].sort());
  });

  it.each(DOCUMENTS)('%s has all keys for the pages of the gateway', async (_, path) => {
    const forPages = keysOf(await asked(path, { [PAGE_HEADER.name]: PAGE_HEADER.value }));
    await choose('both');
    expect(forPages).toEqual(keysOf(await asked(path)));
    await choose(chosen);
  });
});

describe('with both', () => {
  beforeAll(() => choose('both'));

  it.each(DOCUMENTS)(
    '%s begins with the keys of 2023 and goes on with the newer ones',
    async (name, path) => {
      const document = await asked(path);
      const [old = [], newest = []] = [KEYS['2023-02'][name], KEYS['2024-02'][name]];
      expect(keysOf(document)).toEqual(expect.arrayContaining([...old, ...newest].filter(isCompared)));
      const first = new Set(old.map((key) => key.replace(/[.[:].*/, '')));
      const keys = Object.keys(document).map((key) => (key === SOUTH_ROOF ? '*' : key));
      expect(new Set(keys.slice(0, first.size))).toEqual(first);
    },
  );
});

describe('one inverter', () => {
  it('that is not there, or is not named, has an empty answer where only the newest devices are', async () => {
    await choose('newest');
    expect(await asked('/api/devinfo/status')).toEqual({});
    expect(await asked('/api/devinfo/status?inv=1')).toEqual({});
  });

  it('has its events in English where only the devices of 2023 are: they know nothing else', async () => {
    await choose('2023');
    const { [SOUTH_ROOF]: log } = await asked(`/api/eventlog/status?inv=${SOUTH_ROOF}&locale=de`);
    expect(log.events[0].message).toBe('Inverter has started');
  });
});

describe('the release that programs take the gateway for', () => {
  it.each([
    ['both', 'v25.5.10', '0.1.23'],
    ['2023', 'g1234567', '0.1.23'],
    ['newest', 'v26.3.30', '0.1.30'],
  ])(
    'is with %s %s with settings %s, beside the version that it has',
    async (chosen, git_hash, config_version) => {
      await choose(chosen);
      expect(await asked('/api/system/status')).toMatchObject({
        ...{ git_hash, config_version, heliograph_version: '1.2.3', heliograph_commit: '1234567' },
      });
    },
  );
});
