/** The forms that English, German and French tell apart; French puts 0 with `one`. */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/**
 * Numbers, dates and durations in the customs of one language. Source of the styles:
 * docs/specification-check.md#9-business-constants-and-limits.
 */
export interface Formats {
  /** The language tag, for what has no format here. */
  readonly tag: string;
  /** Up to three decimals, as many as there are. */
  decimal(value: number): string;
  noDigits(value: number): string;
  /** Exactly so many decimals (0 to 10); beyond 10^12 a power of ten, because so many digits say nothing. */
  digits(value: number, decimals: number): string;
  /** What stands between a number and its unit. */
  unitGap(unit: string): string;
  /** 100 means 100 %; no decimals. */
  percent(value: number): string;
  /** 100 means 100 %; a tenth where there is one, as limits have it. */
  percentTenths(value: number): string;
  /** Numeric date and 24-hour time of a unix time in milliseconds. */
  dateTime(unixMs: number): string;
  /** As `dateTime`, without the seconds. */
  dateMinutes(unixMs: number): string;
  /** Hours and minutes of a unix time in milliseconds, of 24 hours. */
  time(unixMs: number): string;
  /** The number of the day that a unix time in milliseconds is in: the next day has the next number. */
  day(unixMs: number): number;
  /** The form of a text for a count, by the language's own rule; `#` in it stands for the count. */
  count(count: number, forms: PluralForms): string;
  /** A span in its largest sensible unit: seconds below two minutes, minutes below two hours, else hours. */
  duration(ms: number): string;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A span is told in the largest of which there are two at least. */
const DURATION_UNITS = [
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
] as const;
/** Nothing that is measured here comes near it. */
const EXPONENT_FROM = 1e12;
/** The far end of what a Date can hold. Source: ECMAScript, time values. */
const LAST_MOMENT_MS = 8.64e15;

/** Numbers and counts, of every zone. */
type NumberFormats = Omit<Formats, 'dateTime' | 'dateMinutes' | 'time' | 'day'>;

/** What is made by the first who needs it: a formatter of the browser costs as much as drawing many values. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** `tag` is a language tag such as `de` or `de-CH`. */
export function createNumberFormats(tag: string): NumberFormats {
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const decimal = once(() => number({ signDisplay: 'negative' }));
  const percent = once(() => number({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'negative' }));
  const percentTenths = once(() =>
    number({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'negative' }),
  );
  const exponent = once(() => number({ notation: 'scientific', maximumFractionDigits: 3 }));
  const percentGap = once(
    () =>
      percent()
        .formatToParts(1)
        .find(({ type }) => type === 'literal')?.value ?? '',
  );
  const plurals = once(() => new Intl.PluralRules(tag));
  const byDecimals = new Map<number, Intl.NumberFormat>();

  function digits(value: number, decimals: number): string {
    if (Math.abs(value) >= EXPONENT_FROM) return exponent().format(value);
    let format = byDecimals.get(decimals);
    if (format === undefined) {
      // Negative zero and what rounds to it read as zero.
      format = number({
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        signDisplay: 'negative',
      });
      byDecimals.set(decimals, format);
    }
    return format.format(value);
  }

  function duration(ms: number): string {
    const spanMs = Math.max(0, ms);
    const [unit, unitMs] = DURATION_UNITS.find(([, ms]) => spanMs >= 2 * ms) ?? ['s', SECOND_MS];
    return `${digits(Math.floor(spanMs / unitMs), 0)} ${unit}`;
  }

  return {
    tag,
    decimal: (value) => decimal().format(value),
    noDigits: (value) => digits(value, 0),
    digits,
    unitGap: (unit) => (unit === '%' ? percentGap() : '\u00a0'),
    percent: (value) =>
      Math.abs(value) >= EXPONENT_FROM
        ? `${exponent().format(value)}${percentGap()}%`
        : percent().format(value / 100),
    percentTenths: (value) => percentTenths().format(value / 100),
    count: (count, { one, other }) =>
      (plurals().select(count) === 'one' ? one : other).replace('#', digits(count, 0)),
    duration,
  };
}

/** Times are told in the zone of the browser, or with a fixed offset from UTC, in seconds. */
export function createFormats(
  tag: string,
  utcOffsetS?: number,
  numbers: NumberFormats = createNumberFormats(tag),
): Formats {
  const toTheMinute = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: utcOffsetS === undefined ? undefined : 'UTC',
  } as const;
  const ofDay = { year: 'numeric', month: '2-digit', day: '2-digit', ...toTheMinute } as const;

  /** Where the offset is fixed, the clock of UTC shows the time there when it is set forward by it. */
  function clock(options: Intl.DateTimeFormatOptions) {
    const format = once(() => new Intl.DateTimeFormat(tag, options));
    return (unixMs: number) => {
      const shownMs = unixMs + 1000 * (utcOffsetS ?? 0);
      // A moment outside of the calendar (an absurd age) has no date, and asking for one would throw.
      return Math.abs(shownMs) <= LAST_MOMENT_MS ? format().format(shownMs) : '—';
    };
  }

  return {
    ...numbers,
    dateTime: clock({ ...ofDay, second: '2-digit' }),
    dateMinutes: clock(ofDay),
    time: clock(toTheMinute),
    day(unixMs) {
      const offsetMs =
        utcOffsetS === undefined ? -MINUTE_MS * new Date(unixMs).getTimezoneOffset() : 1000 * utcOffsetS;
      return Math.floor((unixMs + offsetMs) / DAY_MS);
    },
  };
}

/** For a time as a clock elsewhere shows it, such as that of the plant; where its offset is not told, as that of the reader does. */
export const formatsAt = (format: Formats, moment: { readonly utcOffsetS: number | undefined } | undefined) =>
  createFormats(format.tag, moment?.utcOffsetS, format);
