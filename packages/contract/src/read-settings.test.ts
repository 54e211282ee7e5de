import { describe, expect, it } from 'vitest';
import { getConfigFile } from './config-files.ts';
import { getDeviceConfig } from './device-settings.ts';
import { getTime } from './device-time.ts';
import { getDtuConfig } from './dtu.ts';
import { getMqttStatus } from './mqtt.ts';
import { getNetworkConfig, getNetworkStatus } from './network.ts';
import { getNtpConfig, getNtpStatus } from './ntp.ts';
import { getSecurityConfig } from './security.ts';
import { getSystemStatus } from './system-status.ts';
import { getUpdateSource } from './update-source.ts';

/**
 * How a client reads what devices answer, ours and others. Source: docs/reference/original-device.md#network, #time,
 * #mqtt-settings, #device-settings-and-pins, #security, #system-status and #configuration-files.
 */

const NO_OBJECTS = [undefined, null, 5, 'text', true, [], [[]]];
const SETTINGS = [getNetworkConfig, getNtpConfig, getDtuConfig, getSecurityConfig];
/** Each status with an answer, and what a client reads in it. */
const FACTS = [
  {
    endpoint: getSystemStatus,
    sent: {
      ...{ hostname: 'roof', sdkversion: 'v4.4.3', cpufreq: 240, heap_total: 307_200, heap_used: 122_880 },
      ...{ sketch_total: 1_572_864, sketch_used: 943_718, littlefs_total: 327_680, littlefs_used: 16_384 },
      ...{ chiprevision: 3, chipmodel: 'ESP32-D0WDQ6', chipcores: 2 },
      ...{ resetreason_0: 'Program started', resetreason_1: 'NO_MEAN', cfgsavecount: 7 },
      ...{ config_version: '0.1.23', git_hash: 'g24ad73f', uptime: 61 },
      ...{ radio_connected: true, radio_pvariant: false },
      ...{ heliograph_version: '0.1.0', heliograph_commit: '24ad73f', heliograph_installation: 'git' },
      ...{ heliograph_image: 'v1.1.0', heliograph_runtime_end_of_life: '2026-04-30' },
    },
    received: {
      ...{ hostname: 'roof', sdkVersion: 'v4.4.3', cpuFrequencyMhz: 240 },
      ...{ heapTotalBytes: 307_200, heapUsedBytes: 122_880 },
      ...{ sketchTotalBytes: 1_572_864, sketchUsedBytes: 943_718 },
      ...{ fileSystemTotalBytes: 327_680, fileSystemUsedBytes: 16_384 },
      ...{ chipRevision: 3, chipModel: 'ESP32-D0WDQ6', cpuCores: 2 },
      ...{ resetReasonCpu0: 'Program started', resetReasonCpu1: 'NO_MEAN', saveCount: 7 },
      ...{ configVersion: '0.1.23', firmwareBuild: 'g24ad73f', uptimeS: 61 },
      ...{ isRadioConnected: true, isRadioPlusVariant: false },
      ...{ programVersion: '0.1.0', programCommit: '24ad73f', installation: 'git' },
      ...{ storedImage: 'v1.1.0', runtimeEndOfLifeDay: '2026-04-30' },
    },
  },
  {
    endpoint: getNetworkStatus,
    sent: {
      ...{ sta_status: true, sta_ssid: 'Attic', sta_rssi: -62, network_hostname: 'roof' },
      ...{ network_ip: '192.0.2.20', network_netmask: '255.255.255.0', network_gateway: '192.0.2.1' },
      ...{ network_dns1: '192.0.2.2', network_dns2: '192.0.2.3', network_mac: 'A4:CF:12:AB:CD:EF' },
      ...{ network_mode: 'Station', ap_status: false, ap_ssid: 'OpenDTU-1', ap_ip: '192.168.4.1' },
      ...{ ap_mac: 'A4:CF:12:AB:CD:F0', ap_stationnum: 2 },
    },
    received: {
      ...{ isStationEnabled: true, stationSsid: 'Attic', stationRssiDbm: -62, hostname: 'roof' },
      ...{ ipAddress: '192.0.2.20', netmask: '255.255.255.0', gateway: '192.0.2.1' },
      ...{ dns1: '192.0.2.2', dns2: '192.0.2.3', macAddress: 'A4:CF:12:AB:CD:EF', mode: 'Station' },
      ...{ isAccessPointEnabled: false, accessPointSsid: 'OpenDTU-1', accessPointIpAddress: '192.168.4.1' },
      ...{ accessPointMacAddress: 'A4:CF:12:AB:CD:F0', accessPointStations: 2 },
    },
  },
  {
    endpoint: getNtpStatus,
    sent: {
      ...{ ntp_server: 'pool.ntp.org', ntp_timezone: 'CET-1CEST', ntp_timezone_descr: 'Europe/Berlin' },
      ...{ ntp_status: false, ntp_localtime: 'Monday, February 06 2023 20:26:21', ntp_state: 'late' },
      ...{ ntp_clock_set: true, ntp_address: '192.0.2.7', ntp_answer_age: 9000, ntp_offset: -0.5 },
      ...{ ntp_next_try: 30, ntp_failure: 'no-answer' },
    },
    received: {
      ...{ server: 'pool.ntp.org', timezoneRule: 'CET-1CEST', timezoneName: 'Europe/Berlin' },
      ...{ isSynced: false, localTime: 'Monday, February 06 2023 20:26:21', state: 'late' },
      ...{ isClockSet: true, answeringAddress: '192.0.2.7', answerAgeS: 9000, offsetS: -0.5 },
      ...{ nextTryS: 30, failure: 'no-answer' },
    },
  },
  {
    endpoint: getMqttStatus,
    sent: {
      ...{ mqtt_enabled: true, mqtt_hostname: 'broker.local', mqtt_port: 8883, mqtt_username: 'me' },
      ...{ mqtt_topic: 'solar/', mqtt_connected: false, mqtt_retain: true, mqtt_tls: false },
      ...{ mqtt_root_ca_cert_info: 'subject : CN=Root', mqtt_lwt_topic: 'solar/dtu/status' },
      ...{ mqtt_publish_interval: 5, mqtt_hass_enabled: false, mqtt_hass_expire: true },
      ...{ mqtt_hass_retain: false, mqtt_hass_topic: 'homeassistant/', mqtt_hass_individualpanels: true },
      mqtt_failure: 'refused',
    },
    received: {
      ...{ isEnabled: true, hostname: 'broker.local', port: 8883, username: 'me' },
      ...{ baseTopic: 'solar/', isConnected: false, isRetained: true, hasTls: false },
      ...{ rootCertificateInfo: 'subject : CN=Root', lastWillTopic: 'solar/dtu/status' },
      ...{ publishIntervalS: 5, isDiscoveryEnabled: false, hasDiscoveryExpiry: true },
      ...{ isDiscoveryRetained: false, discoveryTopic: 'homeassistant/', hasIndividualPanels: true },
      failure: 'refused',
    },
  },
].map((facts) => ({ ...facts, path: facts.endpoint.path, read: facts.endpoint.read }));

describe.each([...SETTINGS, ...FACTS])('$path', ({ read }) => {
  it('needs an object', () => {
    for (const value of NO_OBJECTS) expect(read(value)).toBeUndefined();
  });
});

describe.each(SETTINGS)('$path', ({ read }) => {
  it('has every key, also where nothing sensible was sent', () => {
    const nothing = read({});
    const keys = Object.keys(nothing ?? {});
    expect(keys.length).toBeGreaterThan(1);
    for (const odd of [null, { odd: [1] }])
      expect(read(Object.fromEntries(keys.map((key) => [key, odd])))).toEqual(nothing);
  });

  it('keeps keys that it does not know', () => {
    const sent = JSON.parse('{"later":{"a":[1]},"toString":5,"__proto__":{"x":1}}');
    const received = read(sent);
    expect(received).toMatchObject({ later: { a: [1] }, toString: 5 });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe.each(FACTS)('$path', ({ read, sent, received }) => {
  it('is said in words of the field, and in nothing else', () => {
    expect(read({ ...sent, later: { a: [1] } })).toEqual(received);
    expect(Object.keys(read(sent) ?? {})).toEqual(Object.keys(received));
  });

  it('has every word, also where nothing sensible was sent', () => {
    const nothing = read({});
    expect(Object.keys(nothing ?? {})).toEqual(Object.keys(received));
    for (const odd of [null, { odd: [1] }])
      expect(read(Object.fromEntries(Object.keys(sent).map((key) => [key, odd])))).toEqual(nothing);
  });
});

describe('what was not told', () => {
  it.each(SETTINGS)('is empty in settings: $path', ({ read }) => {
    for (const value of Object.values(read({}) ?? {})) expect(['', 0, false]).toContain(value);
  });

  it.each(FACTS)('is unknown in facts: $path', ({ read }) => {
    for (const value of Object.values(read({}) ?? {})) expect(value).toBeUndefined();
  });
});

describe('the state of the time server', () => {
  it.each([
    ['manual', 'manual'],
    ['something new', 'never'],
    ['', 'never'],
    [5, 'never'],
    [undefined, undefined],
    [[], undefined],
  ])('that is sent as %j is %j', (ntp_state, state) => {
    expect(getNtpStatus.read({ ntp_state })?.state).toBe(state);
  });
});

describe('values of another type', () => {
  it.each([
    [
      getDtuConfig.read({ dtu_serial: 199_980_112_345, dtu_pollinterval: '5', dtu_palevel: '2 dB' }),
      { dtu_serial: '199980112345', dtu_pollinterval: 5, dtu_palevel: 2 },
    ],
    [
      getDtuConfig.read({ dtu_pollinterval: 'x', dtu_palevel: Number.NaN }),
      { dtu_pollinterval: 0, dtu_palevel: 0 },
    ],
    [getNetworkConfig.read({ dhcp: 1, ssid: true }), { dhcp: true, ssid: '' }],
    [getNetworkConfig.read({ dhcp: 'false' }), { dhcp: false }],
    [getNetworkConfig.read({ dhcp: 2 }), { dhcp: false }],
    [
      getSystemStatus.read({ radio_connected: 'true', radio_pvariant: 'yes', uptime: '86400' }),
      { isRadioConnected: true, isRadioPlusVariant: undefined, uptimeS: 86_400 },
    ],
  ])('are read as far as they make sense: %#', (received, expected) => {
    expect(received).toMatchObject(expected);
  });
});

describe('the device settings', () => {
  const display = { power_safe: true, screensaver: true, show_logo: false, contrast: 60 };

  it('need both parts', () => {
    const halves = [{}, { curPin: {} }, { display }, { curPin: 5, display }, { curPin: {}, display: 5 }];
    for (const value of [...NO_OBJECTS, ...halves]) expect(getDeviceConfig.read(value)).toBeUndefined();
  });

  it('have a name and the display, and keep everything else as it came, at all levels', () => {
    const sent = { curPin: { name: 7, cmt: { clk: 1 } }, display: { ...display, rotation: 2 }, led: [1] };
    expect(getDeviceConfig.read(sent)).toEqual({ ...sent, curPin: { ...sent.curPin, name: '' } });
    expect(getDeviceConfig.read({ curPin: { name: 'A' }, display: { contrast: '9' } })).toEqual({
      curPin: { name: 'A' },
      display: { power_safe: false, screensaver: false, show_logo: false, contrast: 9 },
    });
  });
});

describe('the time', () => {
  it('needs a date', () => {
    for (const value of [...NO_OBJECTS, {}, { year: 0, month: 1 }])
      expect(getTime.read(value)).toBeUndefined();
    expect(getTime.read({ year: 1970 })).toEqual({
      ...{ ntp_status: false, year: 1970, month: 0, day: 0 },
      ...{ hour: 0, minute: 0, second: 0 },
    });
  });
});

describe('the update source', () => {
  it.each([
    ['some-one/some.thing_1', 'some-one/some.thing_1'],
    ['', ''],
    ['one', ''],
    ['a/b/c', ''],
    ['https://host/a', ''],
    ['a/b?c', ''],
    ['../b#', ''],
  ])('%j is read as %j', (repository, expected) => {
    expect(getUpdateSource.read({ repository })).toEqual({ repository: expected });
  });

  it('is none in another answer', () => {
    for (const value of [...NO_OBJECTS, {}, { repository: 5 }])
      expect(getUpdateSource.read(value)).toBeUndefined();
  });
});

describe('a file', () => {
  it('is whatever JSON it holds, with the text as it came', () => {
    for (const text of ['null', '[]', ' {} ', '5', '{"serial":12345678901234567890}']) {
      expect(getConfigFile.read(undefined, text)).toEqual({ content: JSON.parse(text), text });
    }
    for (const text of ['', '{"cfg"', 'Not found'])
      expect(getConfigFile.read(undefined, text)).toBeUndefined();
  });

  it('may hold control characters, as originals write them', () => {
    const text = '{"name":"Süd\u0007\n"}';
    expect(getConfigFile.read(undefined, text)).toEqual({ content: { name: 'Süd  ' }, text });
  });
});
