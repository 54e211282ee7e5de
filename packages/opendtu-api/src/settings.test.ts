import { describe, expect, it } from 'vitest';
import { loadVector } from '../test/load-vector.ts';
import {
  changeRaw,
  changeSettings,
  encodeSettings,
  FEBRUARY_2023,
  NEWEST_RELEASE,
  readSettings,
  type SettingsDocument,
  secretSettings,
  settingsKeys,
  type WireObject,
} from './index.ts';

const DOCUMENTS = ['network', 'time', 'mqtt', 'dtu', 'security', 'device'] as const;

function sent(age: '2023-02' | '2024-02' | 'other', document: SettingsDocument): WireObject {
  const file = age === 'other' ? 'other/settings-of-tomorrow' : `${age}/settings`;
  return (loadVector(file) as Readonly<Record<SettingsDocument, WireObject>>)[document];
}

const AGES = [
  ['2023-02', FEBRUARY_2023],
  ['2024-02', NEWEST_RELEASE],
] as const;

describe.each(AGES)('settings of %s', (age, release) => {
  it.each(DOCUMENTS)('%s: all keys are known, and come back as they were sent', (document) => {
    const raw = sent(age, document);
    expect([...settingsKeys(document, release)].sort()).toEqual(leavesOf(raw).sort());
    expect(encodeSettings(document, release, readSettings(document, raw))).toEqual(raw);
  });

  it.each(DOCUMENTS)('%s: a change of nothing sends back everything', (document) => {
    expect(changeSettings(document, sent(age, document), {})).toEqual({
      body: sent(age, document),
      left: [],
    });
  });

  /** `display.contrast` and so on; lists are leaves. */
  function leavesOf(object: WireObject): string[] {
    return Object.entries(object).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? leavesOf(value as WireObject).map((leaf) => `${key}.${leaf}`)
        : [key],
    );
  }
});

describe('a setting', () => {
  it('has one name, whatever a device calls it', () => {
    const changes = { dtu_serial: '199980000001', dtu_palevel: 3 };
    expect(changeSettings('dtu', sent('2023-02', 'dtu'), changes)).toEqual({
      body: { dtu_serial: '199980000001', dtu_pollinterval: 5, dtu_palevel: 3 },
      left: [],
    });
    expect(changeSettings('dtu', sent('2024-02', 'dtu'), changes)).toEqual({
      body: { ...sent('2024-02', 'dtu'), serial: '199980000001', nrf_palevel: 3 },
      left: [],
    });
    for (const age of ['2023-02', '2024-02'] as const) {
      expect(readSettings('dtu', sent(age, 'dtu'))).toMatchObject({
        ...{ dtu_serial: '199980123456', dtu_pollinterval: 5, dtu_palevel: 2 },
      });
    }
  });

  it('that a device does not have is left out, and named', () => {
    const changes = { ntp_server: 'time.example', ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' };
    const { body, left } = changeSettings('time', sent('2024-02', 'time'), changes);
    expect(left).toEqual(['ntp_timezone']);
    expect(body).toEqual({
      ...sent('2024-02', 'time'),
      ntp_server: 'time.example',
      ntp_timezone_descr: 'Etc/UTC',
    });
    expect(
      changeSettings('network', sent('2023-02', 'network'), { aptimeout: 3, colour: 'red' }).left,
    ).toEqual([...['aptimeout', 'colour']]);
  });

  it('may stand deeper, beside what nobody knows', () => {
    const raw = sent('other', 'device');
    const { body, left } = changeSettings('device', raw, { 'display.contrast': '70', 'display.rotation': 1 });
    expect(left).toEqual(['display.rotation']);
    expect(body).toEqual({
      ...raw,
      display: { contrast: 70, theme: 'dark', nested: { a: [1, 2, { b: 3 }] } },
    });
    expect(raw).toEqual(sent('other', 'device'));
  });

  it('of another kind is not read', () => {
    expect(readSettings('network', { hostname: 3, dhcp: 'true', ssid: 'home', aptimeout: null })).toEqual({
      ssid: 'home',
    });
    for (const document of [null, [], {}, '<html>', { other: 1 }]) {
      expect(readSettings('network', document)).toBeUndefined();
    }
  });

  it('is a secret or not', () => {
    expect(DOCUMENTS.flatMap(secretSettings)).toEqual([
      'password',
      'mqtt_password',
      'mqtt_client_key',
      'password',
    ]);
  });

  // docs/reference/api-generations.md#settings.
  it.each([
    ['network', 'aptimeout', 23_07_22],
    ['network', 'mdnsenabled', 23_11_15],
    ['network', 'syslogport', 25_05_10],
    ['time', 'latitude', 23_04_04],
    ['time', 'sunsettype', 23_05_31],
    ['mqtt', 'mqtt_client_cert', 23_04_12],
    ['mqtt', 'mqtt_clean_session', 23_09_11],
    ['mqtt', 'mqtt_lwt_qos', 23_12_16],
    ['mqtt', 'mqtt_clientid', 24_06_29],
    ['dtu', 'nrf_palevel', 23_04_15],
    ['dtu', 'cmt_country', 24_01_14],
    ['device', 'display.rotation', 23_04_04],
    ['device', 'display.diagrammode', 24_01_14],
    ['device', 'led', 23_12_16],
  ] as const)('%s %s came with %d', (document, key, release) => {
    expect(settingsKeys(document, release)).toContain(key);
    expect(settingsKeys(document, release - 1)).not.toContain(key);
  });

  it.each([
    ['time', 'ntp_timezone', 26_03_28],
    ['dtu', 'dtu_palevel', 23_04_15],
    ['device', 'display.show_logo', 23_04_04],
    ['device', 'display.language', 24_11_07],
  ] as const)('%s %s went with %d', (document, key, release) => {
    expect(settingsKeys(document, release)).not.toContain(key);
    expect(settingsKeys(document, release - 1)).toContain(key);
  });

  it('of a new device is its default', () => {
    expect(encodeSettings('dtu', 23_04_15)).toMatchObject({ cmt_frequency: 865_000, pollinterval: 5 });
    expect(encodeSettings('security', NEWEST_RELEASE)).toEqual({
      password: 'openDTU42',
      allow_readonly: true,
    });
  });
});

describe('a change of an object', () => {
  it('goes key by key, and replaces lists', () => {
    const raw = { a: { b: 1, c: { d: 2 } }, e: [1, 2], f: null };
    expect(changeRaw(raw, { a: { c: { d: 3 } }, e: [3], f: { g: 1 } })).toEqual({
      ...{ a: { b: 1, c: { d: 3 } }, e: [3], f: { g: 1 } },
    });
    expect(raw).toEqual({ a: { b: 1, c: { d: 2 } }, e: [1, 2], f: null });
  });
});
