import type * as z from 'zod/mini';
import { lenientBoolean, lenientText, lenientUnsigned, wireObject } from './constraints.ts';

/** Everything about MQTT as it is kept. Keys as on the wire. Source: device contract, section 1.14. */
export const MqttConfigSchema = wireObject({
  mqtt_enabled: lenientBoolean(),
  mqtt_hostname: lenientText(),
  mqtt_port: lenientUnsigned(32),
  mqtt_username: lenientText(),
  mqtt_password: lenientText(),
  mqtt_topic: lenientText(),
  mqtt_retain: lenientBoolean(),
  mqtt_tls: lenientBoolean(),
  mqtt_root_ca_cert: lenientText(),
  mqtt_lwt_topic: lenientText(),
  mqtt_lwt_online: lenientText(),
  mqtt_lwt_offline: lenientText(),
  mqtt_publish_interval: lenientUnsigned(32),
  mqtt_hass_enabled: lenientBoolean(),
  mqtt_hass_expire: lenientBoolean(),
  mqtt_hass_retain: lenientBoolean(),
  mqtt_hass_topic: lenientText(),
  mqtt_hass_individualpanels: lenientBoolean(),
});
export type MqttConfig = z.infer<typeof MqttConfigSchema>;
