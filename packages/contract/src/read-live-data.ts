import { DATA_AGE_ABSOLUTE_ABOVE_S } from './constants.ts';
import type { ReadersEndpoint } from './endpoint.ts';
import {
  CHANNEL_NUMBERS,
  type ChannelNumber,
  type LiveData,
  type NewestLiveData,
  type PropertyName,
  SILENCES,
  type Silence,
  STORAGE_PROBLEMS,
  type StorageProblem,
} from './live-data.ts';
import { isNumber, isRecord } from './unknown-values.ts';

// Live data as a client gets it, in words of the field: the keys of the wire end here.

/** A limit as a client gets it. */
export interface ReceivedLimit {
  /** Undefined while it is not known. */
  readonly percent: number | undefined;
  /** It is the limit that was known last, and may be another one by now. */
  readonly isInDoubt: boolean;
}

/**
 * Reads a limit and how sure it is, which original devices do not say. 0 % in doubt is what the wire says before the limit
 * was ever read, otherwise a program has stopped the inverter.
 */
export function readLimit(percent: number | undefined, certainty: unknown): ReceivedLimit {
  const isReported = certainty === 'known' || certainty === 'expected';
  return { percent: percent === 0 && !isReported ? undefined : percent, isInDoubt: certainty === 'unknown' };
}

/** What is measured, by the wire's names for it, in the order in which it is shown. */
const QUANTITIES = {
  Power: 'power',
  Voltage: 'voltage',
  Current: 'current',
  'Power DC': 'powerDc',
  YieldDay: 'yieldToday',
  YieldTotal: 'yieldTotal',
  Frequency: 'frequency',
  Temperature: 'temperature',
  PowerFactor: 'powerFactor',
  ReactivePower: 'reactivePower',
  Efficiency: 'efficiency',
  Irradiation: 'irradiation',
} as const satisfies Record<PropertyName, string>;

export type Quantity = (typeof QUANTITIES)[PropertyName];
const FIELDS = Object.entries(QUANTITIES);

/** A number as it is shown. `value` is null where it is not known. */
export interface Measured {
  readonly value: number | null;
  readonly unit: string;
  readonly digits: number;
}

export interface MeasuredQuantity extends Measured {
  readonly quantity: Quantity;
}

/** What one phase of the grid measures, or the voltage between two of them. */
export interface ReceivedPhase {
  /** As electricians write it in every language: `L1`, or `L1–L2`. */
  readonly name: string;
  /** Against neutral and current, or what is between the two. */
  readonly values: readonly MeasuredQuantity[];
}

/** A group of measurements: number 0 is the AC side, 1 to 6 are the strings. */
export interface ReceivedChannel {
  readonly number: ChannelNumber;
  /** What the string is called; empty where it has no name. */
  readonly name: string;
  /** What is told phase by phase is not among them. */
  readonly values: readonly MeasuredQuantity[];
  /** Of an AC side that tells its phases one by one, those, and then what is between them as far as that is told. */
  readonly phases: readonly ReceivedPhase[];
}

/** One inverter: how it is doing, and everything it measures. What was not understood is unknown, and counted. */
export interface ReceivedInverter {
  readonly serial: string;
  readonly name: string;
  /** Seconds since its last reading; the uptime of the gateway when there was none. */
  readonly dataAgeS: number;
  /** Seconds since it was added; undefined where it has a reading, and where the device does not say. */
  readonly addedAgeS: number | undefined;
  /**
   * It has sent a reading. Before that every value on the wire is zero, which would read as "measured, and zero". Real
   * data cannot be all zero: an inverter that answers has DC voltage, grid frequency and a temperature. Where there is no
   * number at all (no channels, or none that could be read) nothing speaks against it. Source:
   * docs/reference/original-device.md#live-data and #measurements.
   */
  readonly hasReading: boolean;
  /** It answered lately. */
  readonly isReachable: boolean;
  /** It is reachable, and its last reading is young enough to be that of now. */
  readonly isAnswering: boolean;
  /** Its AC power was above zero in the last reading, however old. */
  readonly isProducing: boolean;
  readonly isSwitchedOff: boolean;
  /** What it means that it does not answer; undefined while it does, or while nobody can say yet. */
  readonly silence: Silence | undefined;
  /** `watts`: undefined while the maximum power is not known. */
  readonly limit: ReceivedLimit & { readonly watts: number | undefined };
  /** Answers per hundred transmissions; undefined where it is not known. */
  readonly radioQuality: number | undefined;
  /** Entries in the event log; undefined where there is none. */
  readonly eventCount: number | undefined;
  /** The yield of today that it reports is that of the day that it is now. */
  readonly isYieldOfToday: boolean;
  readonly phase: ReceivedChannel | undefined;
  readonly strings: readonly ReceivedChannel[];
  /** The device that brings it; undefined where the gateway hears it by its own radio. */
  readonly source: ReceivedSource | undefined;
  /** How many of its fields, channels and values were not understood. */
  readonly refusedValues: number;
}

/** A device that brings inverters. */
export interface ReceivedSource {
  readonly id: string;
  /** Empty before it was reached, unless its owner gave it a name. */
  readonly name: string;
  /** One of `SOURCE_STATES`; perhaps another one of a gateway that is newer than this reader. */
  readonly state: string;
  /** What `readSourceState` reads, which is left to who shows it: the first load has no room. */
  readonly sent: Readonly<Record<string, unknown>>;
}

export interface ReceivedTotals {
  readonly power: Measured;
  readonly yieldToday: Measured;
  readonly yieldTotal: Measured;
}

/** What the owner should know. */
export interface ReceivedHints {
  readonly isClockUnset: boolean;
  readonly hasRadioProblem: boolean;
  readonly hasDefaultPassword: boolean;
  readonly storageProblem: StorageProblem | undefined;
}

/** The plant as a whole. */
/** A time, and by how much the clock of the plant is ahead of UTC then, where that is told. */
export interface PlantMoment {
  readonly atMs: number;
  readonly utcOffsetS: number | undefined;
}

export interface ReceivedPlant {
  /** How many inverters are set up, */
  readonly all: number;
  /** how many of them answer now, */
  readonly answering: number;
  /** and how many of those feed in. */
  readonly producing: number;
  /** Every inverter is silent and asleep. */
  readonly isNight: boolean;
  /** When the sun is expected to wake them, as Unix time; undefined where it is not known. */
  readonly asleepUntil?: PlantMoment | undefined;
  /** The last total power above zero; only while there is none now. */
  readonly lastPower?: (Measured & PlantMoment) | undefined;
  /** false: the clock is not set, and so nobody knows of which day the yield of today is. */
  readonly isDayKnown: boolean;
  /** Of how many inverters the total yield is known, at least from before. */
  readonly yieldTotalKnown: number;
  /** There is a socket for pages, which they are to take. */
  readonly isLean?: boolean | undefined;
}

/** Every inverter and what they make together. */
export interface ReceivedLiveData {
  readonly inverters: readonly ReceivedInverter[];
  readonly totals: ReceivedTotals;
  readonly hints: ReceivedHints;
  readonly plant: ReceivedPlant;
  readonly refusedInverters: number;
  /** At least one of the sums is missing or makes no sense; it is null. */
  readonly refusedTotal: boolean;
  /** At least one of the hints is missing or makes no sense; it reads as false. */
  readonly refusedHints: boolean;
  /** What `readOrders` reads; undefined where there are none. It is left to who shows them: the first load has no room. */
  readonly orders: unknown;
  /** The devices that bring inverters, besides the radio. */
  readonly sources: readonly ReceivedSource[];
}

/** Counts, on the way through a part of a message, what made no sense. */
interface Refusals {
  count: number;
}

/**
 * Reads a message of live data field by field, in one walk. An inverter that makes no sense is left out and counted; a sum, a hint or
 * a value that makes no sense is unknown, and that is told. Only a message without a list of inverters is refused
 * (undefined).
 *
 * Written by hand: the live view is the first thing a browser loads, and must not carry the schema library for it
 * (which also probes for `eval`, and a strict content security policy reports that).
 */
export function readLiveData(message: unknown): ReceivedLiveData | undefined {
  if (!isRecord(message) || !Array.isArray(message.inverters)) return undefined;
  const sent: readonly unknown[] = message.inverters;
  const sources = readSources(message.sources);
  const inverters = sent
    .map((inverter) => readInverter(inverter, sources))
    .filter((inverter) => inverter !== undefined);
  const ofTotal: Refusals = { count: 0 };
  const ofHints: Refusals = { count: 0 };
  const totals = readTotals(message.total, ofTotal);
  const plant = readPlant(message.plant);
  const live = {
    inverters,
    totals,
    hints: readHints(message.hints, ofHints),
    refusedInverters: sent.length - inverters.length,
    refusedTotal: ofTotal.count > 0,
    refusedHints: ofHints.count > 0,
    orders: message.orders,
    sources,
  };
  return plant === undefined ? withDerivedPlant(live, sent.length) : { ...live, plant };
}

/**
 * What can be said of the plant of a device that does not describe it. The device has no place for the day of a yield, and
 * counts the last power of inverters that do not answer, too. A silence beside an inverter that produces is a problem, any
 * other is anybody's guess.
 */
function withDerivedPlant(live: Omit<ReceivedLiveData, 'plant'>, all: number): ReceivedLiveData {
  const { inverters, totals } = live;
  const answering = inverters.filter(({ isAnswering }) => isAnswering);
  const producing = answering.filter(({ isProducing }) => isProducing);
  const silence = producing.length > 0 ? 'problem' : 'unclear';
  const isPartial = totals.power.value !== null && answering.length < inverters.length;
  const watts = answering.reduce((sum, { phase }) => sum + (quantityOf(phase, 'power')?.value ?? 0), 0);
  return {
    ...live,
    inverters: inverters.map((inverter) =>
      inverter.isReachable ? inverter : { ...inverter, silence: inverter.silence ?? silence },
    ),
    totals: isPartial ? { ...totals, power: { ...totals.power, value: watts } } : totals,
    plant: {
      all,
      answering: answering.length,
      producing: producing.length,
      isNight: false,
      isDayKnown: true,
      yieldTotalKnown: all,
    },
  };
}

/** One of the values of a channel, where it has it. */
export function quantityOf(channel: ReceivedChannel | undefined, wanted: Quantity): Measured | undefined {
  return channel?.values.find(({ quantity }) => quantity === wanted);
}

function readTotals(value: unknown, refusals: Refusals): ReceivedTotals {
  const total = isRecord(value) ? value : {};
  return {
    power: readValue('power', total.Power, refusals),
    yieldToday: readValue('yieldToday', total.YieldDay, refusals),
    yieldTotal: readValue('yieldTotal', total.YieldTotal, refusals),
  };
}

function readHints(value: unknown, refusals: Refusals): ReceivedHints {
  const hints = isRecord(value) ? value : {};
  const isSet = (flag: unknown) => {
    if (typeof flag !== 'boolean') refusals.count += 1;
    return flag === true;
  };
  return {
    isClockUnset: isSet(hints.time_sync), // the name is the wire's: true means that it is not in step
    hasRadioProblem: isSet(hints.radio_problem),
    hasDefaultPassword: isSet(hints.default_password),
    storageProblem: STORAGE_PROBLEMS.find((problem) => problem === hints.storage_problem),
  };
}

/** Only our own gateway has them: what makes no sense is left out. */
function readSources(wire: unknown): readonly ReceivedSource[] {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return (Array.isArray(wire) ? wire : [])
    .filter(isRecord)
    .map((sent) => ({ id: textOf(sent.id), name: textOf(sent.name), state: textOf(sent.state), sent }));
}

function readInverter(wire: unknown, sources: readonly ReceivedSource[]): ReceivedInverter | undefined {
  if (!isRecord(wire)) return undefined;
  const { serial, name, data_age, reachable, producing, answering } = wire;
  if (typeof serial !== 'string' || serial === '' || !isNumber(data_age)) return undefined;
  if (typeof reachable !== 'boolean' || typeof producing !== 'boolean') return undefined;
  const refusals: Refusals = { count: 0 };
  if (typeof name !== 'string') refusals.count += 1;
  const [phase, ...others] = CHANNEL_NUMBERS.map((number) => readChannel(number, wire[number], refusals));
  const strings = others.filter((string) => string !== undefined);
  const has = (isWanted: (measured: Measured) => unknown) =>
    [phase, ...strings].some((channel) => channel?.values.some(isWanted));
  return {
    serial,
    name: typeof name === 'string' ? name : '',
    dataAgeS: data_age,
    addedAgeS: numberIn(wire.added_age),
    hasReading: has(({ value }) => value) || !has(({ value }) => value === 0),
    isReachable: reachable,
    isAnswering:
      typeof answering === 'boolean' ? answering : reachable && data_age <= DATA_AGE_ABSOLUTE_ABOVE_S,
    isProducing: producing,
    isSwitchedOff: wire.switched_off === true,
    silence: SILENCES.find((silence) => silence === wire.silence),
    limit: {
      ...readLimit(notNegative(wire.limit_relative, refusals), wire.limit_state),
      watts: notNegative(wire.limit_absolute, refusals),
    },
    radioQuality: numberIn(wire.radio_quality),
    eventCount: notNegative(wire.events, refusals),
    isYieldOfToday: wire.yield_day_counts !== false,
    phase,
    strings,
    source: sources.find(({ id }) => id === wire.source),
    refusedValues: refusals.count,
  };
}

function readMoment(at: unknown, offset: unknown): PlantMoment | undefined {
  return isNumber(at) ? { atMs: at * 1000, utcOffsetS: isNumber(offset) ? offset : undefined } : undefined;
}

/** Undefined where there is none, as from an original device, or none that can be used. */
function readPlant(wire: unknown): ReceivedPlant | undefined {
  if (!isRecord(wire)) return undefined;
  const { all, answering, producing, yield_total_known } = wire;
  if (!isNumber(all) || !isNumber(answering) || !isNumber(producing) || !isNumber(yield_total_known)) {
    return undefined;
  }
  const last = isRecord(wire.last_power) ? wire.last_power : {};
  const lastAt = readMoment(last.at, last.utc_offset);
  const lastPower = readValue('power', last, { count: 0 });
  return {
    all,
    answering,
    producing,
    isNight: wire.night === true,
    asleepUntil: readMoment(wire.asleep_until, wire.utc_offset),
    lastPower: lastAt && lastPower.value !== null ? { ...lastPower, ...lastAt } : undefined,
    isDayKnown: typeof wire.day === 'string',
    yieldTotalKnown: yield_total_known,
    isLean: wire.lean === true,
  };
}

function readChannel(number: ChannelNumber, wire: unknown, refusals: Refusals): ReceivedChannel | undefined {
  if (!isRecord(wire)) {
    if (wire !== undefined) refusals.count += 1;
    return undefined;
  }
  const name = isRecord(wire.name) && typeof wire.name.u === 'string' ? wire.name.u : '';
  const values: MeasuredQuantity[] = [];
  const phases = number === 0 ? readPhases(wire, refusals) : [];
  for (const [key, quantity] of FIELDS) {
    const isOfPhases = phases[0]?.values.some((value) => value.quantity === quantity);
    if (wire[key] !== undefined && !isOfPhases) values.push(readValue(quantity, wire[key], refusals));
  }
  return { number, name, values, phases };
}

/** Names such as `Voltage Ph1-N`, `Voltage Ph1-Ph2` and `Current Ph1`. */
const OF_PHASE = /^(Voltage|Current) Ph(\d)(?:-Ph(\d))?/;

function readPhases(wire: Readonly<Record<string, unknown>>, refusals: Refusals): readonly ReceivedPhase[] {
  const rows: Record<string, MeasuredQuantity[]> = {};
  for (const key in wire) {
    const [, field, from, to] = OF_PHASE.exec(key) ?? [];
    if (field === undefined) continue;
    const value = readValue(QUANTITIES[field as PropertyName], wire[key], refusals);
    const name = to === undefined ? `L${from}` : `L${from}–L${to}`;
    if (to === undefined || value.value !== null) rows[name] = [...(rows[name] ?? []), value];
  }
  return Object.entries(rows).map(([name, values]) => ({ name, values }));
}

/** More decimals than these are no display hint any more, and number formats refuse them. */
const DIGITS_MAX = 10;
/** Where the message has no usable number of decimals: enough to lose nothing that matters to the eye. */
const DIGITS_DEFAULT = 2;

/** A number without a unit could be taken for another one, so it is unknown too; odd decimals are mended. */
function readValue(quantity: Quantity, wire: unknown, refusals: Refusals): MeasuredQuantity {
  const { v, u, d } = isRecord(wire) ? wire : {};
  const digits = isNumber(d) ? Math.trunc(Math.min(DIGITS_MAX, Math.max(0, d))) : DIGITS_DEFAULT;
  const hasUnit = typeof u === 'string';
  const value = hasUnit && isNumber(v) ? v : null;
  if (!hasUnit || value !== v) refusals.count += 1;
  return { quantity, value, unit: hasUnit ? u : '', digits };
}

function numberIn(value: unknown): number | undefined {
  return isNumber(value) ? value : undefined;
}

/** -1 stands for what is not there, or not known. */
function notNegative(value: unknown, refusals: Refusals): number | undefined {
  if (!isNumber(value)) refusals.count += 1;
  return isNumber(value) && value >= 0 ? value : undefined;
}

/**
 * Everything that the live view shows. With `inv` that inverter only, as the newest original devices tell it (`AC`, `DC`,
 * `INV`), while the sums stay those of all; of a serial that nobody knows the list is empty. Pages of the gateway name with
 * `shown` the inverter that they show: of many others they get a summary.
 */
export const getLiveData: ReadersEndpoint<
  LiveData | NewestLiveData,
  ReceivedLiveData,
  never,
  'inv' | 'shown'
> = {
  method: 'GET',
  path: '/api/livedata/status',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv', 'shown'],
  read: readLiveData,
};
