import * as z from 'zod/mini';
import {
  LIMIT_CAP_MAX_W,
  LIMIT_CLAIM_MAX_S,
  LIMIT_CLAIM_MIN_S,
  LIMIT_GROUP_COUNT_MAX,
  LIMIT_SCHEDULE_COUNT_MAX,
  LIMIT_SUN_OFFSET_MAX_MIN,
  LIMIT_VALUE_LARGE_MAX,
  PLANT_GROUP_NAME_MAX_LENGTH,
  PLANT_ORDER_COUNT_MAX,
} from './constants.ts';
import {
  exactList,
  exactText,
  exactTextLike,
  exactWhole,
  exactWholeInside,
  type FieldRule,
  keysPresent,
  oneOfTexts,
  plantSerial,
  rules,
  wireObject,
} from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * Limits that the gateway itself keeps up: caps over several inverters, a schedule, limits that end by themselves, and who has
 * the say over an inverter now. All of it is ours, no original device knows it (docs/decisions/0023-extensions.md).
 */

/**
 * Who may hold the limit of an inverter, the one with the last word first. `fail-safe`: the gateway, where it cannot know what is
 * right. `person`: somebody at a page. `program`: whoever orders over MQTT or HTTP.
 */
export const LIMIT_OWNERS = ['fail-safe', 'person', 'schedule', 'rule', 'program', 'modbus'] as const;
export type LimitOwner = (typeof LIMIT_OWNERS)[number];

/** Stands for all inverters where a limit names what it is for. */
export const WHOLE_PLANT = 'plant';

const watts = (max: number, fail: 'LimitWatts' | 'LimitCap' | 'LimitMemberPower') =>
  exactWholeInside({ min: 0, max, fail });
const groupId = () => exactTextLike(/^[\w-]{1,16}$/, 'LimitGroupId');
/** Whether there is such an inverter or group is looked at where they are known. */
const limitTarget = () => exactTextLike(/^[\w-]{1,16}$/, 'LimitTarget');
const member = () => plantSerial('InverterSerialZero');

/** An inverter of a group, and what its share of a cap is at least and at most. */
const LimitMemberSchema = /* @__PURE__ */ wireObject({
  serial: /* @__PURE__ */ member(),
  /** Watts. */
  min_power: /* @__PURE__ */ watts(LIMIT_VALUE_LARGE_MAX, 'LimitMemberPower'),
  /** Watts; 0: as much as the inverter can. */
  max_power: /* @__PURE__ */ watts(LIMIT_VALUE_LARGE_MAX, 'LimitMemberPower'),
});
export type LimitMember = z.infer<typeof LimitMemberSchema>;

/** Inverters that are limited together, such as those behind one meter. */
const LimitGroupSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ groupId(),
  name: /* @__PURE__ */ exactText({ min: 1, max: PLANT_GROUP_NAME_MAX_LENGTH, fail: 'LimitGroupName' }),
  /** More than so many watts the group is never let feed in, whoever orders it; 0: no cap. */
  cap: /* @__PURE__ */ watts(LIMIT_CAP_MAX_W, 'LimitCap'),
  members: /* @__PURE__ */ exactList(/* @__PURE__ */ z.array(LimitMemberSchema), {
    ...{ min: 1, max: PLANT_ORDER_COUNT_MAX, fail: 'LimitMemberCount' },
  }),
});
export type LimitGroup = z.infer<typeof LimitGroupSchema>;

/** From what a time of day is counted. */
export const SCHEDULE_ANCHORS = ['clock', 'sunrise', 'sunset'] as const;
export type ScheduleAnchor = (typeof SCHEDULE_ANCHORS)[number];

const anchor = () => oneOfTexts({ texts: SCHEDULE_ANCHORS, fail: 'LimitScheduleTime' });

/** Minutes after a time of the sun; before it where they are negative. */
const SUN_MINUTES = { min: -LIMIT_SUN_OFFSET_MAX_MIN, max: 24 * 60 } as const;

type RowTimes = { readonly [Key in 'from' | 'to']: ScheduleAnchor } & {
  readonly [Key in 'from_minutes' | 'to_minutes']: number;
};

function sunRule(anchorKey: 'from' | 'to', key: 'from_minutes' | 'to_minutes'): FieldRule<RowTimes> {
  return {
    ...{ key, result: 'LimitScheduleMinutes', param: SUN_MINUTES },
    isBroken: ({ [anchorKey]: from, [key]: minute }) =>
      from !== 'clock' && (minute < SUN_MINUTES.min || minute > SUN_MINUTES.max),
  };
}

/** While it is that time on such a day, so many watts are the most. */
const ScheduleRowSchema = /* @__PURE__ */ wireObject({
  enabled: /* @__PURE__ */ z.boolean(),
  /** An inverter, the id of a group, or `plant`. */
  target: /* @__PURE__ */ limitTarget(),
  watts: /* @__PURE__ */ watts(LIMIT_CAP_MAX_W, 'LimitWatts'),
  /** The days on which it begins, a bit for each: 1 is Monday, 64 Sunday. */
  days: /* @__PURE__ */ exactWholeInside({ min: 1, max: 127, fail: 'LimitScheduleDays' }),
  from: /* @__PURE__ */ anchor(),
  /** Minutes after midnight, 0 to 1439; or after that time of the sun, there also before it, from -720 to 1440. */
  from_minutes: /* @__PURE__ */ exactWhole(),
  to: /* @__PURE__ */ anchor(),
  /** In the same way. A time of the clock that is not after the beginning is one of the next day. */
  to_minutes: /* @__PURE__ */ exactWhole(),
}).check(
  /* @__PURE__ */ rules([
    /* @__PURE__ */ sunRule('from', 'from_minutes'),
    /* @__PURE__ */ sunRule('to', 'to_minutes'),
  ]),
);
export type ScheduleRow = z.infer<typeof ScheduleRowSchema>;

const hasTwice = (keys: readonly unknown[]) => new Set(keys).size < keys.length;

interface LimitLists {
  readonly groups: readonly LimitGroup[];
  readonly schedule: readonly ScheduleRow[];
}

const isClockTime = (from: ScheduleAnchor, minute: number) =>
  from !== 'clock' || (minute >= 0 && minute < 1440);

const RULES: readonly FieldRule<LimitLists>[] = [
  { key: 'groups', result: 'LimitTwice', isBroken: ({ groups }) => hasTwice(groups.map(({ id }) => id)) },
  {
    // A serial would be hidden by a group of that name.
    key: 'groups',
    result: 'LimitGroupId',
    isBroken: ({ groups }) => groups.some(({ id }) => id === WHOLE_PLANT || /^[\da-f]{8,16}$/.test(id)),
  },
  {
    key: 'groups',
    result: 'LimitTwice',
    isBroken: ({ groups }) => groups.some(({ members }) => hasTwice(members.map(({ serial }) => serial))),
  },
  {
    key: 'groups',
    result: 'LimitMemberRange',
    isBroken: ({ groups }) =>
      groups.some(({ members }) =>
        members.some(({ min_power: min, max_power: max }) => max !== 0 && min > max),
      ),
  },
  {
    key: 'groups',
    result: 'LimitMinimaAboveCap',
    isBroken: ({ groups }) =>
      groups.some(
        ({ cap, members }) => cap > 0 && members.reduce((sum, { min_power: min }) => sum + min, 0) > cap,
      ),
  },
  {
    key: 'schedule',
    result: 'LimitScheduleTime',
    isBroken: ({ schedule }) =>
      schedule.some(
        (row) => !isClockTime(row.from, row.from_minutes) || !isClockTime(row.to, row.to_minutes),
      ),
  },
];

/** An inverter, one of these groups, or the whole plant. */
export function isTarget(target: string, groups: readonly Pick<LimitGroup, 'id'>[]): boolean {
  return target === WHOLE_PLANT || /^[\da-f]{8,16}$/.test(target) || groups.some(({ id }) => id === target);
}

/** Groups of inverters with their caps, and the schedule, whose last row that fits counts. */
export const LimitSettingsSchema = /* @__PURE__ */ wireObject({
  groups: /* @__PURE__ */ exactList(/* @__PURE__ */ z.array(LimitGroupSchema), {
    ...{ min: 0, max: LIMIT_GROUP_COUNT_MAX, fail: 'LimitGroupCount' },
  }),
  schedule: /* @__PURE__ */ exactList(/* @__PURE__ */ z.array(ScheduleRowSchema), {
    ...{ min: 0, max: LIMIT_SCHEDULE_COUNT_MAX, fail: 'LimitScheduleCount' },
  }),
}).check(/* @__PURE__ */ rules(RULES));
export type LimitSettings = z.infer<typeof LimitSettingsSchema>;

/** What is refused where somebody saves it, but not where it is stored already or lies in a backup. */
export const LimitUpdateSchema = /* @__PURE__ */ LimitSettingsSchema.check(
  /* @__PURE__ */ rules<LimitLists>([
    {
      ...{ key: 'groups', result: 'LimitGroupName', param: { max: PLANT_GROUP_NAME_MAX_LENGTH } },
      isBroken: ({ groups }) => groups.some(({ name }) => name.trim() === '' || /\p{Cc}/u.test(name)),
    },
    {
      // Whoever keeps groups by their ids in an object of JavaScript would find something else there.
      ...{ key: 'groups', result: 'LimitGroupId' },
      isBroken: ({ groups }) => groups.some(({ id }) => id in {}),
    },
    {
      ...{ key: 'groups', result: 'LimitTwice' },
      isBroken: ({ groups }) => hasTwice(groups.map(({ name }) => name.trim())),
    },
  ]),
);

/** When a limit of a person ends: not before it is changed, when the sun has set, or after so many seconds. */
export const LIMIT_ENDS = ['changed', 'sunset', 'after'] as const;
export type LimitEnd = (typeof LIMIT_ENDS)[number];

/** A limit of a person for an inverter, a group or the whole plant. */
export const LimitClaimSchema = /* @__PURE__ */ z
  .pipe(
    /* @__PURE__ */ keysPresent((has) => ['target', 'watts', 'ends'].every(has)),
    /* @__PURE__ */ z.object({
      target: /* @__PURE__ */ limitTarget(),
      watts: /* @__PURE__ */ watts(LIMIT_CAP_MAX_W, 'LimitWatts'),
      ends: /* @__PURE__ */ oneOfTexts({ texts: LIMIT_ENDS, fail: 'LimitEnd' }),
      /** Only needed, and only of any effect, with `after`. */
      seconds: /* @__PURE__ */ z.optional(/* @__PURE__ */ exactWhole()),
    }),
  )
  .check(
    /* @__PURE__ */ rules<{ readonly ends: LimitEnd; readonly seconds?: number | undefined }>([
      {
        key: 'seconds',
        result: 'LimitSeconds',
        param: { min: LIMIT_CLAIM_MIN_S, max: LIMIT_CLAIM_MAX_S },
        isBroken: ({ ends, seconds = 0 }) =>
          seconds < (ends === 'after' ? LIMIT_CLAIM_MIN_S : 0) || seconds > LIMIT_CLAIM_MAX_S,
      },
    ]),
  );
export type LimitClaimOrder = z.infer<typeof LimitClaimSchema>;
/** The same, with seconds that mean nothing where they are not needed. */
export type LimitClaim = LimitClaimOrder & { readonly seconds: number };

/** A limit of a person is given back: whoever comes next has the say again. */
export const LimitReleaseSchema = /* @__PURE__ */ wireObject({
  target: /* @__PURE__ */ limitTarget(),
});
export type LimitRelease = z.infer<typeof LimitReleaseSchema>;

/** A limit that somebody wants to be kept up. */
export interface HeldLimit {
  readonly owner: LimitOwner;
  /** The account, `api`, `mqtt`, or a word of the gateway's own. */
  readonly by: string;
  /** An inverter, the id of a group, or `plant`. */
  readonly target: string;
  /** Watts for all of the target together. */
  readonly watts: number;
  /** Unix seconds; `since` is 0 where the clock was not set. */
  readonly since: number;
  /** Not there: until it is changed. */
  readonly until?: number;
}

/** Who has the say over an inverter, and what was last ordered because of that. */
export interface InverterLimitState {
  readonly serial: string;
  /** Not there: nobody; the last order counts. */
  readonly holder?: HeldLimit;
  /** Watts that are kept up; not there without a holder and a cap. */
  readonly watts?: number;
  /** The id of the group whose cap makes it less than the holder wants. */
  readonly capped_by?: string;
  /** Permanent limits that the inverter has taken, each of which wears its memory. */
  readonly permanent_count: number;
}

/** Who has the say over limits now. */
export interface LimitState {
  /** Something holds limits, so that an order of a lower rank is refused. */
  readonly armed: boolean;
  readonly inverters: readonly InverterLimitState[];
  /** Everything that is wanted, the one with the last word first. */
  readonly held: readonly HeldLimit[];
}

const recordsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);
const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

function readHeld(value: unknown): HeldLimit | undefined {
  if (!isRecord(value)) return undefined;
  const owner = oneOf(LIMIT_OWNERS, value.owner);
  if (owner === undefined || !isNumber(value.watts)) return undefined;
  return {
    ...{ owner, by: textOf(value.by), target: textOf(value.target), watts: value.watts },
    since: numberOf(value.since),
    ...(isNumber(value.until) && { until: value.until }),
  };
}

function readLimitState(value: unknown): LimitState | undefined {
  if (!isRecord(value)) return undefined;
  return {
    armed: value.armed === true,
    held: recordsOf(value.held).flatMap((sent) => readHeld(sent) ?? []),
    inverters: recordsOf(value.inverters).map((sent) => {
      const holder = readHeld(sent.holder);
      return {
        serial: textOf(sent.serial),
        ...(holder && { holder }),
        ...(isNumber(sent.watts) && { watts: sent.watts }),
        ...(typeof sent.capped_by === 'string' && { capped_by: sent.capped_by }),
        permanent_count: numberOf(sent.permanent_count),
      };
    }),
  };
}

function readGroup(sent: Readonly<Record<string, unknown>>): LimitGroup {
  return {
    ...{ id: textOf(sent.id), name: textOf(sent.name), cap: numberOf(sent.cap) },
    members: recordsOf(sent.members).map((one) => ({
      ...{
        serial: textOf(one.serial),
        min_power: numberOf(one.min_power),
        max_power: numberOf(one.max_power),
      },
    })),
  };
}

function readRow(sent: Readonly<Record<string, unknown>>): ScheduleRow {
  return {
    ...{ enabled: sent.enabled === true, target: textOf(sent.target), watts: numberOf(sent.watts) },
    days: numberOf(sent.days),
    from: oneOf(SCHEDULE_ANCHORS, sent.from) ?? 'clock',
    from_minutes: numberOf(sent.from_minutes),
    to: oneOf(SCHEDULE_ANCHORS, sent.to) ?? 'clock',
    to_minutes: numberOf(sent.to_minutes),
  };
}

/** Groups and schedule. */
export const getLimitSettings: ReadersEndpoint<LimitSettings, LimitSettings> = {
  method: 'GET',
  path: '/api/heliograph/limit-settings',
  access: 'readonly',
  query: [],
  read: (value) =>
    isRecord(value)
      ? { groups: recordsOf(value.groups).map(readGroup), schedule: recordsOf(value.schedule).map(readRow) }
      : undefined,
};

/** Saves groups and schedule at once. */
export const setLimitSettings: Endpoint<ApiResult, ReceivedApiResult, LimitSettings> = {
  method: 'POST',
  path: '/api/heliograph/limit-settings',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** Who has the say over limits now, and why. */
export const getLimitState: ReadersEndpoint<LimitState, LimitState> = {
  method: 'GET',
  path: '/api/heliograph/limits',
  access: 'readonly',
  query: [],
  read: readLimitState,
};

/**
 * A person takes over: the limit is kept up until it ends, and whoever has a lower rank waits. It is never a permanent one. Success
 * means that it is kept up from now on, not that the inverters have it.
 */
export const claimLimit: Endpoint<ApiResult, ReceivedApiResult, LimitClaimOrder> = {
  method: 'POST',
  path: '/api/heliograph/limit-claim',
  access: 'operate',
  query: [],
  read: readApiResult,
};

/** A person gives back what was taken over. */
export const releaseLimit: Endpoint<ApiResult, ReceivedApiResult, LimitRelease> = {
  method: 'POST',
  path: '/api/heliograph/limit-release',
  access: 'operate',
  query: [],
  read: readApiResult,
};
