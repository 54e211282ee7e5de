import { type InverterSettings, noReading, REACHABLE_FAILURES_MAX, type Reading } from '@heliograph/domain';
import { type DeviceInfoState, INITIAL_DEVICE_INFO } from './device-info.ts';
import { type EventLogState, INITIAL_EVENT_LOG } from './event-log.ts';
import { INITIAL_LIMIT, type LimitState } from './limit-state.ts';
import { INITIAL_POWER, type PowerState } from './power-state.ts';
import { INITIAL_RADIO, type RadioQuality } from './radio-quality.ts';

/** What is configured for an inverter and what we know of it. A value: every change makes a new one. */
export interface InverterState extends InverterSettings {
  /** The last measurement, however old; zeros before the first. */
  readonly reading: Reading;
  /** When it arrived, on the monotonic clock; undefined: never. */
  readonly readingAtMs: number | undefined;
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
export function newInverter(settings: InverterSettings, addedAtMs: number): InverterState {
  return {
    ...settings,
    reading: noReading(settings.model),
    readingAtMs: undefined,
    missedPolls: 0,
    limit: INITIAL_LIMIT,
    power: INITIAL_POWER,
    eventLog: INITIAL_EVENT_LOG,
    deviceInfo: INITIAL_DEVICE_INFO,
    radio: INITIAL_RADIO,
    addedAtMs,
  };
}

/** True from the start, also when it never answered (the original's behaviour, kept for its clients). */
export function isReachable(inverter: InverterState): boolean {
  return inverter.missedPolls <= REACHABLE_FAILURES_MAX || __WITHOUT__.missedPollCount;
}

/** AC power above zero in the last measurement, however old that is. */
export function isProducing(inverter: InverterState): boolean {
  return inverter.reading.powerW > 0;
}

/**
 * Whether a measurement shows that the inverter has started anew since the one before, or leaves it open: it was out of
 * reach for long, its yield of the day began again (while its total did not), or there are new events and it has
 * yielded nothing yet. Whoever starts anew has only its persistent limit. Source:
 * docs/reference/original-device.md#orders.
 */
export function mayHaveRestarted(before: InverterState, is: Reading): boolean {
  if (before.readingAtMs === undefined) return false;
  const was = before.reading;
  const isNewDay = is.yieldTodayWh < was.yieldTodayWh && is.yieldTotalKWh >= was.yieldTotalKWh;
  const isOpen = is.yieldTodayWh === 0 && was.yieldTodayWh === 0 && is.eventCount !== was.eventCount;
  return !isReachable(before) || isNewDay || isOpen;
}

/** The number of the next order, to limit or to switch: what is ordered later has the greater one. */
export function nextOrderNumber({ limit, power }: InverterState): number {
  return Math.max(limit.orderNumber, power.orderNumber) + 1;
}

/** The event counter as the event log is compared by: its low byte. */
export function eventCountOf(inverter: InverterState): number {
  return inverter.reading.eventCount & 0xff;
}
