import * as z from 'zod/mini';
import {
  DAY_MAX,
  DAY_MIN,
  HOUR_MAX,
  HOUR_MIN,
  MINUTE_MAX,
  MINUTE_MIN,
  MONTH_MAX,
  MONTH_MIN,
  SECOND_MAX,
  SECOND_MIN,
  YEAR_MAX,
  YEAR_MIN,
} from './constants.ts';
import { keysPresent, unsignedInRange } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readFields } from './read-settings.ts';
import type { ApiResult } from './results.ts';

/**
 * A moment in the device's local time. A day that the month does not have rolls over into the next one. Source:
 * docs/reference/original-device.md#time.
 */
const PARTS = {
  year: /* @__PURE__ */ unsignedInRange({ min: YEAR_MIN, max: YEAR_MAX, fail: 'TimeYear' }),
  month: /* @__PURE__ */ unsignedInRange({ min: MONTH_MIN, max: MONTH_MAX, fail: 'TimeMonth' }),
  day: /* @__PURE__ */ unsignedInRange({ min: DAY_MIN, max: DAY_MAX, fail: 'TimeDay' }),
  hour: /* @__PURE__ */ unsignedInRange({ min: HOUR_MIN, max: HOUR_MAX, fail: 'TimeHour' }),
  minute: /* @__PURE__ */ unsignedInRange({ min: MINUTE_MIN, max: MINUTE_MAX, fail: 'TimeMinute' }),
  second: /* @__PURE__ */ unsignedInRange({ min: SECOND_MIN, max: SECOND_MAX, fail: 'TimeSecond' }),
};
export type DeviceTime = z.infer<z.ZodMiniObject<typeof PARTS>>;

/** Whole seconds of unix time within the years that a clock can be set to; undefined for anything else. */
function readUnixS(value: unknown): number | undefined {
  const isTime = typeof value === 'number' && Number.isInteger(value);
  return isTime && value >= Date.UTC(YEAR_MIN, 0, 1) / 1000 && value < Date.UTC(YEAR_MAX + 1, 0, 1) / 1000
    ? value
    : undefined;
}

const UNIX_S = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z.pipe(/* @__PURE__ */ z.unknown(), /* @__PURE__ */ z.transform(readUnixS)),
);

/**
 * The time to set, and beside it the same moment as unix time, which is ours: an hour that comes twice when the clocks go
 * back is told apart by it alone. Where it is given it counts.
 */
export const TimeSettingSchema = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ keysPresent((has) => Object.keys(PARTS).every(has)),
  /* @__PURE__ */ z.object({ ...PARTS, unix_s: UNIX_S }),
);
export interface TimeSetting extends DeviceTime {
  readonly unix_s?: number | undefined;
}

const TIME_FIELDS = {
  ntp_status: 'flag',
  year: 'number',
  month: 'number',
  day: 'number',
  hour: 'number',
  minute: 'number',
  second: 'number',
} as const;

/** The device's local time; counts from 1970 while the clock was never set. */
export interface ShownTime extends DeviceTime {
  readonly ntp_status: boolean;
}
export type ReceivedTime = ReceivedFields<typeof TIME_FIELDS>;

/** The device's clock. */
export const getTime: Endpoint<ShownTime, ReceivedTime> = {
  method: 'GET',
  path: '/api/ntp/time',
  access: 'admin',
  query: [],
  read(value) {
    const time = readFields(value, TIME_FIELDS);
    return time.year > 0 ? time : undefined; // without a date there is nothing to show
  },
};

/**
 * Sets the device's clock until the next answer of a time server. `unix_s` is ours: the same moment, which counts where it
 * is given.
 */
export const setTime: Endpoint<ApiResult, ReceivedApiResult, TimeSetting> = {
  method: 'POST',
  path: '/api/ntp/time',
  access: 'admin',
  query: [],
  read: readApiResult,
};
