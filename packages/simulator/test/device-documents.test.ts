import {
  capabilitiesOfRelease,
  decodeClock,
  decodeDeviceInfo,
  decodeEventLog,
  decodeFileList,
  decodeGridProfile,
  decodeGridProfileBytes,
  decodeInverterList,
  decodeLimitStatuses,
  decodeMqttStatus,
  decodeNetworkStatus,
  decodePowerStatuses,
  decodeSystemStatus,
  decodeTimeStatus,
  detectDevice,
  devicePaths,
  PATHS,
  SETTINGS_PATHS,
  type SettingsDocument,
  settingsKeys,
} from '@heliograph/opendtu-api';
import { assert, describe, expect, it } from 'vitest';
import { FIRMWARES, type FirmwareName, SCENARIOS } from '../src/index.ts';
import { ALL_READ_MS, createDeviceTestbed, type DeviceTestbed } from './device-testbed.ts';

const NAMES = Object.keys(FIRMWARES) as readonly FirmwareName[];
const { inverters: PLANT } = SCENARIOS['three-inverters'];
const SERIALS = PLANT.map(({ serial }) => serial);
const [, SOUTH_ROOF = ''] = SERIALS;

function afterReading(firmware: FirmwareName): DeviceTestbed {
  const testbed = createDeviceTestbed({ firmware });
  testbed.clock.advance(ALL_READ_MS);
  return testbed;
}

/** What each device measures of the same plant at the same time. */
const MEASURED = NAMES.map((name) => ({ name, data: afterReading(name).liveData() }));

describe.each(NAMES)('a device with %s', (firmware) => {
  const testbed = afterReading(firmware);
  const { get } = testbed;
  const { release, isOnBattery } = FIRMWARES[firmware];
  const capabilities = capabilitiesOfRelease(release);

  it('says what it is', () => {
    const facts = detectDevice(get(PATHS.systemStatus));
    expect(facts).toMatchObject({
      kind: isOnBattery ? 'onbattery' : 'opendtu',
      generation: capabilities.generation,
      hostName: 'OpenDTU-12AB34',
      uptimeS: 16,
    });
    expect(facts?.span.from).toBe(release);
  });

  it('tells the whole plant, with what has been measured', () => {
    const { inverters, total, hints } = testbed.liveData();
    expect(inverters.map(({ serial, name }) => [serial, name])).toEqual(
      PLANT.map(({ serial, name }) => [serial, name]),
    );
    for (const { reading, strings, isReachable, isProducing, limit, eventCount } of inverters) {
      expect({ isReachable, isProducing, percent: limit.percent }).toEqual({
        ...{ isReachable: true, isProducing: true, percent: 100 },
      });
      expect(reading?.powerW).toBeGreaterThan(0);
      expect(eventCount).toBeGreaterThan(0);
      expect(reading?.strings).toHaveLength(strings.length);
    }
    const sumW = inverters.reduce((sum, { reading }) => sum + (reading?.powerW ?? 0), 0);
    expect(total.powerW).toBeCloseTo(sumW, 1);
    expect(hints).toEqual({
      ...{ isClockUnset: false, hasRadioProblem: false, hasDefaultPassword: false, hasPinProblem: false },
    });
  });

  it('measures of the same plant what every other device does', () => {
    const readings = MEASURED.map(({ name, data }) => [name, data.inverters.map(({ reading }) => reading)]);
    const [, first] = readings[0] ?? [];
    expect(testbed.liveData().inverters.map(({ reading }) => reading)).toEqual(first);
  });

  it('tells of each inverter what it is and what has happened to it', () => {
    const of = (path: string) => get(`${path}?inv=${SOUTH_ROOF}`);
    expect(decodeDeviceInfo(of(PATHS.deviceInfo), SOUTH_ROOF)).toMatchObject({
      ...{ isValid: true, hardware: { model: { name: 'HM-800', maxPowerW: 800 } } },
    });
    const events = decodeEventLog(of(PATHS.eventLog), SOUTH_ROOF) ?? assert.fail('no events');
    expect(events[0]).toMatchObject({ code: 1, message: 'Inverter has started' });
    expect(get(`${PATHS.eventLog}?inv=999`)).toEqual({});
    expect(decodeLimitStatuses(get(PATHS.limitStatus))?.get(SOUTH_ROOF)).toEqual({
      ...{ percent: 100, maxPowerW: 800, status: 'ok' },
    });
    expect(decodePowerStatuses(get(PATHS.powerStatus))?.get(SOUTH_ROOF)).toBe('ok');
  });

  it('tells the grid profile where it can', () => {
    const { gridProfileBytes } = devicePaths(capabilities);
    if (gridProfileBytes === undefined)
      return expect(testbed.send('GET', PATHS.gridProfile).body).toContain('<html>');
    expect(decodeGridProfileBytes(get(`${gridProfileBytes}?inv=${SOUTH_ROOF}`))?.length).toBeGreaterThan(0);
    const profile = decodeGridProfile(get(`${PATHS.gridProfile}?inv=${SOUTH_ROOF}`));
    return expect(profile?.sections.length).toBeGreaterThan(0);
  });

  it('lists its inverters', () => {
    const listed = decodeInverterList(get(PATHS.inverterList)) ?? assert.fail('no list');
    expect(listed.map(({ serial, name, strings }) => ({ serial, name, strings: strings.length }))).toEqual(
      PLANT.map(({ serial, name, strings }) => ({ serial, name, strings: strings.length })),
    );
    expect(listed[1]?.typeText).toContain('HM-800');
    expect(listed.map(({ isPolled }) => isPolled)).toEqual(
      SERIALS.map(() => (capabilities.pollSwitches ? true : undefined)),
    );
  });

  it('sends the settings of its release and no others', () => {
    for (const document of Object.keys(SETTINGS_PATHS) as SettingsDocument[]) {
      expect(leavesOf(get(SETTINGS_PATHS[document]))).toEqual(settingsKeys(document, release));
    }
  });

  it('tells its state', () => {
    expect(decodeSystemStatus(get(PATHS.systemStatus))).toMatchObject({
      isRadioConnected: true,
      cpuCores: 2,
    });
    expect(decodeNetworkStatus(get(PATHS.networkStatus))).toMatchObject({
      ...{ stationSsid: 'Simulated network', ipAddress: '192.168.178.50', hostName: 'OpenDTU-12AB34' },
    });
    expect(decodeTimeStatus(get(PATHS.timeStatus))).toMatchObject({
      ...{ isClockSet: true, localTime: 'Friday, June 21 2024 12:13:16' },
    });
    expect(decodeMqttStatus(get(PATHS.mqttStatus))).toMatchObject({ isEnabled: false, port: 1883 });
    expect(decodeClock(get(PATHS.clock))).toMatchObject({ year: 2024, month: 6, day: 21, hour: 12 });
  });

  it('lists its files, and gives its configuration', () => {
    const { fileList, fileGet } = devicePaths(capabilities);
    const files = decodeFileList(get(fileList))?.map(({ name }) => name);
    expect(files).toEqual(['pin_mapping.json', 'config.json']);
    const file = JSON.parse(testbed.send('GET', fileGet).body);
    expect(file.inverters).toHaveLength(10);
    expect(file.inverters[1]).toMatchObject({ serial: 0x114182730124, name: 'South roof' });
    expect(file.wifi).toMatchObject({ ssid: 'Simulated network', password: 'simulated-wifi' });
    expect(testbed.send('GET', `${fileGet}?file=none.json`).status).toBe(404);
  });

  it('answers calls of another age with its page', () => {
    const { languagePacks, fileCalls } = capabilities;
    const isPage = (path: string) => testbed.send('GET', path).headers['content-type'] === 'text/html';
    expect(isPage(PATHS.languages)).toBe(!languagePacks);
    expect(isPage('/api/file/list')).toBe(!fileCalls);
    expect(isPage('/api/config/list')).toBe(fileCalls);
    expect(isPage('/zones.json')).toBe(capabilities.zones === 'call');
    expect(isPage('/api/ntp/zones')).toBe(capabilities.zones === 'file');
  });
});

it('the first generation has its version in the configuration file', () => {
  const { send } = createDeviceTestbed({ firmware: '2023-02' });
  expect(JSON.parse(send('GET', '/api/config/get').body).cfg.version).toBe(71_424);
});

it('the fork tells its own beside the inverters, and has sockets for them', () => {
  const { get, listen, clock } = createDeviceTestbed({ firmware: 'onbattery' });
  expect(get(PATHS.liveData)).toMatchObject({
    battery: { enabled: true },
    solarcharger: {},
    power_meter: {},
  });
  expect(get(PATHS.systemStatus)).toMatchObject({ git_hash: '2024.02.19' });
  const battery = listen('/batterylivedata');
  clock.advance(1000);
  expect(battery.messages[0]).toContain('soc');
});

it('an inverter with three phases tells each of them in the newer generations', () => {
  const strings = Array.from({ length: 6 }, (_, index) => ({
    ...{
      name: `String ${index + 1}`,
      maxPowerW: 400,
      panelW: 400,
      tiltDeg: 20,
      azimuthDeg: 180,
      isDead: false,
    },
  }));
  const inverter = {
    serial: '138280400106',
    name: 'Hall',
    model: 'HMT-2250',
    strings,
    isPresent: true,
  } as const;
  const scenario = { ...SCENARIOS['three-inverters'], inverters: [inverter] };
  const testbed = createDeviceTestbed({ scenario });
  testbed.clock.advance(ALL_READ_MS);
  const [told] = testbed.liveData().inverters;
  expect(told?.reading?.phases).toHaveLength(3);
  expect(told?.reading?.lineVoltagesV).toHaveLength(3);
  expect(told?.reading?.strings).toHaveLength(6);
});

it('before the first answer its inverters have no reading, and the age of the device', () => {
  const { clock, liveData } = createDeviceTestbed({ scenario: SCENARIOS.night });
  clock.advance(60_000);
  const { inverters } = liveData();
  expect(inverters.map(({ reading, dataAgeMs }) => [reading, dataAgeMs])).toEqual(
    SERIALS.map(() => [undefined, 60_000]),
  );
  expect(inverters.map(({ isReachable }) => isReachable)).toEqual([false, false, false]);
});

it('without its clock it reads nothing until somebody sets it', () => {
  const { clock, liveData, post, get } = createDeviceTestbed({ scenario: SCENARIOS['clock-not-set'] });
  clock.advance(ALL_READ_MS);
  expect(liveData().hints.isClockUnset).toBe(true);
  expect(liveData().inverters[0]?.reading).toBeUndefined();
  const time = { year: 2025, month: 3, day: 9, hour: 11, minute: 30, second: 0 };
  expect(post(PATHS.clock, { ...time, month: 13 })).toMatchObject({ isSuccess: false, code: 9005 });
  expect(post(PATHS.clock, time)).toMatchObject({ isSuccess: true, code: 9010 });
  expect(get(PATHS.clock)).toEqual({ ntp_status: true, ...time });
  clock.advance(ALL_READ_MS);
  expect(liveData().inverters[0]?.reading?.powerW).toBeGreaterThan(0);
});

/** Paths of all values, lists whole. */
function leavesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, below]) =>
    leavesOf(below, path === '' ? key : `${path}.${key}`),
  );
}

describe('day and night', () => {
  const timeOf = (name: 'real-sun' | 'three-inverters' | 'night', hours = 0) => {
    const { clock, get } = createDeviceTestbed({ scenario: SCENARIOS[name], utcOffsetS: 7200 });
    clock.advance(hours * 3_600_000);
    return get(PATHS.timeStatus) as Readonly<Record<string, unknown>>;
  };

  it('are those of the place of the plant', () => {
    // At 48.1 N, 11.6 E on 21 June, to a few minutes, as almanacs have them.
    expect(timeOf('real-sun').sun_risetime).toMatch(/2024 05:1\d:/);
    expect(timeOf('real-sun').sun_settime).toMatch(/2024 21:1\d:/);
    expect(timeOf('real-sun').sun_isDayPeriod).toBe(true);
    expect(timeOf('real-sun', 12).sun_isDayPeriod).toBe(false);
  });

  it('never change where the sun does not', () => {
    expect(timeOf('three-inverters', 12)).toMatchObject({ sun_isDayPeriod: true });
    expect(timeOf('night')).toMatchObject({ sun_isDayPeriod: false });
  });
});
