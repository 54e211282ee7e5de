import * as z from 'zod/mini';
import { ConfigDeletionSchema } from './config-files.ts';
import { DeviceConfigSchema } from './device.ts';
import { TimeSettingSchema } from './device-time.ts';
import { DtuConfigSchema } from './dtu.ts';
import type { PostName, RequestBody } from './endpoints.ts';
import { InverterAdditionSchema, InverterDeletionSchema, InverterEditSchema } from './inverter.ts';
import { isRecord } from './is-record.ts';
import { LimitOrderSchema } from './limit-order.ts';
import { RebootSchema } from './maintenance.ts';
import { MqttUpdateSchema } from './mqtt.ts';
import { NetworkConfigSchema } from './network.ts';
import { NtpUpdateSchema, TimeServerSchema } from './ntp.ts';
import { PowerOrderSchema } from './power-order.ts';
import { SecurityConfigSchema } from './security.ts';

/** A connection is tried as if MQTT were on, so what could not be saved then cannot be tried. */
function asIfOn(value: unknown): unknown {
  const isTold = isRecord(value) && 'mqtt_enabled' in value;
  return isTold ? { ...value, mqtt_enabled: true } : value;
}

/** How the body of each POST is read and checked; the same schemas check the forms of the web app. */
export const BODY_SCHEMAS: { readonly [N in PostName]: z.ZodMiniType<RequestBody<N>> } = {
  setLimit: LimitOrderSchema,
  setPower: PowerOrderSchema,
  addInverter: InverterAdditionSchema,
  editInverter: InverterEditSchema,
  deleteInverter: InverterDeletionSchema,
  setNetworkConfig: NetworkConfigSchema,
  setNtpConfig: NtpUpdateSchema,
  setTime: TimeSettingSchema,
  testTimeServer: TimeServerSchema,
  setMqttConfig: MqttUpdateSchema,
  testMqttConnection: z.pipe(z.transform(asIfOn), MqttUpdateSchema),
  setDtuConfig: DtuConfigSchema,
  setDeviceConfig: DeviceConfigSchema,
  setSecurityConfig: SecurityConfigSchema,
  deleteConfig: ConfigDeletionSchema,
  reboot: RebootSchema,
};
