import { encodeCredentials, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';
import { configDifferences, fileProblem, summarize, textProblem, versionText } from './config-content.ts';
import { settingNames } from './setting-names.ts';

const inverter = (serial: number, name: string) => ({
  serial,
  name,
  channel: [{ name: '', max_power: 400 }],
});
const FREE = inverter(0, '');
const NONE = { lost: [], added: [], changed: [] };
const CONFIG = {
  cfg: { version: 71_424, save_count: 3 },
  wifi: { ssid: 'home', password: 'secret', hostname: 'roof' },
  mqtt: { enabled: false, lwt: { topic: 'dtu/status' }, hass: { retain: true } },
  security: { password_hash: 'scrypt', allow_readonly: true },
  device: { pinmapping: '', display: { contrast: 60 } },
  inverters: [inverter(0x116180000001, 'East'), inverter(0x116180000002, 'West'), FREE],
};

describe('the content of a file', () => {
  it('is a configuration, of a version and with so many inverters', () => {
    expect(summarize(CONFIG)).toMatchObject({ file: 'config.json', version: 71_424, inverterCount: 2 });
    expect(summarize({ cfg: 5 })).toMatchObject({ file: 'config.json', inverterCount: 0 });
    expect(versionText(71_424)).toBe('0.1.23');
    for (const none of [undefined, null, 'x', -1, {}]) expect(versionText(none)).toBe('');
  });

  it('is a list of profiles', () => {
    expect(summarize([{ name: 'A' }, { name: 'B' }])).toEqual({
      file: 'pin_mapping.json',
      profiles: ['A', 'B'],
    });
  });

  it('is neither', () => {
    for (const other of [undefined, null, 5, 'cfg', {}, { name: 'app', version: '1' }]) {
      expect(summarize(other)).toBeUndefined();
    }
  });
});

describe('what is known against a file', () => {
  it('is that it is another one, or newer than the gateway', () => {
    const config = summarize(CONFIG) ?? expect.fail('it is one');
    expect(fileProblem(config, 'pin_mapping.json', CONFIG)).toBe('wrongKind');
    expect(fileProblem(config, 'config.json', { cfg: { version: 71_423 } })).toBe('newer');
    for (const current of [CONFIG, undefined, 5]) {
      expect(fileProblem(config, 'config.json', current)).toBeUndefined();
    }
  });
});

describe('a text that is none of the files', () => {
  it.each([
    ['', { name: 'empty-file' }],
    [' \n', { name: 'empty-file' }],
    [JSON.stringify(CONFIG).slice(0, -20), { name: 'cut-short' }],
    ['hello', { name: 'no-json' }],
    [
      JSON.stringify(CONFIG, null, 1).replace('": ', '" '),
      { name: 'broken-json', params: { line: '2', column: '8' } },
    ],
  ])('is told to be broken where it is: %j', (text, refusal) => {
    expect(textProblem(text)).toMatchObject(refusal);
  });

  it('is one of something else when it is JSON', () => {
    expect(textProblem('{"name":"app"}')).toBe('unreadable');
  });
});

describe('what differs between two configurations', () => {
  it('is nothing but what is set', () => {
    const again = {
      ...CONFIG,
      cfg: { version: 71_424, save_count: 99 },
      inverters: CONFIG.inverters.toReversed(),
    };
    expect(configDifferences(again, CONFIG)).toEqual({ paths: [], inverters: NONE });
  });

  it('has the paths of settings, also of those that are missing on one side', () => {
    const other = {
      ...CONFIG,
      wifi: { ssid: 'home', password: 'other' },
      mqtt: { ...CONFIG.mqtt, lwt: {}, added: { here: 1 } },
    };
    expect(configDifferences(other, CONFIG).paths).toEqual([
      'wifi.password',
      'wifi.hostname',
      'mqtt.lwt.topic',
      'mqtt.added.here',
    ]);
  });

  it('is not the admin’s password where a file leaves that as it is', () => {
    expect(configDifferences({ ...CONFIG, security: { allow_readonly: true } }, CONFIG).paths).toEqual([]);
    const placeholder = { ...CONFIG, security: { password: SECRET_PLACEHOLDER, allow_readonly: true } };
    expect(configDifferences(placeholder, CONFIG).paths).toEqual([]);
  });

  it('is the admin’s password where it is another one', () => {
    const hash = { ...CONFIG, security: { password_hash: 'other', allow_readonly: true } };
    expect(configDifferences(hash, CONFIG).paths).toEqual(['security.password']);
    const plain = { ...CONFIG, security: { password: 'openDTU42', allow_readonly: true } };
    const paths = (password: string) =>
      configDifferences(plain, CONFIG, encodeCredentials('admin', password)).paths;
    expect(paths('mine')).toEqual(['security.password']);
    expect(paths('openDTU42')).toEqual([]);
  });

  it('has an address as one setting', () => {
    const withAddress = (ip: number[]) => ({ ...CONFIG, wifi: { ...CONFIG.wifi, ip } });
    const own = withAddress([192, 168, 1, 20]);
    expect(configDifferences(withAddress([192, 168, 2, 30]), own).paths).toEqual(['wifi.ip']);
    expect(configDifferences(withAddress([192, 168, 1, 20]), own).paths).toEqual([]);
  });

  it('tells inverters that go, come or change', () => {
    const [east] = CONFIG.inverters;
    const channel = [{ name: 'new', max_power: 1 }];
    const inverters = [{ ...east, channel }, inverter(0x116180000003, '')];
    expect(configDifferences({ ...CONFIG, inverters }, CONFIG).inverters).toEqual({
      lost: ['West'],
      added: ['116180000003'],
      changed: ['East'],
    });
  });

  it('compares an old file as it will be read', () => {
    const old = (power: number) => ({
      ...CONFIG,
      cfg: { version: 0x0001_1600 },
      inverters: [
        { serial: 0x116180000001, name: 'East', channels: [power, 0, 0, 0] },
        { serial: 0x116180000002, name: 'West', channels: [400] },
      ],
    });
    expect(configDifferences(old(400), CONFIG).inverters).toEqual(NONE);
    expect(configDifferences(old(300), CONFIG).inverters.changed).toEqual(['East']);
  });

  it('takes whatever stands in a file', () => {
    for (const odd of [{ inverters: 5 }, { inverters: [null, 3, {}] }, { security: 'x' }]) {
      expect(() => configDifferences(odd, CONFIG)).not.toThrow();
      expect(() => configDifferences(CONFIG, odd)).not.toThrow();
    }
  });
});

describe('the words for what differs', () => {
  it.each([
    ['en', 'Network', 'Hostname', 'Admin password'],
    ['de', 'Netzwerk', 'Hostname', 'Admin-Passwort'],
    ['fr', 'Réseau', 'Nom d’hôte', 'Mot de passe administrateur'],
  ] as const)('are those of the settings pages, in %s', async (locale, page, hostname, admin) => {
    const texts = await allTexts(locale);
    const paths = ['wifi.hostname', 'wifi.new_thing', 'security.password', 'other.thing'];
    const rows = settingNames(texts.start, texts, {
      paths,
      inverters: { lost: ['East', 'West'], added: [], changed: ['North'] },
    });
    expect(rows).toEqual([
      [page, `${hostname}, wifi.new_thing`],
      [texts.start.titles.securitySettings, admin],
      ['other', 'other.thing'],
      [texts.maintenance.inverters.lost, 'East, West'],
      [texts.maintenance.inverters.changed, 'North'],
    ]);
  });
});
