/**
 * What simulated inverters remember while nobody simulates them, as plain JSON data. A real inverter keeps its
 * yields, its persistent limit and what it was told when its gateway restarts, so these do too.
 */

import type { LoggedEvent } from './event-log.ts';
import type { SunKind } from './scenarios/scenario.ts';

export const PHASES = ['dark', 'restarting', 'checking-grid', 'feeding'] as const;
export type Phase = (typeof PHASES)[number];

/** Energies in Wh by string, times in simulated unix milliseconds. */
export interface InverterMemory {
  /** The moment of which all this is true. */
  readonly timeMs: number;
  readonly phase: Phase;
  /** Null: it lasts until something happens. */
  readonly phaseEndsMs: number | null;
  readonly isSwitchedOff: boolean;
  readonly limitPercent: number;
  readonly persistentLimitPercent: number;
  readonly temperatureC: number;
  readonly dayWh: readonly number[];
  readonly totalWh: readonly number[];
  readonly eventCount: number;
  /** Oldest first; their times are those of a wall clock. */
  readonly events: readonly RememberedEvent[];
}

interface RememberedEvent {
  readonly messageId: number;
  readonly startMs: number;
  /** Null: it is going on. */
  readonly endMs: number | null;
}

export interface WorldMemory {
  readonly version: typeof VERSION;
  readonly sun: SunKind;
  /** The start from which the endless day counts, simulated unix milliseconds. */
  readonly skyStartMs: number;
  /** By serial. */
  readonly inverters: Readonly<Record<string, InverterMemory>>;
}

/** The version of the layout above; another one is not understood. */
export const VERSION = 1;

const SUN_KINDS: readonly SunKind[] = ['always-day', 'always-night', 'real'];
const TIME_MAX_MS = 8.64e15;
const DAY_MAX_WH = 1e6;
const TOTAL_MAX_WH = 0xffff_ffff;
const UINT16_MAX = 0xffff;
const EVENTS_MAX = 15;
const STRINGS_MAX = 6;
const TEMPERATURE_MIN_C = -100;
const TEMPERATURE_MAX_C = 200;

/** What `value` says; undefined when that makes no sense. An inverter that makes no sense is left out. */
export function readWorldMemory(value: unknown): WorldMemory | undefined {
  if (!isRecord(value) || value.version !== VERSION || !isRecord(value.inverters)) return undefined;
  const sun = SUN_KINDS.find((kind) => kind === value.sun);
  if (sun === undefined || !isTime(value.skyStartMs)) return undefined;
  const inverters: Record<string, InverterMemory> = {};
  for (const [serial, entry] of Object.entries(value.inverters)) {
    if (isInverterMemory(entry)) inverters[serial] = entry;
  }
  return { version: VERSION, sun, skyStartMs: value.skyStartMs, inverters };
}

function isInverterMemory(value: unknown): value is InverterMemory {
  if (!isRecord(value)) return false;
  const { dayWh, totalWh, events } = value;
  return (
    isTime(value.timeMs) &&
    PHASES.some((phase) => phase === value.phase) &&
    (value.phaseEndsMs === null || isTime(value.phaseEndsMs)) &&
    typeof value.isSwitchedOff === 'boolean' &&
    isNumber(value.limitPercent, 0, 100) &&
    isNumber(value.persistentLimitPercent, 0, 100) &&
    isNumber(value.temperatureC, TEMPERATURE_MIN_C, TEMPERATURE_MAX_C) &&
    isList(dayWh, STRINGS_MAX, (wh) => isNumber(wh, 0, DAY_MAX_WH)) &&
    isList(totalWh, STRINGS_MAX, (wh) => isNumber(wh, 0, TOTAL_MAX_WH)) &&
    dayWh.length === totalWh.length &&
    isWholeNumber(value.eventCount, UINT16_MAX) &&
    isList(events, EVENTS_MAX, isRememberedEvent)
  );
}

function isRememberedEvent(value: unknown): value is RememberedEvent {
  if (!isRecord(value) || !isWholeNumber(value.messageId, UINT16_MAX)) return false;
  return isTime(value.startMs) && (value.endMs === null || isTime(value.endMs));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList<Entry>(
  value: unknown,
  maxLength: number,
  isEntry: (entry: unknown) => entry is Entry,
): value is readonly Entry[] {
  return Array.isArray(value) && value.length <= maxLength && value.every(isEntry);
}

function isNumber(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function isWholeNumber(value: unknown, max: number): value is number {
  return Number.isInteger(value) && isNumber(value, 0, max);
}

function isTime(value: unknown): value is number {
  return isNumber(value, 0, TIME_MAX_MS);
}

export function rememberedEvent({ messageId, startMs, endMs }: LoggedEvent): RememberedEvent {
  return { messageId, startMs, endMs: endMs ?? null };
}

export function loggedEvent({ messageId, startMs, endMs }: RememberedEvent): LoggedEvent {
  return { messageId, startMs, endMs: endMs ?? undefined };
}

/** The same with all its simulated times `byMs` earlier; its events keep the times that clocks showed. */
export function movedBack(memory: InverterMemory, byMs: number): InverterMemory {
  const { timeMs, phaseEndsMs } = memory;
  return {
    ...memory,
    timeMs: timeMs - byMs,
    phaseEndsMs: phaseEndsMs === null ? null : phaseEndsMs - byMs,
  };
}
