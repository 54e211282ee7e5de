/** Times and dates as the clock on the plant's wall shows them, in the customs of a language. */
export interface PlantTime {
  readonly utcOffsetS: (unixS: number) => number;
  /** Hours and minutes, of 24 hours. */
  time(unixS: number): string;
  /** `2026-06-21`, the local day of a moment. */
  dayOf(unixS: number): string;
}

/** Names of days, months and years, which are told as `2026-06-21`, `2026-06` and `2026`. */
export interface DateNames {
  /** With the day of the week. */
  day(date: string): string;
  dayNumber(date: string): string;
  shortDay(date: string): string;
  month(date: string): string;
  /** Within a sentence, without its year. */
  longMonth(date: string): string;
  shortMonth(date: string): string;
}

export function createPlantTime(tag: string, utcOffsetS: (unixS: number) => number): PlantTime {
  const time = new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  /** Undefined: not of these years, so it has no date of this form, and most of them no date at all. */
  function shownMs(unixS: number): number | undefined {
    const ms = (unixS + utcOffsetS(unixS)) * 1000;
    return ms >= YEAR_1900_MS && ms < YEAR_10000_MS ? ms : undefined;
  }
  return {
    utcOffsetS,
    time(unixS) {
      const ms = shownMs(unixS);
      return ms === undefined ? NO_DATE : time.format(ms);
    },
    dayOf(unixS) {
      const ms = shownMs(unixS);
      return ms === undefined ? NO_DATE : new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length);
    },
  };
}

const YEAR_1900_MS = Date.UTC(1900, 0);
const YEAR_10000_MS = Date.UTC(10_000, 0);
/** What stands in place of a moment that makes no sense. */
const NO_DATE = '—';

export function createDateNames(tag: string): DateNames {
  const style = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    return (date: string) => {
      // A browser reads a date out of more than what is one.
      const isDate = /^\d{4}(-\d{2}){0,2}/.test(date);
      const ms = Date.parse(isDate ? date.padEnd('yyyy-mm-dd'.length, '-01').slice(0, 10) : '');
      return Number.isNaN(ms) ? NO_DATE : format.format(ms);
    };
  };
  return {
    day: style({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
    dayNumber: style({ day: 'numeric' }),
    shortDay: style({ day: 'numeric', month: 'short' }),
    month: style({ month: 'long', year: 'numeric' }),
    longMonth: style({ month: 'long' }),
    shortMonth: style({ month: 'short' }),
  };
}
