import type { Endpoint } from './endpoint.ts';
import { type ReceivedFacts, type ReceivedFields, statusOf } from './read-settings.ts';

const STATUS_FIELDS = {
  mqtt_enabled: 'flag',
  mqtt_hostname: 'privateText',
  mqtt_port: 'number',
  mqtt_username: 'privateText',
  mqtt_topic: 'publicText',
  mqtt_connected: 'flag',
  mqtt_retain: 'flag',
  mqtt_tls: 'flag',
  mqtt_root_ca_cert_info: 'privateText',
  mqtt_lwt_topic: 'publicText',
  mqtt_publish_interval: 'number',
  mqtt_hass_enabled: 'flag',
  mqtt_hass_expire: 'flag',
  mqtt_hass_retain: 'flag',
  mqtt_hass_topic: 'publicText',
  mqtt_hass_individualpanels: 'flag',
  mqtt_failure: 'publicText',
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
 * order of the wire. The last one is ours: why there is no connection, empty while there was no failure or MQTT is off
 * (an original device does not tell it, and cannot test a connection). Source:
 * docs/reference/original-device.md#mqtt-settings.
 */
export type MqttStatus = Omit<ReceivedFields<typeof STATUS_FIELDS>, 'mqtt_failure'> & {
  readonly mqtt_failure: MqttFailure | '';
};
export type ReceivedMqttStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** Whether the gateway is connected to its broker, and how. */
export const getMqttStatus: Endpoint<MqttStatus, ReceivedMqttStatus> = {
  method: 'GET',
  path: '/api/mqtt/status',
  access: 'readonly',
  query: [],
  ...statusOf(STATUS_FIELDS),
};
