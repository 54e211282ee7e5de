import {
  MQTT_HOSTNAME_MAX_LENGTH,
  MQTT_LWT_VALUE_MAX_LENGTH,
  MQTT_PASSWORD_MAX_LENGTH,
  MQTT_ROOT_CA_MAX_LENGTH,
  MQTT_TOPIC_MAX_LENGTH,
  MQTT_USERNAME_MAX_LENGTH,
  type MqttConfig,
  RESULT_CODES,
  type ReceivedApiResult,
  type ReceivedMqttConfig,
} from '@heliograph/contract';
import { wholeNumber } from '../../shared/form/whole-number.ts';

/** What stands in the form, by the keys of the wire. */
export type MqttValues = {
  readonly [Key in keyof ReceivedMqttConfig]: ReceivedMqttConfig[Key] extends boolean ? boolean : string;
};

/** How many bytes of UTF-8 each text may have. */
export const MAX_LENGTHS = {
  mqtt_hostname: MQTT_HOSTNAME_MAX_LENGTH,
  mqtt_username: MQTT_USERNAME_MAX_LENGTH,
  mqtt_password: MQTT_PASSWORD_MAX_LENGTH,
  mqtt_topic: MQTT_TOPIC_MAX_LENGTH,
  mqtt_root_ca_cert: MQTT_ROOT_CA_MAX_LENGTH,
  mqtt_lwt_topic: MQTT_TOPIC_MAX_LENGTH,
  mqtt_lwt_online: MQTT_LWT_VALUE_MAX_LENGTH,
  mqtt_lwt_offline: MQTT_LWT_VALUE_MAX_LENGTH,
  mqtt_hass_topic: MQTT_TOPIC_MAX_LENGTH,
} as const satisfies Partial<Record<keyof MqttValues, number>>;

const WITH_TLS = ['mqtt_root_ca_cert'] as const;
const WITH_DISCOVERY = [
  'mqtt_hass_topic',
  'mqtt_hass_retain',
  'mqtt_hass_expire',
  'mqtt_hass_individualpanels',
] as const;
const WITH_MQTT = [
  'mqtt_hass_enabled',
  'mqtt_hostname',
  'mqtt_port',
  'mqtt_username',
  'mqtt_password',
  'mqtt_topic',
  'mqtt_publish_interval',
  'mqtt_retain',
  'mqtt_tls',
  'mqtt_lwt_topic',
  'mqtt_lwt_online',
  'mqtt_lwt_offline',
  ...WITH_TLS,
  ...WITH_DISCOVERY,
] as const;

export function mqttValues(received: ReceivedMqttConfig): MqttValues {
  const names = ['mqtt_enabled', ...WITH_MQTT] as const;
  const values = names.map((name) => {
    const value = received[name];
    return [name, typeof value === 'boolean' ? value : String(value)];
  });
  return Object.fromEntries(values) as MqttValues; // every key, each as its type says
}

/** What is not to be seen does not count, whatever was typed there before. */
export function withoutHidden(values: MqttValues, stored: MqttValues): MqttValues {
  const hidden = values.mqtt_enabled
    ? [...(values.mqtt_tls ? [] : WITH_TLS), ...(values.mqtt_hass_enabled ? [] : WITH_DISCOVERY)]
    : WITH_MQTT;
  return { ...values, ...Object.fromEntries(hidden.map((name) => [name, stored[name]])) };
}

export function mqttBody(values: MqttValues, received: ReceivedMqttConfig): MqttConfig {
  return {
    ...received,
    ...values,
    mqtt_port: wholeNumber(values.mqtt_port) ?? 0,
    mqtt_publish_interval: wholeNumber(values.mqtt_publish_interval) ?? 0,
  };
}

/** The field that a refusal is about. Source: device contract, section 1.14. */
export function refusedField({ code = 0 }: ReceivedApiResult): keyof MqttValues | undefined {
  return FIELD_BY_CODE[code - RESULT_CODES.MqttHostnameLength.code];
}

/** In the order of the codes, from the first on. */
const FIELD_BY_CODE: readonly (keyof MqttValues)[] = [
  'mqtt_hostname',
  'mqtt_username',
  'mqtt_password',
  'mqtt_topic',
  'mqtt_topic',
  'mqtt_topic',
  'mqtt_port',
  'mqtt_root_ca_cert',
  'mqtt_lwt_topic',
  'mqtt_lwt_topic',
  'mqtt_lwt_online',
  'mqtt_lwt_offline',
  'mqtt_publish_interval',
  'mqtt_hass_topic',
  'mqtt_hass_topic',
];
