import { describe, expect, it } from 'vitest';
import { createTexts } from '../../../test/create-texts.ts';
import { configDifferences, summarize, versionText } from './config-content.ts';
import { settingNames } from './setting-names.ts';

const inverter = (serial: number, name: string) => ({
  serial,
  name,
  channel: [{ name: '', max_power: 400 }],
});
const FREE = inverter(0, '');
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

describe('what differs between two configurations', () => {
  it('is nothing but what is set', () => {
    const again = {
      ...CONFIG,
      cfg: { version: 1, save_count: 99 },
      inverters: CONFIG.inverters.toReversed(),
    };
    expect(configDifferences(again, CONFIG)).toEqual({ paths: [], inverters: [] });
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
    const plain = { ...CONFIG, security: { password: 'openDTU42', allow_readonly: true } };
    expect(configDifferences(plain, CONFIG).paths).toEqual(['security.password', 'security.password_hash']);
  });

  it('names inverters that come, go or change', () => {
    const [east] = CONFIG.inverters;
    const channel = [{ name: 'new', max_power: 1 }];
    const inverters = [{ ...east, channel }, inverter(0x116180000003, 'North')];
    expect(configDifferences({ ...CONFIG, inverters }, CONFIG).inverters.toSorted()).toEqual([
      'East',
      'North',
      'West',
    ]);
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
    const { frame, area } = await createTexts(locale);
    const paths = [
      'wifi.hostname',
      'wifi.new_thing',
      'security.password',
      'security.password_hash',
      'other.thing',
    ];
    const rows = settingNames(frame, area, { paths, inverters: ['East', 'West'] });
    expect(rows).toEqual([
      [page, `${hostname}, wifi.new_thing`],
      [frame.titles.securitySettings, admin],
      ['other', 'other.thing'],
      [frame.titles.inverterSettings, 'East, West'],
    ]);
  });

  it('are there for all that the gateway writes', async () => {
    const { frame, area } = await createTexts('en');
    const paths = ALL_PATHS.split(' ');
    const names = settingNames(frame, area, { paths, inverters: [] }).flatMap(([, list]) => list.split(', '));
    expect(names.filter((name) => paths.includes(name) || name === 'undefined')).toEqual([]);
  });
});

/** Source: device contract, section 11.2; decision 6. */
const ALL_PATHS =
  'wifi.ssid wifi.password wifi.ip wifi.netmask wifi.gateway wifi.dns1 wifi.dns2 wifi.dhcp wifi.hostname ' +
  'ntp.server ntp.timezone ntp.timezone_descr mqtt.enabled mqtt.hostname mqtt.port mqtt.username mqtt.password ' +
  'mqtt.topic mqtt.retain mqtt.publish_invterval mqtt.lwt.topic mqtt.lwt.value_online mqtt.lwt.value_offline ' +
  'mqtt.tls.enabled mqtt.tls.root_ca_cert mqtt.hass.enabled mqtt.hass.retain mqtt.hass.topic ' +
  'mqtt.hass.individual_panels mqtt.hass.expire dtu.serial dtu.poll_interval dtu.pa_level security.password ' +
  'security.password_hash security.allow_readonly device.pinmapping device.display.powersafe ' +
  'device.display.screensaver device.display.showlogo device.display.contrast';
