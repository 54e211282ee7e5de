import * as z from 'zod/mini';
import {
  TIMESERIES_ADDRESS_MAX_LENGTH,
  TIMESERIES_INTERVAL_MAX_S,
  TIMESERIES_INTERVAL_MIN_S,
  TIMESERIES_SECRET_MAX_LENGTH,
  TIMESERIES_SITE_MAX_LENGTH,
  TIMESERIES_USER_MAX_LENGTH,
} from './constants.ts';
import { exactWholeInside, type FieldRule, rules, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { isWebAddress } from './host-name.ts';
import { byteLength } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult, ResultName } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * A time-series database that gets everything that is measured, as line protocol. All of it is ours, no original device knows it
 * (docs/decisions/0023-extensions.md, docs/reference/line-protocol.md).
 */

/**
 * How we show that we may write: not at all, with user and password, with a token as InfluxDB 2 has it (`Token`), or with one as
 * everybody else has it (`Bearer`).
 */
export const TIMESERIES_LOGINS = ['none', 'basic', 'token', 'bearer'] as const;
export type TimeseriesLogin = (typeof TIMESERIES_LOGINS)[number];

const Fields = /* @__PURE__ */ wireObject({
  enabled: /* @__PURE__ */ z.boolean(),
  /** Where it takes line protocol, whole, as `http://` or `https://`, with its path and query. */
  address: /* @__PURE__ */ z.string(),
  /** What this plant is called there; stands at every series. */
  site: /* @__PURE__ */ z.string(),
  login: /* @__PURE__ */ z.enum(TIMESERIES_LOGINS),
  user: /* @__PURE__ */ z.string(),
  /** The password or the token; it never leaves the gateway but to this address. */
  secret: /* @__PURE__ */ z.string(),
  /** Seconds from one time of sending to the next. */
  interval: /* @__PURE__ */ exactWholeInside({
    ...{ min: TIMESERIES_INTERVAL_MIN_S, max: TIMESERIES_INTERVAL_MAX_S, fail: 'TimeseriesInterval' },
  }),
  /** A fleet page is told of this plant over MQTT, whether or not a database gets anything (docs/reference/fleet-messages.md). */
  fleet: /* @__PURE__ */ z.boolean(),
});
export type TimeseriesSettings = z.infer<typeof Fields>;

const CONTROL = /\p{Cc}/u;

function tooLong(key: 'address' | 'site' | 'user' | 'secret', max: number): FieldRule<TimeseriesSettings> {
  return {
    ...{ key, result: 'TimeseriesTextLength', param: { max } },
    isBroken: (settings) => byteLength(settings[key]) > max,
  };
}

/** Lengths are bytes of UTF-8. */
export const TimeseriesSettingsSchema = /* @__PURE__ */ Fields.check(
  /* @__PURE__ */ rules<TimeseriesSettings>([
    /* @__PURE__ */ tooLong('address', TIMESERIES_ADDRESS_MAX_LENGTH),
    /* @__PURE__ */ tooLong('site', TIMESERIES_SITE_MAX_LENGTH),
    /* @__PURE__ */ tooLong('user', TIMESERIES_USER_MAX_LENGTH),
    /* @__PURE__ */ tooLong('secret', TIMESERIES_SECRET_MAX_LENGTH),
    {
      ...{ key: 'address', result: 'TimeseriesAddress' },
      isBroken: ({ enabled, address }) => (enabled || address !== '') && !isWebAddress(address),
    },
    {
      ...{ key: 'site', result: 'TimeseriesSite' },
      isBroken: ({ enabled, fleet, site }) =>
        ((enabled || fleet) && site.trim() === '') || CONTROL.test(site) || /\\/.test(site),
    },
    { key: 'user', result: 'TimeseriesText', isBroken: ({ user }) => CONTROL.test(user) },
    { key: 'secret', result: 'TimeseriesText', isBroken: ({ secret }) => CONTROL.test(secret) },
  ]),
);

/** The results that only have to do with a time-series database. */
export type TimeseriesResult = Extract<ResultName, `Timeseries${string}`>;

/**
 * Why it did not take what we sent.
 * - `unknown-name`, `unreachable`, `timeout`: nobody, or nobody in time, answers there
 * - `certificate`: its certificate is not trusted
 * - `login`: it wants another user, password or token
 * - `not-found`: it is there, but not at this path, or has no such database
 * - `redirect`: it sends us to another address, and we do not follow
 * - `refused`: it does not want what we send
 * - `lines-refused`: it has taken the post, but not all of its lines, as a fleet page does where the name of the plant is not the id of its site
 * - `throttled`: it has had too much
 * - `fault`: it cannot now
 */
export const TIMESERIES_PROBLEMS = [
  ...(['unknown-name', 'unreachable', 'timeout', 'certificate', 'login', 'not-found'] as const),
  ...(['redirect', 'refused', 'lines-refused', 'throttled', 'fault'] as const),
] as const;
export type TimeseriesProblem = (typeof TIMESERIES_PROBLEMS)[number];

/** How it goes. */
export interface TimeseriesStatus {
  readonly enabled: boolean;
  /** Seconds since it has last taken something; not there: it has not since the start. */
  readonly last_taken?: number;
  /** Lines that it has taken since the start. */
  readonly lines: number;
  /** How old, in seconds, the oldest reading is that it has not got; not there: it has everything. */
  readonly waiting?: number;
  /** Lines that it has let go, as older than what it keeps. */
  readonly too_old: number;
  /** Lines that it has refused since the start, as a fleet page does (`X-Refused`); they are not sent again. */
  readonly lines_refused: number;
  /** Not there: it has taken the last that was sent. */
  readonly problem?: TimeseriesProblem;
  /** What it has said to that; text of somebody else. */
  readonly answer?: string;
  /** Seconds to the next try; only with a problem. */
  readonly next_in?: number;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);

/** Where everything that is measured goes to besides the history. The secret is a placeholder. */
export const getTimeseriesSettings: Endpoint<TimeseriesSettings, TimeseriesSettings> = {
  method: 'GET',
  path: '/api/heliograph/timeseries-settings',
  access: 'admin',
  query: [],
  read: (value) =>
    isRecord(value)
      ? {
          ...{ enabled: value.enabled === true, address: textOf(value.address), site: textOf(value.site) },
          login: TIMESERIES_LOGINS.find((login) => login === value.login) ?? 'none',
          ...{ user: textOf(value.user), secret: textOf(value.secret), interval: numberOf(value.interval) },
          fleet: value.fleet === true,
        }
      : undefined,
};

/** Saves it. Another address or site gets everything that is kept, from the beginning. */
export const setTimeseriesSettings: Endpoint<ApiResult, ReceivedApiResult, TimeseriesSettings> = {
  method: 'POST',
  path: '/api/heliograph/timeseries-settings',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** What came of a test. */
export interface TimeseriesTrial extends ApiResult {
  readonly problem?: TimeseriesProblem;
  /** What was said to it; text of somebody else. */
  readonly answer?: string;
}
export interface ReceivedTimeseriesTrial extends ReceivedApiResult {
  readonly problem?: TimeseriesProblem;
  readonly answer?: string;
}

/** Sends one line there with the settings in the body, saves nothing, and answers after 15 s at most. */
export const testTimeseries: Endpoint<TimeseriesTrial, ReceivedTimeseriesTrial, TimeseriesSettings> = {
  method: 'POST',
  path: '/api/heliograph/timeseries-test',
  access: 'admin',
  query: [],
  read(value) {
    const received = readApiResult(value);
    if (received === undefined || !isRecord(value)) return undefined;
    const problem = TIMESERIES_PROBLEMS.find((one) => one === value.problem);
    return {
      ...received,
      ...(problem && { problem }),
      ...(typeof value.answer === 'string' && { answer: value.answer }),
    };
  },
};

/** Why a field would be refused. */
export interface TimeseriesFailure {
  readonly field: keyof TimeseriesSettings;
  readonly result: TimeseriesResult | 'ValuesMissing';
  readonly param: Readonly<Record<string, number>>;
}

/** What the gateway would say. Pages do not have the codes of these results, so they are told by their names. */
export function timeseriesFailures(settings: TimeseriesSettings): readonly TimeseriesFailure[] {
  const parsed = TimeseriesSettingsSchema.safeParse(settings);
  return (parsed.error?.issues ?? []).map(({ path, ...issue }) => {
    const { result = 'ValuesMissing', param = {} } = issue.code === 'custom' ? (issue.params ?? {}) : {};
    return { field: path[0] as keyof TimeseriesSettings, result, param };
  });
}

/** How it goes with the time-series database. */
export const getTimeseriesStatus: Endpoint<TimeseriesStatus, TimeseriesStatus> = {
  method: 'GET',
  path: '/api/heliograph/timeseries',
  access: 'admin',
  query: [],
  read(value) {
    if (!isRecord(value)) return undefined;
    const problem = TIMESERIES_PROBLEMS.find((one) => one === value.problem);
    return {
      ...{ enabled: value.enabled === true, lines: numberOf(value.lines), too_old: numberOf(value.too_old) },
      lines_refused: numberOf(value.lines_refused),
      ...(isNumber(value.last_taken) && { last_taken: value.last_taken }),
      ...(isNumber(value.waiting) && { waiting: value.waiting }),
      ...(problem && { problem }),
      ...(typeof value.answer === 'string' && { answer: value.answer }),
      ...(isNumber(value.next_in) && { next_in: value.next_in }),
    };
  },
};
