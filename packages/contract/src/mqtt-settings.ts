import type { ApiResult } from './api-result.ts';
import type { Endpoint } from './endpoint.ts';
import type { MqttConfig, MqttUpdate } from './mqtt.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readSettings } from './read-settings.ts';

const FIELDS = {
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
export type ReceivedMqttConfig = ReceivedFields<typeof FIELDS>;

/** The keys that we know; another device may have more. */
export const MQTT_CONFIG_KEYS = Object.keys(FIELDS) as readonly (keyof ReceivedMqttConfig)[];

/**
 * Broker, last will, discovery. The password is the placeholder when there is one, the interval is in seconds, topics
 * as they are published (the last-will topic without the base topic). Source:
 * docs/reference/original-device.md#mqtt-settings.
 */
export const getMqttConfig: Endpoint<MqttConfig, ReceivedMqttConfig> = {
  method: 'GET',
  path: '/api/mqtt/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, FIELDS),
};

/** Saves the MQTT settings. The connection is made anew with them at once. */
export const setMqttConfig: Endpoint<ApiResult, ReceivedApiResult, MqttUpdate> = {
  method: 'POST',
  path: '/api/mqtt/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};
