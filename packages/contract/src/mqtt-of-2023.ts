import * as z from 'zod/mini';
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
} from './constants.ts';
import {
  type FieldRule,
  keysPresent,
  lenientBoolean,
  lenientText,
  lenientUnsigned,
  rules,
} from './constraints.ts';
import { byteLength } from './lenient-values.ts';

/** What every device has of MQTT; what has come later is in `mqtt-update.ts`, which pages for such a device leave out. */
export const FIELDS = {
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
export const REQUIRED = Object.keys(FIELDS);

/** A null is a missing one. */
export const KeptOrText = z.pipe(
  z.transform((value: unknown): unknown => value ?? undefined),
  z.optional(lenientText()),
);
const FieldsOf2023 = z.object({ ...FIELDS, mqtt_root_ca_cert: KeptOrText });

/** As posted: programs of 2023 do not send what came later. */
export type MqttUpdate = z.infer<typeof FieldsOf2023> & {
  readonly mqtt_clientid?: string | undefined;
  readonly mqtt_tls_cert_login?: boolean | undefined;
  readonly mqtt_client_cert?: string | undefined;
  readonly mqtt_client_key?: string | undefined;
  readonly mqtt_lwt_qos?: number | undefined;
  readonly mqtt_clean_session?: boolean | undefined;
};

type TextKey = {
  [K in keyof MqttUpdate]-?: MqttUpdate[K] extends string | undefined ? K : never;
}[keyof MqttUpdate];
type Rule = FieldRule<MqttUpdate>;
type Check = Rule['isBroken'];

const INTERVAL_S = { min: MQTT_PUBLISH_INTERVAL_MIN_S, max: MQTT_PUBLISH_INTERVAL_MAX_S };

const whenOn =
  (isBroken: Check): Check =>
  (config) =>
    config.mqtt_enabled && isBroken(config);
const isOutside = (value: number, { min, max }: typeof INTERVAL_S) => value < min || value > max;

/**
 * In the order of the answers. While MQTT is off only what would have to be cut is refused (the original cuts it,
 * docs/reference/original-device.md#quirk-65); without discovery its prefix is not looked at beyond its length. Lengths
 * are bytes of UTF-8. Source: docs/reference/original-device.md#mqtt-settings and docs/decisions/0022-lengths.md.
 */
export const MQTT_RULES_OF_2023: readonly Rule[] = [
  length('mqtt_hostname', MQTT_HOSTNAME_MAX_LENGTH, 'MqttHostnameLength', 1),
  length('mqtt_username', MQTT_USERNAME_MAX_LENGTH, 'MqttUsernameLength'),
  length('mqtt_password', MQTT_PASSWORD_MAX_LENGTH, 'MqttPasswordLength'),
  length('mqtt_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttTopicLength'),
  fitness('mqtt_topic', 'MqttTopicSpace'),
  {
    key: 'mqtt_topic',
    result: 'MqttTopicTrailingSlash',
    isBroken: whenOn(({ mqtt_topic }) => !mqtt_topic.endsWith('/')),
  },
  {
    key: 'mqtt_port',
    result: 'MqttPort',
    isBroken: whenOn(({ mqtt_port }) => isOutside(mqtt_port, { min: MQTT_PORT_MIN, max: MQTT_PORT_MAX })),
  },
  length('mqtt_root_ca_cert', MQTT_ROOT_CA_MAX_LENGTH, 'MqttCertificateLength'),
  length('mqtt_lwt_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttLwtTopicLength'),
  fitness('mqtt_lwt_topic', 'MqttLwtTopicSpace'),
  length('mqtt_lwt_online', MQTT_LWT_VALUE_MAX_LENGTH, 'MqttLwtOnlineLength'),
  length('mqtt_lwt_offline', MQTT_LWT_VALUE_MAX_LENGTH, 'MqttLwtOfflineLength'),
  {
    key: 'mqtt_publish_interval',
    result: 'MqttPublishInterval',
    param: INTERVAL_S,
    isBroken: whenOn(({ mqtt_publish_interval }) => isOutside(mqtt_publish_interval, INTERVAL_S)),
  },
  length('mqtt_hass_topic', MQTT_TOPIC_MAX_LENGTH, 'MqttHassTopicLength'),
  fitness('mqtt_hass_topic', 'MqttHassTopicSpace', ({ mqtt_hass_enabled }) => mqtt_hass_enabled),
];

/** Not longer than `max`; with MQTT on, not shorter than `min` either. */
export function length(key: TextKey, max: number, result: Rule['result'], min = 0): Rule {
  const isBroken: Check = (config) => {
    const bytes = byteLength(config[key] ?? '');
    return bytes > max || (config.mqtt_enabled && bytes < min);
  };
  return { key, result, param: { max }, isBroken };
}

/** A topic without what cannot be published to: wildcards and control characters count as spaces do. */
function fitness(key: TextKey, result: Rule['result'], counts: Check = () => true): Rule {
  return {
    key,
    result,
    isBroken: whenOn((config) => counts(config) && /[ +#\p{Cc}]/u.test(config[key] ?? '')),
  };
}

/** Settings for a device that has nothing of what came later. */
export const MqttUpdateOf2023Schema = z.pipe(
  keysPresent((has) => REQUIRED.every(has)),
  FieldsOf2023.check(rules(MQTT_RULES_OF_2023)),
);
