import { decodeNumbers, encodeNumbers } from './numbers-codec.ts';

/** The mean of something over a span, and its extremes. Undefined: not measured. */
export interface Spread {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/**
 * What is kept of a span of time. Energy is in whole Wh, so that days add up to months exactly; power in W, kept in tenths.
 */
export interface Bucket {
  /** Seconds for which readings count. What is missing to the length of the span was not heard. */
  readonly coveredS: number;
  readonly energyWh: number;
  /** Some energy came while nobody listened, or was imported. */
  readonly isEstimated: boolean;
  /** Of all phases; undefined where only energy is known. */
  readonly power: Spread | undefined;
  /** Unix seconds at which the highest power was measured; 0 where none was. */
  readonly peakAtS: number;
  /** Of all strings. */
  readonly dcPower: Spread | undefined;
  readonly temperature: Spread | undefined;
  /** Of the grid. */
  readonly voltage: Spread | undefined;
  /** In per cent of what the inverter can. */
  readonly limit: Spread | undefined;
  /** Seconds for which the inverter was missed although there was light. */
  readonly missedS: number;
  readonly strings: readonly StringBucket[];
}

export interface StringBucket {
  readonly energyWh: number;
  readonly power: Spread | undefined;
}

/** One reading, as far as history keeps it. */
export interface Sample {
  readonly atS: number;
  /** Seconds for which it counts: those since the reading before. */
  readonly forS: number;
  readonly powerW: number;
  readonly dcPowerW: number | undefined;
  readonly temperatureC: number | undefined;
  readonly voltageV: number | undefined;
  readonly limitPercent: number | undefined;
  readonly stringPowersW: readonly (number | undefined)[];
}

export function emptyBucket(stringCount: number): Bucket {
  return {
    ...{ coveredS: 0, energyWh: 0, isEstimated: false, power: undefined, peakAtS: 0, dcPower: undefined },
    ...{ temperature: undefined, voltage: undefined, limit: undefined, missedS: 0 },
    strings: Array.from({ length: stringCount }, () => ({ energyWh: 0, power: undefined })),
  };
}

/** A bucket with one more reading in it. */
export function withSample(bucket: Bucket, sample: Sample): Bucket {
  const { forS } = sample;
  const add = (spread: Spread | undefined, value: number | undefined) =>
    value === undefined ? spread : joinSpreads(spread, bucket.coveredS, only(value), forS);
  const isPeak = bucket.power === undefined || sample.powerW > bucket.power.max;
  const count = Math.max(bucket.strings.length, sample.stringPowersW.length);
  return {
    ...bucket,
    coveredS: bucket.coveredS + forS,
    power: add(bucket.power, sample.powerW),
    peakAtS: isPeak ? sample.atS : bucket.peakAtS,
    dcPower: add(bucket.dcPower, sample.dcPowerW),
    temperature: add(bucket.temperature, sample.temperatureC),
    voltage: add(bucket.voltage, sample.voltageV),
    limit: add(bucket.limit, sample.limitPercent),
    strings: Array.from({ length: count }, (_, index) => {
      const { energyWh = 0, power } = bucket.strings[index] ?? {};
      return { energyWh, power: add(power, sample.stringPowersW[index]) };
    }),
  };
}

/** A bucket with energy that came. `stringIndex` is undefined where it is not known of which string. */
export function withEnergy(
  bucket: Bucket,
  wh: number,
  stringIndex: number | undefined,
  isEstimated: boolean,
): Bucket {
  const strings =
    stringIndex === undefined
      ? bucket.strings
      : bucket.strings.map((string, index) =>
          index === stringIndex ? { ...string, energyWh: string.energyWh + wh } : string,
        );
  return {
    ...bucket,
    energyWh: bucket.energyWh + wh,
    isEstimated: bucket.isEstimated || isEstimated,
    strings,
  };
}

/** A bucket with all the energy of another one, and nothing else of it. */
export function withEnergyOf(bucket: Bucket, other: Bucket): Bucket {
  const count = Math.max(bucket.strings.length, other.strings.length);
  return {
    ...bucket,
    energyWh: bucket.energyWh + other.energyWh,
    isEstimated: bucket.isEstimated || other.energyWh > 0,
    strings: Array.from({ length: count }, (_, index) => ({
      power: bucket.strings[index]?.power,
      energyWh: (bucket.strings[index]?.energyWh ?? 0) + (other.strings[index]?.energyWh ?? 0),
    })),
  };
}

export const withMissed = (bucket: Bucket, seconds: number): Bucket => ({
  ...bucket,
  missedS: bucket.missedS + seconds,
});

/** Of the meter all power may be fed in, which is negative. */
const LOWEST = Number.NEGATIVE_INFINITY;

/** What two spans, or two parts of one, have together. */
export function joined(one: Bucket, other: Bucket): Bucket {
  const { coveredS: oneS } = one;
  const { coveredS: otherS } = other;
  const join = (first: Spread | undefined, second: Spread | undefined) =>
    second === undefined ? first : joinSpreads(first, oneS, second, otherS);
  const isOtherPeak = (other.power?.max ?? LOWEST) > (one.power?.max ?? LOWEST);
  const count = Math.max(one.strings.length, other.strings.length);
  return {
    coveredS: oneS + otherS,
    energyWh: one.energyWh + other.energyWh,
    isEstimated: one.isEstimated || other.isEstimated,
    power: join(one.power, other.power),
    peakAtS: isOtherPeak ? other.peakAtS : one.peakAtS,
    dcPower: join(one.dcPower, other.dcPower),
    temperature: join(one.temperature, other.temperature),
    voltage: join(one.voltage, other.voltage),
    limit: join(one.limit, other.limit),
    missedS: one.missedS + other.missedS,
    strings: Array.from({ length: count }, (_, index) => {
      const [first, second] = [one.strings[index], other.strings[index]];
      return {
        energyWh: (first?.energyWh ?? 0) + (second?.energyWh ?? 0),
        power: join(first?.power, second?.power),
      };
    }),
  };
}

const only = (value: number): Spread => ({ mean: value, min: value, max: value });

export function joinSpreads(one: Spread | undefined, oneS: number, other: Spread, otherS: number): Spread {
  if (one === undefined) return other;
  const wholeS = oneS + otherS;
  return {
    mean: wholeS === 0 ? other.mean : (one.mean * oneS + other.mean * otherS) / wholeS,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
  };
}

/** The version of the layout below. */
const LAYOUT = 2;
const ESTIMATED = 1;

/**
 * The bytes of a bucket: numbers in the order below (`numbers-codec.ts`). Power, temperature, voltage and limit are in
 * tenths, extremes as their distance from the mean; the time of the peak is told as seconds after `baseS`.
 */
export function encodeBucket(bucket: Bucket, baseS: number): Uint8Array {
  const { power, peakAtS } = bucket;
  return encodeNumbers([
    LAYOUT,
    bucket.isEstimated ? ESTIMATED : 0,
    Math.round(bucket.coveredS),
    bucket.energyWh,
    ...spreadNumbers(power),
    power && Math.round(peakAtS) - baseS,
    ...spreadNumbers(bucket.dcPower),
    ...spreadNumbers(bucket.temperature),
    ...spreadNumbers(bucket.voltage),
    ...spreadNumbers(bucket.limit),
    Math.round(bucket.missedS),
    ...bucket.strings.flatMap(({ energyWh, power }) => [energyWh, ...spreadNumbers(power)]),
  ]);
}

/** Reads what `encodeBucket` has written, or did in its first layout; undefined for anything else. */
export function decodeBucket(bytes: Uint8Array, baseS: number): Bucket | undefined {
  const found = decodeNumbers(bytes);
  const numbers = found?.[0] === 1 ? fromFirstLayout(found) : found;
  if (numbers === undefined || numbers[0] !== LAYOUT || numbers.length < FIXED_NUMBERS) return undefined;
  const [, flags = 0, coveredS = 0, energyWh = 0] = numbers;
  const strings: StringBucket[] = [];
  for (let at = FIXED_NUMBERS; at + 3 < numbers.length; at += 4) {
    strings.push({ energyWh: numbers[at] ?? 0, power: spreadAt(numbers, at + 1) });
  }
  const peakS = numbers[7];
  return {
    ...{ coveredS, energyWh, isEstimated: (flags & ESTIMATED) !== 0 },
    power: spreadAt(numbers, 4),
    peakAtS: peakS === undefined ? 0 : baseS + peakS,
    dcPower: spreadAt(numbers, 8),
    temperature: spreadAt(numbers, 11),
    voltage: spreadAt(numbers, 14),
    limit: spreadAt(numbers, 17),
    missedS: numbers[20] ?? 0,
    strings,
  };
}

const FIXED_NUMBERS = 21;

type Numbers = readonly (number | undefined)[];

/** The first layout had no power of the strings together, and of the limit the mean alone. */
function fromFirstLayout(numbers: Numbers): Numbers {
  const limit = numbers[14];
  const still = limit === undefined ? undefined : 0;
  return [
    ...[LAYOUT, ...numbers.slice(1, 8), undefined, undefined, undefined, ...numbers.slice(8, 14)],
    ...[limit, still, still, ...numbers.slice(15)],
  ];
}

function spreadNumbers(spread: Spread | undefined): (number | undefined)[] {
  if (spread === undefined) return [undefined, undefined, undefined];
  const mean = Math.round(spread.mean * 10);
  return [mean, Math.round(spread.min * 10) - mean, Math.round(spread.max * 10) - mean];
}

function spreadAt(numbers: Numbers, at: number): Spread | undefined {
  const mean = numbers[at];
  if (mean === undefined) return undefined;
  return {
    mean: mean / 10,
    min: (mean + (numbers[at + 1] ?? 0)) / 10,
    max: (mean + (numbers[at + 2] ?? 0)) / 10,
  };
}
