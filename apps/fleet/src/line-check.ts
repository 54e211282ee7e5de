/**
 * Looks through line protocol (docs/reference/line-protocol.md) before it is handed on: a site may write series of its own, of the
 * measurements that there are, and nothing else. Written by hand, since each byte of every site passes here.
 *
 *   heliograph_string,site=barn,serial=116180000001,string=1 power_w=101.5,voltage_v=31.2 1790000000000000000
 *   ^ one of ours    ^ exactly the tags that it has         ^ some of its fields          ^ nanoseconds, 19 digits
 */

import { INVERTER_MAX_W, INVERTER_MIN_W } from '@heliograph/fleet-contract';

/** What of a line decides whether its series may be there. */
export interface SeriesOfLine {
  readonly serial: string;
  /** 0: of an inverter. */
  readonly string: number;
  /** As it is written in the line; empty: it is no line of a name. */
  readonly name: string;
}

export interface LineRules {
  readonly site: string;
  /** Unix seconds; what is later is refused. */
  readonly latestS: number;
  /** That a site may have; so much can its plant give. */
  readonly maxInverters: number;
  /** Whether a site may have this series too. */
  readonly admits: (series: SeriesOfLine) => boolean;
}

export interface CheckedLines {
  /** What may be handed on, as it came. */
  readonly good: Uint8Array;
  readonly lines: number;
  readonly refused: number;
  readonly tooMany: number;
}

const SITE = 1;
const SERIAL = 2;
const STRING = 4;
const NAME = 8;
const TAG_BITS = new Map([
  ['site', SITE],
  ['serial', SERIAL],
  ['string', STRING],
  ['name', NAME],
]);

/** From and to; the third: both are meant for each inverter that a site may have. */
type Bounds = readonly [min: number, max: number, perInverter?: true];

interface Measurement {
  /** Which sets of tags it may have. */
  readonly tags: readonly number[];
  /** In the same order as `bounds`. */
  readonly fields: readonly string[];
  readonly bounds: readonly Bounds[];
}

const measurement = (tags: readonly number[], fields: Readonly<Record<string, Bounds>>): Measurement => ({
  tags,
  fields: Object.keys(fields),
  bounds: Object.values(fields),
});

/** One reading that nothing can give would spoil a curve, and the sums of all, for as long as readings are kept. */
const POWER: Bounds = [INVERTER_MIN_W, INVERTER_MAX_W];
const PLANT_POWER: Bounds = [INVERTER_MIN_W, INVERTER_MAX_W, true];
const PERCENT: Bounds = [0, 1000];
/** Of a house, which may have much more than its plant. */
const HOUSE_POWER: Bounds = [-10_000_000, 10_000_000];
const MARK: Bounds = [0, 1];

const MEASUREMENTS = new Map<string, Measurement>([
  [
    'heliograph_inverter',
    measurement([SITE | SERIAL], {
      ...{ power_w: POWER, dc_power_w: POWER, voltage_v: [0, 1000], frequency_hz: [0, 100] },
      ...{ temperature_c: [-100, 200], limit_percent: PERCENT },
    }),
  ],
  [
    'heliograph_string',
    measurement([SITE | SERIAL | STRING], {
      ...{ power_w: POWER, voltage_v: [-10, 1000], current_a: [-100, 100] },
      yield_day_wh: [0, INVERTER_MAX_W * 24],
    }),
  ],
  [
    'heliograph_plant',
    measurement([SITE], { power_w: PLANT_POWER, dc_power_w: PLANT_POWER, limit_percent: PERCENT }),
  ],
  ['heliograph_meter', measurement([SITE], { grid_w: HOUSE_POWER, consumption_w: HOUSE_POWER })],
  ['heliograph_name', measurement([SITE | SERIAL | NAME, SITE | SERIAL | NAME | STRING], { info: MARK })],
  ['heliograph_test', measurement([SITE], { value: MARK })],
]);

/** Nobody had a gateway of ours before: such a clock was not set. */
const EARLIEST_S = 1_577_836_800;
const LINE_MAX_BYTES = 2048;
const TAG_MAX_BYTES = 300;

const SPACE = 32;
const HASH = 35;
const COMMA = 44;
const EQUALS = 61;
const BACKSLASH = 92;
const DELETE = 127;

export function checkLines(body: Uint8Array, rules: LineRules): CheckedLines {
  // Each byte is one character of it, which is quicker to look at, and cut, than the bytes are.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const good: Uint8Array[] = [];
  const counts: Record<Verdict, number> = { good: 0, refused: 0, 'too-many': 0, nothing: 0 };
  /** Where what may be handed on begins. */
  let from = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const next = feed === -1 ? text.length : feed + 1;
    // Cut out first, so that what is looked for is never looked for in all that follows.
    const verdict = verdictOf(text.slice(start, feed === -1 ? text.length : feed), rules);
    counts[verdict] += 1;
    if (verdict !== 'good') {
      if (start > from) good.push(body.subarray(from, start));
      from = next;
    }
    start = next;
  }
  good.push(body.subarray(from));
  return {
    good: from === 0 ? body : Buffer.concat(good),
    ...{ lines: counts.good, refused: counts.refused, tooMany: counts['too-many'] },
  };
}

type Verdict = 'good' | 'refused' | 'too-many' | 'nothing';

function verdictOf(line: string, rules: LineRules): Verdict {
  if (line === '' || line.charCodeAt(0) === HASH) return 'nothing';
  if (line.length > LINE_MAX_BYTES) return 'refused';
  const comma = line.indexOf(',');
  const measurement = comma === -1 ? undefined : MEASUREMENTS.get(line.slice(0, comma));
  if (measurement === undefined) return 'refused';
  const tags = readTags(line, comma);
  if (tags === undefined || !measurement.tags.includes(tags.bits) || !isOwn(tags, rules)) return 'refused';
  const fieldsEnd = readFields(line, tags.end + 1, measurement, rules.maxInverters);
  if (fieldsEnd === -1 || !isTime(line, fieldsEnd + 1, rules.latestS)) return 'refused';
  if ((tags.bits & SERIAL) === 0) return 'good';
  if (!isSerial(tags.serial) || ((tags.bits & STRING) !== 0 && tags.string === 0)) return 'refused';
  return rules.admits(tags) ? 'good' : 'too-many';
}

const isOwn = ({ site }: Tags, rules: LineRules) => site === rules.site || __WITHOUT__.ownSeries;

interface Tags extends SeriesOfLine {
  readonly bits: number;
  readonly site: string;
  /** Where the space behind them is. */
  readonly end: number;
}

/** From the comma before the first one. */
function readTags(text: string, start: number): Tags | undefined {
  let bits = 0;
  let at = start;
  const values = { site: '', serial: '', string: '', name: '' };
  while (text.charCodeAt(at) === COMMA) {
    const equals = text.indexOf('=', at);
    if (equals === -1) return undefined;
    const name = text.slice(at + 1, equals);
    const bit = TAG_BITS.get(name) ?? 0;
    const valueEnd = tagEnd(text, equals + 1);
    const length = valueEnd - equals - 1;
    // Each once: two of a name would be one or the other, as the database likes.
    if (bit === 0 || (bits & bit) !== 0 || length < 1 || length > TAG_MAX_BYTES) return undefined;
    bits |= bit;
    values[name as keyof typeof values] = text.slice(equals + 1, valueEnd);
    at = valueEnd;
  }
  const { site, serial, name } = values;
  return { bits, site, serial, name, string: stringNumber(values.string), end: at };
}

/** Where a value ends, at a comma or a space; before itself where it is none. */
function tagEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === SPACE) return at;
    if (code === BACKSLASH) {
      at += 1;
      const escaped = text.charCodeAt(at);
      if (escaped !== COMMA && escaped !== SPACE && escaped !== EQUALS) return -1;
    } else if (code < SPACE || code === DELETE || code === EQUALS) return -1;
  }
  return -1;
}

/** From 1; 0: it is none. How many there may be is for who admits. */
function stringNumber(text: string): number {
  const value = Number(text);
  return text.length <= 3 && isDigits(text, 0) && String(value) === text ? value : 0;
}

function isSerial(text: string): boolean {
  if (text.length !== 12) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isHex = (code >= 48 && code <= 57) || (code >= 97 && code <= 102);
    if (!isHex) return false;
  }
  return true;
}

/** Where the space behind the fields is; -1: they are none. */
function readFields(
  text: string,
  start: number,
  { fields, bounds }: Measurement,
  maxInverters: number,
): number {
  let at = start;
  let bits = 0;
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals === -1) return -1;
    const index = fields.indexOf(text.slice(at, equals));
    const bit = 1 << (index + 1);
    const valueEnd = numberEnd(text, equals + 1);
    if (bit === 1 || (bits & bit) !== 0 || valueEnd === -1) return -1;
    if (!isWithin(Number(text.slice(equals + 1, valueEnd)), bounds[index], maxInverters)) return -1;
    bits |= bit;
    if (text.charCodeAt(valueEnd) === SPACE) return valueEnd;
    if (text.charCodeAt(valueEnd) !== COMMA) return -1;
    at = valueEnd + 1;
  }
  return -1;
}

function isWithin(value: number, bounds: Bounds | undefined, maxInverters: number): boolean {
  if (bounds === undefined) return false;
  const [min, max, perInverter] = bounds;
  const times = perInverter === true ? maxInverters : 1;
  return value >= min * times && value <= max * times;
}

const MINUS = 45;
const PLUS = 43;
const POINT = 46;
const SMALL_E = 101;
/** More is no reading. */
const DIGITS_MAX = 20;
const EXPONENT_DIGITS_MAX = 2;

/** Where a number ends as JSON writes it; -1: it is none. */
function numberEnd(text: string, start: number): number {
  let at = text.charCodeAt(start) === MINUS ? start + 1 : start;
  at = digitsEnd(text, at, DIGITS_MAX);
  if (at !== -1 && text.charCodeAt(at) === POINT) at = digitsEnd(text, at + 1, DIGITS_MAX);
  if (at === -1 || text.charCodeAt(at) !== SMALL_E) return at;
  const sign = text.charCodeAt(at + 1);
  return digitsEnd(text, sign === MINUS || sign === PLUS ? at + 2 : at + 1, EXPONENT_DIGITS_MAX);
}

/** -1: there is none, or there are too many. */
function digitsEnd(text: string, start: number, max: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at === start || at - start > max ? -1 : at;
}

const isDigit = (code: number) => code >= 48 && code <= 57;

function isDigits(text: string, start: number): boolean {
  for (let at = start; at < text.length; at += 1) {
    if (!isDigit(text.charCodeAt(at))) return false;
  }
  return text.length > start;
}

const TIME_DIGITS = 19;
const SECOND_DIGITS = 10;

function isTime(text: string, start: number, latestS: number): boolean {
  if (text.length - start !== TIME_DIGITS || !isDigits(text, start)) return false;
  const atS = Number(text.slice(start, start + SECOND_DIGITS));
  return atS >= EARLIEST_S && (atS <= latestS || __WITHOUT__.readingsOfTomorrow);
}
