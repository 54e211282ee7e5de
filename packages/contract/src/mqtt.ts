import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import type { MqttUpdate } from './mqtt-of-2023.ts';
import type { MqttConfig } from './mqtt-update.ts';
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
/** What has come later is as it came; devices of 2023 have none of it. */
export interface ReceivedMqttConfig extends ReceivedFields<typeof SETTINGS_FIELDS> {
  readonly mqtt_clientid?: unknown;
  readonly mqtt_tls_cert_login?: unknown;
  readonly mqtt_client_cert?: unknown;
  readonly mqtt_client_key?: unknown;
  readonly mqtt_lwt_qos?: unknown;
  readonly mqtt_clean_session?: unknown;
}

/** The keys that every device has. */
export const MQTT_CONFIG_KEYS = Object.keys(SETTINGS_FIELDS) as readonly (keyof typeof SETTINGS_FIELDS)[];

/**
 * Broker, last will, discovery. The password and the key to log in with are placeholders when there are any, the interval is in seconds, topics
 * as they are published (the last-will topic without the base topic). Source:
 * docs/reference/original-device.md#mqtt-settings.
 */
export const getMqttConfig: Endpoint<MqttConfig, ReceivedMqttConfig> = {
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
 * - `unreadable-login`: the certificate and the key to log in with are none, or are not of one another
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
  'unreadable-login',
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
export const getMqttStatus: ReadersEndpoint<MqttStatus, ReceivedMqttStatus> = {
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
