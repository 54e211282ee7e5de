import { canonicalSerial } from '@heliograph/domain';
import type { Settings, SettingsDocument } from '@heliograph/opendtu-api';
import { type Outcome, outcome } from './device-http.ts';
import type { DeviceManners } from './firmware.ts';
import type { ResultCode } from './result-messages.ts';
import { byteLength, objectOf, textOf, wholeNumberOf } from './wire-values.ts';

/** What a save brings, by names. */
interface Values {
  text(name: string): string;
  bytes(name: string): number;
  whole(name: string): number;
  has(name: string): boolean;
  readonly all: Settings;
}

/** A code with what is wrong then; without a code, its message. */
interface Check {
  readonly code?: ResultCode;
  readonly message?: string;
  readonly param?: Readonly<Record<string, number>>;
  readonly isWrong: (values: Values, manners: DeviceManners) => boolean;
}

/** The first refusal of a save; undefined: everything is as it should. */
export function settingsRefusal(
  document: SettingsDocument,
  all: Settings,
  manners: DeviceManners,
): Outcome | undefined {
  const values = valuesOf(all);
  const found = CHECKS[document].find(({ isWrong }) => isWrong(values, manners));
  if (found === undefined) return undefined;
  const { code, message = '', param } = found;
  return code === undefined ? { code, message } : outcome(code, param);
}

function valuesOf(all: Settings): Values {
  return {
    all,
    has: (name) => all[name] !== undefined,
    text: (name) => textOf(all[name]),
    bytes: (name) => byteLength(textOf(all[name])),
    whole: (name) => wholeNumberOf(all[name]),
  };
}

const isOutside = (value: number, min: number, max: number) => value < min || value > max;

/** A text of `min` to `max` bytes; where this release has no such setting, nothing is wrong with it. */
function length(code: ResultCode, name: string, min: number, max: number): Check {
  const isWrong = (values: Values) => values.has(name) && isOutside(values.bytes(name), min, max);
  return { code, param: { max }, isWrong };
}

function range(code: ResultCode, name: string, min: number, max: number): Check {
  const isWrong = (values: Values) => values.has(name) && isOutside(values.whole(name), min, max);
  return { code, param: { min, max }, isWrong };
}

function noSpace(code: ResultCode, name: string): Check {
  return { code, isWrong: (values) => values.text(name).includes(' ') };
}

function address(code: ResultCode, name: string): Check {
  return { code, isWrong: (values) => !isAddress(values.text(name)) };
}

function isAddress(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** Sources: docs/reference/original-device.md#network and docs/reference/api-generations.md#result-codes-that-were-added. */
const NETWORK: readonly Check[] = [
  address(8001, 'ipaddress'),
  address(8002, 'netmask'),
  address(8003, 'gateway'),
  address(8004, 'dns1'),
  address(8005, 'dns2'),
  {
    message: 'The host name must have 1 to 31 characters',
    isWrong: (v) => isOutside(v.bytes('hostname'), 1, 31),
  },
  {
    message: 'The name of the WiFi network is too long',
    isWrong: (v, { takesLongSsid }) => isOutside(v.bytes('ssid'), 1, takesLongSsid ? 32 : 31),
  },
  { message: 'The WiFi password must not be longer than 64', isWrong: (v) => v.bytes('password') > 63 },
  range(8006, 'aptimeout', 0, 99_999),
  {
    code: 8008,
    isWrong: (v) => v.all.syslogenabled === true && isOutside(v.whole('syslogport'), 1, 65_535),
  },
];

/** Source: docs/reference/original-device.md#time. */
const TIME: readonly Check[] = [
  length(9001, 'ntp_server', 1, 31),
  length(9002, 'ntp_timezone', 1, 50),
  length(9003, 'ntp_timezone_descr', 1, 50),
];

const DISCOVERY: readonly Check[] = [
  length(7014, 'mqtt_hass_topic', 0, 32),
  noSpace(7015, 'mqtt_hass_topic'),
  {
    code: 7018,
    isWrong: (v, { checksDiscoverySlash }) =>
      checksDiscoverySlash && !v.text('mqtt_hass_topic').endsWith('/'),
  },
];

const BROKER: readonly Check[] = [
  length(7001, 'mqtt_hostname', 1, 128),
  length(7017, 'mqtt_clientid', 0, 64),
  length(7002, 'mqtt_username', 0, 64),
  length(7003, 'mqtt_password', 0, 64),
  length(7004, 'mqtt_topic', 0, 32),
  noSpace(7005, 'mqtt_topic'),
  { code: 7006, isWrong: (v) => !v.text('mqtt_topic').endsWith('/') },
  range(7007, 'mqtt_port', 1, 65_535),
  length(7008, 'mqtt_root_ca_cert', 0, 2560),
  length(7009, 'mqtt_lwt_topic', 0, 32),
  noSpace(7010, 'mqtt_lwt_topic'),
  length(7011, 'mqtt_lwt_online', 0, 20),
  length(7012, 'mqtt_lwt_offline', 0, 20),
  range(7016, 'mqtt_lwt_qos', 0, 2),
  range(7013, 'mqtt_publish_interval', 5, 65_535),
  ...DISCOVERY.map((check) => onlyWith('mqtt_hass_enabled', check)),
];

/** While MQTT is enabled, in this order. Source: docs/reference/original-device.md#mqtt-settings. */
const MQTT = BROKER.map((check) => onlyWith('mqtt_enabled', check));

function onlyWith(name: string, check: Check): Check {
  return {
    ...check,
    isWrong: (values, manners) => values.all[name] === true && check.isWrong(values, manners),
  };
}

/** Source: docs/reference/original-device.md#dtu-settings. */
const DTU: readonly Check[] = [
  { code: 2001, isWrong: (v) => canonicalSerial(v.text('dtu_serial')) === undefined },
  { code: 2002, isWrong: (v) => v.whole('dtu_pollinterval') < 1 },
  { code: 2003, isWrong: (v) => isOutside(v.whole('dtu_palevel'), 0, 3) },
  {
    code: 2005,
    isWrong: (v, { radioCountries }) => radioCountries && countryOf(v) === undefined,
  },
  {
    code: 2004,
    isWrong: (v, { radioCountries }) => radioCountries && !isFrequencyOf(v),
  },
];

/** What a country allows, in Hz; undefined where there is none. */
function countryOf(values: Values): Readonly<Record<string, unknown>> | undefined {
  const { country_def: countries } = values.all;
  return Array.isArray(countries) ? objectOf(countries[values.whole('cmt_country')]) : undefined;
}

function isFrequencyOf(values: Values): boolean {
  const country = countryOf(values) ?? {};
  const frequencyHz = values.whole('cmt_frequency');
  const min = wholeNumberOf(country.freq_min);
  const max = wholeNumberOf(country.freq_max);
  return !isOutside(frequencyHz, min, max) && frequencyHz % values.whole('cmt_chan_width') === 0;
}

const CHECKS: Readonly<Record<SettingsDocument, readonly Check[]>> = {
  network: NETWORK,
  time: TIME,
  mqtt: MQTT,
  dtu: DTU,
  security: [length(10001, 'password', 8, 64)],
  device: [length(12001, 'curPin.name', 1, 63)],
};
