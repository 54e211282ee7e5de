import * as z from 'zod/mini';
import {
  HISTORY_IMPORT_DAYS_MAX,
  HISTORY_IMPORT_WH_MAX,
  HISTORY_MINUTE_DAYS_MAX,
  HISTORY_MINUTE_DAYS_MIN,
  HISTORY_RAW_DAYS_MAX,
  HISTORY_RAW_DAYS_MIN,
  HISTORY_WRITE_INTERVAL_MAX_S,
  HISTORY_WRITE_INTERVAL_MIN_S,
} from './constants.ts';
import { itemCount, unsignedInRange, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readSettings } from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * What the plant has done, as the gateway has kept it. All of it is ours, no original device knows it
 * (docs/decisions/0023-extensions.md).
 */

/** How long things are kept, and how often they are written down. */
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
});
export type HistorySettings = z.infer<typeof HistorySettingsSchema>;

const HISTORY_FIELDS = { raw_days: 'number', minute_days: 'number', write_interval: 'number' } as const;
export type ReceivedHistorySettings = ReceivedFields<typeof HISTORY_FIELDS>;

/** Energy of whole days that was counted elsewhere. */
export const HistoryImportSchema = /* @__PURE__ */ wireObject({
  days: /* @__PURE__ */ itemCount(
    /* @__PURE__ */ z.array(
      /* @__PURE__ */ wireObject({
        /** Local, such as `2026-06-21`. */
        date: /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.regex(/^(19[7-9]|20\d)\d-\d\d-\d\d$/)),
        /** In whole Wh. */
        energy: /* @__PURE__ */ unsignedInRange({
          min: 0,
          max: HISTORY_IMPORT_WH_MAX,
          fail: 'HistoryImportEnergy',
        }),
      }),
    ),
    { min: 1, max: HISTORY_IMPORT_DAYS_MAX, fail: 'HistoryImportCount' },
  ),
});
export type HistoryImport = z.infer<typeof HistoryImportSchema>;

/**
 * Why nothing is kept, or not everything. `full`: the disk is full. `read-only`: the file may only be read. `newer`: a newer
 * version has written it. `damaged`: it was damaged and begun anew. `no-engine`: this Node has no SQLite.
 */
export const HISTORY_PROBLEMS = ['full', 'read-only', 'newer', 'damaged', 'no-engine'] as const;
export type HistoryProblem = (typeof HISTORY_PROBLEMS)[number];

/** What is kept. */
export interface HistoryStatus {
  readonly problem?: HistoryProblem;
  /** Bytes on the disk. */
  readonly size: number;
  /** The first and the last local day of which there is anything, such as `2026-06-21`; not there before the first. */
  readonly first_day?: string;
  readonly last_day?: string;
  /** The rule of the time zone whose days these are. */
  readonly timezone: string;
}

export const HISTORY_MEASURES = ['power', 'temperature', 'voltage', 'limit'] as const;
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
  /** In W, °C, V or per cent. */
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
}

export interface HistoryEnergy {
  readonly bars: readonly HistoryBar[];
}

/** What is kept, since when, and what it takes. */
export const getHistory: Endpoint<HistoryStatus, HistoryStatus> = {
  method: 'GET',
  path: '/api/heliograph/history',
  access: 'readonly',
  query: [],
  read(value) {
    if (!isRecord(value)) return undefined;
    const { size, first_day: first, last_day: last, timezone } = value;
    const problem = HISTORY_PROBLEMS.find((known) => known === value.problem);
    return {
      ...(problem !== undefined && { problem }),
      size: isNumber(size) ? size : 0,
      ...(typeof first === 'string' && { first_day: first }),
      ...(typeof last === 'string' && { last_day: last }),
      timezone: typeof timezone === 'string' ? timezone : '',
    };
  },
};

/**
 * A curve from one unix time to another, of the plant, of the inverter `inv` or of its string `string` (from 1). At most
 * `points` come back, as fine as they are kept for that time.
 */
export const getHistoryCurve: Endpoint<
  HistoryCurve,
  HistoryCurve,
  undefined,
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

/** Energy from one unix time to another in steps of `hour`, `day`, `month` or `year`; of whom, as with a curve. */
export const getHistoryEnergy: Endpoint<
  HistoryEnergy,
  HistoryEnergy,
  undefined,
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
  const { name, start, energy, estimated, peak, peak_at: peakAt } = value;
  if (typeof name !== 'string' || !isNumber(start) || !isNumber(energy)) return undefined;
  return {
    ...{ name, start, energy },
    ...(estimated === true && { estimated }),
    ...(isNumber(peak) && { peak }),
    ...(isNumber(peakAt) && { peak_at: peakAt }),
  };
}

/** How long history is kept. */
export const getHistorySettings: Endpoint<HistorySettings, ReceivedHistorySettings> = {
  method: 'GET',
  path: '/api/heliograph/history-settings',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, HISTORY_FIELDS),
};

/** Saves how long history is kept. What is older goes within an hour. */
export const setHistorySettings: Endpoint<ApiResult, ReceivedApiResult, HistorySettings> = {
  method: 'POST',
  path: '/api/heliograph/history-settings',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Takes energy of days from elsewhere, such as the device that was there before. It replaces what is kept of these days. */
export const importHistory: Endpoint<ApiResult, ReceivedApiResult, HistoryImport> = {
  method: 'POST',
  path: '/api/heliograph/history-import',
  access: 'admin',
  query: [],
  read: readApiResult,
};
