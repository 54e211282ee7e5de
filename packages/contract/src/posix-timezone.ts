/**
 * Time zones as POSIX TZ texts, the only form in which the device knows a zone.
 *
 *     CET-1CEST,M3.5.0,M10.5.0/3
 *     |  |  |    |       |     `- at 03:00 of the time that is then ending (default 02:00; -167 to 167 hours)
 *     |  |  |    |       `- standard time is back on the last (5) Sunday (0) of month 10
 *     |  |  |    `- summer time begins on the last Sunday of month 3
 *     |  |  `- its name, and behind it its offset where that is not one hour more
 *     |  `- hours WEST of Greenwich: -1 is an hour ahead
 *     `- name of standard time: letters, or anything of <+-0-9A-Z> in angle brackets
 *
 * Days can also be counted: `J60` (1 to 365, never counting 29 February) and `59` (0 to 365, counting it). Source:
 * docs/reference/original-device.md#time; the syntax is that of POSIX.1 and of RFC 8536 section 3.3.1.
 */

type DayRule =
  | { readonly kind: 'week-day'; readonly month: number; readonly week: number; readonly weekDay: number }
  | { readonly kind: 'day-of-365'; readonly day: number }
  | { readonly kind: 'day-of-366'; readonly day: number };

interface Change {
  readonly day: DayRule;
  /** Seconds after local midnight; can be negative or beyond a day. */
  readonly timeS: number;
}

interface SummerTime {
  readonly offsetS: number;
  readonly begin: Change;
  readonly end: Change;
}

export interface PosixTimezone {
  /** Seconds to add to UTC at this time (unix time in seconds) to get local time. */
  utcOffsetS(unixS: number): number;
}

const DAY_S = 86_400;
const HOUR_S = 3600;
/** Rule of a zone that names its summer time without saying when it is. */
const DEFAULT_CHANGES = ',M3.2.0,M11.1.0';
const DEFAULT_CHANGE_TIME_S = 2 * HOUR_S;

const NAME = '(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)';
const TIME = '[+-]?\\d{1,3}(?::\\d{1,2}){0,2}';
const DAY = '(?:M\\d{1,2}\\.\\d\\.\\d|J?\\d{1,3})';
const RULE = new RegExp(
  `^${NAME}(${TIME})(?:${NAME}(${TIME})?(?:,(${DAY})(?:/(${TIME}))?,(${DAY})(?:/(${TIME}))?)?)?$`,
);
const SUMMER_NAME = new RegExp(`^${NAME}${TIME}${NAME}`);

const UTC: PosixTimezone = { utcOffsetS: () => 0 };

/** The zone of a rule as devices take it: a text that is none counts as UTC. */
export function timezoneOf(rule: string): PosixTimezone {
  return parsePosixTimezone(rule) ?? UTC;
}

/** Reads a rule; undefined when it is none. */
export function parsePosixTimezone(text: string): PosixTimezone | undefined {
  const hasSummerTime = SUMMER_NAME.test(text);
  const complete = hasSummerTime && !text.includes(',') ? text + DEFAULT_CHANGES : text;
  const parts = RULE.exec(complete);
  const westS = readTime(parts?.[1], 24);
  if (parts === null || westS === undefined) return undefined;
  const offsetS = east(westS);
  if (!hasSummerTime) return { utcOffsetS: () => offsetS };
  const summerWestS = parts[2] === undefined ? westS - HOUR_S : readTime(parts[2], 24);
  const begin = readChange(parts[3], parts[4]);
  const end = readChange(parts[5], parts[6]);
  if (summerWestS === undefined || begin === undefined || end === undefined) return undefined;
  const summer = { offsetS: east(summerWestS), begin, end };
  return { utcOffsetS: (unixS) => offsetAt(unixS, offsetS, summer) };
}

/** The offset east of Greenwich, never -0. */
function east(westS: number): number {
  return westS === 0 ? 0 : -westS;
}

function readTime(text: string | undefined, maxHours: number): number | undefined {
  if (text === undefined) return undefined;
  const sign = text.startsWith('-') ? -1 : 1;
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number);
  if (hours > maxHours || minutes > 59 || seconds > 59) return undefined;
  return sign * (hours * HOUR_S + minutes * 60 + seconds);
}

function readChange(dayText: string | undefined, timeText: string | undefined): Change | undefined {
  const day = dayText === undefined ? undefined : readDay(dayText);
  const timeS = timeText === undefined ? DEFAULT_CHANGE_TIME_S : readTime(timeText, 167);
  return day === undefined || timeS === undefined ? undefined : { day, timeS };
}

function readDay(text: string): DayRule | undefined {
  if (text.startsWith('M')) {
    const [month = 0, week = 0, weekDay = 0] = text.slice(1).split('.').map(Number);
    const inRange = month >= 1 && month <= 12 && week >= 1 && week <= 5 && weekDay <= 6;
    return inRange ? { kind: 'week-day', month, week, weekDay } : undefined;
  }
  if (text.startsWith('J')) {
    const day = Number(text.slice(1));
    return day >= 1 && day <= 365 ? { kind: 'day-of-365', day } : undefined;
  }
  const day = Number(text);
  return day <= 365 ? { kind: 'day-of-366', day } : undefined;
}

/**
 * The latest change before `unixS` decides. Changes can fall into the neighbouring year (times below 0 and above 24
 * hours), so three years are looked at. When an end and a beginning coincide, summer time goes on all year.
 */
function offsetAt(unixS: number, standardOffsetS: number, summer: SummerTime): number {
  const year = new Date((unixS + standardOffsetS) * 1000).getUTCFullYear();
  let latestS = Number.NEGATIVE_INFINITY;
  let offsetS = standardOffsetS;
  for (let candidate = year - 1; candidate <= year + 1; candidate++) {
    const beginS = changeTime(summer.begin, candidate) - standardOffsetS;
    const endS = changeTime(summer.end, candidate) - summer.offsetS;
    if (endS <= unixS && endS > latestS) {
      latestS = endS;
      offsetS = standardOffsetS;
    }
    if (beginS <= unixS && beginS >= latestS) {
      latestS = beginS;
      offsetS = summer.offsetS;
    }
  }
  return offsetS;
}

/** Local time of a change in a year, as seconds since 1970 as if local time were UTC. */
function changeTime(change: Change, year: number): number {
  return dayNumber(change.day, year) * DAY_S + change.timeS;
}

/** Days since 1970-01-01. */
function dayNumber(rule: DayRule, year: number): number {
  const dayOf = (month: number, day: number) => Date.UTC(year, month - 1, day) / (DAY_S * 1000);
  switch (rule.kind) {
    case 'day-of-366':
      return dayOf(1, 1) + rule.day;
    case 'day-of-365': {
      const isLeapYear = dayOf(3, 1) - dayOf(2, 28) === 2;
      const pastFebruary = isLeapYear && rule.day >= 60;
      return dayOf(1, 1) + rule.day - 1 + (pastFebruary ? 1 : 0);
    }
    case 'week-day': {
      const first = dayOf(rule.month, 1);
      const firstWeekDay = (((first + 4) % 7) + 7) % 7; // 1970-01-01 was a Thursday (4)
      const match = first + ((rule.weekDay - firstWeekDay + 7) % 7) + (rule.week - 1) * 7;
      const nextMonth = Date.UTC(year, rule.month, 1) / (DAY_S * 1000);
      return match < nextMonth ? match : match - 7; // week 5 is the last one, wherever it is
    }
  }
}
