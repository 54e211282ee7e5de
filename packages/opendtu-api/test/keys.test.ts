import { keysOf } from '@heliograph/testbed/document-keys.ts';
import { describe, expect, it } from 'vitest';
import {
  capabilitiesOfRelease,
  type DeviceLiveData,
  decodeDeviceInfo,
  decodeEventLog,
  decodeInverterList,
  decodeLiveData,
  encodeDeviceInfo,
  encodeEventLog,
  encodeFileList,
  encodeInverterList,
  encodeLimitStatuses,
  encodeLiveData,
  encodeMqttStatus,
  encodeNetworkStatus,
  encodePowerStatuses,
  encodeSystemStatus,
  encodeTimeStatus,
  FEBRUARY_2023,
  NEWEST_RELEASE,
  type Release,
} from '../src/index.ts';
import { loadVector } from './load-vector.ts';

type Keys = Readonly<Record<string, readonly string[]>>;
const KEYS = loadVector('keys') as Readonly<Record<'2023-02' | '2024-02', Keys>>;
const GARAGE = '114172220143';

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not a document');
  return value;
}

/** Two strings with a peak power, as irradiation is only told then. */
function plant(): DeviceLiveData {
  const data = given(decodeLiveData(loadVector('2024-02/live-data-of-one')));
  const strings = [
    { name: 'East', maxPowerW: 380 },
    { name: 'West', maxPowerW: 380 },
  ];
  return { ...data, inverters: data.inverters.map((inverter) => ({ ...inverter, strings })) };
}

function documentsOf(release: Release): Readonly<Record<string, unknown>> {
  const info = given(decodeDeviceInfo(loadVector('2024-02/devinfo'), GARAGE));
  const tasks = [{ name: 'wifi', leastStackBytes: 1800, priority: 3 }];
  const files = [{ name: 'config.json', sizeBytes: 9000 }];
  const limit = { percent: 100, maxPowerW: 800, status: 'ok' } as const;
  return {
    liveData: encodeLiveData(release, plant()),
    liveDataOfOne: encodeLiveData(release, plant(), { serial: GARAGE }),
    deviceInfo: encodeDeviceInfo(release, new Map([[GARAGE, info]]), GARAGE),
    eventLog: encodeEventLog(release, GARAGE, decodeEventLog(loadVector('2024-02/eventlog'), GARAGE)),
    inverterList: encodeInverterList(release, given(decodeInverterList(loadVector('2024-02/inverter-list')))),
    limitStatus: encodeLimitStatuses(new Map([[GARAGE, limit]])),
    powerStatus: encodePowerStatuses(new Map([[GARAGE, 'ok']])),
    fileList: encodeFileList(capabilitiesOfRelease(release), files),
    systemStatus: encodeSystemStatus(release, { tasks }),
    networkStatus: encodeNetworkStatus(release, {}),
    timeStatus: encodeTimeStatus(release, {}),
    mqttStatus: encodeMqttStatus(release, {}),
  };
}

describe.each([
  ['2023-02', FEBRUARY_2023],
  ['2024-02', NEWEST_RELEASE],
] as const)('a device of %s sends', (generation, release) => {
  const documents = documentsOf(release);

  it.each(Object.entries(KEYS[generation]))('%s with these keys and no others', (name, keys) => {
    expect([...keysOf(documents[name])].sort()).toEqual([...keys].sort());
  });
});

// docs/reference/api-generations.md#three-shapes-of-live-data and #settings.
describe.each([
  ['.poll_enabled:', 23_04_04],
  ['.AC.0.Power.v:', 23_04_04],
  ['.order:', 23_05_31],
  ['.Irradiation.max:', 23_09_11],
  ['.INV.0.YieldTotal.v:', 24_02_12],
  ['.radio_stats.tx_request:', 24_09_22],
  ['.radio_stats.rssi:', 24_10_05],
  ['.pin_mapping_issue:', 25_01_14],
  ['.data_age_ms:', 25_04_02],
  ['.yield_total_offset:', 23_04_04],
  ['.reachable_threshold:', 23_09_11],
  ['.yieldday_correction:', 23_12_16],
  ['.clear_eventlog:', 24_06_10],
  ['pdl_supported:', 25_01_14],
] as const)('%s', (key, release) => {
  it(`comes with ${release}`, () => {
    const has = (age: Release) =>
      Object.values(documentsOf(age))
        .flatMap((document) => keysOf(document))
        .some((one) => one.includes(key));
    expect([has(release - 1), has(release)]).toEqual([false, true]);
  });
});
