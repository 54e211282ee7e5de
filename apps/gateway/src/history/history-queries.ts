import { type Bucket, decodeBucket, emptyBucket, joined, type Spread } from './bucket.ts';
import { METER, PLANT } from './history-schema.ts';
import { type HistoryStore, METER_SERIAL } from './history-store.ts';
import { houseSpread, type MeterEnergy, meterEnergyOf } from './meter-bucket.ts';
import { decodeRaw, type RawReading } from './raw-reading.ts';
import { baseOf, dateText, FIRST_PLAUSIBLE_DAY, keyAt, SPAN_LENGTH_S, type Span, startOf } from './tiers.ts';

/** Of what a question is: the plant for an empty serial, an inverter, or one of its strings. */
export interface HistorySubject {
  readonly serial: string;
  /** From 0; undefined: the whole inverter. */
  readonly string: number | undefined;
}

export type CurveMeasure =
  | 'power'
  /** Of all strings of an inverter, or of the plant. */
  | 'dc_power'
  /** Of the grid, or of a string. */
  | 'voltage'
  /** Of a string. */
  | 'current'
  | 'frequency'
  | 'temperature'
  | 'limit'
  /** Per cent of the time in the light in which an inverter was heard. */
  | 'reachability'
  /** At the power meter of the house; of the plant alone. */
  | 'grid'
  /** What the house takes; as above. */
  | 'consumption';

export interface CurveQuestion extends HistorySubject {
  readonly measure: CurveMeasure;
  /** Unix seconds; `toS` is not included. */
  readonly fromS: number;
  readonly toS: number;
  /** So many points at most. */
  readonly pointsMax: number;
  readonly keptFor: { readonly rawDays: number; readonly minuteDays: number };
  readonly nowS: number;
}

/** A curve: how something went over time. Of each point the time at which it begins, the mean and the extremes. */
export interface Curve {
  readonly tier: 'raw' | keyof typeof SPAN_LENGTH_S | 'day';
  /** Seconds that a point stands for; of `raw` the usual distance of two. */
  readonly stepS: number;
  readonly atS: readonly number[];
  /** Null: nothing was heard then. */
  readonly mean: readonly (number | null)[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

const DAY_S = 86_400;
const RAW_LENGTH_MAX_S = 2 * DAY_S;
/** So that a pace that changes, or a reading that fails, is no gap yet. */
const GAP_STEPS = 3;
const GAP_MIN_S = 60;
/** Of what only readings have, so much is put together at a time: fifty thousand readings and more. */
const FROM_READINGS_MAX_S = 8 * DAY_S;

/** Undefined: of this nothing was ever kept. */
export function readCurve(store: HistoryStore, asked: CurveQuestion): Curve | undefined {
  const isOfMeter = asked.measure === 'grid' || asked.measure === 'consumption';
  if (isOfMeter && (asked.serial !== '' || !wasMetered(store))) return undefined;
  const question = isOfMeter ? { ...asked, serial: METER_SERIAL, string: undefined } : asked;
  const place = store.placeOf(question.serial);
  if (place === undefined) return undefined;
  const raw = isRecent(question) ? rawCurve(store, place, question) : undefined;
  if (raw !== undefined) return raw;
  const span = spanFor(question);
  return isOfReadings(question) && span !== 'day'
    ? curveOfReadings(store, place, span, question)
    : spanCurve(store, place, span, question);
}

/** Every reading is kept for it, and there may be few enough. Whether an inverter was missed, no reading tells. */
function isRecent({ fromS, toS, keptFor, nowS, measure }: CurveQuestion): boolean {
  const isKept = toS - fromS <= RAW_LENGTH_MAX_S && fromS >= nowS - keptFor.rawDays * DAY_S;
  return isKept && measure !== 'reachability';
}

/** Longer spans do not have it. */
function isOfReadings({ measure, string }: CurveQuestion): boolean {
  return measure === 'frequency' || measure === 'current' || (measure === 'voltage' && string !== undefined);
}

/** Spans made of the readings in them, hour by hour, as far as these are kept. */
function curveOfReadings(
  store: HistoryStore,
  place: number,
  span: keyof typeof SPAN_LENGTH_S,
  question: CurveQuestion,
): Curve {
  const lengthS = SPAN_LENGTH_S[span];
  const fromS = Math.max(question.fromS, question.toS - FROM_READINGS_MAX_S);
  const sums = new Map<number, { sum: number; count: number; min: number; max: number }>();
  for (let hourS = fromS; hourS < question.toS; hourS += SPAN_LENGTH_S.hour) {
    const untilS = Math.min(hourS + SPAN_LENGTH_S.hour, question.toS);
    for (const { key, body } of readingsOf(store, place, hourS, untilS)) {
      const value = rawValue(decodeRaw(body), question);
      if (value === undefined) continue;
      const atS = Math.floor(key / lengthS) * lengthS;
      const { sum, count, min, max } = sums.get(atS) ?? { sum: 0, count: 0, min: value, max: value };
      sums.set(atS, {
        ...{ sum: sum + value, count: count + 1 },
        ...{ min: Math.min(min, value), max: Math.max(max, value) },
      });
    }
  }
  const points = [...sums].map(([atS, { sum, count, min, max }]) => ({ atS, mean: sum / count, min, max }));
  return curveOf(span, lengthS, points, question.measure);
}

function readingsOf(store: HistoryStore, place: number, fromS: number, toS: number): RawRow[] {
  return store.database
    .prepare<RawRow>('SELECT key, body FROM raw WHERE place = ? AND key >= ? AND key < ? ORDER BY key')
    .all(place, fromS, toS);
}

/** The finest span that is still kept for the time asked for and makes no more points than wanted. */
function spanFor({
  fromS,
  toS,
  pointsMax,
  keptFor,
  nowS,
}: CurveQuestion): 'minute' | 'quarter' | 'hour' | 'day' {
  const lengthS = toS - fromS;
  const areMinutesKept = fromS >= nowS - keptFor.minuteDays * DAY_S;
  if (lengthS / SPAN_LENGTH_S.minute <= pointsMax && areMinutesKept) return 'minute';
  if (lengthS / SPAN_LENGTH_S.quarter <= pointsMax) return 'quarter';
  return lengthS / SPAN_LENGTH_S.hour <= pointsMax ? 'hour' : 'day';
}

interface RawRow {
  readonly key: number;
  readonly body: Uint8Array;
}

/** Undefined where there are more readings than wanted. */
function rawCurve(store: HistoryStore, place: number, question: CurveQuestion): Curve | undefined {
  const { fromS, toS, pointsMax } = question;
  const { count = 0 } =
    store.database
      .prepare<{ count: number }>(
        'SELECT COUNT(*) AS count FROM raw WHERE place = ? AND key >= ? AND key < ?',
      )
      .get(place, fromS, toS) ?? {};
  if (count > pointsMax) return undefined;
  const points = readingsOf(store, place, fromS, toS).map(({ key, body }) => {
    const value = rawValue(decodeRaw(body), question) ?? null;
    return { atS: key, mean: value, min: value, max: value };
  });
  const distances = points.slice(1).map(({ atS }, index) => atS - (points[index]?.atS ?? atS));
  return curveOf('raw', Math.max(1, median(distances) ?? 1), points, question.measure);
}

function rawValue(raw: RawReading | undefined, { measure, string }: CurveQuestion): number | undefined {
  if (raw === undefined) return undefined;
  if (string !== undefined) {
    const { powerW, voltageV, currentA } = raw.strings[string] ?? {};
    return measure === 'power' ? powerW : { voltage: voltageV, current: currentA }[String(measure)];
  }
  const values: Readonly<Record<CurveMeasure, number | undefined>> = {
    power: raw.powerW,
    dc_power: dcPowerOf(raw),
    voltage: raw.voltageV,
    current: undefined,
    frequency: raw.frequencyHz,
    temperature: raw.temperatureC,
    limit: raw.limitPercent,
    reachability: undefined,
    grid: raw.powerW,
    consumption: dcPowerOf(raw),
  };
  return values[measure];
}

/** Undefined where no string has told its power. */
export function dcPowerOf({ strings }: RawReading): number | undefined {
  const known = strings.map(({ powerW }) => powerW).filter((powerW) => powerW !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, powerW) => sum + powerW, 0);
}

interface SpanRow {
  readonly key: number;
  readonly body: Uint8Array;
}

function spanCurve(
  store: HistoryStore,
  place: number,
  span: 'minute' | 'quarter' | 'hour' | 'day',
  question: CurveQuestion,
): Curve {
  const { fromS, toS } = question;
  const { utcOffsetS } = store;
  const buckets = bucketsOf(
    store,
    place,
    span,
    keyAt(span, fromS, utcOffsetS),
    keyAt(span, toS - 1, utcOffsetS),
  );
  const points = buckets.map(({ key, bucket }) => {
    const spread = spreadOf(bucket, question);
    return {
      atS: startOf(span, key, utcOffsetS),
      mean: spread?.mean ?? null,
      min: spread?.min ?? null,
      max: spread?.max ?? null,
    };
  });
  return curveOf(span, span === 'day' ? DAY_S : SPAN_LENGTH_S[span], points, question.measure);
}

function spreadOf(bucket: Bucket, { measure, string }: CurveQuestion): Spread | undefined {
  if (string !== undefined) return measure === 'power' ? bucket.strings[string]?.power : undefined;
  const { power, dcPower, voltage, temperature, limit } = bucket;
  const spreads: Readonly<Record<CurveMeasure, Spread | undefined>> = {
    ...{ power, dc_power: dcPower, voltage, temperature, limit },
    ...{ current: undefined, frequency: undefined, reachability: reachabilityOf(bucket) },
    ...{ grid: power, consumption: houseSpread(bucket) },
  };
  return spreads[measure];
}

function reachabilityOf({ coveredS, missedS }: Bucket): Spread | undefined {
  if (coveredS + missedS === 0) return undefined;
  const mean = (100 * coveredS) / (coveredS + missedS);
  return { mean, min: mean, max: mean };
}

interface Point {
  readonly atS: number;
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** A gap is told as a point without a value, so that no line is drawn across it. */
function curveOf(tier: Curve['tier'], stepS: number, points: readonly Point[], measure: CurveMeasure): Curve {
  const scale = FINER_MEASURES.has(measure) ? 100 : 10;
  const kept = (value: number | null) => (value === null ? null : Math.round(value * scale) / scale);
  const usualS = Math.max(
    stepS,
    median(points.slice(1).map(({ atS }, i) => atS - (points[i]?.atS ?? 0))) ?? 0,
  );
  const gapS = Math.max(GAP_MIN_S, GAP_STEPS * usualS);
  const whole: Point[] = [];
  for (const point of points) {
    const before = whole.at(-1);
    if (before !== undefined && point.atS - before.atS > gapS) {
      whole.push({ atS: before.atS + stepS, mean: null, min: null, max: null });
    }
    whole.push(point);
  }
  return {
    ...{ tier, stepS },
    atS: whole.map(({ atS }) => atS),
    mean: whole.map(({ mean }) => kept(mean)),
    min: whole.map(({ min }) => kept(min)),
    max: whole.map(({ max }) => kept(max)),
  };
}

/** What is kept in hundredths; everything else is in tenths. */
const FINER_MEASURES: ReadonlySet<CurveMeasure> = new Set(['current', 'frequency']);

function median(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

export interface KeyedBucket {
  readonly key: number;
  readonly bucket: Bucket;
}

/** What is kept from one key to another, both included; what is under way comes with it. */
export function bucketsOf(
  store: HistoryStore,
  place: number,
  span: Span,
  fromKey: number,
  toKey: number,
): KeyedBucket[] {
  const rows = store.database
    .prepare<SpanRow>(`SELECT key, body FROM ${span} WHERE place = ? AND key >= ? AND key <= ? ORDER BY key`)
    .all(place, fromKey, toKey);
  const open = store.openBucket(place, span);
  const closed = rows.flatMap(({ key, body }) => {
    const bucket = key === open?.key ? undefined : decodeBucket(body, baseOf(span, key));
    return bucket === undefined ? [] : [{ key, bucket }];
  });
  const isAsked = open !== undefined && open.key >= fromKey && open.key <= toKey;
  return isAsked ? [...closed, open].sort((one, other) => one.key - other.key) : closed;
}

export const ENERGY_STEPS = ['hour', 'day', 'month', 'year'] as const;
export type EnergyStep = (typeof ENERGY_STEPS)[number];

export interface EnergyQuestion extends HistorySubject {
  readonly step: EnergyStep;
  /** Unix seconds; `toS` is not included. */
  readonly fromS: number;
  readonly toS: number;
}

/** Energy of one hour, day, month or year. */
export interface EnergyBar {
  /** Unix seconds. */
  readonly startS: number;
  /** `2026-06-21T13` of an hour in local time, `2026-06-21`, `2026-06` or `2026`. */
  readonly name: string;
  readonly energyWh: number;
  readonly isEstimated: boolean;
  /** The highest power; undefined where none was measured. */
  readonly peakW: number | undefined;
  readonly peakAtS: number | undefined;
  /** Seconds for which the inverter was missed. */
  readonly missedS: number;
  /** Of the plant, where there was a meter. */
  readonly meter: MeteredEnergy | undefined;
}

/** What a meter adds to what the plant has made. */
export interface MeteredEnergy extends MeterEnergy {
  /** Seconds for which it was heard. */
  readonly meteredS: number;
}

/** Undefined: of this nothing was ever kept. Spans without anything are left out. */
export function readEnergy(store: HistoryStore, question: EnergyQuestion): EnergyBar[] | undefined {
  const { step, fromS, toS, string, serial } = question;
  const place = serial === METER_SERIAL ? undefined : store.placeOf(serial);
  if (place === undefined) return undefined;
  const { utcOffsetS } = store;
  const span = step === 'year' ? 'month' : step;
  const found = (of: number) => {
    const [from, to] = [keyAt(span, fromS, utcOffsetS), keyAt(span, toS - 1, utcOffsetS)];
    const buckets = bucketsOf(store, of, span, from, to);
    return step === 'year' ? years(buckets) : buckets;
  };
  const ofPlant = serial === '' && string === undefined;
  const metered = new Map(ofPlant ? found(METER).map(({ key, bucket }) => [key, bucket]) : []);
  return withKeys(found(place), [...metered.keys()]).map(({ key, bucket }) => {
    const one = string === undefined ? undefined : bucket.strings[string];
    const power = string === undefined ? bucket.power : one?.power;
    return {
      startS: startOf(span, key, utcOffsetS),
      name: nameOf(step, key, utcOffsetS),
      energyWh: string === undefined ? bucket.energyWh : (one?.energyWh ?? 0),
      isEstimated: bucket.isEstimated,
      peakW: power && Math.round(power.max * 10) / 10,
      // Only of the whole it is known when.
      peakAtS: string === undefined && power !== undefined ? bucket.peakAtS : undefined,
      missedS: bucket.missedS,
      meter: meteredOf(metered.get(key)),
    };
  });
}

const meteredOf = (bucket: Bucket | undefined): MeteredEnergy | undefined =>
  bucket && { ...meterEnergyOf(bucket), meteredS: bucket.coveredS };

/** At night the house goes on, and the plant has nothing. */
function withKeys(buckets: readonly KeyedBucket[], keys: readonly number[]): readonly KeyedBucket[] {
  const known = new Set(buckets.map(({ key }) => key));
  const more = keys.filter((key) => !known.has(key)).map((key) => ({ key, bucket: emptyBucket(0) }));
  return more.length === 0 ? buckets : [...buckets, ...more].sort((one, other) => one.key - other.key);
}

/** Months put together, each year under its January. */
function years(months: readonly KeyedBucket[]): KeyedBucket[] {
  const byYear = new Map<number, Bucket>();
  for (const { key, bucket } of months) {
    const january = key - (key % 12);
    byYear.set(january, joined(byYear.get(january) ?? emptyBucket(0), bucket));
  }
  return [...byYear].map(([key, bucket]) => ({ key, bucket }));
}

function nameOf(step: EnergyStep, key: number, utcOffsetS: HistoryStore['utcOffsetS']): string {
  if (step === 'day') return dateText('day', key);
  if (step === 'hour')
    return new Date((key + utcOffsetS(key)) * 1000).toISOString().slice(0, 'yyyy-mm-ddThh'.length);
  return dateText('month', key).slice(0, step === 'year' ? 'yyyy'.length : undefined);
}

export interface MinutesQuestion {
  /** Whose power; empty: that of the whole plant. */
  readonly serials: readonly string[];
  /** Unix seconds; `toS` is not included. */
  readonly fromS: number;
  readonly toS: number;
}

/** Minute by minute, in W; null: not known. */
export interface PastMinutes {
  readonly producedW: readonly (number | null)[];
  /** Taken from the grid; negative: fed into it. */
  readonly gridW: readonly (number | null)[];
}

/** What inverters gave and what the meter showed. Of several inverters those count that were heard in a minute. */
export function readMinutes(store: HistoryStore, { serials, fromS, toS }: MinutesQuestion): PastMinutes {
  const lengthS = SPAN_LENGTH_S.minute;
  const firstS = Math.floor(fromS / lengthS) * lengthS;
  const places = serials.length === 0 ? [PLANT] : serials.map((serial) => store.placeOf(serial));
  const powerOf = (place: number | undefined) =>
    new Map(
      place === undefined
        ? []
        : bucketsOf(store, place, 'minute', firstS, toS - 1).map(({ key, bucket }) => [
            key,
            bucket.power?.mean,
          ]),
    );
  const [grid, produced] = [powerOf(METER), places.map(powerOf)];
  const keys = Array.from(
    { length: Math.ceil((toS - firstS) / lengthS) },
    (_, index) => firstS + index * lengthS,
  );
  return {
    producedW: keys.map((key) => sumOfKnown(produced.map((powers) => powers.get(key)))),
    gridW: keys.map((key) => grid.get(key) ?? null),
  };
}

/** Null where none of them is known. */
function sumOfKnown(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Whether there was ever a meter. */
export const wasMetered = (store: HistoryStore) => store.openBucket(METER, 'day') !== undefined;

/** From when to when there is anything of a place, in local days; undefined where there is nothing. */
export function recordedDays(
  store: HistoryStore,
  place: number,
): { readonly first: number; readonly last: number } | undefined {
  const row = store.database
    .prepare<{ first: number | null; last: number | null }>(
      'SELECT MIN(key) AS first, MAX(key) AS last FROM day WHERE place = ? AND key >= ?',
    )
    .get(place, FIRST_PLAUSIBLE_DAY);
  const days = [row?.first ?? undefined, row?.last ?? undefined, store.openBucket(place, 'day')?.key].filter(
    (day): day is number => day !== undefined && day >= FIRST_PLAUSIBLE_DAY,
  );
  return days.length === 0 ? undefined : { first: Math.min(...days), last: Math.max(...days) };
}
