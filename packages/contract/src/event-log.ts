import { readBySerial } from './by-serial.ts';
import type { ReadersEndpoint } from './endpoint.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/** One entry of an inverter's event log. Source: docs/reference/original-device.md#event-log. */
export interface EventLogEntry {
  readonly message_id: number;
  /** In English, or in the language that was asked for. */
  readonly message: string;
  /** Seconds of the local day; not wrapped at 24 h, so it can lie outside of 0 to 86,399. */
  readonly start_time: number;
  /** As `start_time`; 0: still active. */
  readonly end_time: number;
}

/** The log in the order in which the inverter told it. */
export interface EventLog {
  readonly count: number;
  readonly events: readonly EventLogEntry[];
}

/** The log by the serial of its inverter, as in 2023, and beside that without it, as on newer devices. */
export interface EventLogs extends Partial<EventLog> {
  readonly [serial: string]: EventLog | EventLog[keyof EventLog] | undefined;
}

/** An event as a client gets it. */
export interface ReceivedEvent {
  /** Which event it is. */
  readonly id: number;
  /** English text of the device. */
  readonly message: string;
  /** Seconds of the local day; not wrapped at 24 h, so it can lie outside of 0 to 86,399. */
  readonly startS: number;
  /** As `startS`; undefined while the event goes on. */
  readonly endS: number | undefined;
}

/** As a client gets it: entries that make no sense are left out and counted. */
export interface ReceivedEventLog {
  readonly events: readonly ReceivedEvent[];
  readonly refusedEvents: number;
}

export type ReceivedEventLogs = ReadonlyMap<string, ReceivedEventLog>;

function readEventLog(value: unknown): ReceivedEventLog | undefined {
  if (!isRecord(value) || !Array.isArray(value.events)) return undefined;
  const sent: readonly unknown[] = value.events;
  const events = sent.map(readEntry).filter((entry) => entry !== undefined);
  return { events, refusedEvents: sent.length - events.length };
}

function readEntry(value: unknown): ReceivedEvent | undefined {
  if (!isRecord(value)) return undefined;
  const { message_id, message, start_time, end_time } = value;
  if (!isNumber(message_id) || !isNumber(start_time) || !isNumber(end_time)) return undefined;
  return {
    id: message_id,
    message: typeof message === 'string' ? message : '',
    startS: start_time,
    endS: end_time === 0 ? undefined : end_time,
  };
}

/**
 * The event log of the inverter `inv`; an empty object when there is no such inverter. `locale` (`de`, `en` or `fr`) chooses
 * the language of the messages, which is English without it.
 */
export const getEventLog: ReadersEndpoint<EventLogs, ReceivedEventLogs, 'inv', 'locale'> = {
  method: 'GET',
  path: '/api/eventlog/status',
  access: 'readonly',
  query: ['inv'],
  optionalQuery: ['locale'],
  read: (value) => readBySerial(value, readEventLog),
};
