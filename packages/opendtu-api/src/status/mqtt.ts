import type { Release } from '../release.ts';
import type { WireObject } from '../untrusted-values.ts';
import { decodeFacts, encodeFacts, type Facts } from './facts.ts';

/**
 * The connection to the broker; the last-will topic is joined to the base topic, the interval is in seconds. Source:
 * docs/reference/original-device.md#mqtt-settings and
 * docs/reference/api-generations.md#status-of-network-time-and-mqtt.
 */
const KEYS = [
  { key: 'mqtt_enabled', kind: 'flag', word: 'isEnabled' },
  { key: 'mqtt_hostname', kind: 'text', word: 'hostName' },
  { key: 'mqtt_port', kind: 'number', word: 'port' },
  { key: 'mqtt_clientid', kind: 'text', word: 'clientId', since: 24_06_29 },
  { key: 'mqtt_username', kind: 'text', word: 'username' },
  { key: 'mqtt_topic', kind: 'text', word: 'baseTopic' },
  { key: 'mqtt_connected', kind: 'flag', word: 'isConnected' },
  { key: 'mqtt_retain', kind: 'flag', word: 'isRetained' },
  { key: 'mqtt_tls', kind: 'flag', word: 'hasTls' },
  { key: 'mqtt_root_ca_cert_info', kind: 'text', word: 'rootCertificateInfo' },
  { key: 'mqtt_tls_cert_login', kind: 'flag', word: 'hasCertificateLogin', since: 23_04_12 },
  { key: 'mqtt_client_cert_info', kind: 'text', word: 'clientCertificateInfo', since: 23_04_12 },
  { key: 'mqtt_lwt_topic', kind: 'text', word: 'lastWillTopic' },
  { key: 'mqtt_publish_interval', kind: 'number', word: 'publishIntervalS' },
  { key: 'mqtt_clean_session', kind: 'flag', word: 'hasCleanSession', since: 23_09_11 },
  { key: 'mqtt_hass_enabled', kind: 'flag', word: 'isDiscoveryEnabled' },
  { key: 'mqtt_hass_expire', kind: 'flag', word: 'hasDiscoveryExpiry' },
  { key: 'mqtt_hass_retain', kind: 'flag', word: 'isDiscoveryRetained' },
  { key: 'mqtt_hass_topic', kind: 'text', word: 'discoveryTopic' },
  { key: 'mqtt_hass_individualpanels', kind: 'flag', word: 'hasIndividualPanels' },
] as const;

export type MqttFacts = Facts<(typeof KEYS)[number]>;

/** Reads `GET /api/mqtt/status`; undefined where it is no such answer. */
export function decodeMqttStatus(sent: unknown): MqttFacts | undefined {
  return decodeFacts(sent, KEYS);
}

/** As a device of that release answers `GET /api/mqtt/status`. */
export function encodeMqttStatus(release: Release, facts: Partial<MqttFacts>): WireObject {
  return encodeFacts(release, facts, KEYS);
}
