import * as z from 'zod/mini';
import {
  type FieldRule,
  keysPresent,
  lenientBoolean,
  lenientText,
  lenientUnsigned,
  rules,
  wireObject,
} from './constraints.ts';
import { byteLength } from './lenient.ts';
import {
  MQTT_HOSTNAME_MAX_LENGTH,
  MQTT_LWT_VALUE_MAX_LENGTH,
  MQTT_PASSWORD_MAX_LENGTH,
  MQTT_PORT_MAX,
  MQTT_PORT_MIN,
  MQTT_PUBLISH_INTERVAL_MAX_S,
  MQTT_PUBLISH_INTERVAL_MIN_S,
  MQTT_ROOT_CA_MAX_LENGTH,
  MQTT_TOPIC_MAX_LENGTH,
  MQTT_USERNAME_MAX_LENGTH,
} from './limits.ts';

const FIELDS = {
  mqtt_enabled: lenientBoolean(),
  mqtt_hostname: lenientText(),
  mqtt_port: lenientUnsigned(32),
  mqtt_username: lenientText(),
  mqtt_password: lenientText(),
  mqtt_topic: lenientText(),
  mqtt_retain: lenientBoolean(),
  mqtt_tls: lenientBoolean(),
  mqtt_lwt_topic: lenientText(),
  mqtt_lwt_online: lenientText(),
  mqtt_lwt_offline: lenientText(),
  mqtt_publish_interval: lenientUnsigned(32),
  mqtt_hass_enabled: lenientBoolean(),
  mqtt_hass_expire: lenientBoolean(),
  mqtt_hass_retain: lenientBoolean(),
  mqtt_hass_topic: lenientText(),
  mqtt_hass_individualpanels: lenientBoolean(),
};
const REQUIRED = Object.keys(FIELDS);

/** Everything about MQTT as it is kept. Keys as on the wire. Source: device contract, section 1.14. */
export const MqttConfigSchema = wireObject({ ...FIELDS, mqtt_root_ca_cert: lenientText() });
export type MqttConfig = z.infer<typeof MqttConfigSchema>;

type TextKey = { [K in keyof MqttConfig]: MqttConfig[K] extends string ? K : never }[keyof MqttConfig];
type Rule = FieldRule<MqttUpdate>;

const isTooLong = (key: TextKey, max: number): Rule['isBroken'] => {
  return (config) => byteLength(config[key] ?? '') > max;
};

/** A topic without what cannot be published to: wildcards and control characters count as spaces do. */
const isUnfit = (topic: string): boolean => /[ +#\p{Cc}]/u.test(topic);

/**
 * In the order of the answers. While MQTT is off only what would have to be cut is refused (the original cuts it, quirk
 * 65); without discovery its prefix is not looked at beyond its length. Source: device contract, section 1.14;
 * decision 22.
 */
const RULES: readonly Rule[] = [
  {
    key: 'mqtt_hostname',
    result: 'MqttHostnameLength',
    param: { max: MQTT_HOSTNAME_MAX_LENGTH },
    isBroken: (config) =>
      isTooLong('mqtt_hostname', MQTT_HOSTNAME_MAX_LENGTH)(config) ||
      (config.mqtt_enabled && config.mqtt_hostname === ''),
  },
  tooLong('mqtt_username', MQTT_USERNAME_MAX_LENGTH, 'MqttUsernameLength'),
  tooLong('mqtt_password', MQTT_PASSWORD_MAX_LENGTH, 'MqttPasswordLength'),
  tooLong('mqtt_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttTopicLength'),
  {
    key: 'mqtt_topic',
    result: 'MqttTopicSpace',
    isBroken: (config) => config.mqtt_enabled && isUnfit(config.mqtt_topic),
  },
  {
    key: 'mqtt_topic',
    result: 'MqttTopicTrailingSlash',
    isBroken: (config) => config.mqtt_enabled && !config.mqtt_topic.endsWith('/'),
  },
  {
    key: 'mqtt_port',
    result: 'MqttPort',
    isBroken: ({ mqtt_enabled, mqtt_port }) =>
      mqtt_enabled && (mqtt_port < MQTT_PORT_MIN || mqtt_port > MQTT_PORT_MAX),
  },
  tooLong('mqtt_root_ca_cert', MQTT_ROOT_CA_MAX_LENGTH, 'MqttCertificateLength'),
  tooLong('mqtt_lwt_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttLwtTopicLength'),
  {
    key: 'mqtt_lwt_topic',
    result: 'MqttLwtTopicSpace',
    isBroken: (config) => config.mqtt_enabled && isUnfit(config.mqtt_lwt_topic),
  },
  tooLong('mqtt_lwt_online', MQTT_LWT_VALUE_MAX_LENGTH, 'MqttLwtOnlineLength'),
  tooLong('mqtt_lwt_offline', MQTT_LWT_VALUE_MAX_LENGTH, 'MqttLwtOfflineLength'),
  {
    key: 'mqtt_publish_interval',
    result: 'MqttPublishInterval',
    param: { min: MQTT_PUBLISH_INTERVAL_MIN_S, max: MQTT_PUBLISH_INTERVAL_MAX_S },
    isBroken: ({ mqtt_enabled, mqtt_publish_interval }) =>
      mqtt_enabled &&
      (mqtt_publish_interval < MQTT_PUBLISH_INTERVAL_MIN_S ||
        mqtt_publish_interval > MQTT_PUBLISH_INTERVAL_MAX_S),
  },
  tooLong('mqtt_hass_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttHassTopicLength'),
  {
    key: 'mqtt_hass_topic',
    result: 'MqttHassTopicSpace',
    isBroken: (config) => config.mqtt_enabled && config.mqtt_hass_enabled && isUnfit(config.mqtt_hass_topic),
  },
];

function tooLong(key: TextKey, max: number, result: Rule['result']): Rule {
  return { key, result, param: { max }, isBroken: isTooLong(key, max) };
}

const MqttUpdateFields = z.object({ ...FIELDS, mqtt_root_ca_cert: z.optional(lenientText()) });

/** MQTT settings as posted: without a certificate the one that is kept stays (quirk 17). */
export const MqttUpdateSchema = z.pipe(
  keysPresent((has) => REQUIRED.every(has)),
  MqttUpdateFields.check(rules(RULES)),
);
export type MqttUpdate = z.infer<typeof MqttUpdateFields>;
