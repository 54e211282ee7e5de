import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PIN_PROFILE_FILE } from '@heliograph/contract';
import { restarted, restarts } from '@heliograph/testbed/gateway/config-calls.ts';
import { resultOf } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, formOf, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

/** Files by the calls of today. Source: docs/reference/api-generations.md#paths. */

const PROFILES = '[{"name":"Olimex ESP32-POE"}]';

async function startWithProfiles(): Promise<TestGateway> {
  const gateway = await startTestGateway();
  await writeFile(join(gateway.dataFolder, PIN_PROFILE_FILE), PROFILES);
  return gateway;
}

const get = ({ port }: TestGateway, path: string) => send(port, path, { headers: login() });
const remove = async ({ port }: TestGateway, file: unknown) =>
  resultOf(await postData(port, '/api/file/delete', { file }));

describe('files', () => {
  it('are listed with their sizes', async () => {
    const gateway = await startWithProfiles();
    const config = (await get(gateway, '/api/config/get')).text;
    expect(JSON.parse((await get(gateway, '/api/file/list')).text)).toEqual([
      { name: 'config.json', size: Buffer.byteLength(config) },
      { name: PIN_PROFILE_FILE, size: PROFILES.length },
    ]);
  });

  it.each(['', '?file=config.json', `?file=${PIN_PROFILE_FILE}`, '?file=no.json'])(
    'are the same as by the calls of 2023: %s',
    async (query) => {
      const gateway = await startWithProfiles();
      const [old, now] = [
        await get(gateway, `/api/config/get${query}`),
        await get(gateway, `/api/file/get${query}`),
      ];
      expect([now.status, now.text]).toEqual([old.status, old.text]);
      expect(now.headers['content-disposition']).toBe(old.headers['content-disposition']);
    },
  );

  it('are restored, with a restart', async () => {
    const gateway = await startWithProfiles();
    const backup = JSON.parse((await get(gateway, '/api/file/get')).text);
    const form = formOf([
      configPart(JSON.stringify({ ...backup, ntp: { ...backup.ntp, server: 'ntp.test' } })),
    ]);
    const { status, text } = await upload(gateway.port, 'uploadFile', form, { query: '?file=config.json' });
    expect([status, text]).toEqual([200, 'OK']);
    await restarted(gateway);
    expect((await get(gateway, '/api/ntp/config')).text).toContain('ntp.test');
  });
});

describe('to delete', () => {
  it('the pin profiles needs no restart', async () => {
    const gateway = await startWithProfiles();
    expect(await remove(gateway, PIN_PROFILE_FILE)).toBe(3003);
    expect(await readdir(gateway.dataFolder)).not.toContain(PIN_PROFILE_FILE);
    expect(await restarts(gateway)).toBe(false);
    expect(await remove(gateway, PIN_PROFILE_FILE)).toBe(3001);
  });

  it.each(['config.json', 'mqtt.json', '../mqtt.json', '', null, 7])(
    '%j is nothing that can be done',
    async (file) => {
      const gateway = await startWithProfiles();
      const before = await readdir(gateway.dataFolder);
      expect(await remove(gateway, file)).toBe(3001);
      expect(await readdir(gateway.dataFolder)).toEqual(before);
    },
  );

  it('everything is the factory reset, in which pin profiles stay', async () => {
    const gateway = await startWithProfiles();
    await postData(gateway.port, '/api/security/config', { password: 'openDTU42', allow_readonly: false });
    const all = (data: unknown) => postData(gateway.port, '/api/file/delete_all', data);
    expect(resultOf(await all({ delete: false }))).toBe(3001);
    expect(resultOf(await all({ delete: true }))).toBe(3002);
    await restarted(gateway);
    expect(await readdir(gateway.dataFolder)).toContain(PIN_PROFILE_FILE);
    expect((await get(gateway, '/api/security/config')).text).toContain('"allow_readonly":true');
  });
});
