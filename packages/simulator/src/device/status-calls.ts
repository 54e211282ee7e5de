import {
  devicePaths,
  encodeClock,
  encodeMqttStatus,
  encodeNetworkStatus,
  encodeSystemStatus,
  encodeTimeStatus,
  PATHS,
  settingsVersionOf,
  type WireObject,
} from '@heliograph/opendtu-api';
import { adminCall, type DeviceCall, type DeviceParts, readingCall } from './device-call.ts';
import { jsonAnswer, outcome, outcomeAnswer, textAnswer } from './device-http.ts';
import { firmwareText } from './firmware.ts';
import { lenientJson } from './lenient-json.ts';
import { civilTime, timeText } from './local-time.ts';
import { flagOf, objectOf, textOf, valueAt, wholeNumberOf } from './wire-values.ts';

/** What is told of the device itself. */
export function statusCalls(parts: DeviceParts): readonly DeviceCall[] {
  const { firmware, manners, clock } = parts;
  const release = () => firmware().release;
  const [zones = ''] = devicePaths(manners()).zones;
  return [
    readingCall(PATHS.systemStatus, () => jsonAnswer(systemStatus(parts))),
    readingCall(PATHS.networkStatus, () => jsonAnswer(encodeNetworkStatus(release(), networkFacts(parts)))),
    readingCall(PATHS.timeStatus, () => jsonAnswer(encodeTimeStatus(release(), timeFacts(parts)))),
    readingCall(PATHS.mqttStatus, () => jsonAnswer(encodeMqttStatus(release(), mqttFacts(parts)))),
    adminCall(PATHS.clock, () =>
      jsonAnswer(encodeClock({ isClockSet: clock.isSet(), ...civilTime(clock.localMs()) })),
    ),
    adminCall(PATHS.login, () => outcomeAnswer(outcome(10002))),
    {
      method: 'GET',
      path: zones,
      access: manners().zonesCall ? 'reading' : 'open',
      answer: () => jsonAnswer(ZONES),
    },
    {
      method: 'GET',
      path: manners().languagePacks ? PATHS.languages : undefined,
      access: 'open',
      answer: () => jsonAnswer(languagePacks(parts)),
    },
    {
      method: 'GET',
      path: PATHS.prometheus,
      access: manners().prometheusIsReading ? 'reading' : 'open',
      answer: () => textAnswer(200, 'text/plain; version=0.0.4', prometheusText(parts)),
    },
  ];
}

const LANGUAGE_FILE = 'pack.lang.json';

/** A few of the zones that a device knows. */
const ZONES = {
  'Europe/Berlin': 'CET-1CEST,M3.5.0,M10.5.0/3',
  'Europe/Lisbon': 'WET0WEST,M3.5.0/1,M10.5.0',
  'America/New_York': 'EST5EDT,M3.2.0,M11.1.0',
};

/** Source: docs/reference/original-device.md#host-name. */
function hostNameOf({ settings, network }: Pick<DeviceParts, 'settings' | 'network'>): string {
  const stored = textOf(settings.read('network').hostname).replaceAll('%06X', network.chipId);
  const cleaned = stored.replace(/[ _\-+!?*]/g, '-').replace(/[^A-Za-z0-9-]/g, '');
  const name = cleaned.replace(/-+$/, '');
  return name === '' ? `OpenDTU-${network.chipId}` : name;
}

/** The fork's version of its own settings. */
const ON_BATTERY_SETTINGS = { config_version_onbattery: '0.0.7' };

function systemStatus(parts: DeviceParts): WireObject {
  const { firmware, settings, uptimeS, hasRadio } = parts;
  const hasSecondRadio = settings.read('dtu').cmt_enabled === true;
  const status = encodeSystemStatus(firmware().release, {
    ...{ hostName: hostNameOf(parts), sdkVersion: 'v4.4.3', cpuFrequencyMhz: 240, cpuTemperatureC: 51.25 },
    ...{ heapTotalBytes: 312_000, heapUsedBytes: 121_000, heapLargestBlockBytes: 90_000 },
    ...{ heapLeastFreeBytes: 80_000, psramTotalBytes: 0, psramUsedBytes: 0 },
    ...{ programTotalBytes: 1_572_864, programUsedBytes: 1_180_000 },
    ...{ fileSystemTotalBytes: 327_680, fileSystemUsedBytes: 24_576, flashBytes: 4_194_304 },
    ...{ chipRevision: 1, chipModel: 'ESP32-D0WDQ6', cpuCores: 2 },
    ...{ resetReasonCpu0: 'Power on', resetReasonCpu1: 'Woken by the other core' },
    ...{ saveCount: settings.saveCount(), configVersion: settingsVersionOf(firmware().release) },
    ...{ versionText: firmwareText(firmware()), branch: 'master', environment: 'generic_esp32' },
    ...{
      uptimeS: uptimeS(),
      isRadioConfigured: true,
      isRadioConnected: hasRadio,
      isRadioPlusVariant: hasRadio,
    },
    ...{ isSecondRadioConfigured: hasSecondRadio, isSecondRadioConnected: hasSecondRadio && hasRadio },
    tasks: [{ name: 'loopTask', leastStackBytes: 5200, priority: 1 }],
  });
  return firmware().isOnBattery ? { ...status, ...ON_BATTERY_SETTINGS } : status;
}

const NO_ADDRESS = '0.0.0.0';

function networkFacts(parts: DeviceParts) {
  const { settings, network } = parts;
  const stored = settings.read('network');
  const address = (name: string, own: string) => (flagOf(stored.dhcp) ? own : textOf(stored[name]));
  const gateway = network.ipAddress.replace(/\d+$/, '1');
  const mac = `C0:4E:30:${[0, 2, 4].map((at) => network.chipId.slice(at, at + 2)).join(':')}`;
  return {
    ...{ isStationEnabled: true, stationSsid: textOf(stored.ssid), stationBssid: '02:00:00:00:00:01' },
    ...{ stationRssiDbm: -61, hostName: hostNameOf(parts), mode: 'Station', macAddress: mac },
    ipAddress: address('ipaddress', network.ipAddress),
    netmask: address('netmask', '255.255.255.0'),
    gateway: address('gateway', gateway),
    dns1: address('dns1', gateway),
    dns2: address('dns2', NO_ADDRESS),
    isAccessPointEnabled: false,
    accessPointSsid: `OpenDTU-${Number.parseInt(network.chipId, 16)}`,
    ...{ accessPointIpAddress: NO_ADDRESS, accessPointMacAddress: mac, accessPointStations: 0 },
  };
}

function timeFacts({ settings, clock, sun }: DeviceParts) {
  const stored = settings.read('time');
  return {
    ...{ server: textOf(stored.ntp_server), timezoneName: textOf(stored.ntp_timezone_descr) },
    timezoneRule: textOf(stored.ntp_timezone ?? ZONES['Europe/Berlin']),
    ...{ isClockSet: clock.isSet(), localTime: timeText(clock.localMs()) },
    ...{ sunriseTime: timeText(sun.riseMs()), sunsetTime: timeText(sun.setMs()) },
    ...{ isSunKnown: true, isDay: sun.isDay() },
  };
}

/** Those that were uploaded. Source: docs/reference/api-generations.md#console-prometheus-languages. */
function languagePacks({ files }: DeviceParts): readonly object[] {
  const meta = objectOf(valueAt(lenientJson(files.get(LANGUAGE_FILE) ?? ''), 'meta'));
  return meta === undefined ? [] : [{ code: textOf(meta.code), name: textOf(meta.name) }];
}

function mqttFacts({ settings }: DeviceParts) {
  const stored = settings.read('mqtt');
  const text = (name: string) => textOf(stored[name] ?? '');
  const flag = (name: string) => flagOf(stored[name]);
  return {
    ...{ isEnabled: flag('mqtt_enabled'), hostName: text('mqtt_hostname') },
    ...{ port: wholeNumberOf(stored.mqtt_port), clientId: text('mqtt_clientid') },
    ...{ username: text('mqtt_username'), baseTopic: text('mqtt_topic') },
    ...{ isConnected: flag('mqtt_enabled'), isRetained: flag('mqtt_retain'), hasTls: flag('mqtt_tls') },
    ...{ rootCertificateInfo: '', clientCertificateInfo: '' },
    hasCertificateLogin: flag('mqtt_tls_cert_login'),
    lastWillTopic: text('mqtt_topic') + text('mqtt_lwt_topic'),
    publishIntervalS: wholeNumberOf(stored.mqtt_publish_interval),
    ...{ hasCleanSession: flag('mqtt_clean_session'), isDiscoveryEnabled: flag('mqtt_hass_enabled') },
    ...{ hasDiscoveryExpiry: flag('mqtt_hass_expire'), isDiscoveryRetained: flag('mqtt_hass_retain') },
    discoveryTopic: text('mqtt_hass_topic'),
    hasIndividualPanels: flag('mqtt_hass_individualpanels'),
  };
}

/** The first families only; measurements are left out. Source: docs/reference/original-device.md#prometheus. */
function prometheusText(parts: DeviceParts): string {
  const name = hostNameOf(parts);
  const version = firmwareText(parts.firmware());
  return [
    `opendtu_build{name="${name}",id="${version}",version="${version}"} 1`,
    'opendtu_platform{arch="esp32",mac="",model="ESP32-D0WDQ6"} 1',
    `opendtu_uptime ${parts.uptimeS()}`,
    'opendtu_heap_size 312000',
    'opendtu_free_heap_size 191000',
    'wifi_rssi -61',
    '',
  ].join('\n');
}
