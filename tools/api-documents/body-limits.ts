import {
  type ApiResult,
  BODY_SCHEMAS,
  type BodySchemas,
  firstFailure,
  InverterSlotSchema,
  LIMIT_VALUE_LARGE_MAX,
  limitOrderSchema,
  type PostName,
} from '@heliograph/contract';
import type { JsonSchema } from './json-schema.ts';

/**
 * What the schemas of bodies refuse. They are functions that read leniently and tell nothing of their limits, so they
 * are asked: fields of a good body are replaced one after the other. What they answer is what the gateway answers.
 */

type Path = readonly (string | number)[];

/** Values with which each rule of some field is broken. */
const BAD_VALUES: readonly unknown[] = [
  '',
  0,
  -1,
  65_535,
  4_294_967_295,
  'no',
  'no/',
  'a b/',
  'a:b',
  [],
  {},
  null,
  'x'.repeat(5_000),
];
const LARGEST = 4_294_967_295;
const LONGEST = 5_000;
/** Among these lie all numbers that stand for something. */
const MEANINGS = 1_024;

/** Every refusal that a field of a body can cause, in the order of the fields. */
export function refusalsOf(name: PostName, good: object): readonly ApiResult[] {
  const refusals = new Map<string, ApiResult>();
  for (const path of pathsOf(good)) {
    for (const value of [...BAD_VALUES, ...withMoreItems(valueAt(good, path))]) {
      const refusal = answerTo(name, withValue(good, path, value));
      if (refusal !== undefined) refusals.set(refusal.message, refusal);
    }
  }
  return [...refusals.values()];
}

/** Of a list, its first item twice, and so often that there are too many. */
function withMoreItems(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  return [[...value, value[0]], Array.from({ length: MEANINGS }, () => value[0])];
}

/** What is taken of large inverters is more than of others; the document has the wider limits. */
const WIDEST_SCHEMAS: BodySchemas = {
  ...BODY_SCHEMAS,
  setLimit: limitOrderSchema({ isThere: () => false, limitMaxOf: () => LIMIT_VALUE_LARGE_MAX }),
  editInverter: InverterSlotSchema,
};

/** The schema of a body with the limits of its fields. They are those of the schema, whatever the good body has in them. */
export function withLimits(name: PostName, good: object, schema: JsonSchema): JsonSchema {
  return limited({ name, goods: goodVariants(name, good, schema) }, [], schema);
}

interface Asking {
  readonly name: PostName;
  /** Bodies that are taken. What a field may hold can depend on a word in another one, so each such word is in one of them. */
  readonly goods: readonly [object, ...object[]];
}

function goodVariants(name: PostName, good: object, schema: JsonSchema): readonly [object, ...object[]] {
  const variants = wordsIn(schema).flatMap(({ path, words }) =>
    words.map((word) => withValue(good, path, word) as object),
  );
  return [good, ...variants.filter((variant) => answerTo(name, variant, WIDEST_SCHEMAS) === undefined)];
}

/** Where a body has one of a few words, and which. */
function wordsIn(schema: JsonSchema, path: Path = []): readonly { path: Path; words: readonly string[] }[] {
  const { properties = {}, items } = schema;
  const words = schema.enum?.filter((word) => typeof word === 'string') ?? [];
  return [
    ...(words.length > 0 ? [{ path, words }] : []),
    ...Object.entries(properties).flatMap(([key, field]) => wordsIn(field, [...path, key])),
    ...(items === undefined ? [] : wordsIn(items, [...path, 0])),
  ];
}

function limited(asking: Asking, path: Path, schema: JsonSchema): JsonSchema {
  const { name, goods } = asking;
  const { properties, items } = schema;
  const answersTo = (value: unknown) =>
    goods.map((good) => answerTo(name, withValue(good, path, value), WIDEST_SCHEMAS));
  const isRefused = (value: unknown) => answersTo(value).every((answer) => answer !== undefined);
  const value = valueAt(goods[0], path);
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([key, field]) => [
      key,
      limited(asking, [...path, key], field),
    ]);
    return { ...schema, properties: Object.fromEntries(fields) };
  }
  if (items !== undefined) {
    return { ...schema, ...itemLimits(value, isRefused), items: limited(asking, [...path, 0], items) };
  }
  if (schema.enum?.every((word) => typeof word === 'string')) {
    // One that is refused otherwise than what is no word at all only lacks something in another field of the good body.
    const noWord = answersTo('no word').map((answer) => answer?.message);
    const isNone = (word: unknown) =>
      answersTo(word).every((answer, at) => answer && answer.message === noWord[at]);
    return { ...schema, enum: schema.enum.filter((word) => !isNone(word)) };
  }
  if (schema.enum !== undefined) {
    const numbers = Array.from({ length: MEANINGS }, (_, number) => number);
    return { ...schema, enum: numbers.filter((number) => !isRefused(number)) };
  }
  if (typeof value === 'number') return { ...schema, ...numberLimits(value, answersTo) };
  if (typeof value !== 'string') return schema;
  return { ...schema, ...textLimits(value, isRefused) };
}

type IsRefused = (value: unknown) => boolean;
type AnswersTo = (value: unknown) => readonly (ApiResult | undefined)[];

/**
 * Refusals mostly name the range. Where none does it is looked for. What is found can be too narrow, because of a fraction or of
 * another number in the good body, so the wider one counts.
 */
function numberLimits(good: number, answersTo: AnswersTo): JsonSchema {
  const isRefused = (value: unknown) => answersTo(value).every((answer) => answer !== undefined);
  if (!isRefused(LARGEST)) return {};
  // Where a number has no sign a negative one is read as 0, and taken where 0 is.
  const lowest = isRefused(-LARGEST) ? -LARGEST : 0;
  const ranges = [LARGEST, -LARGEST].flatMap(answersTo).flatMap((answer) => rangeOf(answer) ?? []);
  return {
    minimum: Math.min(edge(good, lowest, isRefused), ...ranges.map(({ min }) => min)),
    maximum: Math.max(edge(good, LARGEST, isRefused), ...ranges.map(({ max }) => max)),
  };
}

function rangeOf(answer: ApiResult | undefined): { min: number; max: number } | undefined {
  const { min, max } = answer?.param ?? {};
  return min === undefined || max === undefined ? undefined : { min, max };
}

/** The last number from `good` on towards `end` that is not refused. */
function edge(good: number, end: number, isRefused: IsRefused): number {
  if (!isRefused(end)) return end;
  let [taken, refused] = [good, end];
  while (Math.abs(refused - taken) > 1) {
    const middle = Math.trunc((taken + refused) / 2);
    if (isRefused(middle)) refused = middle;
    else taken = middle;
  }
  return taken;
}

function textLimits(good: string, isRefused: IsRefused): JsonSchema {
  if (!isRefused('192.0.2.1') && isRefused('localhost')) {
    return isRefused('2001:db8::/32') ? { format: 'ipv4' } : {}; // addresses and networks of all kinds
  }
  const isSerial = /^[\dA-Fa-f]+$/.test(good) && isRefused('abcdefabcdeg') && !isRefused('114182730124');
  if (isSerial && isRefused('abcdefabcdef')) return { pattern: '^[0-9]{1,16}$' };
  if (isSerial) return { pattern: '^([0-9]{1,16}|[0-9A-Fa-f]{12})$' };
  const isLengthRefused = (length: unknown) => textsOf(good, Number(length)).every(isRefused);
  if (!isLengthRefused(LONGEST)) return {};
  const [minLength, maxLength] = [
    edge(good.length, 0, isLengthRefused),
    edge(good.length, LONGEST, isLengthRefused),
  ];
  return minLength === 0 ? { maxLength } : { minLength, maxLength };
}

/**
 * Texts as long as that, of which one is taken if any of that length is: with the end or the beginning of a good one, and as hosts,
 * paths and digits are. A good one alone would not do: nothing can be put before an address, or before the slash of a path.
 */
function textsOf(good: string, length: number): readonly string[] {
  const kept = Math.min(length, good.length);
  const labels = `${'x'.repeat(31)}.`.repeat(Math.ceil(length / 32)).slice(0, length);
  return [
    good.slice(good.length - kept).padStart(length, 'x'),
    good.slice(0, kept).padEnd(length, 'x'),
    labels.replace(/\.$/, 'x'),
    '/'.slice(0, length).padEnd(length, 'x'),
    '1'.repeat(length),
  ];
}

function itemLimits(good: unknown, isRefused: IsRefused): JsonSchema {
  const [item] = Array.isArray(good) ? good : [];
  const isCountRefused = (count: unknown) => isRefused(Array.from({ length: Number(count) }, () => item));
  // No two items may be the same, so copies of one do not tell how many there may be.
  if (isCountRefused(2)) return { minItems: edge(1, 0, isCountRefused), uniqueItems: true };
  return { minItems: edge(1, 0, isCountRefused), maxItems: edge(1, MEANINGS, isCountRefused) };
}

/** The refusal of a body; undefined when it is good. */
function answerTo(name: PostName, body: unknown, schemas = BODY_SCHEMAS): ApiResult | undefined {
  const parsed = schemas[name].safeParse(body);
  return parsed.success ? undefined : firstFailure(parsed.error);
}

/** Ways to every value of a body, the body itself left out. */
function pathsOf(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const step = Array.isArray(value) ? Number(key) : key;
    return [[step], ...pathsOf(inner).map((path) => [step, ...path])];
  });
}

function valueAt(value: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  return valueAt((value as Readonly<Record<string, unknown>> | undefined)?.[step], rest);
}

function withValue(body: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = withValue((body as Readonly<Record<string, unknown>> | undefined)?.[step], rest, value);
  if (Array.isArray(body)) return body.with(Number(step), inner);
  return { ...(body as object), [step]: inner };
}
