import {
  canonicalSerial,
  type FirmwareInfo,
  type HardwareInfo,
  type InverterEvent,
  type Reading,
} from '@heliograph/domain';
import {
  type Assembly,
  type AssemblyStatus,
  acknowledgedLimitPercent,
  addressText,
  createAssembly,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeFragment,
  decodeRealTimeData,
  decodeRequest,
  decodeSystemConfig,
  type Fragment,
  isAnswerTo,
  isRelativeLimit,
  joinPayload,
  modelFamilyOf,
  type Request,
} from '../src/index.ts';
import { bytes, type CommandStatus, type SessionVector, type TraceEntry } from './load-vectors.ts';

/**
 * Takes the packets of a recorded session through the codec: requests as the gateway sent them, answers as they came
 * in. Time plays no part here; what was resent, re-requested and given up is read from the recording.
 */

export interface InverterState {
  readonly serial: string;
  readonly address: string;
  readonly stringMaxPowerW: readonly number[];
  readonly assembly: Assembly;
  reading: Reading | undefined;
  failureCount: number;
  events: readonly InverterEvent[] | undefined;
  infoAll: FirmwareInfo | undefined;
  infoSimple: HardwareInfo | undefined;
  limitPercent: number;
  /** How the last exchange of each kind ended. */
  readonly outcomes: Map<Request['kind'], CommandStatus>;
}

/** What the receiver knew at the moment of a transmission that was not the first of its command. */
export interface Repetition {
  readonly wantedIndex: number | 'whole request';
  readonly status: AssemblyStatus;
}

/** A complete data answer with a good checksum, and what it was taken for an answer to. */
export interface ReceivedPayload {
  readonly kind: Request['kind'];
  readonly inverterSerial: string;
  readonly payload: Uint8Array;
}

export interface Replay {
  readonly inverters: readonly InverterState[];
  readonly repetitions: readonly Repetition[];
  readonly payloads: readonly ReceivedPayload[];
  /** How many exchanges ended with an answer that was taken, and without. */
  readonly answered: number;
  readonly unanswered: number;
}

interface Exchange {
  readonly request: Request;
  readonly inverter: InverterState;
}

/** The zones that occur in the recordings. */
const ZONES: Readonly<Record<string, string>> = {
  UTC0: 'UTC',
  'CET-1CEST,M3.5.0,M10.5.0/3': 'Europe/Berlin',
  'EST5EDT,M3.2.0,M11.1.0': 'America/New_York',
  'IST-5:30': 'Asia/Kolkata',
  'NZST-12NZDT,M9.5.0,M4.1.0/3': 'Pacific/Auckland',
};

function utcOffsetS(tz: string, unixTimeS: number): number {
  const timeZone = ZONES[tz];
  if (timeZone === undefined) throw new Error(`no zone for ${tz}`);
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    unixTimeS * 1000,
  );
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d{2}):(\d{2}))?$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

function createState(serialText: string, stringMaxPowerW: readonly number[]): InverterState {
  const serial = canonicalSerial(serialText);
  if (serial === undefined) throw new Error(`not a serial: ${serialText}`);
  return {
    serial,
    address: addressText(serial),
    stringMaxPowerW,
    assembly: createAssembly(),
    reading: undefined,
    failureCount: 0,
    events: undefined,
    infoAll: undefined,
    infoSimple: undefined,
    limitPercent: 0,
    outcomes: new Map(),
  };
}

/** The payload of a complete data answer with a good checksum. */
function payloadOf(fragments: readonly Fragment[]): Uint8Array | undefined {
  const joined = joinPayload(fragments);
  return joined.ok ? joined.payload : undefined;
}

function applyData(
  kind: Request['kind'],
  payload: Uint8Array,
  inverter: InverterState,
  offsetS: number,
): boolean {
  switch (kind) {
    case 'RealTimeRunData': {
      const family = modelFamilyOf(inverter.serial);
      const reading = family && decodeRealTimeData(family, payload);
      inverter.reading = reading ?? inverter.reading;
      return reading !== undefined;
    }
    case 'AlarmData': {
      const events = decodeAlarmLog(payload, offsetS);
      inverter.events = events ?? inverter.events;
      return events !== undefined;
    }
    case 'DevInfoAll': {
      const info = decodeDeviceInfoAll(payload);
      inverter.infoAll = info ?? inverter.infoAll;
      return info !== undefined;
    }
    case 'DevInfoSimple': {
      const info = decodeDeviceInfoSimple(payload);
      inverter.infoSimple = info ?? inverter.infoSimple;
      return info !== undefined;
    }
    case 'SystemConfigPara': {
      const config = decodeSystemConfig(payload);
      inverter.limitPercent = config?.limitPercent ?? inverter.limitPercent;
      return config !== undefined;
    }
    default:
      return false;
  }
}

function applyAnswer(
  { request, inverter }: Exchange,
  offsetS: number,
  onPayload: (received: ReceivedPayload) => void,
): boolean {
  const status = inverter.assembly.status();
  if (status.kind !== 'complete' || !isAnswerTo(request.kind, status.fragments)) return false;
  if (request.kind === 'PowerControl') return true;
  if (request.kind === 'ActivePowerControl') {
    const maxPowerW = inverter.infoSimple?.model?.maxPowerW ?? 0;
    const limit = { value: request.limit, isRelative: isRelativeLimit(request.limitType) };
    inverter.limitPercent = acknowledgedLimitPercent(limit, maxPowerW) ?? inverter.limitPercent;
    return true;
  }
  const payload = payloadOf(status.fragments);
  if (payload === undefined) return false;
  onPayload({ kind: request.kind, inverterSerial: inverter.serial, payload });
  return applyData(request.kind, payload, inverter, offsetS);
}

function isResend(trace: readonly TraceEntry[], index: number, hasLog: boolean): boolean {
  const entry = trace[index];
  if (entry?.ev !== 'tx') return false;
  if (hasLog) {
    const before = trace[index - 1];
    return before?.ev === 'log' && before.msg === 'resend';
  }
  const sentBefore = trace.slice(0, index).findLast((earlier) => earlier.ev === 'tx');
  return sentBefore?.ev === 'tx' && sentBefore.hex === entry.hex;
}

export function replaySession({ input, output }: SessionVector): Replay {
  const inverters = input.inverters.map((inverter) => createState(inverter.serial, inverter.max_power ?? []));
  const offsetS = utcOffsetS(input.tz, input.time);
  const repetitions: Repetition[] = [];
  const payloads: ReceivedPayload[] = [];
  const counts = { answered: 0, unanswered: 0 };
  let current: Exchange | undefined;

  function inverterAt(address: string): InverterState | undefined {
    return inverters.find((inverter) => inverter.address === address);
  }

  function finish(): void {
    if (current === undefined) return;
    const isAnswered = applyAnswer(current, offsetS, (received) => payloads.push(received));
    counts[isAnswered ? 'answered' : 'unanswered'] += 1;
    current.inverter.outcomes.set(current.request.kind, isAnswered ? 'OK' : 'NOK');
    if (current.request.kind === 'RealTimeRunData') {
      current.inverter.failureCount = isAnswered ? 0 : current.inverter.failureCount + 1;
    }
    current = undefined;
  }

  function transmitted(hex: string, index: number): void {
    const decoded = decodeRequest(bytes(hex));
    const inverter = decoded && inverterAt(decoded.inverter);
    if (decoded === undefined || inverter === undefined)
      throw new Error(`not a request to a known inverter: ${hex}`);
    const status = inverter.assembly.status();
    if (decoded.request.kind === 'Retransmit') {
      repetitions.push({ wantedIndex: decoded.request.index, status });
    } else if (isResend(output.trace, index, input.log !== false)) {
      repetitions.push({ wantedIndex: 'whole request', status });
    } else {
      finish();
      inverter.assembly.clear();
      current = { request: decoded.request, inverter };
    }
  }

  output.trace.forEach((entry, index) => {
    if (entry.ev === 'tx') transmitted(entry.hex, index);
    if (entry.ev === 'rx') {
      const result = decodeFragment(bytes(entry.hex));
      if (result.ok) inverterAt(result.fragment.target)?.assembly.add(result.fragment);
    }
  });
  if (output.idle) finish();
  return { inverters, repetitions, payloads, ...counts };
}
