import {
  type HeldLimit,
  type InverterLimitState,
  type LimitGroup,
  type LimitSettings,
  type Order,
  type ScheduleAnchor,
  type ScheduleRow,
  WHOLE_PLANT,
} from '@heliograph/contract';
import type { Formats } from '../../shared/i18n/format.ts';
import { createDateNames, createPlantTime, type PlantTime } from '../../shared/i18n/plant-time.ts';
import type { Texts } from '../../shared/i18n/texts.ts';

/** An inverter as this page knows it. */
export interface LimitedInverter {
  readonly serial: string;
  readonly name: string;
  /** The most that it can; undefined while that is not known. */
  readonly maxW: number | undefined;
  /** The limit that it reports; undefined while that is not known. */
  readonly percent: number | undefined;
  readonly powerW: number | undefined;
  readonly isAnswering: boolean;
  /** Undefined while nothing is known of who has the say. */
  readonly state: InverterLimitState | undefined;
}

/** All that the words of this page are made from. */
export interface LimitFacts {
  readonly t: Texts['limits'];
  readonly format: Formats;
  readonly time: PlantTime;
  /** The day that it is at the plant, `2026-06-21`. */
  readonly today: string;
  /** The account that looks at the page. */
  readonly user: string | undefined;
  readonly inverters: readonly LimitedInverter[];
  readonly settings: LimitSettings;
}

export interface LimitWords {
  watts(watts: number): string;
  /** With the percent of `maxW` beside it, where that is known. */
  amount(watts: number, maxW: number | undefined): string;
  /** What a target is called. */
  target(target: string): string;
  /** The same within a sentence. */
  targetInSentence(target: string): string;
  inverter(serial: string): string;
  /** Who holds a limit, and until when. */
  who(held: HeldLimit): string;
  /** The same with watts, percent and target. */
  held(held: HeldLimit): string;
  /** Why an inverter is limited as it is. */
  why(state: InverterLimitState | undefined): string;
  row(row: ScheduleRow): string;
  days(days: number): string;
  /** Monday is 0. */
  weekday(day: number, style: 'short' | 'long'): string;
  /** What was ordered, without the name of the inverter. */
  order(order: Order): string;
  giver(order: Order): string;
}

export const EVERY_DAY = 127;
const WORKDAYS = 31;
const WEEKEND = 96;
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
/** A Monday. */
const FIRST_MONDAY_MS = Date.UTC(1970, 0, 5);
const DAY_MS = 86_400_000;
const HOUR_MIN = 60;
/** So many minutes are still said as minutes. */
const SHORT_SPAN_MIN = 120;
const NO_LIMIT_PERCENT = 99.95;

export function limitWords(facts: LimitFacts): LimitWords {
  const { t, format, time, today, user, inverters, settings } = facts;
  const dates = createDateNames(format.tag);
  const wallClock = createPlantTime(format.tag, () => 0);

  const watts = (value: number) => `${format.noDigits(value)}${format.unitGap('W')}W`;

  function amount(value: number, maxW: number | undefined): string {
    if (maxW === undefined || maxW <= 0) return watts(value);
    return t.amount(watts(value), format.percent((value / maxW) * 100));
  }

  function inverter(serial: string): string {
    return inverters.find((one) => one.serial === serial)?.name ?? serial;
  }

  function target(name: string): string {
    if (name === WHOLE_PLANT) return t.all;
    return settings.groups.find(({ id }) => id === name)?.name ?? inverter(name);
  }

  const targetInSentence = (name: string) => (name === WHOLE_PLANT ? t.allInSentence : target(name));

  function endOf(held: HeldLimit): string {
    const { now } = t;
    if (held.until !== undefined) {
      const day = time.dayOf(held.until);
      const clock = time.time(held.until);
      return day === today ? now.untilTime(clock) : now.untilDay(dates.shortDay(day), clock);
    }
    if (held.owner === 'rule') return now.whileMeter;
    if (held.owner === 'fail-safe') return now.whileSafe;
    const row = held.owner === 'schedule' ? rowOf(held, settings.schedule) : undefined;
    return row === undefined ? now.untilChanged : t.schedule.until(moment(row.to, row.to_minutes));
  }

  function who(held: HeldLimit): string {
    const end = endOf(held);
    const { now } = t;
    if (held.by === 'api') return now.api(end);
    if (held.owner === 'person' && held.by !== '') {
      return held.by === user ? now.you(end) : now.user(held.by, end);
    }
    return held.owner === 'program' && held.by === 'mqtt' ? now.mqtt(end) : now.owners[held.owner](end);
  }

  function why(state: InverterLimitState | undefined): string {
    const { holder, capped_by: cap } = state ?? {};
    if (holder !== undefined) {
      return cap === undefined ? who(holder) : t.now.cappedBy(who(holder), target(cap));
    }
    return cap === undefined ? t.now.nobodyShort : t.now.capOnly(target(cap));
  }

  function span(minutes: number): string {
    if (minutes === HOUR_MIN / 2) return t.schedule.span.half;
    if (minutes === HOUR_MIN) return t.schedule.span.hour;
    const unit = (value: number, name: string) => `${format.noDigits(value)}${format.unitGap(name)}${name}`;
    if (minutes <= SHORT_SPAN_MIN) return unit(minutes, 'min');
    return `${unit(Math.floor(minutes / HOUR_MIN), 'h')} ${unit(minutes % HOUR_MIN, 'min')}`;
  }

  function moment(anchor: ScheduleAnchor, minutes: number): string {
    if (anchor === 'clock') return t.schedule.at.clock(wallClock.time(minutes * 60));
    if (minutes === 0) return t.schedule.at[anchor]();
    return t.schedule[minutes < 0 ? 'before' : 'after'][anchor](span(Math.abs(minutes)));
  }

  function weekday(day: number, style: 'short' | 'long'): string {
    const names = new Intl.DateTimeFormat(format.tag, { weekday: style, timeZone: 'UTC' });
    return names.format(FIRST_MONDAY_MS + day * DAY_MS);
  }

  function days(mask: number): string {
    if (mask === EVERY_DAY) return t.schedule.everyDay;
    if (mask === WORKDAYS) return t.schedule.workdays;
    if (mask === WEEKEND) return t.schedule.weekend;
    return WEEKDAYS.filter((day) => hasDay(mask, day))
      .map((day) => weekday(day, 'short'))
      .join(', ');
  }

  function row(one: ScheduleRow): string {
    const isOvernight =
      one.from === 'clock' && one.to === 'clock' && one.to_minutes <= one.from_minutes && one.to_minutes > 0;
    const end = moment(one.to, one.to_minutes);
    return t.schedule.sentence(
      days(one.days),
      moment(one.from, one.from_minutes),
      isOvernight ? t.schedule.nextDay(end) : end,
      watts(one.watts),
      targetInSentence(one.target),
    );
  }

  function order({ kind, value = 0, relative, persistent, power = 'on' }: Order): string {
    if (kind === 'power') return t.line.switches[power];
    const what = t.line.limitTo(relative ? format.percentTenths(value) : watts(value));
    return persistent ? t.line.permanent(what) : what;
  }

  function giver({ way, by }: Order): string {
    if (way === 'http' && by !== 'api' && by !== '') return by;
    const group = way === 'cap' ? settings.groups.find(({ id }) => id === by) : undefined;
    return group === undefined ? t.line.ways[way] : t.line.capOf(group.name);
  }

  return {
    ...{ watts, amount, target, targetInSentence, inverter, who, why, row, days, weekday, order, giver },
    held: (one) =>
      t.now.held(who(one), amount(one.watts, maxOf(facts, one.target)), targetInSentence(one.target)),
  };
}

export const hasDay = (mask: number, day: number) => (mask & (1 << day)) !== 0;

/** Everything is allowed. */
export const isNoLimit = (percent: number) => percent >= NO_LIMIT_PERCENT;

/** The inverters that a target means. */
export function invertersOf(
  { inverters, settings }: Pick<LimitFacts, 'inverters' | 'settings'>,
  target: string,
): readonly LimitedInverter[] {
  if (target === WHOLE_PLANT) return inverters;
  const group = settings.groups.find(({ id }) => id === target);
  const isMeant = ({ serial }: LimitedInverter) =>
    group === undefined ? serial === target : group.members.some((member) => member.serial === serial);
  return inverters.filter(isMeant);
}

/** What all of a target together can; undefined while that is not known of one. */
export function maxOf(facts: Pick<LimitFacts, 'inverters' | 'settings'>, target: string): number | undefined {
  return invertersOf(facts, target).reduce<number | undefined>(
    (sum, { maxW }) => (sum === undefined || maxW === undefined ? undefined : sum + maxW),
    0,
  );
}

/** What they make now, as far as they tell it. */
export function powerOf(inverters: readonly LimitedInverter[]): number {
  return inverters.reduce((sum, { powerW }) => sum + (powerW ?? 0), 0);
}

/** Whether both are the same wish. */
export function isSameHeld(one: HeldLimit, other: HeldLimit | undefined): boolean {
  return (
    other !== undefined &&
    one.owner === other.owner &&
    one.target === other.target &&
    one.watts === other.watts &&
    one.since === other.since
  );
}

/** The row that the schedule's wish comes from. */
function rowOf(held: HeldLimit, rows: readonly ScheduleRow[]): ScheduleRow | undefined {
  return rows.findLast((row) => row.enabled && row.target === held.target && row.watts === held.watts);
}

/** The local day that a row is looked at for, in minutes after its midnight. */
export interface RowDay {
  /** 0 is Monday. */
  readonly weekday: number;
  readonly nowMin: number;
  readonly riseMin: number | undefined;
  readonly setMin: number | undefined;
}

/**
 * Whether the gateway holds to this row now: its time has come, the gateway says that the schedule wants so much for that
 * target, and no later row takes its place.
 */
export function isRowInForce(
  row: ScheduleRow,
  rows: readonly ScheduleRow[],
  held: readonly HeldLimit[],
  days: readonly RowDay[],
): boolean {
  const isWanted = held.some(
    ({ owner, target, watts }) => owner === 'schedule' && target === row.target && watts === row.watts,
  );
  const fitting = rows.filter(
    (other) => other.enabled && other.target === row.target && days.some((day) => fitsDay(other, day)),
  );
  return isWanted && fitting.at(-1) === row;
}

function fitsDay(row: ScheduleRow, day: RowDay): boolean {
  if (!hasDay(row.days, day.weekday)) return false;
  const from = minuteOf(row.from, row.from_minutes, day);
  const to = minuteOf(row.to, row.to_minutes, day);
  if (from === undefined || to === undefined) return false;
  const end = to > from || row.to !== 'clock' ? to : to + 24 * HOUR_MIN;
  return day.nowMin >= from && day.nowMin < end;
}

function minuteOf(anchor: ScheduleAnchor, minutes: number, day: RowDay): number | undefined {
  if (anchor === 'clock') return minutes;
  const sunMin = anchor === 'sunrise' ? day.riseMin : day.setMin;
  return sunMin === undefined ? undefined : sunMin + minutes;
}

/** A group without a serial's look, which none of these has. */
export function newGroupId(groups: readonly Pick<LimitGroup, 'id'>[]): string {
  const isFree = (id: string) => groups.every((group) => group.id !== id);
  for (let count = groups.length + 1; ; count += 1) if (isFree(`g${count}`)) return `g${count}`;
}

/** Seconds until the clock of the plant shows a time such as `18:00` again; undefined where that is none. */
export function secondsUntil(text: string, nowS: number, utcOffsetS: (unixS: number) => number) {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const dayS = DAY_MS / 1000;
  const wallS = (nowS + utcOffsetS(nowS)) % dayS;
  const left = (Number(hours) * 3600 + Number(minutes) * 60 - wallS + dayS) % dayS;
  // The shortest that the gateway takes is a minute.
  return Math.round(left < 60 ? left + dayS : left);
}
