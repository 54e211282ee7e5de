import type { SettingKey } from './setting-key.ts';

/**
 * Broker, last will and discovery. Source: docs/reference/original-device.md#mqtt-settings and
 * docs/reference/api-generations.md#settings.
 */
export const MQTT_KEYS: readonly SettingKey[] = [
  { key: 'mqtt_enabled', kind: 'flag' },
  { key: 'mqtt_hostname', kind: 'text' },
  { key: 'mqtt_port', kind: 'number', first: 1883 },
  { key: 'mqtt_clientid', kind: 'text', since: 24_06_29 },
  { key: 'mqtt_username', kind: 'text' },
  { key: 'mqtt_password', kind: 'text', isSecret: true },
  { key: 'mqtt_topic', kind: 'text', first: 'solar/' },
  { key: 'mqtt_retain', kind: 'flag', first: true },
  { key: 'mqtt_tls', kind: 'flag' },
  { key: 'mqtt_root_ca_cert', kind: 'text' },
  { key: 'mqtt_tls_cert_login', kind: 'flag', since: 23_04_12 },
  { key: 'mqtt_client_cert', kind: 'text', since: 23_04_12 },
  { key: 'mqtt_client_key', kind: 'text', since: 23_04_12, isSecret: true },
  { key: 'mqtt_lwt_topic', kind: 'text', first: 'dtu/status' },
  { key: 'mqtt_lwt_online', kind: 'text', first: 'online' },
  { key: 'mqtt_lwt_offline', kind: 'text', first: 'offline' },
  { key: 'mqtt_lwt_qos', kind: 'number', first: 2, since: 23_12_16 },
  { key: 'mqtt_publish_interval', kind: 'number', first: 5 },
  { key: 'mqtt_clean_session', kind: 'flag', first: true, since: 23_09_11 },
  { key: 'mqtt_hass_enabled', kind: 'flag' },
  { key: 'mqtt_hass_expire', kind: 'flag', first: true },
  { key: 'mqtt_hass_retain', kind: 'flag', first: true },
  { key: 'mqtt_hass_topic', kind: 'text', first: 'homeassistant/' },
  { key: 'mqtt_hass_individualpanels', kind: 'flag' },
];
