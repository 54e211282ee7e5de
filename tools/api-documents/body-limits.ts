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
    for (const value of [...BAD_VALUES, withItemTwice(valueAt(good, path))]) {
      const refusal = answerTo(name, withValue(good, path, value));
      if (refusal !== undefined) refusals.set(refusal.message, refusal);
    }
  }
  return [...refusals.values()];
}

/** Of a list, its first item twice. */
function withItemTwice(value: unknown): unknown {
  return Array.isArray(value) ? [...value, value[0]] : value;
}

/** What is taken of large inverters is more than of others; the document has the wider limits. */
const WIDEST_SCHEMAS: BodySchemas = {
  ...BODY_SCHEMAS,
  setLimit: limitOrderSchema({ isThere: () => false, limitMaxOf: () => LIMIT_VALUE_LARGE_MAX }),
  editInverter: InverterSlotSchema,
};

/** The schema of a body with the limits of its fields. */
export function withLimits(name: PostName, good: object, schema: JsonSchema): JsonSchema {
  return limited(name, good, [], schema);
}

function limited(name: PostName, good: object, path: Path, schema: JsonSchema): JsonSchema {
  const { properties, items } = schema;
  const isRefused = (value: unknown) =>
    answerTo(name, withValue(good, path, value), WIDEST_SCHEMAS) !== undefined;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([key, field]) => [
      key,
      limited(name, good, [...path, key], field),
    ]);
    return { ...schema, properties: Object.fromEntries(fields) };
  }
  if (items !== undefined) {
    return {
      ...schema,
      ...itemLimits(valueAt(good, path), isRefused),
      items: limited(name, good, [...path, 0], items),
    };
  }
  if (schema.enum?.every((value) => typeof value === 'string')) {
    return { ...schema, enum: schema.enum.filter((word) => !isRefused(word)) };
  }
  if (schema.enum !== undefined) {
    const numbers = Array.from({ length: MEANINGS }, (_, number) => number);
    return { ...schema, enum: numbers.filter((number) => !isRefused(number)) };
  }
  const value = valueAt(good, path);
  if (typeof value === 'number') return { ...schema, ...numberLimits(value, isRefused) };
  if (typeof value !== 'string') return schema;
  return { ...schema, ...textLimits(value, isRefused) };
}

type IsRefused = (value: unknown) => boolean;

function numberLimits(good: number, isRefused: IsRefused): JsonSchema {
  if (!isRefused(LARGEST)) return {};
  // Where a number has no sign a negative one is read as 0, and taken where 0 is.
  const lowest = !isRefused(0) && isRefused(-LARGEST) ? -LARGEST : 0;
  return { minimum: edge(good, lowest, isRefused), maximum: edge(good, LARGEST, isRefused) };
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
  if (isRefused('localhost') && !isRefused('192.0.2.1')) return { format: 'ipv4' };
  const isSerial = /^[\dA-Fa-f]+$/.test(good) && isRefused('abcdefabcdeg') && !isRefused('114182730124');
  if (isSerial && isRefused('abcdefabcdef')) return { pattern: '^[0-9]{1,16}$' };
  if (isSerial) return { pattern: '^([0-9]{1,16}|[0-9A-Fa-f]{12})$' };
  const isLengthRefused = (length: unknown) => isRefused(textOf(good, Number(length)));
  if (!isLengthRefused(LONGEST)) return {};
  const [minLength, maxLength] = [
    edge(good.length, 0, isLengthRefused),
    edge(good.length, LONGEST, isLengthRefused),
  ];
  return minLength === 0 ? { maxLength } : { minLength, maxLength };
}

/** A text as long as that; its end is that of a good one. */
function textOf(good: string, length: number): string {
  return good.slice(good.length - Math.min(length, good.length)).padStart(length, 'x');
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
