import type { MqttConfig, MqttStatus } from '@heliograph/contract';
import { certificateInfo } from '../platform/certificate-info.ts';
import type { MqttFacts } from './mqtt-facts.ts';

/**
 * What is set about MQTT, without secrets, and how the connection is. Source:
 * docs/reference/original-device.md#mqtt-settings.
 */
export function mqttStatus(
  config: MqttConfig,
  { isConnected, failure, clientId }: MqttFacts & { readonly clientId: string },
): MqttStatus {
  return {
    mqtt_enabled: config.mqtt_enabled,
    mqtt_hostname: config.mqtt_hostname,
    mqtt_port: config.mqtt_port,
    mqtt_username: config.mqtt_username,
    mqtt_topic: config.mqtt_topic,
    mqtt_connected: isConnected,
    mqtt_retain: config.mqtt_retain,
    mqtt_tls: config.mqtt_tls,
    mqtt_root_ca_cert_info: certificateInfo(config.mqtt_root_ca_cert),
    mqtt_lwt_topic: config.mqtt_topic + config.mqtt_lwt_topic,
    mqtt_publish_interval: config.mqtt_publish_interval,
    mqtt_hass_enabled: config.mqtt_hass_enabled,
    mqtt_hass_expire: config.mqtt_hass_expire,
    mqtt_hass_retain: config.mqtt_hass_retain,
    mqtt_hass_topic: config.mqtt_hass_topic,
    mqtt_hass_individualpanels: config.mqtt_hass_individualpanels,
    mqtt_failure: failure,
    mqtt_clientid: config.mqtt_clientid === '' ? clientId : config.mqtt_clientid,
    mqtt_tls_cert_login: config.mqtt_tls_cert_login,
    mqtt_client_cert_info: certificateInfo(config.mqtt_client_cert),
    mqtt_clean_session: config.mqtt_clean_session,
  };
}
