import * as z from 'zod/mini';
import { MQTT_CLIENT_ID_MAX_LENGTH, MQTT_LWT_QOS_MAX, MQTT_ROOT_CA_MAX_LENGTH } from './constants.ts';
import {
  type FieldRule,
  keysPresent,
  lenientBoolean,
  lenientText,
  lenientUnsigned,
  rules,
  wireObject,
} from './constraints.ts';
import { FIELDS, KeptOrText, length, MQTT_RULES_OF_2023, type MqttUpdate, REQUIRED } from './mqtt-of-2023.ts';

/** What original devices have come to set: programs of 2023 do not send it. Source: docs/reference/api-generations.md#settings. */
const NEWER_FIELDS = {
  mqtt_clientid: lenientText(),
  mqtt_tls_cert_login: lenientBoolean(),
  mqtt_client_cert: lenientText(),
  mqtt_client_key: lenientText(),
  mqtt_lwt_qos: lenientUnsigned(32),
  mqtt_clean_session: lenientBoolean(),
};

/**
 * Everything about MQTT as it is kept. Keys as on the wire. Source: docs/reference/original-device.md#mqtt-settings.
 */
export const MqttConfigSchema = /* @__PURE__ */ wireObject({
  ...FIELDS,
  mqtt_root_ca_cert: /* @__PURE__ */ lenientText(),
  ...NEWER_FIELDS,
});
export type MqttConfig = z.infer<typeof MqttConfigSchema>;

/** The checks of 2023, and behind them those of what has come later. Source: docs/reference/api-generations.md#settings. */
export const MQTT_RULES: readonly FieldRule<MqttUpdate>[] = [
  ...MQTT_RULES_OF_2023,
  {
    key: 'mqtt_lwt_qos',
    result: 'MqttLwtQos',
    param: { max: MQTT_LWT_QOS_MAX },
    isBroken: ({ mqtt_lwt_qos = 0 }) => mqtt_lwt_qos > MQTT_LWT_QOS_MAX,
  },
  length('mqtt_clientid', MQTT_CLIENT_ID_MAX_LENGTH, 'MqttClientIdLength'),
  length('mqtt_client_cert', MQTT_ROOT_CA_MAX_LENGTH, 'MqttCertificateLength'),
  length('mqtt_client_key', MQTT_ROOT_CA_MAX_LENGTH, 'MqttCertificateLength'),
];

/** A null is a missing one. */
function kept<Read extends z.ZodMiniType>(schema: Read) {
  return z.pipe(
    z.transform((value: unknown): unknown => value ?? undefined),
    z.optional(schema),
  );
}
const MqttUpdateFields = z.object({
  ...FIELDS,
  mqtt_root_ca_cert: KeptOrText,
  mqtt_clientid: kept(NEWER_FIELDS.mqtt_clientid),
  mqtt_tls_cert_login: kept(NEWER_FIELDS.mqtt_tls_cert_login),
  mqtt_client_cert: kept(NEWER_FIELDS.mqtt_client_cert),
  mqtt_client_key: kept(NEWER_FIELDS.mqtt_client_key),
  mqtt_lwt_qos: kept(NEWER_FIELDS.mqtt_lwt_qos),
  mqtt_clean_session: kept(NEWER_FIELDS.mqtt_clean_session),
});

/**
 * MQTT settings as posted: without a certificate the one that is kept stays
 * (docs/reference/original-device.md#quirk-17), and so does what programs of 2023 do not know. While `mqtt_enabled` is false only what is too long is refused.
 */
export const MqttUpdateSchema = z.pipe(
  keysPresent((has) => REQUIRED.every(has)),
  MqttUpdateFields.check(rules(MQTT_RULES)),
);
