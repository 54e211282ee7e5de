import { describe, expect, it } from 'vitest';
import { loadVector } from '../../test/load-vector.ts';
import {
  decodeClock,
  decodeMqttStatus,
  decodeNetworkStatus,
  decodeSystemStatus,
  decodeTimeStatus,
  encodeClock,
  encodeMqttStatus,
  encodeNetworkStatus,
  encodeSystemStatus,
  encodeTimeStatus,
  FEBRUARY_2023,
  NEWEST_RELEASE,
  type Release,
} from '../index.ts';

type Statuses = Readonly<Record<'network' | 'time' | 'mqtt', unknown>>;

const AGES = [
  ['2023-02', FEBRUARY_2023],
  ['2024-02', NEWEST_RELEASE],
] as const;

describe.each(AGES)('the status of %s', (age, release) => {
  const { network, time, mqtt } = loadVector(`${age}/status`) as Statuses;

  it('of the network comes back as it was sent', () => {
    expect(encodeNetworkStatus(release, decodeNetworkStatus(network) ?? {})).toEqual(network);
  });
  it('of the time comes back as it was sent', () => {
    expect(encodeTimeStatus(release, decodeTimeStatus(time) ?? {})).toEqual(time);
  });
  it('of MQTT comes back as it was sent', () => {
    expect(encodeMqttStatus(release, decodeMqttStatus(mqtt) ?? {})).toEqual(mqtt);
  });
  it('of the system comes back as it was sent', () => {
    const system = loadVector(`${age}/system-status`);
    expect(encodeSystemStatus(release, decodeSystemStatus(system) ?? {})).toEqual(system);
  });
});

describe('a status', () => {
  it('says the same of the radio under old and new keys', () => {
    expect(decodeSystemStatus(loadVector('2023-02/system-status'))).toMatchObject({
      ...{ isRadioConnected: true, isRadioPlusVariant: false, isRadioConfigured: undefined },
      ...{ isSecondRadioConnected: undefined, cpuTemperatureC: undefined, tasks: undefined },
      ...{ uptimeS: 86_400, heapUsedBytes: 120_000, versionText: 'g24ad73f' },
    });
    expect(decodeSystemStatus(loadVector('2024-02/system-status'))).toMatchObject({
      ...{ isRadioConnected: true, isRadioPlusVariant: true, isRadioConfigured: true },
      ...{ isSecondRadioConnected: true, cpuTemperatureC: 51.20000076, branch: 'master' },
      tasks: [
        { name: 'async_tcp', leastStackBytes: 1800, priority: 3 },
        { name: 'loopTask', leastStackBytes: 5200, priority: 1 },
      ],
    });
  });

  it('is in words of the field', () => {
    const old = loadVector('2023-02/status') as Statuses;
    const newest = loadVector('2024-02/status') as Statuses;
    expect(decodeNetworkStatus(old.network)).toMatchObject({
      stationRssiDbm: -62,
      stationBssid: undefined,
      mode: 'Station',
    });
    expect(decodeTimeStatus(newest.time)).toMatchObject({ isClockSet: true, isDay: true, isSunKnown: true });
    expect(decodeMqttStatus(newest.mqtt)).toMatchObject({ isConnected: false, hasCleanSession: true });
  });

  // docs/reference/api-generations.md#system-status and #status-of-network-time-and-mqtt.
  it.each([
    ['pioenv', 23_05_09],
    ['heap_max_block', 24_01_14],
    ['psram_total', 24_02_12],
    ['cputemp', 24_06_10],
    ['task_details', 24_10_15],
    ['git_branch', 25_05_10],
    ['sta_bssid', 23_06_09],
    ['sun_risetime', 23_04_04],
    ['sun_isDayPeriod', 23_06_01],
    ['mqtt_client_cert_info', 23_04_12],
  ])('has %s since %d', (key, release) => {
    expect(allOf(release)).toHaveProperty(key);
    expect(allOf(release - 1)).not.toHaveProperty(key);
  });

  const allOf = (release: Release) => ({
    ...encodeSystemStatus(release, {}),
    ...encodeNetworkStatus(release, {}),
    ...encodeTimeStatus(release, {}),
    ...encodeMqttStatus(release, {}),
  });

  it('of a clock has six numbers', () => {
    const document = { ntp_status: true, year: 2026, month: 3, day: 30, hour: 19, minute: 18, second: 50 };
    const clock = decodeClock(document);
    expect(clock).toMatchObject({ isClockSet: true, year: 2026, second: 50 });
    expect(clock && encodeClock(clock)).toEqual(document);
  });

  it.each([[null], [[]], [{}], ['<html>'], [{ other: 1 }], [{ uptime: '3', sta_ssid: 5 }]])(
    'is not %j',
    (document) => {
      for (const decode of [
        decodeSystemStatus,
        decodeNetworkStatus,
        decodeTimeStatus,
        decodeMqttStatus,
        decodeClock,
      ]) {
        expect(decode(document)).toBeUndefined();
      }
    },
  );
});
