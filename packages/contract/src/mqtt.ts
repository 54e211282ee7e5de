import * as z from 'zod/mini';
import {
  MQTT_HOSTNAME_MAX_LENGTH,
  MQTT_LWT_VALUE_MAX_LENGTH,
  MQTT_PASSWORD_MAX_LENGTH,
  MQTT_PORT_MAX,
  MQTT_PORT_MIN,
  MQTT_PUBLISH_INTERVAL_MAX_S,
  MQTT_PUBLISH_INTERVAL_MIN_S,
  MQTT_ROOT_CA_MAX_LENGTH,
  MQTT_TOPIC_MAX_LENGTH,
  MQTT_USERNAME_MAX_LENGTH,
} from './constants.ts';
import {
  type FieldRule,
  keysPresent,
  lenientBoolean,
  lenientText,
  lenientUnsigned,
  rules,
  wireObject,
} from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { byteLength } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import {
  type ReceivedFacts,
  type ReceivedFields,
  readSettings,
  type SentFacts,
  statusOf,
} from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

const FIELDS = {
  mqtt_enabled: lenientBoolean(),
  mqtt_hostname: lenientText(),
  mqtt_port: lenientUnsigned(32),
  mqtt_username: lenientText(),
  mqtt_password: lenientText(),
  mqtt_topic: lenientText(),
  mqtt_retain: lenientBoolean(),
  mqtt_tls: lenientBoolean(),
  mqtt_lwt_topic: lenientText(),
  mqtt_lwt_online: lenientText(),
  mqtt_lwt_offline: lenientText(),
  mqtt_publish_interval: lenientUnsigned(32),
  mqtt_hass_enabled: lenientBoolean(),
  mqtt_hass_expire: lenientBoolean(),
  mqtt_hass_retain: lenientBoolean(),
  mqtt_hass_topic: lenientText(),
  mqtt_hass_individualpanels: lenientBoolean(),
};
const REQUIRED = Object.keys(FIELDS);

/**
 * Everything about MQTT as it is kept. Keys as on the wire. Source: docs/reference/original-device.md#mqtt-settings.
 */
export const MqttConfigSchema = /* @__PURE__ */ wireObject({
  ...FIELDS,
  mqtt_root_ca_cert: /* @__PURE__ */ lenientText(),
});
export type MqttConfig = z.infer<typeof MqttConfigSchema>;

type TextKey = { [K in keyof MqttConfig]: MqttConfig[K] extends string ? K : never }[keyof MqttConfig];
type Rule = FieldRule<MqttUpdate>;
type Check = Rule['isBroken'];

const INTERVAL_S = { min: MQTT_PUBLISH_INTERVAL_MIN_S, max: MQTT_PUBLISH_INTERVAL_MAX_S };

const whenOn =
  (isBroken: Check): Check =>
  (config) =>
    config.mqtt_enabled && isBroken(config);
const isOutside = (value: number, { min, max }: typeof INTERVAL_S) => value < min || value > max;

/**
 * In the order of the answers. While MQTT is off only what would have to be cut is refused (the original cuts it,
 * docs/reference/original-device.md#quirk-65); without discovery its prefix is not looked at beyond its length. Lengths
 * are bytes of UTF-8. Source: docs/reference/original-device.md#mqtt-settings and docs/decisions/0022-lengths.md.
 */
export const MQTT_RULES: readonly Rule[] = [
  length('mqtt_hostname', MQTT_HOSTNAME_MAX_LENGTH, 'MqttHostnameLength', 1),
  length('mqtt_username', MQTT_USERNAME_MAX_LENGTH, 'MqttUsernameLength'),
  length('mqtt_password', MQTT_PASSWORD_MAX_LENGTH, 'MqttPasswordLength'),
  length('mqtt_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttTopicLength'),
  fitness('mqtt_topic', 'MqttTopicSpace'),
  {
    key: 'mqtt_topic',
    result: 'MqttTopicTrailingSlash',
    isBroken: whenOn(({ mqtt_topic }) => !mqtt_topic.endsWith('/')),
  },
  {
    key: 'mqtt_port',
    result: 'MqttPort',
    isBroken: whenOn(({ mqtt_port }) => isOutside(mqtt_port, { min: MQTT_PORT_MIN, max: MQTT_PORT_MAX })),
  },
  length('mqtt_root_ca_cert', MQTT_ROOT_CA_MAX_LENGTH, 'MqttCertificateLength'),
  length('mqtt_lwt_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttLwtTopicLength'),
  fitness('mqtt_lwt_topic', 'MqttLwtTopicSpace'),
  length('mqtt_lwt_online', MQTT_LWT_VALUE_MAX_LENGTH, 'MqttLwtOnlineLength'),
  length('mqtt_lwt_offline', MQTT_LWT_VALUE_MAX_LENGTH, 'MqttLwtOfflineLength'),
  {
    key: 'mqtt_publish_interval',
    result: 'MqttPublishInterval',
    param: INTERVAL_S,
    isBroken: whenOn(({ mqtt_publish_interval }) => isOutside(mqtt_publish_interval, INTERVAL_S)),
  },
  length('mqtt_hass_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttHassTopicLength'),
  fitness('mqtt_hass_topic', 'MqttHassTopicSpace', ({ mqtt_hass_enabled }) => mqtt_hass_enabled),
];

/** Not longer than `max`; with MQTT on, not shorter than `min` either. */
function length(key: TextKey, max: number, result: Rule['result'], min = 0): Rule {
  const isBroken: Check = (config) => {
    const bytes = byteLength(config[key] ?? '');
    return bytes > max || (config.mqtt_enabled && bytes < min);
  };
  return { key, result, param: { max }, isBroken };
}

/** A topic without what cannot be published to: wildcards and control characters count as spaces do. */
function fitness(key: TextKey, result: Rule['result'], counts: Check = () => true): Rule {
  return {
    key,
    result,
    isBroken: whenOn((config) => counts(config) && /[ +#\p{Cc}]/u.test(config[key] ?? '')),
  };
}

/** A null is a missing one. */
const KeptOrText = z.pipe(
  z.transform((value: unknown): unknown => value ?? undefined),
  z.optional(lenientText()),
);
const MqttUpdateFields = z.object({ ...FIELDS, mqtt_root_ca_cert: KeptOrText });

/**
 * MQTT settings as posted: without a certificate the one that is kept stays
 * (docs/reference/original-device.md#quirk-17). While `mqtt_enabled` is false only what is too long is refused.
 */
export const MqttUpdateSchema = z.pipe(
  keysPresent((has) => REQUIRED.every(has)),
  MqttUpdateFields.check(rules(MQTT_RULES)),
);
export type MqttUpdate = z.infer<typeof MqttUpdateFields>;

/**
 * What original devices have come to set about MQTT. Source: docs/reference/api-generations.md#settings and
 * docs/reference/api-for-other-programs.md#mqtt.
 */
export interface NewerMqttConfig {
  readonly mqtt_clientid: string;
  readonly mqtt_tls_cert_login: boolean;
  readonly mqtt_client_cert: string;
  readonly mqtt_client_key: string;
  readonly mqtt_lwt_qos: number;
  readonly mqtt_clean_session: boolean;
}
/** The keys of 2023, and behind them those of today. */
export interface MqttSettings extends MqttConfig, NewerMqttConfig {}

const SETTINGS_FIELDS = {
  mqtt_enabled: 'flag',
  mqtt_hostname: 'text',
  mqtt_port: 'number',
  mqtt_username: 'text',
  mqtt_password: 'text',
  mqtt_topic: 'text',
  mqtt_retain: 'flag',
  mqtt_tls: 'flag',
  mqtt_root_ca_cert: 'text',
  mqtt_lwt_topic: 'text',
  mqtt_lwt_online: 'text',
  mqtt_lwt_offline: 'text',
  mqtt_publish_interval: 'number',
  mqtt_hass_enabled: 'flag',
  mqtt_hass_expire: 'flag',
  mqtt_hass_retain: 'flag',
  mqtt_hass_topic: 'text',
  mqtt_hass_individualpanels: 'flag',
} as const;
export type ReceivedMqttConfig = ReceivedFields<typeof SETTINGS_FIELDS>;

/** The keys that we know; another device may have more. */
export const MQTT_CONFIG_KEYS = Object.keys(SETTINGS_FIELDS) as readonly (keyof ReceivedMqttConfig)[];

/**
 * Broker, last will, discovery. The password is the placeholder when there is one, the interval is in seconds, topics
 * as they are published (the last-will topic without the base topic). Source:
 * docs/reference/original-device.md#mqtt-settings.
 */
export const getMqttConfig: Endpoint<MqttSettings, ReceivedMqttConfig> = {
  method: 'GET',
  path: '/api/mqtt/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, SETTINGS_FIELDS),
};

/** Saves the MQTT settings. The connection is made anew with them at once. */
export const setMqttConfig: Endpoint<ApiResult, ReceivedApiResult, MqttUpdate> = {
  method: 'POST',
  path: '/api/mqtt/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};

const STATUS_FIELDS = {
  mqtt_enabled: ['flag', 'isEnabled'],
  mqtt_hostname: ['privateText', 'hostname'],
  mqtt_port: ['number', 'port'],
  mqtt_username: ['privateText', 'username'],
  mqtt_topic: ['publicText', 'baseTopic'],
  mqtt_connected: ['flag', 'isConnected'],
  mqtt_retain: ['flag', 'isRetained'],
  mqtt_tls: ['flag', 'hasTls'],
  mqtt_root_ca_cert_info: ['privateText', 'rootCertificateInfo'],
  mqtt_lwt_topic: ['publicText', 'lastWillTopic'],
  mqtt_publish_interval: ['number', 'publishIntervalS'],
  mqtt_hass_enabled: ['flag', 'isDiscoveryEnabled'],
  mqtt_hass_expire: ['flag', 'hasDiscoveryExpiry'],
  mqtt_hass_retain: ['flag', 'isDiscoveryRetained'],
  mqtt_hass_topic: ['publicText', 'discoveryTopic'],
  mqtt_hass_individualpanels: ['flag', 'hasIndividualPanels'],
  mqtt_failure: ['publicText', 'failure'],
} as const;

/**
 * Why there is no connection to the broker. Ours, original devices tell nothing about it
 * (docs/decisions/0023-extensions.md).
 * - `unknown-host`: its name cannot be looked up
 * - `refused`: nobody listens at that port
 * - `no-answer`: it cannot be reached, or says nothing in time
 * - `closed`: it ended the connection without a word
 * - `login`: user name and password are not accepted
 * - `rejected`: it does not want this client, or speaks another version
 * - `no-tls`: with TLS, and what answers does not speak it
 * - `untrusted`: the certificate does not come from the root certificate that is set
 * - `wrong-name`: the certificate is for other names
 * - `wrong-time`: the certificate is too old or too young, or the clock is wrong
 * - `unreadable-root`: the root certificate that is set is none
 * - `other`: the log knows more
 */
export const MQTT_FAILURES = [
  'unknown-host',
  'refused',
  'no-answer',
  'closed',
  'login',
  'rejected',
  'no-tls',
  'untrusted',
  'wrong-name',
  'wrong-time',
  'unreadable-root',
  'other',
] as const;
export type MqttFailure = (typeof MQTT_FAILURES)[number];

/**
 * The connection to the broker. `mqtt_lwt_topic` is base topic and last-will topic joined, the certificate's info has
 * one `label : value` a line and is empty when the certificate cannot be read, the interval is in seconds. Keys in the
 * order of the wire, those of 2023 first. `mqtt_failure` is ours: why there is no connection, empty while there was no failure or MQTT is off
 * (an original device does not tell it, and cannot test a connection). Source:
 * docs/reference/original-device.md#mqtt-settings.
 */
export type MqttStatus = Omit<SentFacts<typeof STATUS_FIELDS>, 'mqtt_failure'> & {
  readonly mqtt_failure: MqttFailure | '';
  /** Our name at the broker. */
  readonly mqtt_clientid: string;
  readonly mqtt_tls_cert_login: boolean;
  readonly mqtt_client_cert_info: string;
  readonly mqtt_clean_session: boolean;
};
/** As a client gets it; only our gateway tells `failure`. */
export type ReceivedMqttStatus = ReceivedFacts<typeof STATUS_FIELDS>;

const status = statusOf(STATUS_FIELDS);

/** Whether the gateway is connected to its broker, and how. */
export const getMqttStatus: Endpoint<MqttStatus, ReceivedMqttStatus> = {
  method: 'GET',
  path: '/api/mqtt/status',
  access: 'readonly',
  query: [],
  ...status,
  privateKeys: [...status.privateKeys, 'mqtt_clientid', 'mqtt_client_cert_info'],
};

/** What came of a trial connection: a message without a code, and the failure's name, empty when it worked. */
export interface MqttTrial extends ApiResult {
  readonly mqtt_failure?: MqttFailure | '';
}
export interface ReceivedMqttTrial extends ReceivedApiResult {
  readonly mqtt_failure?: string;
}

/**
 * Connects to a broker once with the values of the body, saves nothing and answers after at most 10 s. The placeholder
 * stands for the password that is kept. Values that could not be saved are refused in the same words. A device that
 * tells `mqtt_failure` in its status has it.
 */
export const testMqttConnection: Endpoint<MqttTrial, ReceivedMqttTrial, MqttUpdate> = {
  method: 'POST',
  path: '/api/heliograph/mqtt-trial',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value) || typeof value.mqtt_failure !== 'string') return answer;
    return { ...answer, mqtt_failure: value.mqtt_failure };
  },
};
