import {
  HOSTNAME_MAX_LENGTH,
  HOSTNAME_MIN_LENGTH,
  MQTT_CLIENT_ID_MAX_LENGTH,
  MQTT_HOSTNAME_MAX_LENGTH,
  MQTT_LWT_QOS_MAX,
  MQTT_LWT_VALUE_MAX_LENGTH,
  MQTT_PASSWORD_MAX_LENGTH,
  MQTT_PORT_MAX,
  MQTT_PUBLISH_INTERVAL_MAX_S,
  MQTT_ROOT_CA_MAX_LENGTH,
  MQTT_TOPIC_MAX_LENGTH,
  MQTT_USERNAME_MAX_LENGTH,
  NETWORK_PASSWORD_MAX_LENGTH,
  NTP_SERVER_MAX_LENGTH,
  NTP_SERVER_MIN_LENGTH,
  SSID_MAX_LENGTH,
  TIMEZONE_MAX_LENGTH,
  TIMEZONE_MIN_LENGTH,
} from '@heliograph/contract';
import type { Sections } from '../settings/sections.ts';
import type { Fit } from './file-part.ts';

/**
 * The layout of `config.json`, with the original's names (the misspelt one too), so that backups go both ways. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file and #quirk-43.
 *
 *   {"cfg":{"version","save_count"}, "wifi":{}, "ntp":{}, "mqtt":{"lwt":{},"tls":{},"hass":{}}, "dtu":{},
 *    "security":{}, "device":{"display":{}}, "inverters":[10 x {"serial","name","channel":[4 x {"name","max_power"}]}],
 *    "heliograph":{}}
 */

/**
 * The original's schema version of this layout: 0.1.23. Source:
 * docs/reference/original-device.md#layout-of-the-configuration-file.
 */
export const LAYOUT_VERSION = 0x00011700;

/** The sections whose values are copied as they are. */
export type PlainSection = 'network' | 'ntp' | 'mqtt';

/** Where a value is in the file, what it is called here, and what it is made to fit into. */
type PlainPlace<S extends PlainSection> = readonly [path: string, key: keyof Sections[S] & string, fit?: Fit];

export const PLACES: { readonly [S in PlainSection]: readonly PlainPlace<S>[] } = {
  network: [
    ['wifi.ssid', 'ssid', { max: SSID_MAX_LENGTH }],
    ['wifi.password', 'password', { max: NETWORK_PASSWORD_MAX_LENGTH }],
    ['wifi.ip', 'ipaddress'],
    ['wifi.netmask', 'netmask'],
    ['wifi.gateway', 'gateway'],
    ['wifi.dns1', 'dns1'],
    ['wifi.dns2', 'dns2'],
    ['wifi.dhcp', 'dhcp'],
    ['wifi.hostname', 'hostname', { min: HOSTNAME_MIN_LENGTH, max: HOSTNAME_MAX_LENGTH }],
  ],
  ntp: [
    ['ntp.server', 'ntp_server', { min: NTP_SERVER_MIN_LENGTH, max: NTP_SERVER_MAX_LENGTH }],
    ['ntp.timezone', 'ntp_timezone', { min: TIMEZONE_MIN_LENGTH, max: TIMEZONE_MAX_LENGTH }],
    ['ntp.timezone_descr', 'ntp_timezone_descr', { min: TIMEZONE_MIN_LENGTH, max: TIMEZONE_MAX_LENGTH }],
  ],
  mqtt: [
    ['mqtt.enabled', 'mqtt_enabled'],
    ['mqtt.hostname', 'mqtt_hostname', { max: MQTT_HOSTNAME_MAX_LENGTH }],
    ['mqtt.port', 'mqtt_port', { max: MQTT_PORT_MAX, noZero: true }],
    ['mqtt.username', 'mqtt_username', { max: MQTT_USERNAME_MAX_LENGTH }],
    ['mqtt.password', 'mqtt_password', { max: MQTT_PASSWORD_MAX_LENGTH }],
    ['mqtt.topic', 'mqtt_topic', { max: MQTT_TOPIC_MAX_LENGTH }],
    ['mqtt.retain', 'mqtt_retain'],
    ['mqtt.publish_invterval', 'mqtt_publish_interval', { max: MQTT_PUBLISH_INTERVAL_MAX_S, noZero: true }],
    ['mqtt.lwt.topic', 'mqtt_lwt_topic', { max: MQTT_TOPIC_MAX_LENGTH }],
    ['mqtt.lwt.value_online', 'mqtt_lwt_online', { max: MQTT_LWT_VALUE_MAX_LENGTH }],
    ['mqtt.lwt.value_offline', 'mqtt_lwt_offline', { max: MQTT_LWT_VALUE_MAX_LENGTH }],
    ['mqtt.tls.enabled', 'mqtt_tls'],
    ['mqtt.tls.root_ca_cert', 'mqtt_root_ca_cert', { max: MQTT_ROOT_CA_MAX_LENGTH }],
    ['mqtt.hass.enabled', 'mqtt_hass_enabled'],
    ['mqtt.hass.retain', 'mqtt_hass_retain'],
    ['mqtt.hass.topic', 'mqtt_hass_topic', { max: MQTT_TOPIC_MAX_LENGTH }],
    ['mqtt.hass.individual_panels', 'mqtt_hass_individualpanels'],
    ['mqtt.hass.expire', 'mqtt_hass_expire'],
    // Originals since v23.4.12 to v24.6.29 have these, too; older ones skip them.
    ['mqtt.clientid', 'mqtt_clientid', { max: MQTT_CLIENT_ID_MAX_LENGTH }],
    ['mqtt.clean_session', 'mqtt_clean_session'],
    ['mqtt.lwt.qos', 'mqtt_lwt_qos', { max: MQTT_LWT_QOS_MAX }],
    ['mqtt.tls.certlogin', 'mqtt_tls_cert_login'],
    ['mqtt.tls.client_cert', 'mqtt_client_cert', { max: MQTT_ROOT_CA_MAX_LENGTH }],
    ['mqtt.tls.client_key', 'mqtt_client_key', { max: MQTT_ROOT_CA_MAX_LENGTH }],
  ],
};

/** The place of the plant. The original's first generation has none, later ones have it here; without one it is left out. */
export const PLACE_OF_PLANT = { latitude: 'ntp.latitude', longitude: 'ntp.longitude' } as const;

/** Sections that no file of an original device has anything of. */
export type InNoFile =
  | 'sources'
  | 'history'
  | 'plant'
  | 'limits'
  | 'rule'
  | 'meter'
  | 'modbus'
  | 'accounts'
  | 'alerts'
  | 'radio'
  | 'passkeys'
  | 'signin'
  | 'timeseries';
