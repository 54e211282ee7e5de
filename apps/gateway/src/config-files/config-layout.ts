import type { Sections } from '../settings/sections.ts';

/**
 * The layout of `config.json`, with the original's names (the misspelt one too), so that backups go both ways. Source:
 * device contract, section 11.2; quirk 43.
 *
 *   {"cfg":{"version","save_count"}, "wifi":{}, "ntp":{}, "mqtt":{"lwt":{},"tls":{},"hass":{}}, "dtu":{},
 *    "security":{}, "device":{"display":{}}, "inverters":[10 x {"serial","name","channel":[4 x {"name","max_power"}]}]}
 */

/** The original's schema version of this layout: 0.1.23. Source: device contract, section 11.2. */
export const LAYOUT_VERSION = 0x00011700;

/** The sections whose values are copied as they are. */
export type PlainSection = 'network' | 'ntp' | 'mqtt';

export const PLACES: {
  readonly [S in PlainSection]: readonly (readonly [string, keyof Sections[S] & string])[];
} = {
  network: [
    ['wifi.ssid', 'ssid'],
    ['wifi.password', 'password'],
    ['wifi.ip', 'ipaddress'],
    ['wifi.netmask', 'netmask'],
    ['wifi.gateway', 'gateway'],
    ['wifi.dns1', 'dns1'],
    ['wifi.dns2', 'dns2'],
    ['wifi.dhcp', 'dhcp'],
    ['wifi.hostname', 'hostname'],
  ],
  ntp: [
    ['ntp.server', 'ntp_server'],
    ['ntp.timezone', 'ntp_timezone'],
    ['ntp.timezone_descr', 'ntp_timezone_descr'],
  ],
  mqtt: [
    ['mqtt.enabled', 'mqtt_enabled'],
    ['mqtt.hostname', 'mqtt_hostname'],
    ['mqtt.port', 'mqtt_port'],
    ['mqtt.username', 'mqtt_username'],
    ['mqtt.password', 'mqtt_password'],
    ['mqtt.topic', 'mqtt_topic'],
    ['mqtt.retain', 'mqtt_retain'],
    ['mqtt.publish_invterval', 'mqtt_publish_interval'],
    ['mqtt.lwt.topic', 'mqtt_lwt_topic'],
    ['mqtt.lwt.value_online', 'mqtt_lwt_online'],
    ['mqtt.lwt.value_offline', 'mqtt_lwt_offline'],
    ['mqtt.tls.enabled', 'mqtt_tls'],
    ['mqtt.tls.root_ca_cert', 'mqtt_root_ca_cert'],
    ['mqtt.hass.enabled', 'mqtt_hass_enabled'],
    ['mqtt.hass.retain', 'mqtt_hass_retain'],
    ['mqtt.hass.topic', 'mqtt_hass_topic'],
    ['mqtt.hass.individual_panels', 'mqtt_hass_individualpanels'],
    ['mqtt.hass.expire', 'mqtt_hass_expire'],
  ],
};
