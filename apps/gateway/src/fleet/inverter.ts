import {
  type GridProfile,
  type InverterSettings,
  noReading,
  type RadioStatistics,
  type Reading,
} from '@heliograph/domain';
import { type DayCorrection, NO_CORRECTION } from './day-correction.ts';
import { type DeviceInfoState, INITIAL_DEVICE_INFO } from './device-info.ts';
import { type EventLogState, INITIAL_EVENT_LOG } from './event-log.ts';
import { INITIAL_LIMIT, type LimitState } from './limit-state.ts';
import { INITIAL_LINK, type LinkStatistics } from './link-statistics.ts';
import { INITIAL_POWER, type PowerState } from './power-state.ts';
import { INITIAL_RADIO, type RadioQuality } from './radio-quality.ts';
import { INITIAL_STATISTICS } from './radio-statistics.ts';

/** Names a source of inverters: the gateway's own radio, or an original device by the id that it has in the settings. */
export type SourceId = string;

/** The gateway's own radio. */
export const RADIO_SOURCE: SourceId = 'radio';

/**
 * Whether an inverter answers. `answers`: it did when it was last asked, or was not asked yet. `misses`: it did not, which
 * happens to every one now and then. `lost`: it has not for so long that it counts as out of reach. `untold`: a device
 * brings it, and has not told yet whether it answers.
 */
export type Contact = 'answers' | 'misses' | 'lost' | 'untold';

/** What is configured for an inverter and what we know of it. A value: every change makes a new one. */
export interface InverterState extends InverterSettings {
  /** The source that brings it. */
  readonly sourceId: SourceId;
  /** The last measurement, however old; zeros before the first. Told as the owner wants it. */
  readonly reading: Reading;
  /** The same as the inverter itself told it over the gateway's own radio; undefined where it is not told otherwise. */
  readonly measured: Reading | undefined;
  readonly dayCorrection: DayCorrection;
  /** When it arrived, on the monotonic clock; undefined: never. */
  readonly readingAtMs: number | undefined;
  readonly contact: Contact;
  readonly limit: LimitState;
  readonly power: PowerState;
  readonly eventLog: EventLogState;
  readonly deviceInfo: DeviceInfoState;
  /** Undefined: nobody has told it. The gateway's own radio does not ask for it yet. */
  readonly gridProfile: GridProfile | undefined;
  /** Of one that the gateway's own radio hears. */
  readonly radio: RadioQuality;
  /** Counted by whoever talks to it over the air; undefined where that is not told. */
  readonly radioStatistics: RadioStatistics | undefined;
  /** Of one that the gateway's own radio talks to. */
  readonly link: LinkStatistics;
  /** It is asked for readings; a device may leave one alone. */
  readonly isPolled: boolean;
  /** When it joined, on the monotonic clock. */
  readonly addedAtMs: number;
}

/** An inverter that we know nothing of but its settings. */
export function newInverter(
  settings: InverterSettings,
  sourceId: SourceId,
  addedAtMs: number,
): InverterState {
  return {
    ...settings,
    sourceId,
    reading: noReading(settings.model),
    measured: undefined,
    dayCorrection: NO_CORRECTION,
    readingAtMs: undefined,
    contact: sourceId === RADIO_SOURCE ? 'answers' : 'untold',
    limit: INITIAL_LIMIT,
    power: INITIAL_POWER,
    eventLog: INITIAL_EVENT_LOG,
    deviceInfo: INITIAL_DEVICE_INFO,
    gridProfile: undefined,
    radio: INITIAL_RADIO,
    radioStatistics: sourceId === RADIO_SOURCE ? INITIAL_STATISTICS : undefined,
    link: INITIAL_LINK,
    isPolled: true,
    addedAtMs,
  };
}

/**
 * On the own radio true from the start, also when it never answered (the original's behaviour, kept for its clients); of a
 * device's inverters as the device has it.
 */
export function isReachable({ contact }: Pick<InverterState, 'contact'>): boolean {
  return contact === 'answers' || contact === 'misses' || __WITHOUT__.missedPollCount;
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
  const was = asMeasured(before);
  const isNewDay = is.yieldTodayWh < was.yieldTodayWh && is.yieldTotalKWh >= was.yieldTotalKWh;
  const isOpen = is.yieldTodayWh === 0 && was.yieldTodayWh === 0 && is.eventCount !== was.eventCount;
  return !isReachable(before) || isNewDay || isOpen;
}

/** The last reading as the inverter has it, whatever its owner wants to be told. */
export function asMeasured({ measured, reading }: Pick<InverterState, 'measured' | 'reading'>): Reading {
  return measured ?? reading;
}

/** The number of the next order, to limit or to switch: what is ordered later has the greater one. */
export function nextOrderNumber({ limit, power }: InverterState): number {
  return Math.max(limit.orderNumber, power.orderNumber) + 1;
}

/** The event counter as the event log is compared by: its low byte. */
export function eventCountOf(inverter: InverterState): number {
  return inverter.reading.eventCount & 0xff;
}
