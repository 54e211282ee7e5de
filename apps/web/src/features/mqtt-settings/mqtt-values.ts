import {
  MQTT_CONFIG_KEYS,
  MQTT_RULES,
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
type Name = keyof MqttValues;

export function mqttValues(received: ReceivedMqttConfig): MqttValues {
  const values = MQTT_CONFIG_KEYS.map((name) => {
    const value = received[name];
    return [name, typeof value === 'boolean' ? value : String(value)];
  });
  return Object.fromEntries(values) as MqttValues; // every key, each as its type says
}

/** Whether a field is out of sight with what is switched on. */
export function isHidden(name: Name, values: MqttValues): boolean {
  if (name === 'mqtt_enabled') return false;
  if (!values.mqtt_enabled) return true;
  if (name === 'mqtt_root_ca_cert') return !values.mqtt_tls;
  return !values.mqtt_hass_enabled && name !== 'mqtt_hass_enabled' && name.startsWith('mqtt_hass');
}

/** What is not to be seen does not count, whatever was typed there before. */
export function withoutHidden(values: MqttValues, stored: MqttValues): MqttValues {
  const hidden = MQTT_CONFIG_KEYS.filter((name) => isHidden(name, values));
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

/** How many bytes of UTF-8 a text may have. */
export function maxLength(name: Name): number {
  return MQTT_RULES.find(({ key, param }) => key === name && param)?.param?.max ?? Number.POSITIVE_INFINITY;
}

/** The field that a refusal is about. */
export function refusedField({ code }: ReceivedApiResult): Name | undefined {
  return MQTT_RULES.find(({ result }) => RESULT_CODES[result].code === code)?.key;
}
