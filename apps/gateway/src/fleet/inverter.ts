import { type InverterConfig, REACHABLE_FAILURES_MAX } from '@heliograph/contract';
import type { FieldName, ModelFamily, Reading } from '@heliograph/protocol';
import { type DeviceInfoState, INITIAL_DEVICE_INFO } from './device-info.ts';
import { type EventLogState, INITIAL_EVENT_LOG } from './event-log.ts';
import { INITIAL_LIMIT, type LimitState } from './limit-state.ts';
import { INITIAL_POWER, type PowerState } from './power-state.ts';
import { INITIAL_RADIO, type RadioQuality } from './radio-quality.ts';
import { readingValue, type StringSettings, withIrradiation, zeroReadings } from './readings.ts';

/** What is configured for an inverter and what we know of it. A value: every change makes a new one. */
export interface InverterState {
  /** Canonical serial. */
  readonly serial: string;
  readonly name: string;
  /** One per string that the model family has. */
  readonly strings: readonly StringSettings[];
  readonly family: ModelFamily;
  /** The last measurement, however old; zeros before the first. */
  readonly readings: readonly Reading[];
  /** When it arrived, on the monotonic clock; undefined: never. */
  readonly readingsAtMs: number | undefined;
  /** Polls in a row that brought no measurement. */
  readonly missedPolls: number;
  readonly limit: LimitState;
  readonly power: PowerState;
  readonly eventLog: EventLogState;
  readonly deviceInfo: DeviceInfoState;
  readonly radio: RadioQuality;
  /** When it joined, on the monotonic clock. */
  readonly addedAtMs: number;
}

/** An inverter that we know nothing of but its settings. */
export function newInverter(
  serial: string,
  family: ModelFamily,
  config: InverterConfig,
  addedAtMs: number,
): InverterState {
  return {
    serial,
    name: config.name,
    strings: stringSettings(family, config),
    family,
    readings: zeroReadings(family.stringCount),
    readingsAtMs: undefined,
    missedPolls: 0,
    limit: INITIAL_LIMIT,
    power: INITIAL_POWER,
    eventLog: INITIAL_EVENT_LOG,
    deviceInfo: INITIAL_DEVICE_INFO,
    radio: INITIAL_RADIO,
    addedAtMs,
  };
}

/** The same inverter with other settings; the irradiation of the last measurement follows the new peak powers. */
export function withConfig(inverter: InverterState, config: InverterConfig): InverterState {
  const strings = stringSettings(inverter.family, config);
  return { ...inverter, name: config.name, strings, readings: withIrradiation(inverter.readings, strings) };
}

function stringSettings(family: ModelFamily, config: InverterConfig): readonly StringSettings[] {
  return Array.from({ length: family.stringCount }, (_, index) => ({
    name: config.channel[index]?.name ?? '',
    maxPowerW: config.channel[index]?.max_power ?? 0,
  }));
}

/** True from the start, also when it never answered (the original's behaviour, kept for its clients). */
export function isReachable(inverter: InverterState): boolean {
  return inverter.missedPolls <= REACHABLE_FAILURES_MAX;
}

/** AC power above zero in the last measurement, however old that is. */
export function isProducing(inverter: InverterState): boolean {
  return readingValue(inverter.readings, 0, 'Power') > 0;
}

/**
 * Whether a measurement shows that the inverter has started anew since the one before, or leaves it open: it was out
 * of reach for long, its yield of the day began again (while its total did not), or there are new events and it has
 * yielded nothing yet. Whoever starts anew has only its persistent limit. Source: device contract, section 6.5.
 */
export function mayHaveRestarted(before: InverterState, readings: readonly Reading[]): boolean {
  if (before.readingsAtMs === undefined) return false;
  const was = (field: FieldName) => readingValue(before.readings, 0, field);
  const is = (field: FieldName) => readingValue(readings, 0, field);
  const isNewDay = is('YieldDay') < was('YieldDay') && is('YieldTotal') >= was('YieldTotal');
  const isOpen =
    is('YieldDay') === 0 && was('YieldDay') === 0 && is('EventLogCount') !== was('EventLogCount');
  return !isReachable(before) || isNewDay || isOpen;
}

/** The number of the next order, to limit or to switch: what is ordered later has the greater one. */
export function nextOrderNumber({ limit, power }: InverterState): number {
  return Math.max(limit.orderNumber, power.orderNumber) + 1;
}

/** The event counter as the event log is compared by: its low byte. */
export function eventCountOf(inverter: InverterState): number {
  return readingValue(inverter.readings, 0, 'EventLogCount') & 0xff;
}
