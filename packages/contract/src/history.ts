import * as z from 'zod/mini';
import type { ChangeActor } from './changes.ts';
import {
  HISTORY_IMPORT_DAYS_MAX,
  HISTORY_IMPORT_WH_MAX,
  HISTORY_MINUTE_DAYS_MAX,
  HISTORY_MINUTE_DAYS_MIN,
  HISTORY_PRICE_MAX,
  HISTORY_RAW_DAYS_MAX,
  HISTORY_RAW_DAYS_MIN,
  HISTORY_WRITE_INTERVAL_MAX_S,
  HISTORY_WRITE_INTERVAL_MIN_S,
} from './constants.ts';
import {
  amountOrNullInRange,
  inverterSerial,
  itemCount,
  keysPresent,
  lenientUnsigned,
  price,
  textLike,
  unsignedInRange,
  wireObject,
} from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readFields, readSettings } from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * What the plant has done, as the gateway has kept it. All of it is ours, no original device knows it
 * (docs/decisions/0023-extensions.md).
 */

/** How long things are kept, how often they are written down, and what a kWh is worth. */
export const HistorySettingsSchema = /* @__PURE__ */ wireObject({
  /** Days for which every reading is kept. */
  raw_days: /* @__PURE__ */ unsignedInRange({
    ...{ min: HISTORY_RAW_DAYS_MIN, max: HISTORY_RAW_DAYS_MAX, fail: 'HistoryRawDays' },
  }),
  /** Days for which every minute is kept; longer spans are kept for ever. */
  minute_days: /* @__PURE__ */ unsignedInRange({
    ...{ min: HISTORY_MINUTE_DAYS_MIN, max: HISTORY_MINUTE_DAYS_MAX, fail: 'HistoryMinuteDays' },
  }),
  /** Seconds from one write to the next. */
  write_interval: /* @__PURE__ */ unsignedInRange({
    ...{ min: HISTORY_WRITE_INTERVAL_MIN_S, max: HISTORY_WRITE_INTERVAL_MAX_S, fail: 'HistoryWriteInterval' },
  }),
  /** What a kWh costs that comes from the grid, and what is paid for one that goes there; 0 where that is not set. */
  import_price: /* @__PURE__ */ price({ min: 0, max: HISTORY_PRICE_MAX, fail: 'HistoryPrice' }),
  feed_in_price: /* @__PURE__ */ price({ min: 0, max: HISTORY_PRICE_MAX, fail: 'HistoryPrice' }),
  /** By ISO 4217, such as `EUR`. */
  currency: /* @__PURE__ */ textLike(/^[A-Z]{3}$/, 'HistoryCurrency'),
});
export type HistorySettings = z.infer<typeof HistorySettingsSchema>;

const PRICE_FIELDS = { import_price: 'number', feed_in_price: 'number', currency: 'text' } as const;
const HISTORY_FIELDS = {
  raw_days: 'number',
  minute_days: 'number',
  write_interval: 'number',
  ...PRICE_FIELDS,
} as const;
export type ReceivedHistorySettings = ReceivedFields<typeof HISTORY_FIELDS>;

/** Energy of whole days that was counted elsewhere. */
export const HistoryImportSchema = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ keysPresent((has) => has('days')),
  /* @__PURE__ */ z.object({
    days: /* @__PURE__ */ itemCount(
      /* @__PURE__ */ z.array(
        /* @__PURE__ */ wireObject({
          /** Local, such as `2026-06-21`. */
          date: /* @__PURE__ */ textLike(/^\d{4}-\d\d-\d\d$/, 'HistoryImportDays'),
          /** In whole Wh. Null forgets what was imported of a day of which nothing was measured. */
          energy: /* @__PURE__ */ amountOrNullInRange({
            min: 0,
            max: HISTORY_IMPORT_WH_MAX,
            fail: 'HistoryImportEnergy',
          }),
        }),
      ),
      { min: 1, max: HISTORY_IMPORT_DAYS_MAX, fail: 'HistoryImportCount' },
    ),
    /** The number that the first part of a long import was answered with: these days belong to it, too. */
    import: /* @__PURE__ */ z.optional(/* @__PURE__ */ lenientUnsigned(32)),
  }),
);
export type HistoryImport = z.infer<typeof HistoryImportSchema>;

/** What came of it. */
export interface HistoryImportAnswer extends ApiResult {
  /** The number of the import; not there where the days were so already. */
  readonly import?: number;
}
export interface ReceivedHistoryImportAnswer extends ReceivedApiResult {
  readonly import: number | undefined;
}

/** Energy that was imported. */
export interface ImportedEnergy {
  readonly id: number;
  /** Unix seconds; not there where nobody had set the clock. */
  readonly at?: number;
  readonly actor: ChangeActor;
  /** Its first and its last local day, such as `2026-06-21`, and how many days it has. */
  readonly first_day: string;
  readonly last_day: string;
  readonly days: number;
  /** Energy of these days in Wh, before and after. */
  readonly before: number;
  readonly after: number;
  /** It does not count any more, and since when, where the clock was set. */
  readonly taken_back?: boolean;
  readonly taken_back_at?: number;
  /** What its days were before can be put back. */
  readonly takes_back: boolean;
}

export interface HistoryImports {
  /** The newest first, 100 at most. */
  readonly imports: readonly ImportedEnergy[];
}

/** The import that is not to count any more. */
export const ImportTakeBackSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ lenientUnsigned(32),
});
export type ImportTakeBack = z.infer<typeof ImportTakeBackSchema>;

/** What came of it. */
export interface ImportTakeBackAnswer extends ApiResult {
  /** So many days stay as they are, because a later import has changed them again. */
  readonly staying_days?: number;
}
export interface ReceivedImportTakeBackAnswer extends ReceivedApiResult {
  readonly stayingDays: number;
}

/** Which inverter has taken the place of which; the new one goes on with the history of the place. */
export const HistoryReplacementSchema = /* @__PURE__ */ wireObject({
  old_serial: /* @__PURE__ */ inverterSerial('InverterSerialZero'),
  new_serial: /* @__PURE__ */ inverterSerial('InverterSerialZero'),
});
export type HistoryReplacement = z.infer<typeof HistoryReplacementSchema>;

/**
 * Why nothing is kept, or not everything. `full`: the disk is full. `giving-way`: it is full, and the oldest readings are
 * given up for new ones. `read-only`: the file may only be read. `newer`: a newer
 * version has written it. `damaged`: it was damaged and begun anew. `no-engine`: this Node has no SQLite.
 */
export const HISTORY_PROBLEMS = ['full', 'giving-way', 'read-only', 'newer', 'damaged', 'no-engine'] as const;
export type HistoryProblem = (typeof HISTORY_PROBLEMS)[number];

/** Where an inverter hangs, or hung, and of what there is a history. */
export interface HistoryPlace {
  /** The inverter that hangs there or hung there last, before it those that it has replaced, the newest first. */
  readonly serials: readonly string[];
  /** As it is called, or was called last. */
  readonly name: string;
  /** The names of its strings, empty where they have none. */
  readonly strings: readonly string[];
  /** The first and the last local day of which there is anything. */
  readonly first_day?: string;
  readonly last_day?: string;
  /** The inverter is set up now. */
  readonly present: boolean;
}

export type HistoryPrices = Pick<HistorySettings, 'import_price' | 'feed_in_price' | 'currency'>;

/** What is kept. */
export interface HistoryStatus {
  readonly problem?: HistoryProblem;
  /** Bytes on the disk, and those that are free there. */
  readonly size: number;
  readonly free?: number;
  /** Days for which every reading, and every minute, is kept. */
  readonly raw_days: number;
  readonly minute_days: number;
  /** The first and the last local day of which there is anything, such as `2026-06-21`; not there before the first. */
  readonly first_day?: string;
  readonly last_day?: string;
  /** The first local day of which there are values of the power meter; not there without any. */
  readonly meter_first_day?: string;
  /** The rule of the time zone whose days these are. */
  readonly timezone: string;
  /** What a kWh is worth; see `moneyOf`. */
  readonly prices: HistoryPrices;
  readonly places: readonly HistoryPlace[];
}

/**
 * What there are curves of. `power`: what the plant or an inverter feeds in, or a string delivers. `dc_power`: of all strings of
 * the plant or an inverter. `voltage`: of the grid, or of a string. `current`: of a string. `frequency` and `temperature`: of an
 * inverter. `limit`: of the plant or an inverter. `reachability`: the share of the time in the light in which an inverter was
 * heard. `frequency` and, of strings, `voltage` and `current` are known for as long as readings are kept. `grid`: what the power meter
 * of the house shows, negative where power goes to the grid, and `consumption`: what the house takes; both of the plant alone.
 */
export const HISTORY_MEASURES = [
  'power',
  'dc_power',
  'voltage',
  'current',
  'frequency',
  'temperature',
  'limit',
  'reachability',
  'grid',
  'consumption',
] as const;
export type HistoryMeasure = (typeof HISTORY_MEASURES)[number];

/** What a point of a curve stands for: one reading, or a span of time. */
export const HISTORY_TIERS = ['raw', 'minute', 'quarter', 'hour', 'day'] as const;
export type HistoryTier = (typeof HISTORY_TIERS)[number];

/** How something went over time, point by point; null where nothing was heard. */
export interface HistoryCurve {
  readonly tier: HistoryTier;
  /** Seconds that a point stands for; of `raw` the usual time from one to the next. */
  readonly step: number;
  /** Unix seconds at which each point begins. */
  readonly at: readonly number[];
  /** In W, V, A, Hz, °C or per cent. */
  readonly mean: readonly (number | null)[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

export const HISTORY_STEPS = ['hour', 'day', 'month', 'year'] as const;
export type HistoryStep = (typeof HISTORY_STEPS)[number];

/** Energy of an hour, a day, a month or a year. */
export interface HistoryBar {
  /** In local time: `2026-06-21T13` of an hour, `2026-06-21`, `2026-06` or `2026`. */
  readonly name: string;
  /** Unix seconds. */
  readonly start: number;
  /** In Wh. */
  readonly energy: number;
  /** Some of it came while the gateway did not listen, or was imported. */
  readonly estimated?: boolean;
  /** The highest power in W, and when it was; not there where none was measured. */
  readonly peak?: number;
  readonly peak_at?: number;
  /** Seconds for which the inverter did not answer although there was light; not there where it always did. */
  readonly missed?: number;
  /**
   * Of the plant, where the power meter of the house was heard, in Wh: what came from the grid and what went there, what the house took,
   * and what it took of what the plant has made. `own_use` and `exported` together are what the plant has made while the meter was heard.
   * The inverters' counters lag behind the meter, so of a short span `own_use` can be a little below 0; sums of spans agree exactly.
   */
  readonly imported?: number;
  readonly exported?: number;
  readonly consumption?: number;
  readonly own_use?: number;
  /** Seconds for which the meter was heard. */
  readonly metered?: number;
}

export interface HistoryEnergy {
  readonly bars: readonly HistoryBar[];
}

/** What is kept, since when, and what it takes. */
export const getHistory: ReadersEndpoint<HistoryStatus, HistoryStatus> = {
  method: 'GET',
  path: '/api/heliograph/history',
  access: 'readonly',
  query: [],
  read(value) {
    if (!isRecord(value)) return undefined;
    const { size, free, first_day: first, last_day: last, timezone, raw_days: rawDays } = value;
    const { minute_days: minuteDays, places, meter_first_day: meterFirst } = value;
    const problem = HISTORY_PROBLEMS.find((known) => known === value.problem);
    return {
      ...(problem !== undefined && { problem }),
      size: isNumber(size) ? size : 0,
      ...(isNumber(free) && { free }),
      raw_days: isNumber(rawDays) ? rawDays : 0,
      minute_days: isNumber(minuteDays) ? minuteDays : 0,
      ...(typeof first === 'string' && { first_day: first }),
      ...(typeof last === 'string' && { last_day: last }),
      ...(typeof meterFirst === 'string' && { meter_first_day: meterFirst }),
      timezone: typeof timezone === 'string' ? timezone : '',
      prices: readFields(value.prices, PRICE_FIELDS),
      places: Array.isArray(places) ? places.map(readPlace).filter((place) => place !== undefined) : [],
    };
  },
};

function readPlace(value: unknown): HistoryPlace | undefined {
  if (!isRecord(value)) return undefined;
  const { serials, name, strings, first_day: first, last_day: last, present } = value;
  const known = textsOf(serials);
  if (known.length === 0) return undefined;
  return {
    ...{ serials: known, name: typeof name === 'string' ? name : '', strings: textsOf(strings) },
    ...(typeof first === 'string' && { first_day: first }),
    ...(typeof last === 'string' && { last_day: last }),
    present: present === true,
  };
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((text: unknown) => (typeof text === 'string' ? text : '')) : [];

/**
 * A curve from one unix time to another, of the plant, of the inverter `inv` or of its string `string` (from 1). At most
 * `points` come back, from 2 to 4000, as fine as they are kept for that time. A time that is no whole number, or lies after 2099, an end that is not
 * after its begin, fewer points, and a measure that there is not are refused with 400, and an inverter that is neither set up nor in the
 * history with 404.
 */
export const getHistoryCurve: ReadersEndpoint<
  HistoryCurve,
  HistoryCurve,
  'from' | 'to',
  'inv' | 'string' | 'measure' | 'points'
> = {
  method: 'GET',
  path: '/api/heliograph/history-curve',
  access: 'readonly',
  query: ['from', 'to'],
  optionalQuery: ['inv', 'string', 'measure', 'points'],
  read(value) {
    if (!isRecord(value)) return undefined;
    const tier = HISTORY_TIERS.find((known) => known === value.tier);
    const { step, at, mean, min, max } = value;
    if (tier === undefined || !isNumber(step) || !Array.isArray(at) || !at.every(isNumber)) return undefined;
    const lists = [mean, min, max].map((list) => numbersOf(list, at.length));
    const [means, mins, maxs] = lists;
    if (means === undefined || mins === undefined || maxs === undefined) return undefined;
    return { tier, step, at, mean: means, min: mins, max: maxs };
  },
};

function numbersOf(value: unknown, length: number): (number | null)[] | undefined {
  if (!Array.isArray(value) || value.length !== length) return undefined;
  return value.map((item: unknown) => (isNumber(item) ? item : null));
}

/** Energy from one unix time to another in steps of `hour`, `day`, `month` or `year`; of whom, and what is refused, as with a curve. */
export const getHistoryEnergy: ReadersEndpoint<
  HistoryEnergy,
  HistoryEnergy,
  'step' | 'from' | 'to',
  'inv' | 'string'
> = {
  method: 'GET',
  path: '/api/heliograph/history-energy',
  access: 'readonly',
  query: ['step', 'from', 'to'],
  optionalQuery: ['inv', 'string'],
  read(value) {
    if (!isRecord(value) || !Array.isArray(value.bars)) return undefined;
    return { bars: value.bars.map(readBar).filter((bar) => bar !== undefined) };
  },
};

function readBar(value: unknown): HistoryBar | undefined {
  if (!isRecord(value)) return undefined;
  const { name, start, energy, estimated, peak, peak_at: peakAt, missed } = value;
  if (typeof name !== 'string' || !isNumber(start) || !isNumber(energy)) return undefined;
  return {
    ...{ name, start, energy },
    ...(estimated === true && { estimated }),
    ...(isNumber(peak) && { peak }),
    ...(isNumber(peakAt) && { peak_at: peakAt }),
    ...(isNumber(missed) && { missed }),
    ...Object.fromEntries(METERED.flatMap((key) => (isNumber(value[key]) ? [[key, value[key]]] : []))),
  };
}

const METERED = ['imported', 'exported', 'consumption', 'own_use', 'metered'] as const;

/** How long history is kept, and what a kWh is worth. */
export const getHistorySettings: Endpoint<HistorySettings, ReceivedHistorySettings> = {
  method: 'GET',
  path: '/api/heliograph/history-settings',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, HISTORY_FIELDS),
};

/** Saves how long history is kept, and what a kWh is worth. What is older goes within an hour. */
export const setHistorySettings: Endpoint<ApiResult, ReceivedApiResult, HistorySettings> = {
  method: 'POST',
  path: '/api/heliograph/history-settings',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/**
 * Takes energy of days from elsewhere, such as the device that was there before. It replaces what is kept of these days; an energy of
 * null forgets again what was imported of a day. Days to come, days that there are not and days told twice are refused. A long import
 * comes in parts: each names the number of the import that the first one was answered with.
 */
export const importHistory: Endpoint<HistoryImportAnswer, ReceivedHistoryImportAnswer, HistoryImport> = {
  method: 'POST',
  path: '/api/heliograph/history-import',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value)) return undefined;
    return { ...answer, import: isNumber(value.import) ? value.import : undefined };
  },
};

/** What was imported, when and by whom, with its days and their energy before and after. */
export const getHistoryImports: Endpoint<HistoryImports, HistoryImports> = {
  method: 'GET',
  path: '/api/heliograph/history-imports',
  access: 'admin',
  query: [],
  read(value) {
    if (!isRecord(value) || !Array.isArray(value.imports)) return undefined;
    return { imports: value.imports.map(readImport).filter((one) => one !== undefined) };
  },
};

function readImport(value: unknown): ImportedEnergy | undefined {
  if (!isRecord(value)) return undefined;
  const { id, at, first_day: first, last_day: last, days, before, after, taken_back_at: backAt } = value;
  if (!isNumber(id) || typeof first !== 'string' || typeof last !== 'string') return undefined;
  return {
    ...{ id, ...(isNumber(at) && { at }) },
    // The list of actors is with the changes, which the pages of the plant need not load for this.
    actor: value.actor === 'gateway' ? 'gateway' : 'admin',
    ...{ first_day: first, last_day: last, days: isNumber(days) ? days : 0 },
    ...{ before: isNumber(before) ? before : 0, after: isNumber(after) ? after : 0 },
    ...(value.taken_back === true && { taken_back: true }),
    ...(isNumber(backAt) && { taken_back_at: backAt }),
    takes_back: value.takes_back === true,
  };
}

/**
 * Puts back what an import has changed: its days are as they were before, with what was measured of them since. A day that a later
 * import has changed again stays as that one has made it; `staying_days` says how many there are.
 */
export const takeImportBack: Endpoint<ImportTakeBackAnswer, ReceivedImportTakeBackAnswer, ImportTakeBack> = {
  method: 'POST',
  path: '/api/heliograph/history-import-take-back',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value)) return undefined;
    return { ...answer, stayingDays: isNumber(value.staying_days) ? value.staying_days : 0 };
  },
};

/**
 * Says that an inverter has replaced another one, which is not set up any more: the place keeps its history, and the new one
 * goes on with it. What the new one has of its own is put behind what the old one has; that is refused where both have delivered
 * at the same time.
 */
export const replaceInHistory: Endpoint<ApiResult, ReceivedApiResult, HistoryReplacement> = {
  method: 'POST',
  path: '/api/heliograph/history-replace',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** What a line of a CSV file stands for. */
export const HISTORY_CSV_STEPS = ['raw', 'minute', 'quarter', 'hour', 'day', 'month'] as const;
export type HistoryCsvStep = (typeof HISTORY_CSV_STEPS)[number];

/** A header of the answer: how many lines come after the first, about. */
export const HISTORY_CSV_ROWS_HEADER = 'X-Total-Rows';

/** A file that is sent while it is written. */
export interface HistoryCsv {
  /** Lines after the first, about: those of the plant where everything was asked for. */
  readonly rows: number;
  readonly pieces: AsyncIterable<string>;
}

/**
 * What is kept from one unix time to another as a file for spreadsheets: a line for each time, a column for each value, commas
 * between them and a point in numbers. Without `inv` of the plant and all inverters, with it of one inverter and its strings; in
 * steps of `raw` (single readings, of the plant its power alone; `meter` as `inv` brings those of the power meter), `minute`, `quarter` (of an hour), `hour`, `day` or `month`. The
 * header `X-Total-Rows` says how many lines come, about.
 */
export const getHistoryCsv: ReadersEndpoint<HistoryCsv, string, 'step' | 'from' | 'to', 'inv'> = {
  method: 'GET',
  path: '/api/heliograph/history-csv',
  access: 'readonly',
  query: ['step', 'from', 'to'],
  optionalQuery: ['inv'],
  read: (_, text) => text,
};
