import { SECRET_PLACEHOLDER } from '@heliograph/contract';
import {
  type ConfigTestbed,
  openConfigTestbed,
  sectionsOf,
} from '@heliograph/testbed/gateway/config-testbed.ts';
import {
  LONG_CERTIFICATE,
  originalBackup,
  SERIALS,
  withChange,
} from '@heliograph/testbed/gateway/original-backup.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { describe, expect, it } from 'vitest';
import { Secret } from '../src/platform/secret.ts';
import { passwordMatches } from '../src/settings/password-hash.ts';

/**
 * What `config.json` looks like, and what is read from one. Source:
 * docs/reference/original-device.md#configuration-files, docs/decisions/0006-password-hash.md and
 * docs/decisions/0007-secrets-are-never-sent.md.
 */

/** The restored settings and the lines of the log about what was made to fit. */
async function restored(content: unknown, testbed?: ConfigTestbed) {
  const { restore, afterRestart, logLines } = testbed ?? (await openConfigTestbed());
  await restore(content);
  const adapted = logLines.flatMap((line) => /adjusted.*note=("?)(.*)\1/.exec(line)?.[2] ?? []);
  return { ...(await afterRestart()), adapted };
}

describe('a backup', () => {
  it('of a fresh gateway has the layout of the original, byte for byte', async () => {
    const testbed = await openConfigTestbed();
    const { mqtt_root_ca_cert } = testbed.settings.get('mqtt');
    const { password_hash } = testbed.settings.get('security');
    const string = '{"name":"","max_power":0}';
    const slot = `{"serial":0,"name":"","channel":[${[string, string, string, string].join(',')}]}`;
    expect(await testbed.backup()).toBe(
      '{"cfg":{"version":71424,"save_count":1},' +
        '"wifi":{"ssid":"","password":"","ip":"0.0.0.0","netmask":"0.0.0.0","gateway":"0.0.0.0",' +
        '"dns1":"0.0.0.0","dns2":"0.0.0.0","dhcp":true,"hostname":"OpenDTU-%06X"},' +
        '"ntp":{"server":"pool.ntp.org","timezone":"CET-1CEST,M3.5.0,M10.5.0/3","timezone_descr":"Europe/Berlin"},' +
        '"mqtt":{"enabled":false,"hostname":"","port":1883,"username":"","password":"","topic":"solar/",' +
        '"retain":true,"publish_invterval":5,' +
        '"lwt":{"topic":"dtu/status","value_online":"online","value_offline":"offline","qos":2},' +
        `"tls":{"enabled":false,"root_ca_cert":${JSON.stringify(mqtt_root_ca_cert)},"certlogin":false,"client_cert":"","client_key":""},` +
        '"hass":{"enabled":false,"retain":true,"topic":"homeassistant/","individual_panels":false,"expire":true},' +
        '"clientid":"","clean_session":true},' +
        `"dtu":{"serial":${0x199980159375},"poll_interval":5,"pa_level":0},` +
        `"security":{"password_hash":"${password_hash}","allow_readonly":true},` +
        '"device":{"pinmapping":"","display":{"powersafe":true,"screensaver":true,"showlogo":true,"contrast":60,' +
        '"rotation":0,"locale":"en","diagram_duration":36000,"diagram_mode":1},' +
        '"led":[{"brightness":100},{"brightness":100}]},' +
        `"inverters":[${Array.from({ length: 10 }, () => slot).join(',')}],` +
        '"logging":{"default":5,"modules":[]},' +
        '"heliograph":{"api_generations":"both","prometheus_labels":"newest"}}',
    );
  });

  it('has each inverter in its slot, and every digit of a serial beyond 2^53', async () => {
    const testbed = await openConfigTestbed();
    const channel = [{ name: 'Ost', max_power: 400 }];
    await testbed.settings.update('inverters', () => ({
      inverter: [{ id: 7, serial: '9999999999999999', name: 'Dach', channel }],
    }));
    const text = await testbed.backup();
    const { inverters } = JSON.parse(text);
    expect(inverters.map(({ name }: { name: string }) => name)).toEqual([
      ...['', '', '', '', '', '', '', 'Dach', '', ''],
    ]);
    expect(inverters[7].channel).toEqual([
      { name: 'Ost', max_power: 400 },
      ...Array.from({ length: 3 }, () => ({ name: '', max_power: 0 })),
    ]);
    expect(text).toContain(`{"serial":${0x9999999999999999n},"name":"Dach",`);
    const { inverters: again } = await restored(text, testbed);
    expect(again.inverter).toEqual([
      { id: 7, serial: '9999999999999999', name: 'Dach', channel: inverters[7].channel },
    ]);
  });
});

describe('the order of inverters', () => {
  const slot = (id: number) => ({
    ...{ id, serial: `11418270000${id}`, name: `${id}` },
    channel: [{ name: '', max_power: 0 }],
  });

  it('goes into a backup and comes back, where somebody has chosen one', async () => {
    const testbed = await openConfigTestbed();
    await testbed.settings.update('inverters', () => ({ inverter: [0, 1, 2].map(slot), order: [2, 0, 1] }));
    const backup = JSON.parse(await testbed.backup());
    const orders = backup.inverters.map(({ order }: { order?: number }) => order);
    expect(orders).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
    const { inverters } = await restored(backup);
    expect(inverters.order).toEqual([2, 0, 1]);
  });

  it('is not there where nobody has', async () => {
    const testbed = await openConfigTestbed();
    await testbed.settings.update('inverters', () => ({ inverter: [slot(0)] }));
    expect(await testbed.backup()).not.toContain('"order"');
    expect((await restored(JSON.parse(await testbed.backup()))).inverters.order).toBeUndefined();
  });
});

describe('the API for other programs', () => {
  const apiAfter = async (content: object, before: 'both' | '2023') => {
    const testbed = await openConfigTestbed();
    await testbed.settings.update('network', (network) => ({ ...network, api_generations: before }));
    const { network, adapted } = await restored({ ...originalBackup(), ...content }, testbed);
    return [network.api_generations, adapted];
  };

  it('comes back with a backup of ours', async () => {
    expect(await apiAfter({ heliograph: { api_generations: 'newest' } }, '2023')).toEqual(['newest', []]);
    expect(await apiAfter({ heliograph: { api_generations: 'both' } }, '2023')).toEqual(['both', []]);
  });

  it('stays as it is where a file says nothing of it, or what only a later gateway knows', async () => {
    expect(await apiAfter({}, '2023')).toEqual(['2023', []]);
    expect(await apiAfter({ heliograph: {} }, '2023')).toEqual(['2023', []]);
    expect(await apiAfter({ heliograph: { api_generations: '2031' } }, '2023')).toEqual([
      '2023',
      ['heliograph.api_generations stays as it was'],
    ]);
  });
});

describe('the labels for Prometheus', () => {
  const labelsAfter = async (content: object, before: 'newest' | '2023') => {
    const testbed = await openConfigTestbed();
    await testbed.settings.update('network', (network) => ({ ...network, prometheus_labels: before }));
    const { network, adapted } = await restored({ ...originalBackup(), ...content }, testbed);
    return [network.prometheus_labels, adapted];
  };

  it('come back with a backup of ours', async () => {
    expect(await labelsAfter({ heliograph: { prometheus_labels: 'newest' } }, '2023')).toEqual([
      'newest',
      [],
    ]);
    expect(await labelsAfter({ heliograph: { prometheus_labels: '2023' } }, 'newest')).toEqual(['2023', []]);
  });

  it('stay as they are with the backup of an original device, or of a gateway that knew only some', async () => {
    for (const before of ['2023', 'newest'] as const) {
      expect(await labelsAfter({}, before)).toEqual([before, []]);
      expect(await labelsAfter({ heliograph: { api_generations: 'both' } }, before)).toEqual([before, []]);
      expect(await labelsAfter({ heliograph: { prometheus_labels: '2031' } }, before)).toEqual([
        before,
        ['heliograph.prometheus_labels stays as it was'],
      ]);
    }
  });
});

describe('the backup of an original device', () => {
  it('is restored in every setting', async () => {
    const { security, inverters, sources, history, adapted, ...others } = await restored(originalBackup());
    const first = firstTestSettings();
    const [firstRule, firstMeter] = [await first.rule(), await first.meter()];
    expect(history.raw_days).toBe(7); // what is set here stays
    expect(sources.source).toEqual([]); // it has none, and no file of an original device brings any
    const { inverters: sent } = originalBackup();
    expect(adapted).toEqual([]);
    expect(others).toEqual({
      network: {
        ...{ ssid: 'Sonnenhaus-2G', password: 'Käsekuchen & Co.', hostname: 'Dach-%06X', dhcp: false },
        ...{ ipaddress: '192.168.178.44', netmask: '255.255.255.0', gateway: '192.168.178.1' },
        ...{ dns1: '192.168.178.1', dns2: '9.9.9.9' },
        ...{ api_generations: 'both', prometheus_labels: 'newest' },
      },
      ntp: {
        ntp_server: 'ptbtime1.ptb.de',
        ntp_timezone: 'EST5EDT,M3.2.0,M11.1.0',
        ntp_timezone_descr: 'America/New_York',
        ...{ latitude: null, longitude: null },
      },
      mqtt: {
        ...{ mqtt_enabled: true, mqtt_hostname: 'broker.invalid', mqtt_port: 8883, mqtt_username: 'dach' },
        ...{ mqtt_password: 'geheim "2"', mqtt_topic: 'haus/dach/', mqtt_retain: false, mqtt_tls: true },
        ...{ mqtt_root_ca_cert: LONG_CERTIFICATE, mqtt_lwt_topic: 'dtu/lebt', mqtt_lwt_online: 'da' },
        ...{ mqtt_lwt_offline: 'weg', mqtt_publish_interval: 60, mqtt_hass_enabled: true },
        ...{ mqtt_hass_expire: false, mqtt_hass_retain: false, mqtt_hass_topic: 'ha/' },
        mqtt_hass_individualpanels: true,
        ...{ mqtt_clientid: '', mqtt_tls_cert_login: false, mqtt_client_cert: '', mqtt_client_key: '' },
        ...{ mqtt_lwt_qos: 2, mqtt_clean_session: true },
      },
      dtu: { dtu_serial: '199980123456', dtu_pollinterval: 15, dtu_palevel: 2 },
      device: {
        profile: 'Olimex ESP32-POE',
        display: {
          ...{ show_logo: false, power_safe: false, screensaver: false, contrast: 17 },
          ...{ rotation: 0, locale: 'en', diagramduration: 36_000, diagrammode: 1 },
        },
        led: [{ brightness: 100 }, { brightness: 100 }],
        log: { default: 5, modules: [] },
      },
      plant: { groups: [], modules: [], order: [] },
      limits: { groups: [], schedule: [] },
      modbus: { enabled: false, port: 1502, writers: [], heartbeat: 60 },
      accounts: { user: [], token: [], share: [] },
      passkeys: { passkey: [] },
      signin: {
        proxy: { addresses: [], user_header: 'Remote-User', secret: '', strangers: 'refused' },
        openid: {
          ...{ enabled: false, issuer: '', client_id: '', client_secret: '', name: 'OpenID', roles: [] },
          ...{ public_address: '', user_claim: 'preferred_username', groups_claim: 'groups' },
          strangers: 'refused',
        },
      },
      timeseries: {
        ...{ enabled: false, address: '', site: '', login: 'none', user: '', secret: '', interval: 10 },
        fleet: false,
      },
      alerts: {
        rules: {
          ...{ silent: true, weak: true, dead: true, order: true, order_minutes: 30, event: true },
          ...{ restarts: true, restart_count: 5, voltage: true, voltage_min: 207, voltage_max: 253 },
          ...{ frequency: true, frequency_deviation: 0.5, device: true, device_minutes: 15, updated: true },
          ...{ meter: true, meter_minutes: 10, disk: true, disk_percent: 5, backup: true },
        },
        ...{ channels: [], quiet_from: 1320, quiet_to: 420, max_a_day: 6, solved: true },
        ...{ language: 'en', summary: 'off', summary_minutes: 1260 },
      },
      ...{ rule: firstRule, meter: firstMeter, radio: { hop_mode: 'rigid' } },
    });
    expect(inverters.inverter).toEqual(
      sent.map(({ name, channel }, id) => ({ id, serial: SERIALS[id], name, channel })),
    );
    expect(security).toMatchObject({ default_password: false, allow_readonly: false });
    expect(await passwordMatches(new Secret('Sommer&Sonne'), security.password_hash)).toBe(true);
  });

  it('without a value has the first one there, and keeps serial and password', async () => {
    const testbed = await openConfigTestbed();
    const fresh = sectionsOf(testbed.settings);
    await testbed.restore(originalBackup());
    const used = await openConfigTestbed(testbed.disk);
    const { dtu, security, ...others } = await restored({ cfg: {}, dtu: {} }, used);
    expect(others).toEqual({ ...fresh, dtu: undefined, security: undefined, adapted: [] });
    expect(dtu).toEqual({ ...fresh.dtu, dtu_serial: '199980123456' });
    const { password_hash } = used.settings.get('security');
    expect(security).toEqual({ password_hash, default_password: false, allow_readonly: true });
  });

  it('takes null for missing, as an original writes it that has no memory left', async () => {
    const { mqtt, inverters } = await restored(
      withChange((backup) => {
        Object.assign(backup.mqtt.tls, { root_ca_cert: null });
        Object.assign(backup, { inverters: [null, backup.inverters[1], {}] });
      }),
    );
    expect(mqtt.mqtt_root_ca_cert).toContain('BEGIN CERTIFICATE');
    expect(inverters.inverter.map(({ id, serial }) => [id, serial])).toEqual([[1, SERIALS[1]]]);
  });

  it.each([
    [71_423, true],
    [65_536, true],
    [0, true],
    [71_424, false],
    [undefined, false],
  ])('of version %s has the powers of its strings in the old list: %s', async (version, isOld) => {
    const backup = withChange(({ cfg, inverters }) => {
      Object.assign(cfg, { version });
      Object.assign(inverters[0] ?? {}, { channels: [300, 0, 65_535] });
    });
    const { inverters } = await restored(JSON.parse(JSON.stringify(backup)));
    const powers = inverters.inverter[0]?.channel.map(({ max_power }) => max_power);
    expect(powers).toEqual(isOld ? [300, 0, 65_535, 0] : [400, 0, 65_535, 1]);
    expect(inverters.inverter[0]?.channel[0]?.name).toBe(isOld ? '' : 'Ost 0');
  });
});

describe('the place of the plant', () => {
  it('stands among the values of the time where there is one, and comes back', async () => {
    const testbed = await openConfigTestbed();
    const place = { latitude: -33.8688, longitude: 151.2093 };
    await testbed.settings.update('ntp', (ntp) => ({ ...ntp, ...place }));
    const text = await testbed.backup();
    expect(text).toContain('"timezone_descr":"Europe/Berlin","latitude":-33.8688,"longitude":151.2093}');
    expect((await restored(text)).ntp).toMatchObject(place);
  });

  it('goes with a file that has none, or that has null for it', async () => {
    for (const place of [{}, { latitude: null, longitude: null }]) {
      const testbed = await openConfigTestbed();
      await testbed.settings.update('ntp', (ntp) => ({ ...ntp, latitude: 47, longitude: 8 }));
      const change = withChange(({ ntp }) => Object.assign(ntp, place));
      const { ntp, adapted } = await restored(change, testbed);
      expect([ntp.latitude, ntp.longitude, adapted]).toEqual([null, null, []]);
    }
  });

  it.each([
    [{ latitude: 48.1 }, ['latitude']],
    [{ longitude: 11.6, latitude: null }, ['latitude', 'longitude']],
    [{ latitude: 90.5, longitude: 11.6 }, ['latitude', 'longitude']],
    [{ latitude: 48.1, longitude: 1e300 }, ['latitude', 'longitude']],
  ])('that is none is left out with a note: %j', async (place, halves) => {
    const { ntp, adapted } = await restored(withChange(({ ntp }) => Object.assign(ntp, place)));
    expect(ntp).toMatchObject({ ntp_server: 'ptbtime1.ptb.de', latitude: null, longitude: null });
    expect(adapted).toEqual(halves.map((half) => `ntp.${half} is no place and was left out`));
  });

  it('of another type is refused with its place in the file', async () => {
    await expect(
      restored(withChange(({ ntp }) => Object.assign(ntp, { latitude: '48.1', longitude: 11.6 }))),
    ).rejects.toThrow('The value of ntp.latitude in the file has the wrong type.');
  });
});

describe('what original devices live with', () => {
  it('is kept where we can live with it, too', async () => {
    const { inverters, mqtt, adapted } = await restored(
      withChange((backup) => {
        const [one, other] = backup.inverters;
        if (one === undefined || other === undefined) throw new Error('there are ten');
        other.serial = one.serial; // twice the same
        one.name = ' '; // a name of sorts
        Object.assign(backup.inverters[2] ?? {}, { serial: 0x141100000001 }); // no known family
        Object.assign(backup.mqtt, {
          enabled: false,
          hostname: '',
          topic: 'a b',
        });
        backup.mqtt.tls.root_ca_cert = LONG_CERTIFICATE.trimEnd();
      }),
    );
    expect(adapted).toEqual([]);
    expect(inverters.inverter.slice(0, 3)).toMatchObject([
      { serial: SERIALS[0], name: ' ' },
      { serial: SERIALS[0] },
      { serial: '141100000001' },
    ]);
    expect(mqtt).toMatchObject({
      mqtt_enabled: false,
      mqtt_topic: 'a b',
    });
    expect(mqtt.mqtt_root_ca_cert).toBe(LONG_CERTIFICATE.trimEnd());
  });

  it('is made to fit otherwise, and the log names the places', async () => {
    const { adapted, ...config } = await restored(
      withChange((backup) => {
        Object.assign(backup.dtu, { poll_interval: 4_000_000_000, pa_level: 7, serial: 0x1999801234ab });
        Object.assign(backup.device, { pinmapping: 'ü'.repeat(40) });
        Object.assign(backup.device.display, { contrast: 255 });
        Object.assign(backup.wifi, { hostname: '', ssid: 'x'.repeat(40) });
        Object.assign(backup.ntp, { server: '', timezone: '' });
        Object.assign(backup.mqtt, { enabled: false, port: 0, publish_invterval: 0 });
        Object.assign(backup.inverters[0] ?? {}, { serial: 0x1161_ffff_ffff });
        Object.assign(backup.inverters[1] ?? {}, { name: '' });
        Object.assign(backup.inverters[2]?.channel[0] ?? {}, { name: '€'.repeat(11), max_power: 70_000 });
      }),
    );
    const fresh = sectionsOf((await openConfigTestbed()).settings);
    expect(config.dtu).toEqual({
      dtu_serial: fresh.dtu.dtu_serial,
      dtu_pollinterval: 86_400,
      dtu_palevel: 3,
    });
    expect(config.device).toMatchObject({ profile: 'ü'.repeat(31), display: { contrast: 100 } });
    expect(config.network).toMatchObject({ hostname: fresh.network.hostname, ssid: 'x'.repeat(32) });
    expect(config.ntp).toEqual({ ...fresh.ntp, ntp_timezone_descr: 'America/New_York' });
    expect(config.inverters.inverter.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(config.inverters.inverter[0]?.name).toBe(SERIALS[1]);
    expect(config.inverters.inverter[1]?.channel[0]).toEqual({ name: '€'.repeat(10), max_power: 65_535 });
    expect(adapted.sort()).toEqual([
      'device.display.contrast is now 100',
      'device.pinmapping was cut',
      'dtu.pa_level is now 3',
      'dtu.poll_interval is now 86400',
      'dtu.serial stays as it was',
      'inverters.0.serial is no serial and was left out',
      'inverters.1.name is the serial',
      'inverters.2.channel.0.max_power is now 65535',
      'inverters.2.channel.0.name was cut',
      'mqtt.port is the default one',
      'mqtt.publish_invterval is the default one',
      'ntp.server is the default one',
      'ntp.timezone is the default one',
      'wifi.hostname is the default one',
      'wifi.ssid was cut',
    ]);
  });

  it('may be topics that no broker takes: everything is kept and MQTT is off', async () => {
    for (const topic of ['so+lar/', 'a\u0007/', '#/']) {
      const { mqtt, adapted } = await restored(
        withChange(({ mqtt: sent }) => Object.assign(sent, { topic })),
      );
      expect(mqtt).toMatchObject({ mqtt_enabled: false, mqtt_topic: topic, mqtt_hostname: 'broker.invalid' });
      expect(adapted).toEqual(['mqtt is switched off: The base topic must not contain spaces, + or #.']);
    }
  });

  it('may be texts cut within a character, and raw control characters', async () => {
    const text = JSON.stringify(originalBackup()).replace('Süddach links', 'Dach\\\\\u001b[1m\tA_');
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf('A_') + 1] = 0xc3; // the first byte of an umlaut
    const { inverters } = await restored(bytes);
    expect(inverters.inverter[0]?.name).toBe('Dach\\\u001b[1m\tA');
    expect(inverters.inverter[1]?.name).toBe('Süddach rechts');
  });
});

describe('a password', () => {
  it('of the original is hashed at once, and found out when everybody knows it', async () => {
    const testbed = await openConfigTestbed();
    const { security } = await restored(
      withChange(({ security: sent }) => Object.assign(sent, { password: 'openDTU42' })),
      testbed,
    );
    expect(security.default_password).toBe(true);
    for (const name of await testbed.disk.names()) expect(testbed.disk.text(name)).not.toContain('openDTU42');
    expect(testbed.logLines.join()).not.toMatch(/openDTU42|Käsekuchen|geheim/);
  });

  it('of ours is its hash', async () => {
    const one = await openConfigTestbed();
    await one.restore(originalBackup());
    const text = await (await openConfigTestbed(one.disk)).backup();
    expect(text).not.toContain('Sommer');
    const { security } = await restored(text);
    expect(await passwordMatches(new Secret('Sommer&Sonne'), security.password_hash)).toBe(true);
    expect(security).toMatchObject({ default_password: false, allow_readonly: false });
    const { security: fresh } = await restored(await (await openConfigTestbed()).backup());
    expect(fresh.default_password).toBe(true);
  });

  it('is never the placeholder: those that are set stay', async () => {
    const testbed = await openConfigTestbed();
    await testbed.restore(originalBackup());
    const used = await openConfigTestbed(testbed.disk);
    const before = sectionsOf(used.settings);
    const { security, network, mqtt } = await restored(
      withChange((backup) => {
        for (const part of [backup.security, backup.wifi, backup.mqtt]) part.password = SECRET_PLACEHOLDER;
      }),
      used,
    );
    expect([security, network.password, mqtt.mqtt_password]).toEqual([
      before.security,
      'Käsekuchen & Co.',
      'geheim "2"',
    ]);
  });
});
