import type { ReadersEndpoint } from './endpoint.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * How far the date of an event is to be trusted. `sure`: the gateway knew the log shortly before, and the event was not in it. `likely`:
 * the newest day on which it can have been. `unknown`: its time makes no sense; it has the time at which it was read.
 */
export const EVENT_DATES = ['sure', 'likely', 'unknown'] as const;
export type EventDate = (typeof EVENT_DATES)[number];

/** Something that an inverter has noted in its event log, with its date. */
export interface PlantEvent {
  /** Its number here: no other event has it. */
  readonly id: number;
  /** The inverter that told it. */
  readonly serial: string;
  /** As that inverter, or the one that has replaced it, is called; empty where it has no name. */
  readonly name: string;
  /** What happened; the numbers are those of `message_id` in `/api/eventlog/status`. */
  readonly code: number;
  /** In English, or in the language that was asked for. */
  readonly message: string;
  /** Unix seconds. */
  readonly at: number;
  /** Unix seconds; not there where no end was told. */
  readonly end?: number;
  /** It had no end yet when the log was read last. */
  readonly active?: boolean;
  readonly date: EventDate;
  /** When the gateway has read it first, in unix seconds; of one that goes on when it has read it last. */
  readonly read_at: number;
}

export interface PlantEvents {
  /** The newest first. */
  readonly events: readonly PlantEvent[];
  /** There are older ones: this as `before` brings them. */
  readonly next?: string;
  /** Everything that has ever happened here, by its numbers. */
  readonly codes: readonly number[];
}

/** So many events come at once where nothing is said, and at most. */
export const EVENTS_AT_ONCE = 100;
export const EVENTS_AT_ONCE_MAX = 500;

type EventFilters = 'inv' | 'from' | 'to' | 'codes' | 'search' | 'locale';

/**
 * The events of all inverters with their dates, the newest first; they are kept for ever. `inv`: of one inverter, and of those that it
 * has replaced. `from` and `to`: unix seconds, the end not included. `codes`: numbers, with commas between them. `search`: a number, or a
 * part of a message in the language `locale` (`de`, `en` or `fr`). `limit`: from 1 to 500. Anything else is refused with 400, and an
 * inverter that is neither set up nor in the history with 404.
 */
export const getEvents: ReadersEndpoint<PlantEvents, PlantEvents, never, EventFilters | 'before' | 'limit'> =
  {
    method: 'GET',
    path: '/api/heliograph/events',
    access: 'readonly',
    query: [],
    optionalQuery: ['inv', 'from', 'to', 'codes', 'search', 'locale', 'before', 'limit'],
    read(value) {
      if (!isRecord(value) || !Array.isArray(value.events)) return undefined;
      const { next, codes } = value;
      return {
        events: value.events.map(readEvent).filter((event) => event !== undefined),
        ...(typeof next === 'string' && { next }),
        codes: Array.isArray(codes) ? codes.filter(isNumber) : [],
      };
    },
  };

function readEvent(value: unknown): PlantEvent | undefined {
  if (!isRecord(value)) return undefined;
  const { id, serial, name, code, message, at, end, active, read_at: readAt } = value;
  if (!isNumber(id) || typeof serial !== 'string' || !isNumber(code) || !isNumber(at)) return undefined;
  return {
    ...{ id, serial, name: typeof name === 'string' ? name : '', code, at },
    message: typeof message === 'string' ? message : '',
    ...(isNumber(end) && { end }),
    ...(active === true && { active }),
    date: EVENT_DATES.find((known) => known === value.date) ?? 'unknown',
    read_at: isNumber(readAt) ? readAt : at,
  };
}

/** A file that is sent while it is written. */
export interface EventsCsv {
  /** Lines after the first. */
  readonly rows: number;
  readonly pieces: AsyncIterable<string>;
}

/**
 * The same events, all of them, as a file for spreadsheets: local time and time in UTC of the begin and of the end, how far the date is to
 * be trusted, the inverter, what happened, and when that was read. The header `X-Total-Rows` says how many lines come.
 */
export const getEventsCsv: ReadersEndpoint<EventsCsv, string, never, EventFilters> = {
  method: 'GET',
  path: '/api/heliograph/events-csv',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv', 'from', 'to', 'codes', 'search', 'locale'],
  read: (_, text) => text,
};
