import { readFileSync } from 'node:fs';

/**
 * The session vectors of the protocol package (measured on the original's own library): what is fed to it, what it
 * sent and when, and what it knew at the end. Their README explains every key.
 */
export interface SessionVector {
  readonly id: string;
  readonly title: string;
  readonly input: SessionInput;
  readonly output: SessionOutput;
}

export interface SessionInput {
  readonly dtu: string;
  readonly time: number;
  readonly tz: string;
  readonly start_ms: number;
  readonly inverters: readonly {
    readonly serial: string;
    readonly name?: string;
    readonly max_power?: readonly number[];
  }[];
  readonly auto?: boolean;
  readonly poll_interval?: number;
  readonly replies?: readonly SessionReply[];
  readonly actions: readonly SessionAction[];
}

export interface SessionReply {
  readonly cmd: string;
  readonly sub?: string;
  readonly inv: string;
  readonly frames: readonly string[];
  readonly times?: number;
}

export type SessionAction =
  | {
      readonly do: 'send';
      readonly kind: string;
      readonly inv?: number;
      readonly limit?: number;
      readonly type?: number;
      readonly force?: boolean;
    }
  | { readonly do: 'rx'; readonly frames: readonly string[] }
  | { readonly do: 'run'; readonly ms: number }
  | { readonly do: 'run_idle'; readonly max_ms?: number }
  | { readonly do: 'dump'; readonly label: string };

export type CommandStatus = 'OK' | 'NOK' | 'PENDING';

export interface SessionInverter {
  readonly serial: string;
  readonly reachable: boolean;
  readonly producing: boolean;
  readonly statistics: {
    readonly last_update_ms: number;
    readonly rx_failure_count: number;
    readonly channels?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  readonly event_log: {
    readonly last_update_ms: number;
    readonly request_status: CommandStatus;
    readonly events?: readonly {
      readonly message_id: number;
      readonly start_time: number;
      readonly end_time: number;
    }[];
  };
  readonly dev_info: {
    readonly fw_bootloader_version: number;
    readonly fw_build_version: number;
    readonly last_update_all_ms: number;
    readonly last_update_simple_ms: number;
    readonly fw_build_datetime?: string;
    readonly fw_build_epoch?: number;
    readonly hw_part_number: number;
    readonly hw_version: string;
    readonly hw_model_name: string;
    readonly max_power: number;
  } | null;
  readonly system_config: {
    readonly limit_percent: number;
    readonly limit_command_status: CommandStatus;
    readonly limit_request_status: CommandStatus;
    readonly last_update_command_ms: number;
    readonly last_update_request_ms: number;
  };
  readonly power_command: { readonly status: CommandStatus; readonly last_update_command_ms: number };
}

export type TraceEntry =
  | {
      readonly ev: 'tx';
      readonly t: number;
      readonly ch: number;
      readonly to_pipe: string;
      readonly hex: string;
    }
  | { readonly ev: 'rx'; readonly t: number; readonly hex: string }
  | { readonly ev: 'log'; readonly t: number; readonly msg: string };

export interface SessionOutput {
  readonly send_results?: readonly boolean[];
  readonly read_pipe: string;
  readonly trace: readonly TraceEntry[];
  readonly inverters: readonly SessionInverter[];
  readonly dumps?: readonly (SessionInverter & { readonly t: number; readonly label: string })[];
  readonly idle: boolean;
}

const FOLDER = new URL('../../../packages/protocol/test/vectors/', import.meta.url);

/** All vectors of a file, such as `'poll'`. */
export function sessionVectors(file: string): readonly SessionVector[] {
  return JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8')) as SessionVector[];
}

/** The one vector with this id. */
export function sessionVector(file: string, id: string): SessionVector {
  const vector = sessionVectors(file).find((candidate) => candidate.id === id);
  if (vector === undefined) throw new Error(`no vector ${id} in ${file}.json`);
  return vector;
}
