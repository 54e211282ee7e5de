import {
  EVENTS_AT_ONCE,
  EVENTS_AT_ONCE_MAX,
  type Handlers,
  type PlantEvent,
  timezoneOf,
} from '@heliograph/contract';
import { EVENT_LOCALES, type EventLocale, messageIn } from '../../encoding/event-facts.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { EventPosition, KeptEvent } from '../../history/event-archive.ts';
import type { History } from '../../history/start-history.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { ParameterError } from '../answers/nothing-there-error.ts';
import { noInverter } from './by-serial.ts';
import { numberIn, oneOf, type Query } from './query-values.ts';

export interface EventHandlerOptions {
  readonly history: Pick<History, 'events' | 'countEvents' | 'eventCodes' | 'hasPlace'>;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly fleet: Pick<Fleet, 'find'>;
}

/** The last second that a parameter can name. */
const FOR_EVER_S = 99_999_999_999;
/** So many are read for one piece of a file: others wait no longer than for that. */
const CSV_EVENTS_AT_ONCE = 2000;

export function createEventHandlers(
  options: EventHandlerOptions,
): Pick<Handlers, 'getEvents' | 'getEventsCsv'> {
  const { history, settings, fleet } = options;

  async function filterOf(query: Query) {
    const [fromS, toS] = [numberIn(query, 'from') ?? 0, numberIn(query, 'to') ?? FOR_EVER_S];
    if (toS <= fromS) throw new ParameterError('to must be later than from.');
    const locale = oneOf(EVENT_LOCALES, query, 'locale') ?? 'en';
    const asked = codesIn(query);
    const kept = await history.eventCodes();
    return {
      ...{ locale, kept },
      filter: {
        serial: await serialOf(query),
        fromS,
        toS,
        codes: codesFor(query.search, locale, kept, asked),
      },
    };
  }

  /** Throws an `InverterNameError` for an inverter that never was. */
  async function serialOf({ inv = '' }: Query): Promise<string> {
    const serial = fleet.find(inv)?.serial ?? inv.toLowerCase();
    const isKnown = serial === '' || fleet.find(inv) !== undefined || (await history.hasPlace(serial));
    return isKnown ? serial : noInverter();
  }

  const nameOf = ({ serial, name }: KeptEvent) => fleet.find(serial)?.name ?? name;

  function sentEvent(event: KeptEvent, locale: EventLocale): PlantEvent {
    const { id, serial, code, atS, endS, isActive, date, readAtS } = event;
    return {
      ...{ id, serial, name: nameOf(event), code, message: messageIn(locale, code), at: atS },
      ...(endS !== undefined && { end: endS }),
      ...(isActive && { active: true }),
      ...{ date, read_at: readAtS },
    };
  }

  return {
    async getEvents(_, query) {
      const limit = numberIn(query, 'limit') ?? EVENTS_AT_ONCE;
      if (limit < 1 || limit > EVENTS_AT_ONCE_MAX)
        throw new ParameterError(`limit must be from 1 to ${EVENTS_AT_ONCE_MAX}.`);
      const before = positionIn(query);
      const { filter, locale, kept } = await filterOf(query);
      // One more tells whether there are older ones.
      const events = (await history.events({ ...filter, before, limit: limit + 1 })) ?? [];
      const shown = events.slice(0, limit);
      const last = shown.at(-1);
      return {
        events: shown.map((event) => sentEvent(event, locale)),
        ...(events.length > limit && last !== undefined && { next: `${last.atS}-${last.id}` }),
        codes: kept,
      };
    },
    async getEventsCsv(_, query) {
      const { filter, locale } = await filterOf(query);
      const { utcOffsetS } = timezoneOf(settings.get('ntp').ntp_timezone);
      const times = (atS: number | undefined) =>
        atS === undefined ? ['', ''] : [localTime(atS, utcOffsetS), utcTime(atS)];
      const lineOf = (event: KeptEvent) => {
        const { serial, code, atS, endS, date, readAtS } = event;
        const happened = date === 'unknown' ? undefined : atS;
        return [
          ...[...times(happened), ...times(endS), date, serial, textCell(nameOf(event)), String(code)],
          ...[textCell(messageIn(locale, code)), ...times(readAtS)],
        ].join(',');
      };
      const rows = await history.countEvents(filter);
      return { rows, pieces: pieces() };

      /** Each piece is made when the one before is on its way; whoever has gone away gets none. */
      async function* pieces(): AsyncGenerator<string> {
        yield CSV_HEAD + END_OF_LINE;
        for (let before: EventPosition | undefined, isMore = true; isMore; ) {
          const events = (await history.events({ ...filter, before, limit: CSV_EVENTS_AT_ONCE })) ?? [];
          if (events.length > 0) yield events.map((event) => lineOf(event) + END_OF_LINE).join('');
          before = events.at(-1);
          isMore = events.length === CSV_EVENTS_AT_ONCE;
        }
      }
    },
  };
}

const CSV_HEAD = 'local_time,time,local_end,end,date,serial,name,code,message,local_read_time,read_time';
/** RFC 4180. */
const END_OF_LINE = '\r\n';

/** A text in quotes; what a spreadsheet would take for a formula begins with an apostrophe. */
const textCell = (text: string) => `"${text.replace(/^[=+@\t\r-]/, "'$&").replaceAll('"', '""')}"`;

const utcTime = (atS: number) =>
  `${new Date(atS * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}Z`;
const localTime = (atS: number, utcOffsetS: (unixS: number) => number) =>
  utcTime(atS + utcOffsetS(atS))
    .slice(0, -1)
    .replace('T', ' ');

const CODES_MAX = 200;

function codesIn({ codes }: Query): readonly number[] | undefined {
  if (codes === undefined) return undefined;
  const numbers = codes.split(',');
  if (numbers.length > CODES_MAX || !numbers.every((code) => /^\d{1,5}$/.test(code)))
    throw new ParameterError('codes must be whole numbers with commas between them.');
  return numbers.map(Number);
}

/** What is asked for by its number, and is called as is searched for. */
function codesFor(
  search: string | undefined,
  locale: EventLocale,
  kept: readonly number[],
  asked: readonly number[] | undefined,
): readonly number[] | undefined {
  if (search === undefined) return asked;
  const wanted = search.trim().toLowerCase();
  return kept.filter((code) => {
    const isFound = String(code) === wanted || messageIn(locale, code).toLowerCase().includes(wanted);
    return isFound && (asked?.includes(code) ?? true);
  });
}

function positionIn({ before }: Query): EventPosition | undefined {
  if (before === undefined) return undefined;
  const [, atS, id] = /^(\d{1,11})-(\d{1,12})$/.exec(before) ?? [];
  if (atS === undefined || id === undefined)
    throw new ParameterError('before must be what came as next with the events before.');
  return { atS: Number(atS), id: Number(id) };
}
