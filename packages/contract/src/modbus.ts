import * as z from 'zod/mini';
import { MODBUS_HEARTBEAT_MAX_S, MODBUS_HEARTBEAT_MIN_S, MODBUS_WRITER_COUNT_MAX } from './constants.ts';
import {
  addressOrNetwork,
  exactList,
  exactWholeInside,
  exactWholeWithin,
  wireObject,
} from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * The plant as a SunSpec device over Modbus TCP, for programs and energy managers that know nothing else. All of it is ours, no
 * original device knows it (docs/decisions/0023-extensions.md, docs/reference/sunspec.md).
 */

/** Whether the plant is there over Modbus TCP, and who may limit it: Modbus has no login. */
export const ModbusSettingsSchema = /* @__PURE__ */ wireObject({
  enabled: /* @__PURE__ */ z.boolean(),
  port: /* @__PURE__ */ exactWholeWithin({ min: 1, max: 65_535, fail: 'MqttPort' }),
  /** Addresses such as `192.168.4.20` and networks such as `fd00::/64`; nobody else may write. */
  writers: /* @__PURE__ */ exactList(
    /* @__PURE__ */ z.array(/* @__PURE__ */ addressOrNetwork('NetworkIpInvalid')),
    {
      ...{ min: 0, max: MODBUS_WRITER_COUNT_MAX, fail: 'NetworkIpInvalid' },
    },
  ),
  /** Seconds without a word of whoever limits, after which its limit ends. */
  heartbeat: /* @__PURE__ */ exactWholeInside({
    ...{ min: MODBUS_HEARTBEAT_MIN_S, max: MODBUS_HEARTBEAT_MAX_S, fail: 'ModbusHeartbeat' },
  }),
});
export type ModbusSettings = z.infer<typeof ModbusSettingsSchema>;

/** `listening`, or why it is not: it is off, another program has the port, the system does not let us have it, or something else. */
export const MODBUS_STATES = ['off', 'listening', 'port-in-use', 'port-forbidden', 'failed'] as const;
export type ModbusState = (typeof MODBUS_STATES)[number];

/** A machine that is connected, or that was a while ago. */
export interface ModbusClient {
  readonly address: string;
  /** How many connections it has now. */
  readonly connections: number;
  readonly may_write: boolean;
  /** Seconds ago; not there: it has not written since it is known. */
  readonly last_write?: number;
  /** Writes that were refused since it is known. */
  readonly refused: number;
}

/** By which number a client finds the plant, or one of its inverters. */
export interface ModbusUnit {
  readonly unit: number;
  /** A serial, or `plant`. */
  readonly target: string;
  /** What a client has limited it to; not there: nothing. */
  readonly limit?: {
    readonly percent: number;
    readonly watts: number;
    readonly by: string;
    /** Seconds until it ends where nothing more is heard. */
    readonly ends_in: number;
  };
}

/** What goes on over Modbus now. */
export interface ModbusStatus {
  readonly state: ModbusState;
  readonly clients: readonly ModbusClient[];
  readonly units: readonly ModbusUnit[];
}

const recordsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);

function readUnit(sent: Readonly<Record<string, unknown>>): ModbusUnit {
  const { limit } = sent;
  return {
    ...{ unit: numberOf(sent.unit), target: textOf(sent.target) },
    ...(isRecord(limit) && {
      limit: {
        ...{ percent: numberOf(limit.percent), watts: numberOf(limit.watts) },
        ...{ by: textOf(limit.by), ends_in: numberOf(limit.ends_in) },
      },
    }),
  };
}

function readClient(sent: Readonly<Record<string, unknown>>): ModbusClient {
  return {
    ...{ address: textOf(sent.address), connections: numberOf(sent.connections) },
    ...{ may_write: sent.may_write === true, refused: numberOf(sent.refused) },
    ...(isNumber(sent.last_write) && { last_write: sent.last_write }),
  };
}

/** Whether the plant is there over Modbus TCP, and who may limit it. */
export const getModbusSettings: Endpoint<ModbusSettings, ModbusSettings> = {
  method: 'GET',
  path: '/api/heliograph/modbus-settings',
  access: 'admin',
  query: [],
  read: (value) =>
    isRecord(value)
      ? {
          ...{ enabled: value.enabled === true, port: numberOf(value.port) },
          writers: Array.isArray(value.writers) ? value.writers.map(textOf) : [],
          heartbeat: numberOf(value.heartbeat),
        }
      : undefined,
};

/** Saves it; the new port is listened on at once. */
export const setModbusSettings: Endpoint<ApiResult, ReceivedApiResult, ModbusSettings> = {
  method: 'POST',
  path: '/api/heliograph/modbus-settings',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Who is connected over Modbus TCP, and what is limited that way. */
export const getModbusStatus: Endpoint<ModbusStatus, ModbusStatus> = {
  method: 'GET',
  path: '/api/heliograph/modbus',
  access: 'admin',
  query: [],
  read: (value) =>
    isRecord(value)
      ? {
          state: MODBUS_STATES.find((state) => state === value.state) ?? 'failed',
          clients: recordsOf(value.clients).map(readClient),
          units: recordsOf(value.units).map(readUnit),
        }
      : undefined,
};
