import {
  MQTT_CONFIG_KEYS,
  MQTT_RULES,
  MQTT_RULES_OF_2023,
  type MqttUpdate,
  RESULT_CODES,
  type ReceivedApiResult,
  type ReceivedMqttConfig,
} from '@heliograph/contract';
import { wholeNumber } from '../../shared/form/whole-number.ts';

type Known = Pick<ReceivedMqttConfig, (typeof MQTT_CONFIG_KEYS)[number]>;

/** What has come later, one after the other; what is not told is not there. */
type Newer = {
  readonly mqtt_clientid?: string;
  readonly mqtt_tls_cert_login?: boolean;
  readonly mqtt_client_cert?: string;
  readonly mqtt_client_key?: string;
  readonly mqtt_lwt_qos?: string;
  readonly mqtt_clean_session?: boolean;
};

/** What stands in the form, by the keys of the wire. */
export type MqttValues = Newer & {
  readonly [Key in keyof Known]: Known[Key] extends boolean ? boolean : string;
};
type Name = keyof MqttValues;

export function mqttValues(received: ReceivedMqttConfig): MqttValues {
  const values = MQTT_CONFIG_KEYS.map((name) => {
    const value = received[name];
    return [name, typeof value === 'boolean' ? value : String(value)];
  });
  const known = Object.fromEntries(values);
  return __FOR_DEVICE__ ? known : { ...known, ...newerValues(received) }; // every key, each as its type says
}

const NEWER = [
  ...(['mqtt_clientid', 'mqtt_tls_cert_login', 'mqtt_client_cert', 'mqtt_client_key'] as const),
  ...(['mqtt_lwt_qos', 'mqtt_clean_session'] as const),
];

function newerValues(received: ReceivedMqttConfig): Newer {
  const told = NEWER.flatMap((name) => {
    const value: unknown = received[name];
    if (value === undefined) return [];
    return [[name, typeof value === 'boolean' ? value : String(value)] as const];
  });
  return Object.fromEntries(told);
}

/** What only the log-in by a certificate needs. */
const OF_CERT_LOGIN: readonly Name[] = ['mqtt_client_cert', 'mqtt_client_key'];

/** Whether a field is out of sight with what is switched on. */
export function isHidden(name: Name, values: MqttValues): boolean {
  if (name === 'mqtt_enabled') return false;
  if (!values.mqtt_enabled) return true;
  if (name === 'mqtt_root_ca_cert') return !values.mqtt_tls;
  if (!__FOR_DEVICE__ && name === 'mqtt_tls_cert_login') return !values.mqtt_tls;
  if (!__FOR_DEVICE__ && OF_CERT_LOGIN.includes(name))
    return !(values.mqtt_tls && values.mqtt_tls_cert_login);
  return !values.mqtt_hass_enabled && name !== 'mqtt_hass_enabled' && name.startsWith('mqtt_hass');
}

/** What is not to be seen does not count, whatever was typed there before. */
export function withoutHidden(values: MqttValues, stored: MqttValues): MqttValues {
  const hidden = (Object.keys(values) as Name[]).filter((name) => isHidden(name, values));
  return { ...values, ...Object.fromEntries(hidden.map((name) => [name, stored[name]])) };
}

export function mqttBody(values: MqttValues, received: ReceivedMqttConfig): MqttUpdate {
  return {
    ...(received as Known), // what is newer follows
    ...(__FOR_DEVICE__ ? values : knownOf(values)),
    mqtt_port: wholeNumber(values.mqtt_port) ?? 0,
    mqtt_publish_interval: wholeNumber(values.mqtt_publish_interval) ?? 0,
    ...(!__FOR_DEVICE__ && newerBody(values)),
  } as MqttUpdate; // of both kinds every key, each as its type says
}

function knownOf(values: MqttValues) {
  return Object.fromEntries(MQTT_CONFIG_KEYS.map((name) => [name, values[name]]));
}

function newerBody(values: MqttValues) {
  const told = NEWER.filter((name) => values[name] !== undefined);
  const numbered = (name: Name, value: string | boolean | undefined) =>
    name === 'mqtt_lwt_qos' ? Number(value) : value;
  return Object.fromEntries(told.map((name) => [name, numbered(name, values[name])]));
}

const RULES = __FOR_DEVICE__ ? MQTT_RULES_OF_2023 : MQTT_RULES;

/** How many bytes of UTF-8 a text may have. */
export function maxLength(name: Name): number {
  return RULES.find(({ key, param }) => key === name && param)?.param?.max ?? Number.POSITIVE_INFINITY;
}

/** The field that a refusal is about. */
export function refusedField({ code }: ReceivedApiResult): Name | undefined {
  return RULES.find(({ result }) => RESULT_CODES[result].code === code)?.key;
}
