import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS, type PostName, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

/** Passwords go in and never come out. Source: docs/decisions/0007-secrets-are-never-sent.md. */

const SECRETS = { admin: 'openDTU42', network: 'wifi canary 7', mqtt: 'mqtt canary 7' };
/** Backups are the answers that have them: they would be none without. */
const BACKUPS: readonly string[] = [
  ENDPOINTS.getConfigFile.path,
  ENDPOINTS.getFile.path,
  ENDPOINTS.getBackup.path,
];
const PATHS = Object.values(ENDPOINTS)
  .filter(({ method, path }) => method === 'GET' && !BACKUPS.includes(path))
  .map(({ path }) => path);

const network = POST_CASES.setNetworkConfig.good;

async function start(): Promise<TestGateway> {
  const gateway = await startTestGateway({
    prepare: (settings) =>
      settings.update('mqtt', (mqtt) => ({
        ...mqtt,
        mqtt_enabled: true,
        mqtt_hostname: 'nas.lan',
        mqtt_password: SECRETS.mqtt,
      })),
  });
  await save(gateway, 'setNetworkConfig', { ...network, password: SECRETS.network });
  return gateway;
}

async function save({ port }: TestGateway, name: PostName, data: unknown): Promise<void> {
  expect(JSON.parse((await postData(port, ENDPOINTS[name].path, data)).text)).toMatchObject({ code: 1001 });
}

const keptPassword = async ({ dataFolder }: TestGateway) => storedSection(dataFolder, 'network').password;
const shownPassword = async ({ port }: TestGateway) => {
  const { text } = await send(port, ENDPOINTS.getNetworkConfig.path, { headers: login() });
  return JSON.parse(text).password;
};

describe('a secret', () => {
  it('is in no answer and in no line of the log', async () => {
    const { port, logLines } = await start();
    for (const path of PATHS) {
      const answer = await send(port, path, { headers: login() });
      const told = JSON.stringify([answer.text, answer.headers]);
      for (const secret of Object.values(SECRETS)) expect(told, path).not.toContain(secret);
      expect(told, path).not.toContain('$scrypt$');
    }
    for (const secret of Object.values(SECRETS)) expect(logLines.join('\n')).not.toContain(secret);
  });

  it('is in a backup, apart from that of the admin, which is a hash', async () => {
    const { port } = await start();
    const { text } = await send(port, ENDPOINTS.getConfigFile.path, { headers: login() });
    const { wifi, mqtt, security } = JSON.parse(text);
    expect([wifi.password, mqtt.password]).toEqual([SECRETS.network, SECRETS.mqtt]);
    expect(text).not.toContain(SECRETS.admin);
    expect(security).toEqual({ password_hash: expect.stringMatching(/^\$scrypt\$/), allow_readonly: true });
  });

  it('of the admin is in no file, also after it was changed', async () => {
    const gateway = await start();
    await save(gateway, 'setSecurityConfig', { password: 'admin canary 7', allow_readonly: true });
    for (const name of await readdir(gateway.dataFolder)) {
      const text = await readFile(join(gateway.dataFolder, name), 'utf8');
      expect(text, name).not.toMatch(/openDTU42|admin canary 7/);
    }
  });

  it('is kept by its placeholder, whatever else is saved', async () => {
    const gateway = await start();
    expect(await shownPassword(gateway)).toBe(SECRET_PLACEHOLDER);
    await save(gateway, 'setNetworkConfig', { ...network, ssid: 'Other', password: SECRET_PLACEHOLDER });
    expect(await keptPassword(gateway)).toBe(SECRETS.network);
    expect(await shownPassword(gateway)).toBe(SECRET_PLACEHOLDER);
  });

  it('that is empty is shown as empty, and the placeholder keeps it empty', async () => {
    const gateway = await start();
    await save(gateway, 'setNetworkConfig', { ...network, password: '' });
    expect([await keptPassword(gateway), await shownPassword(gateway)]).toEqual(['', '']);
    await save(gateway, 'setNetworkConfig', { ...network, password: SECRET_PLACEHOLDER });
    expect([await keptPassword(gateway), await shownPassword(gateway)]).toEqual(['', '']);
  });

  it.each(['•', '•••••••', '•••••••••', ' ••••••••', '********'])(
    'may be %j: that is no placeholder',
    async (password) => {
      const gateway = await start();
      await save(gateway, 'setNetworkConfig', { ...network, password });
      expect(await keptPassword(gateway)).toBe(password);
    },
  );
});
