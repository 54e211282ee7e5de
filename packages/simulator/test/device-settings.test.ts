import {
  changeInverter,
  changeSettings,
  decodeInverterList,
  encodeSettings,
  PATHS,
  type Release,
  SETTINGS_PATHS,
  type SettingsDocument,
  type WireObject,
} from '@heliograph/opendtu-api';
import { assert, describe, expect, it } from 'vitest';
import { FIRMWARES, type FirmwareName } from '../src/index.ts';
import { createDeviceTestbed, type DeviceTestbed, LOGIN } from './device-testbed.ts';

const NAMES = Object.keys(FIRMWARES) as readonly FirmwareName[];
const DOCUMENTS = Object.keys(SETTINGS_PATHS) as readonly SettingsDocument[];

const CHANGES: Readonly<Record<SettingsDocument, WireObject>> = {
  network: { hostname: 'roof', dns1: '192.0.2.53' },
  time: { ntp_server: 'time.example', ntp_timezone_descr: 'Europe/Lisbon' },
  mqtt: { mqtt_enabled: true, mqtt_hostname: 'broker.example', mqtt_topic: 'roof/' },
  dtu: { dtu_pollinterval: 7, dtu_palevel: 2 },
  security: { allow_readonly: false },
  device: { 'display.contrast': 42 },
};

function read({ get }: DeviceTestbed, document: SettingsDocument): WireObject {
  return get(SETTINGS_PATHS[document]) as WireObject;
}

function without(object: WireObject, key: string): WireObject {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== key));
}

describe.each(NAMES)('settings of a device with %s', (firmware) => {
  it.each(DOCUMENTS)(
    '%s: what was read, changed and sent back is stored, and nothing else changes',
    (document) => {
      const testbed = createDeviceTestbed({ firmware });
      const before = read(testbed, document);
      const { body, left } = changeSettings(document, before, CHANGES[document]);
      expect(left).toEqual([]);
      expect(testbed.post(SETTINGS_PATHS[document], body)).toMatchObject({ isSuccess: true, code: 1001 });
      expect(read(testbed, document)).toEqual(body);
      expect(body).not.toEqual(before);
      expect(testbed.device.settings(document)).toMatchObject(CHANGES[document]);
      expect(testbed.get(PATHS.systemStatus)).toMatchObject({ cfgsavecount: 1 });
    },
  );

  it.each(DOCUMENTS)('%s: a save without anything is refused and changes nothing', (document) => {
    const testbed = createDeviceTestbed({ firmware });
    const before = read(testbed, document);
    expect(testbed.post(SETTINGS_PATHS[document], {})).toMatchObject({ isSuccess: false, code: 1005 });
    expect(read(testbed, document)).toEqual(before);
  });

  it('keeps keys of tomorrow that come back, and sets back those that do not', () => {
    const testbed = createDeviceTestbed({ firmware });
    testbed.device.plantKeys('network', { tomorrow: 'yes', deep: { level: 3, on: true } });
    const whole = read(testbed, 'network');
    expect(whole).toMatchObject({ tomorrow: 'yes', deep: { level: 3, on: true } });
    testbed.post(PATHS.networkSettings, { ...whole, hostname: 'one' });
    expect(read(testbed, 'network')).toEqual({ ...whole, hostname: 'one' });
    testbed.post(PATHS.networkSettings, without(without(whole, 'tomorrow'), 'deep'));
    expect(read(testbed, 'network')).toMatchObject({ tomorrow: 'null', deep: { level: 0, on: false } });
  });
});

/** What a page of February 2023 would save. */
function oldBody(document: SettingsDocument): WireObject {
  return encodeSettings(document, FIRMWARES['2023-02'].release);
}

describe('a save that knows only the keys of February 2023', () => {
  const save = (document: SettingsDocument, release: Release, body: WireObject) => {
    const testbed = createDeviceTestbed({ firmware: { release, isOnBattery: false } });
    const { code } = testbed.post(SETTINGS_PATHS[document], body);
    return { code, stored: read(testbed, document) };
  };

  it('of the network is refused as soon as the time of the access point belongs to it', () => {
    const body = { ...oldBody('network'), ssid: 'roof' };
    expect(save('network', 23_07_21, body).code).toBe(1001);
    expect(save('network', 23_07_22, body).code).toBe(1005);
    const { code, stored } = save('network', 26_03_30, { ...body, aptimeout: 3 });
    expect(code).toBe(1001);
    expect(stored).toMatchObject({
      mdnsenabled: false,
      syslogenabled: false,
      sysloghostname: 'null',
      syslogport: 0,
    });
  });

  it.each([
    ['time', 23_04_04],
    ['mqtt', 23_04_12],
    ['dtu', 23_04_15],
  ] as const)('of %s is refused since %d', (document, since) => {
    const body = oldBody(document);
    expect(save(document, since - 1, body).code).toBe(1001);
    expect(save(document, since, body).code).toBe(1005);
  });

  it('of the display makes the lights dark and turns it back', () => {
    const { code, stored } = save('device', 26_03_30, { ...oldBody('device'), curPin: { name: 'Board' } });
    expect(code).toBe(1001);
    expect(stored).toMatchObject({
      display: { rotation: 0, locale: 'null', diagramduration: 0, contrast: 60 },
      led: [{ brightness: 0 }, { brightness: 0 }],
    });
  });
});

describe('oddities of February 2023', () => {
  const testbed = createDeviceTestbed({ firmware: '2023-02' });

  it('what is missing becomes the word null, or false', () => {
    const time = without(read(testbed, 'time'), 'ntp_timezone_descr');
    expect(testbed.post(PATHS.timeSettings, time).isSuccess).toBe(true);
    expect(read(testbed, 'time')).toMatchObject({ ntp_timezone_descr: 'null' });
    const mqtt = without(read(testbed, 'mqtt'), 'mqtt_root_ca_cert');
    expect(testbed.post(PATHS.mqttSettings, mqtt).isSuccess).toBe(true);
    expect(read(testbed, 'mqtt')).toMatchObject({ mqtt_root_ca_cert: 'null' });
    expect(testbed.post(PATHS.securitySettings, { password: 'sunny-side-up' }).isSuccess).toBe(true);
    expect(read(testbed, 'security')).toMatchObject({ allow_readonly: false });
  });

  it('numbers may be texts, until the newer ones want the right kind', () => {
    const spelled = { ...read(testbed, 'dtu'), dtu_pollinterval: '9' };
    expect(testbed.post(PATHS.dtuSettings, spelled).isSuccess).toBe(true);
    expect(read(testbed, 'dtu')).toMatchObject({ dtu_pollinterval: 9 });
    const newer = createDeviceTestbed();
    const refused = newer.post(PATHS.dtuSettings, { ...read(newer, 'dtu'), pollinterval: '9' });
    expect(refused.code).toBe(1005);
  });
});

describe('values that a device refuses', () => {
  it.each([
    ['network', { ipaddress: '300.1.1.1' }, 8001],
    ['network', { dns2: 'dns' }, 8005],
    ['network', { aptimeout: 100_000 }, 8006],
    ['network', { hostname: '' }, undefined],
    ['network', { ssid: 'x'.repeat(33) }, undefined],
    ['time', { ntp_server: '' }, 9001],
    ['time', { ntp_timezone_descr: 'x'.repeat(51) }, 9003],
    ['mqtt', { mqtt_enabled: true, mqtt_hostname: '' }, 7001],
    ['mqtt', { mqtt_enabled: true, mqtt_hostname: 'b', mqtt_topic: 'solar' }, 7006],
    ['mqtt', { mqtt_enabled: true, mqtt_hostname: 'b', mqtt_publish_interval: 4 }, 7013],
    [
      'mqtt',
      { mqtt_enabled: true, mqtt_hostname: 'b', mqtt_hass_enabled: true, mqtt_hass_topic: 'ha' },
      7018,
    ],
    ['dtu', { serial: '0' }, 2001],
    ['dtu', { pollinterval: 0 }, 2002],
    ['dtu', { nrf_palevel: 4 }, 2003],
    ['dtu', { cmt_frequency: 859_000_000 }, 2004],
    ['dtu', { cmt_frequency: 865_000_001 }, 2004],
    ['dtu', { cmt_country: 1 }, 2005],
    ['security', { password: 'short' }, 10_001],
    ['device', { curPin: { name: '' } }, 12_001],
  ] as const)('%s %j: %j', (document, changes, code) => {
    const testbed = createDeviceTestbed();
    const before = read(testbed, document);
    const refused = testbed.post(SETTINGS_PATHS[document], { ...before, ...changes });
    expect(refused).toMatchObject({ isSuccess: false });
    expect(refused.code).toBe(code);
    expect(refused.message).not.toBe('');
    expect(read(testbed, document)).toEqual(before);
  });

  it('MQTT is checked only while it is enabled', () => {
    const testbed = createDeviceTestbed();
    const body = { ...read(testbed, 'mqtt'), mqtt_enabled: false, mqtt_topic: 'solar' };
    expect(testbed.post(PATHS.mqttSettings, body).isSuccess).toBe(true);
  });
});

it('a new password counts for the next request, and on newer devices closes the sockets', () => {
  for (const [firmware, isClosed] of [
    ['v24.2.12', false],
    ['v26.3.30', true],
  ] as const) {
    const testbed = createDeviceTestbed({ firmware });
    const listener = testbed.listen();
    const body = { ...read(testbed, 'security'), password: 'another-one' };
    expect(testbed.post(PATHS.securitySettings, body).isSuccess).toBe(true);
    expect(testbed.send('GET', PATHS.login).status).toBe(401);
    expect(listener.isClosed()).toBe(isClosed);
  }
});

it('another pin profile restarts the device, the values of the display do not', () => {
  const testbed = createDeviceTestbed();
  const before = read(testbed, 'device');
  const isAway = () => {
    testbed.clock.advance(1100);
    return testbed.send('GET', PATHS.systemStatus).end === 'reset';
  };
  testbed.post(PATHS.deviceSettings, changeSettings('device', before, { 'display.contrast': 1 }).body);
  expect(isAway()).toBe(false);
  testbed.post(PATHS.deviceSettings, changeSettings('device', before, { 'curPin.name': 'Other board' }).body);
  expect(isAway()).toBe(true);
});

it('a factory reset leaves the defaults and no inverter; the old path does nothing on newer devices', () => {
  const testbed = createDeviceTestbed();
  expect(testbed.send('POST', '/api/config/delete', 'data={"delete":true}', LOGIN).body).toContain('<html>');
  expect(testbed.post('/api/file/delete_all', { delete: false })).toMatchObject({
    isSuccess: false,
    code: 3001,
  });
  expect(decodeInverterList(testbed.get(PATHS.inverterList))).toHaveLength(3);
  expect(testbed.post('/api/file/delete_all', { delete: true })).toMatchObject({
    isSuccess: true,
    code: 3002,
  });
  testbed.clock.advance(7000);
  const authorization = `Basic ${btoa('admin:openDTU42')}`;
  const list = JSON.parse(testbed.send('GET', PATHS.inverterList, '', { authorization }).body);
  expect(decodeInverterList(list)).toEqual([]);
});

describe('the list of inverters', () => {
  const listed = ({ get }: DeviceTestbed) =>
    decodeInverterList(get(PATHS.inverterList)) ?? assert.fail('no list');

  it('takes what was read and changed', () => {
    const testbed = createDeviceTestbed();
    testbed.device.plantKeys('inverters', { tomorrow: 5 });
    const [, , third = assert.fail('no third')] = listed(testbed);
    const body = changeInverter(third, { name: 'Barn', strings: [{ name: 'Left', maxPowerW: 444 }] });
    expect(testbed.post(PATHS.inverterEdit, body)).toMatchObject({ isSuccess: true, code: 4007 });
    const [, , after] = listed(testbed);
    expect(after?.raw).toEqual(body);
    expect(after?.strings[0]).toMatchObject({ name: 'Left', maxPowerW: 444 });
  });

  it('sets back what a save leaves out', () => {
    const testbed = createDeviceTestbed();
    testbed.device.plantKeys('inverters', { tomorrow: 5 });
    const [first = assert.fail('no first')] = listed(testbed);
    const all = {
      ...{ poll_enable: false, poll_enable_night: false, command_enable: false, command_enable_night: false },
      ...{ reachable_threshold: 7, zero_runtime: true, zero_day: true, clear_eventlog: true },
      ...{ yieldday_correction: true, tomorrow: 6 },
    };
    const channel = [{ name: 'A', max_power: 300, yield_total_offset: 12.5 }];
    testbed.post(PATHS.inverterEdit, { ...first.raw, ...all, channel });
    expect(listed(testbed)[0]?.raw).toMatchObject({ ...all, channel });
    const old = { id: 0, serial: first.serial, name: 'Old', channel: [{ name: 'A', max_power: 300 }] };
    expect(testbed.post(PATHS.inverterEdit, old).isSuccess).toBe(true);
    expect(listed(testbed)[0]?.raw).toMatchObject({
      ...{ poll_enable: true, poll_enable_night: true, command_enable: true, command_enable_night: true },
      ...{ reachable_threshold: 2, zero_runtime: false, zero_day: false, clear_eventlog: false },
      ...{ yieldday_correction: false, tomorrow: 0, name: 'Old' },
      channel: [{ name: 'A', max_power: 300, yield_total_offset: 0 }],
    });
  });

  it('grows, up to ten, and shrinks', () => {
    const testbed = createDeviceTestbed();
    const add = (index: number) =>
      testbed.post(PATHS.inverterAdd, { serial: `11418273010${index}`, name: `No. ${index}` });
    expect(add(0)).toMatchObject({ isSuccess: true, code: 4004 });
    expect(listed(testbed).map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    for (let index = 1; index < 7; index++) expect(add(index).isSuccess).toBe(true);
    expect(add(7)).toMatchObject({ isSuccess: false, code: 4003, param: { max: 10 } });
    expect(testbed.post(PATHS.inverterDelete, { id: 1 })).toMatchObject({ isSuccess: true, code: 4008 });
    expect(listed(testbed)).toHaveLength(9);
    expect(add(8).isSuccess).toBe(true);
    expect(listed(testbed).find(({ id }) => id === 1)?.name).toBe('No. 8');
  });

  it('a serial that no family claims can be added, and is never heard', () => {
    const testbed = createDeviceTestbed();
    testbed.post(PATHS.inverterAdd, { serial: '999912345678', name: 'What' });
    expect(listed(testbed)[3]).toMatchObject({ typeText: 'Unknown', name: 'What' });
    testbed.clock.advance(60_000);
    expect(testbed.liveData().inverters[3]?.reading).toBeUndefined();
  });

  it.each([
    [PATHS.inverterAdd, { serial: '0', name: 'a' }, 4001],
    [PATHS.inverterAdd, { serial: '114182730100', name: '' }, 4002],
    [PATHS.inverterAdd, { serial: '114182730100', name: 'x'.repeat(32) }, 4002],
    [PATHS.inverterAdd, { name: 'a' }, 1005],
    [PATHS.inverterEdit, { id: 10, serial: '1', name: 'a', channel: [{}] }, 4005],
    [PATHS.inverterEdit, { id: 0, serial: '1', name: 'a', channel: [] }, 4006],
    [PATHS.inverterEdit, { id: 0, serial: '1', name: 'a' }, 1005],
    [PATHS.inverterDelete, { id: 11 }, 4005],
  ])('%s refuses %j with %d', (path, body, code) => {
    expect(createDeviceTestbed().post(path, body)).toMatchObject({ isSuccess: false, code });
  });

  it('has an order that can be changed, and statistics that can be reset', () => {
    const testbed = createDeviceTestbed();
    expect(testbed.post('/api/inverter/order', { order: [2, 0, 1] })).toMatchObject({
      isSuccess: true,
      code: 4009,
    });
    expect(listed(testbed).map(({ id }) => id)).toEqual([2, 0, 1]);
    testbed.clock.advance(20_000);
    expect(testbed.liveData().inverters.map(({ name }) => name)).toEqual([
      ...['East and west roof', 'Garage', 'South roof'],
    ]);
    const requests = () => testbed.liveData().inverters[0]?.radio?.requests;
    expect(requests()).toBeGreaterThan(0);
    const reset = testbed.send('GET', '/api/inverter/stats_reset?inv=116181452037');
    expect(reset.body).toContain('4010');
    expect(requests()).toBe(0);
  });

  it('an inverter that is not to be polled is left alone, and left out of the sums', () => {
    const testbed = createDeviceTestbed();
    const [first = assert.fail('no first')] = listed(testbed);
    testbed.clock.advance(16_000);
    testbed.post(PATHS.inverterEdit, { ...first.raw, poll_enable: false });
    testbed.clock.advance(60_000);
    const { inverters, total } = testbed.liveData();
    expect(inverters[0]).toMatchObject({ isPolled: false });
    expect(inverters[0]?.dataAgeMs).toBeGreaterThan(60_000);
    const others = inverters.slice(1).reduce((sum, { reading }) => sum + (reading?.powerW ?? 0), 0);
    expect(total.powerW).toBeCloseTo(others, 1);
  });
});

describe.each(NAMES)('a configuration file of a device with %s', (firmware) => {
  const BOUNDARY = 'the end of a part';

  const isNewer = FIRMWARES[firmware].release >= 24_11_07;

  /** Uploads its configuration, which restarts it. */
  function upload({ send, clock }: DeviceTestbed, text: string): void {
    const path = isNewer ? '/api/file/upload' : '/api/config/upload';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="config"; filename="config.json"\r\n\r\n`;
    const headers = { ...LOGIN, 'content-type': `multipart/form-data; boundary="${BOUNDARY}"` };
    const answer = send('POST', `${path}?file=config.json`, `${head}${text}\r\n--${BOUNDARY}--\r\n`, headers);
    expect(answer).toMatchObject({ status: 200, body: 'OK' });
    clock.advance(7000);
  }

  const fileOf = ({ send }: DeviceTestbed) => send('GET', isNewer ? '/api/file/get' : '/api/config/get').body;

  it('takes the place of everything that was set', () => {
    const first = createDeviceTestbed({ firmware });
    first.device.changeSettings('network', { hostname: 'Roof', dns1: '192.0.2.53' });
    first.device.changeSettings('mqtt', { mqtt_enabled: true, mqtt_hostname: 'broker.example' });
    first.device.changeSettings('dtu', { dtu_serial: '199980167890', dtu_pollinterval: 7 });
    const [third] = (decodeInverterList(first.get(PATHS.inverterList)) ?? []).slice(-1);
    assert(third !== undefined);
    first.post(PATHS.inverterEdit, changeInverter(third, { name: 'Barn', strings: [{ name: 'Left' }] }));
    const file = fileOf(first);

    const second = createDeviceTestbed({ firmware });
    upload(second, file);
    const savesLeftOut = (text: string) => ({ ...JSON.parse(text), cfg: 0 });
    expect(savesLeftOut(fileOf(second))).toEqual(savesLeftOut(file));
    for (const document of ['network', 'mqtt', 'dtu'] as const)
      expect(read(second, document)).toEqual(read(first, document));
    second.clock.advance(30_000);
    expect(second.liveData().inverters.map(({ name }) => name)).toEqual(['Garage', 'South roof', 'Barn']);
    expect(second.liveData().inverters[2]?.reading?.powerW).toBeGreaterThan(20);
  });

  it('that is none leaves a new device', () => {
    const testbed = createDeviceTestbed({ firmware });
    upload(testbed, 'what');
    const authorization = `Basic ${btoa('admin:openDTU42')}`;
    const list = testbed.send('GET', PATHS.inverterList, '', { authorization });
    expect(decodeInverterList(JSON.parse(list.body))).toEqual([]);
  });
});

it('what was set is remembered over restarts of the simulation', () => {
  let remembered: unknown;
  const start = () =>
    createDeviceTestbed({
      memory: {
        remembered,
        remember(state) {
          remembered = state;
        },
      },
    });
  const before = start();
  const [first = assert.fail('no first')] = decodeInverterList(before.get(PATHS.inverterList)) ?? [];
  before.post(PATHS.inverterEdit, changeInverter(first, { name: 'Shed' }));
  const network = changeSettings('network', read(before, 'network'), { hostname: 'Roof', syslogport: 515 });
  before.post(PATHS.networkSettings, network.body);
  before.device.changePassword('a new password');
  before.device.stop();
  remembered = JSON.parse(JSON.stringify(remembered));

  const after = start();
  const authorization = `Basic ${btoa('admin:a new password')}`;
  expect(after.send('GET', PATHS.inverterList).status).toBe(401);
  const get = (path: string) => JSON.parse(after.send('GET', path, '', { authorization }).body);
  expect(decodeInverterList(get(PATHS.inverterList))?.[0]?.name).toBe('Shed');
  expect(get(PATHS.networkSettings)).toMatchObject({ hostname: 'Roof', syslogport: 515 });
  expect(get(PATHS.systemStatus)).toMatchObject({ cfgsavecount: 2 });
});

it.each([[42], [{ settings: 7, inverters: 'x', files: [1] }], [{ inverters: [{}, null], plant: [] }]])(
  'a memory that makes no sense, %j, is none',
  (remembered) => {
    const { get } = createDeviceTestbed({ memory: { remembered, remember: () => undefined } });
    expect(get(PATHS.inverterList)).toBeInstanceOf(Object);
  },
);
