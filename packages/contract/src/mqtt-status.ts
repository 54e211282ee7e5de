import type { Endpoint } from './endpoint.ts';
import { type ReceivedFacts, type ReceivedFields, readFacts } from './read-settings.ts';

const STATUS_FIELDS = {
  mqtt_enabled: 'flag',
  mqtt_hostname: 'text',
  mqtt_port: 'number',
  mqtt_username: 'text',
  mqtt_topic: 'text',
  mqtt_connected: 'flag',
  mqtt_retain: 'flag',
  mqtt_tls: 'flag',
  mqtt_root_ca_cert_info: 'text',
  mqtt_lwt_topic: 'text',
  mqtt_publish_interval: 'number',
  mqtt_hass_enabled: 'flag',
  mqtt_hass_expire: 'flag',
  mqtt_hass_retain: 'flag',
  mqtt_hass_topic: 'text',
  mqtt_hass_individualpanels: 'flag',
} as const;

/**
 * The connection to the broker. `mqtt_lwt_topic` is base topic and last-will topic joined, the certificate's info has
 * one `label : value` a line and is empty when the certificate cannot be read, the interval is in seconds. Keys in the
 * order of the wire. Source: device contract, section 1.14.
 */
export type MqttStatus = ReceivedFields<typeof STATUS_FIELDS>;
export type ReceivedMqttStatus = ReceivedFacts<typeof STATUS_FIELDS>;

export const getMqttStatus: Endpoint<MqttStatus, ReceivedMqttStatus> = {
  method: 'GET',
  path: '/api/mqtt/status',
  access: 'readonly',
  query: [],
  read: (value) => readFacts(value, STATUS_FIELDS),
};
