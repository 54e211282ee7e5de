import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE, ENDPOINTS, PIN_PROFILE_FILE } from '@heliograph/contract';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { storedSection } from '@heliograph/testbed/disk/stored-settings.ts';
import {
  restarted,
  restarts,
  restore,
  settingsOf,
  textOf,
} from '@heliograph/testbed/gateway/config-calls.ts';
import {
  originalBackup,
  SERIALS,
  withChange,
  withLaterKeys,
} from '@heliograph/testbed/gateway/original-backup.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, formOf, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import type { DataDirectory } from '../src/platform/data-directory.ts';

/**
 * Backup and restore over HTTP. Source: docs/reference/original-device.md#configuration-files,
 * docs/decisions/0006-password-hash.md, docs/decisions/0007-secrets-are-never-sent.md,
 * docs/decisions/0013-upload-refusals.md and docs/decisions/0015-restart-inside-the-process.md.
 */

const PASSWORD = originalBackup().security.password;

/** Without what a backup says of itself, and of the admin's password. */
function comparable(text: string) {
  const { cfg, security, ...others } = JSON.parse(text);
  return { ...others, version: cfg.version, allow_readonly: security.allow_readonly };
}

async function everything(gateway: TestGateway) {
  const files = await readdir(gateway.dataFolder);
  const contents = files.map(async (name) => [name, await readFile(join(gateway.dataFolder, name), 'utf8')]);
  return { settings: await settingsOf(gateway), files: await Promise.all(contents) };
}

describe('the backup of an original device', () => {
  it('is restored, runs, and comes back out equal in every setting', async () => {
    const gateway = await startTestGateway();
    const { status, text, headers } = await restore(gateway, originalBackup());
    expect([status, text, headers['content-type']]).toEqual([200, 'OK', 'text/plain; charset=utf-8']);
    expect((await settingsOf(gateway)).getNtpConfig).toMatchObject({ ntp_server: 'pool.ntp.org' });
    await restarted(gateway, PASSWORD);

    const settings = await settingsOf(gateway, PASSWORD);
    expect(settings).toMatchObject({
      getNetworkConfig: { ssid: 'Sonnenhaus-2G', password: '••••••••', hostname: 'Dach-%06X', dhcp: false },
      getNtpConfig: { ntp_server: 'ptbtime1.ptb.de', ntp_timezone_descr: 'America/New_York' },
      getMqttConfig: { mqtt_enabled: true, mqtt_password: '••••••••', mqtt_hass_individualpanels: true },
      getDtuConfig: { dtu_serial: '199980123456', dtu_pollinterval: 15, dtu_palevel: 2 },
      getDeviceConfig: { curPin: { name: 'Olimex ESP32-POE' }, display: { contrast: 17 } },
      getSecurityConfig: { allow_readonly: false },
    });
    const { inverter } = JSON.parse(await textOf(gateway, 'getInverterList', PASSWORD));
    expect(inverter.map(({ serial }: { serial: string }) => serial)).toEqual(SERIALS);
    expect((await send(gateway.port, ENDPOINTS.getInverterList.path, { headers: login() })).status).toBe(401);
    const { cfg: _, security: __, ...sent } = originalBackup();
    const backup = await textOf(gateway, 'getConfigFile', PASSWORD);
    const heliograph = { api_generations: 'both', prometheus_labels: 'newest' };
    expect(comparable(backup)).toEqual({
      ...withLaterKeys(sent),
      heliograph,
      version: 71_424,
      allow_readonly: false,
    });

    const other = await startTestGateway();
    expect((await restore(other, backup)).text).toBe('OK');
    await restarted(other, PASSWORD);
    expect(await settingsOf(other, PASSWORD)).toEqual(settings);
    expect(comparable(await textOf(other, 'getConfigFile', PASSWORD))).toEqual(comparable(backup));
    expect(gateway.logLines.join('\n')).not.toMatch(/Sommer|Käsekuchen|geheim/);
  });

  it('stays after the gateway was ended and started again', async () => {
    const gateway = await startTestGateway();
    await restore(
      gateway,
      withChange(({ security }) => Object.assign(security, { password: 'openDTU42' })),
    );
    await gateway.stopNow(); // before the second until the restart is over
    const again = await startTestGateway({ dataFolder: gateway.dataFolder });
    expect(JSON.parse(await textOf(again, 'getDtuConfig'))).toMatchObject({ dtu_pollinterval: 15 });
  });

  it('does not let anything else be saved until it counts', async () => {
    const gateway = await startTestGateway();
    expect((await restore(gateway, originalBackup())).text).toBe('OK');
    const second = await restore(gateway, originalBackup());
    expect([second.status, second.text]).toEqual([
      500,
      'The gateway is about to restart; nothing was changed.',
    ]);
  });
});

describe('profiles', () => {
  it('are kept as they came, and count after the restart', async () => {
    const gateway = await startTestGateway();
    const text = `[ {"name":"Olimex ESP32-POE", "nrf24":{"clk":14}} ]\n`;
    expect((await restore(gateway, text, { name: PIN_PROFILE_FILE })).text).toBe('OK');
    await restarted(gateway);
    const { text: read } = await send(
      gateway.port,
      `${ENDPOINTS.getConfigFile.path}?file=${PIN_PROFILE_FILE}`,
      {
        headers: login(),
      },
    );
    expect(read).toBe(text);
    await restore(
      gateway,
      withChange(({ security }) => Object.assign(security, { password: 'openDTU42' })),
    );
    await advanceUntil(gateway.clock, async () => {
      const { curPin } = JSON.parse(await textOf(gateway, 'getDeviceConfig'));
      return curPin.name === 'Olimex ESP32-POE' && curPin.nrf24.clk === 14;
    });
  });
});

describe('a refused file', () => {
  it.each<[string, unknown, string | undefined, RegExp, string]>([
    [
      'a newer version',
      withChange(({ cfg }) => Object.assign(cfg, { version: 0x11800 })),
      undefined,
      /0\.1\.24/,
      'newer-version?version=0.1.24&newest=0.1.23',
    ],
    [
      'a wrong address',
      withChange(({ wifi }) => Object.assign(wifi, { ip: '1.2.3' })),
      undefined,
      /wifi\.ip /,
      'unfit-value?path=wifi.ip&code=8001&min=&max=',
    ],
    [
      'profiles as a configuration',
      [{ name: 'My board' }],
      undefined,
      /is a pin_mapping\.json/,
      'other-kind?found=pin_mapping.json&file=config.json',
    ],
    [
      'a configuration as profiles',
      originalBackup(),
      PIN_PROFILE_FILE,
      /is a config\.json/,
      'other-kind?found=config.json&file=pin_mapping.json',
    ],
    ['10 MB', 'x'.repeat(10_000_000), undefined, /larger than 65536 bytes/, 'too-large?max=65536'],
    ['half of it', JSON.stringify(originalBackup()).slice(0, 2000), undefined, /not JSON/, 'cut-short'],
    ['another name', originalBackup(), 'security.json', /^Only config\.json and/, 'other-file-name'],
  ])(
    'is answered with a sentence, nothing changes and nothing restarts: %s',
    async (_, content, name, why, refusal) => {
      const gateway = await startTestGateway();
      const before = await everything(gateway);
      const { status, text, headers } = await restore(gateway, content, name === undefined ? {} : { name });
      expect([status, headers['content-type']]).toEqual([500, 'text/plain; charset=utf-8']);
      expect(text).toMatch(/^(The|Only)[^\n]+\.$/);
      expect(text).toMatch(why);
      expect(headers['x-heliograph-refusal']).toBe(refusal);
      expect(await everything(gateway)).toEqual(before);
      expect(await restarts(gateway)).toBe(false);
    },
  );
});

/** Names that lead elsewhere where somebody joins them to a path. Source: OWASP, path traversal. */
const NAMES = [
  ...['..', '.', './', '../', '/', '\\', '..\\', '~', '*', '?', '%', '%00', '\0', ' ', 'null', 'undefined'],
  ...[
    'security.json',
    'security.json.bak',
    'settings.db',
    'settings.db.good',
    'manifest.json',
    'gateway.lock',
    'network.json',
    'simulation.json',
  ],
  ...['firmware.json', 'firmware-a.bin', 'replacement.json', 'config-before-reset-1.json', 'config.json.tmp'],
  ...['../config.json', './config.json', '/config.json', 'config.json/', 'config.json/.', 'x/../config.json'],
  ...[
    '..\\config.json',
    '.\\config.json',
    'config.json\\',
    'C:config.json',
    'C:\\config.json',
    '\\\\x\\config.json',
  ],
  ...[
    'config.json\0',
    'config.json\0.png',
    'config.json ',
    ' config.json',
    'config.json.',
    'config.json::$DATA',
  ],
  ...[
    'CONFIG.JSON',
    'Config.json',
    'config.JSON',
    'config.jsоn',
    'config․json',
    'ｃonfig.json',
    'config.json;x',
  ],
  ...[
    '../pin_mapping.json',
    './pin_mapping.json',
    'PIN_MAPPING.JSON',
    'pin_mapping.json\0',
    'pin_mapping.json/',
  ],
  ...['../../../../etc/passwd', '/etc/passwd', '/etc/hostname', '/proc/self/environ', 'file:///etc/passwd'],
  ...[
    '....//....//etc/passwd',
    '..;/etc/passwd',
    '..%c0%af..%c0%afetc/passwd',
    '/dev/zero',
    '/dev/stdin',
    'CON',
  ],
  ...['toString', '__proto__', 'constructor', 'hasOwnProperty', 'config', 'json', '.json', '.config.json'],
  ...['a'.repeat(300), '../'.repeat(50), 'config.json\r\nX: y', '"config.json"', "config.json'--", '😀'],
];
const once = (name: string) => encodeURIComponent(name);
const QUERIES = NAMES.flatMap((name) => [
  ...[once(name), once(once(name))],
  // As it is, as far as a request line takes it.
  ...(/^[!-~]+$/.test(name) && !/[#%&]/.test(name) ? [name] : []),
]);

describe('a name that leads elsewhere', () => {
  it('finds nothing, changes nothing, and no file is opened for it', async () => {
    const opened: string[] = [];
    const platform = createTestPlatform();
    const openDataDirectory = async (path: string) =>
      recorded(await platform.openDataDirectory(path), opened);
    const gateway = await startTestGateway({ platform: { ...platform, openDataDirectory } });
    expect(NAMES.length).toBeGreaterThan(80);
    opened.length = 0;
    const body = (name: string) =>
      formOf([
        { ...configPart(JSON.stringify(originalBackup())), fileName: name.replace(/[\0\r\n"]/g, '_') },
      ]);
    for (const query of QUERIES) {
      const got = await send(gateway.port, `${ENDPOINTS.getConfigFile.path}?file=${query}`, {
        headers: login(),
      });
      expect([query, got.status]).toEqual([query, 404]);
      expect(got.text).toBe('');
      expect(got.headers['content-disposition']).toBeUndefined();
      const sent = await upload(gateway.port, 'restoreConfig', body(query), { query: `?file=${query}` });
      expect([query, sent.status]).toEqual([query, 500]);
      expect(sent.text).toBe('Only config.json and pin_mapping.json can be restored.');
    }
    expect(opened).toEqual([]);
    expect(await restarts(gateway)).toBe(false);
  });

  it.each(['?file[]=pin_mapping.json', '?name=security.json', '?file=', ''])(
    'is not looked for in other parameters, or where it is empty: %j is the configuration',
    async (query) => {
      const { port } = await startTestGateway();
      const { text, headers } = await send(port, `${ENDPOINTS.getConfigFile.path}${query}`, {
        headers: login(),
      });
      expect(JSON.parse(text).cfg.version).toBe(71_424);
      expect(headers['content-disposition']).toBe(`attachment; filename="${CONFIG_FILE}"`);
    },
  );

  it('in the file name of the form means nothing', async () => {
    const gateway = await startTestGateway();
    const body = formOf([
      { ...configPart(JSON.stringify(originalBackup())), fileName: '../../security.json' },
    ]);
    const query = `?file=${CONFIG_FILE}`;
    expect((await upload(gateway.port, 'restoreConfig', body, { query })).text).toBe('OK');
    expect(storedSection(gateway.dataFolder, 'ntp').ntp_server).toBe(originalBackup().ntp.server);
    expect(await readdir(gateway.dataFolder)).not.toContain('security.json');
  });

  it('is refused where there is none at all', async () => {
    const { port } = await startTestGateway();
    const body = formOf([configPart(JSON.stringify(originalBackup()))]);
    for (const query of ['', '?', '?File=config.json', '?file=', '?file=&file=config.json']) {
      const { status, text } = await upload(port, 'restoreConfig', body, { query });
      expect([status, text]).toEqual([500, expect.stringMatching(/does not name the file/)]);
    }
  });
});

/** Notes the names of all files that something is done with. */
function recorded(directory: DataDirectory, names: string[]): DataDirectory {
  return new Proxy(directory, {
    get(target, key, receiver) {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]) => {
        names.push(...parameters.filter((parameter) => typeof parameter === 'string'));
        return member(...parameters);
      };
    },
  });
}
