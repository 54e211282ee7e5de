import { readFileSync } from 'node:fs';
import { canonicalSerial } from '@heliograph/domain';
import { bytesFromHex } from '../src/index.ts';

/** The shapes of the files in vectors/; what their keys mean is told in vectors/README.md. */

export interface Vector<Input, Output> {
  readonly id: string;
  readonly title: string;
  readonly captured?: true;
  readonly source?: string;
  readonly known_decoded?: string;
  readonly input: Input;
  readonly output: Output;
}

export type RequestVector = Vector<
  {
    readonly kind: string;
    readonly inverter: string;
    readonly dtu: string;
    readonly time?: number;
    readonly limit?: number;
    readonly type?: number;
    readonly frame_no?: number;
  },
  {
    readonly hex: string;
    readonly timeout_ms: number;
    readonly limit_read_back?: number;
    readonly frame_no?: number;
  }
>;

export type SerialVector = Vector<
  { readonly serial: string },
  { readonly type: string | null; readonly channels?: number; readonly serial_string?: string }
>;

export type CrcVector = Vector<
  { readonly hex: string },
  { readonly crc8: string; readonly crc16_modbus: string }
>;

export type TraceEntry =
  | {
      readonly t: number;
      readonly ev: 'tx';
      readonly ch: number;
      readonly to_pipe: string;
      readonly hex: string;
    }
  | { readonly t: number; readonly ev: 'rx'; readonly hex: string }
  | { readonly t: number; readonly ev: 'log'; readonly msg: string };

export interface EventExpectation {
  readonly message_id: number;
  readonly start_time: number;
  readonly end_time: number;
}

export interface DeviceInfoExpectation {
  readonly fw_bootloader_version: number;
  readonly fw_build_version: number;
  readonly fw_build_epoch?: number;
  readonly fw_build_datetime?: string;
  readonly hw_part_number: number;
  readonly hw_version: string;
  readonly hw_model_name: string;
  readonly max_power: number;
}

export type CommandStatus = 'OK' | 'NOK' | 'PENDING';

export interface InverterExpectation {
  readonly serial: string;
  readonly reachable: boolean;
  readonly producing: boolean;
  readonly statistics: {
    readonly rx_failure_count: number;
    readonly channels?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  readonly event_log: {
    readonly request_status: CommandStatus;
    readonly events?: readonly EventExpectation[];
  };
  readonly dev_info: DeviceInfoExpectation | null;
  readonly system_config: {
    readonly limit_percent: number;
    readonly limit_command_status: CommandStatus;
    readonly limit_request_status: CommandStatus;
  };
  readonly power_command: { readonly status: CommandStatus };
}

export type SessionVector = Vector<
  {
    readonly dtu: string;
    readonly time: number;
    readonly tz: string;
    readonly inverters: readonly { readonly serial: string; readonly max_power?: readonly number[] }[];
    readonly log?: boolean;
  },
  {
    readonly read_pipe: string;
    readonly trace: readonly TraceEntry[];
    readonly inverters: readonly InverterExpectation[];
    readonly idle: boolean;
  }
>;

export const SESSION_FILES = [
  'ack',
  'captured',
  'decode-alarm-log',
  'decode-device-info',
  'decode-real-time-data',
  'decode-system-config',
  'fragments',
  'fragments-cross',
  'fragments-odd',
  'poll',
  'queue',
  'transmit',
] as const;

export type SessionFile = (typeof SESSION_FILES)[number];

function load(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`./vectors/${file}.json`, import.meta.url), 'utf8'));
}

export function loadRequests(file: 'request' | 'captured-request'): readonly RequestVector[] {
  return load(file) as readonly RequestVector[];
}

export function loadSerials(): readonly SerialVector[] {
  return load('serial') as readonly SerialVector[];
}

export function loadCrcs(): readonly CrcVector[] {
  return load('crc') as readonly CrcVector[];
}

export function loadSessions(file: SessionFile): readonly SessionVector[] {
  return load(file) as readonly SessionVector[];
}

/** Bytes of a vector's hex text; throws when it is not one. */
export function bytes(hex: string): Uint8Array {
  const result = bytesFromHex(hex);
  if (result === undefined) throw new Error(`not hex: ${hex}`);
  return result;
}

/** The canonical form of a serial in a vector; throws when it is not one. */
export function canonical(text: string): string {
  const serial = canonicalSerial(text);
  if (serial === undefined) throw new Error(`not a serial: ${text}`);
  return serial;
}
