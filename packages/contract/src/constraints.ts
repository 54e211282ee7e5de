import * as z from 'zod/mini';
import {
  byteLength,
  readAmount,
  readAsItIs,
  readBoolean,
  readDegrees,
  readExactNumber,
  readExactWhole,
  readIndex,
  readInverterSerial,
  readNumber,
  readPrice,
  readSerial,
  readTenths,
  readText,
  readUnsigned,
} from './lenient-values.ts';
import type { ConstraintFailure, ResultName, ResultParam } from './results.ts';

/**
 * The checks that settings schemas are made of. Each takes the name of the result it fails with; the code and the
 * `{min}`/`{max}` of the answer follow from it. Missing keys are not theirs: `firstFailure` answers 1005 for those.
 *
 * A schema stands in one file with the calls of its concern. Where a page uses the calls and not the schema,
 * `@__PURE__` at each call in it lets the bundler leave it out, and the limits that it alone uses with it.
 */

/** Names of results that carry `max` and nothing else. */
type MaxResult = {
  [N in ResultName]: ResultParam<N> extends { max: number; min: number }
    ? never
    : ResultParam<N> extends { max: number }
      ? N
      : never;
}[ResultName];
/** Names of results that carry `min` and `max`. */
type RangeResult = {
  [N in ResultName]: ResultParam<N> extends { min: number; max: number } ? N : never;
}[ResultName];
/** Names of results that carry nothing. */
type PlainResult = { [N in ResultName]: ResultParam<N> extends undefined ? N : never }[ResultName];

const failure = (failed: ConstraintFailure) => ({ abort: true, error: failed.result, params: { ...failed } });

/** A text read leniently, checked against a length in bytes of UTF-8. */
export function text(limits: { readonly min?: number; readonly max: number; readonly fail: MaxResult }) {
  const { min = 0, max, fail } = limits;
  return lenientText().check(
    z.refine(
      (value) => {
        const length = byteLength(value);
        return length >= min && length <= max;
      },
      failure({ result: fail, param: { max } }),
    ),
  );
}

/** A text read leniently, without a check. */
export function lenientText() {
  return z.pipe(z.unknown(), z.pipe(z.transform(readText), z.string()));
}

/** A boolean read leniently. */
export function lenientBoolean() {
  return z.pipe(z.unknown(), z.pipe(z.transform(readBoolean), z.boolean()));
}

/** An unsigned integer read leniently, without a check beyond its width in bits. */
export function lenientUnsigned(bits: 8 | 16 | 32 | 48) {
  return asItIs((value) => readUnsigned(value, bits));
}

/** An unsigned integer read leniently; outside of a range it is the nearest one inside. */
export function nearestUnsigned(limits: { readonly min: number; readonly max: number }) {
  const { min, max } = limits;
  return z.pipe(
    lenientUnsigned(32),
    z.pipe(
      z.transform((value: number) => Math.min(max, Math.max(min, value))),
      z.number(),
    ),
  );
}

/** An integer of any sign, read in the same way. */
export function nearestInteger(limits: { readonly min: number; readonly max: number }) {
  const { min, max } = limits;
  return z.pipe(
    lenientNumber(),
    z.pipe(
      z.transform((value: number) => Math.min(max, Math.max(min, Math.trunc(value)))),
      z.number(),
    ),
  );
}

/** Any number read leniently, without a check. */
export function lenientNumber() {
  return asItIs(readNumber);
}

/** An unsigned integer inside a range whose failure carries no numbers. */
export function unsigned(limits: { readonly min: number; readonly max: number; readonly fail: PlainResult }) {
  const { min, max, fail } = limits;
  return numberInRange(min, max, { result: fail });
}

/** A number in steps of 0.1 inside a range whose failure carries `max`; anything finer is cut off. */
export function tenthsWithMax(limits: {
  readonly min: number;
  readonly max: number;
  readonly fail: MaxResult;
}) {
  const { min, max, fail } = limits;
  return asItIs(readTenths).check(
    z.refine((value) => value >= min && value <= max, failure({ result: fail, param: { max } })),
  );
}

/** An unsigned integer inside a range whose failure carries `min` and `max`. */
export function unsignedInRange(limits: {
  readonly min: number;
  readonly max: number;
  readonly fail: RangeResult;
}) {
  const { min, max, fail } = limits;
  return numberInRange(min, max, { result: fail, param: { min, max } });
}

interface RangeLimits {
  readonly min: number;
  readonly max: number;
  readonly fail: RangeResult;
}

/** A whole number inside a range whose failure carries `min` and `max`; a fraction is cut off, but nothing is read as another number. */
export function wholeInside(limits: RangeLimits) {
  return inside(readWhole, limits);
}

function asItIs(read: (value: unknown) => number) {
  return z.pipe(z.unknown(), z.pipe(z.transform(read), z.number()));
}

const readWhole = (value: unknown) => Math.trunc(readAsItIs(value));

function inside(read: (value: unknown) => number, { min, max, fail }: RangeLimits) {
  return asItIs(read).check(
    z.refine((value) => value >= min && value <= max, failure({ result: fail, param: { min, max } })),
  );
}

/** A price inside a range whose failure carries `min` and `max`, in steps of 0.0001. */
export function price(limits: { readonly min: number; readonly max: number; readonly fail: RangeResult }) {
  return inside(readPrice, limits);
}

/** A whole amount inside a range whose failure carries `min` and `max`, or null; nothing outside of it is read as another one. */
export function amountOrNullInRange(limits: {
  readonly min: number;
  readonly max: number;
  readonly fail: RangeResult;
}) {
  const { min, max, fail } = limits;
  const read = (value: unknown) => (value === null ? null : readAmount(value));
  return z
    .pipe(z.unknown(), z.pipe(z.transform(read), z.nullable(z.number())))
    .check(
      z.refine(
        (value) => value === null || (value >= min && value <= max),
        failure({ result: fail, param: { min, max } }),
      ),
    );
}

/** A text of a certain form. */
export function textLike(form: RegExp, fail: PlainResult) {
  return lenientText().check(z.refine((value) => form.test(value), failure({ result: fail })));
}

/** Decimal degrees inside a range whose failure carries `min` and `max`; null where there are none. */
export function degrees(limits: { readonly min: number; readonly max: number; readonly fail: RangeResult }) {
  const { min, max, fail } = limits;
  return z
    .pipe(z.unknown(), z.pipe(z.transform(readDegrees), z.nullable(z.number())))
    .check(
      z.refine(
        (value) => value === null || (value >= min && value <= max),
        failure({ result: fail, param: { min, max } }),
      ),
    );
}

// Of calls that no original device has: what is of another type than they say is refused, and no fraction is cut off.

/** A number, and not what could be read as one. */
export function exactNumber() {
  return asItIs(readExactNumber);
}

/** A whole number in the same way. */
export function exactWhole() {
  return asItIs(readExactWhole);
}

/** A number inside a range whose failure carries `min` and `max`. */
export function exactNumberInside(limits: RangeLimits) {
  return inside(readExactNumber, limits);
}

/** A whole number in the same way. */
export function exactWholeInside(limits: RangeLimits) {
  return inside(readExactWhole, limits);
}

/** The same where the failure carries no numbers. */
export function exactWholeWithin(limits: {
  readonly min: number;
  readonly max: number;
  readonly fail: PlainResult;
}) {
  const { min, max, fail } = limits;
  return exactWhole().check(z.refine((value) => value >= min && value <= max, failure({ result: fail })));
}

/** A text of a certain form. */
export function exactTextLike(form: RegExp, fail: PlainResult) {
  const isOne = (value: unknown): value is string => typeof value === 'string' && form.test(value);
  return z.pipe(z.unknown().check(z.refine(isOne, failure({ result: fail }))), z.string());
}

/** A text with a length in bytes of UTF-8. */
export function exactText(limits: { readonly min: number; readonly max: number; readonly fail: MaxResult }) {
  const { min, max, fail } = limits;
  const isOne = (value: unknown): value is string =>
    typeof value === 'string' && byteLength(value) >= min && byteLength(value) <= max;
  return z.pipe(z.unknown().check(z.refine(isOne, failure({ result: fail, param: { max } }))), z.string());
}

/** A list of at most, and at least, so many; what is none lacks values. */
export function exactList<Item extends z.ZodMiniType>(
  list: z.ZodMiniArray<Item>,
  limits: { readonly min: number; readonly max: number; readonly fail: PlainResult },
) {
  const isList = z
    .unknown()
    .check(z.refine((value) => Array.isArray(value), failure({ result: 'ValuesMissing' })));
  return z.pipe(isList, itemCount(list, limits));
}

/**
 * The widest integer the device reads (u32) is read first, so that what does not fit into it is 0 and what is
 * merely too large for the field is still seen as too large (the original wraps some, e.g. PA level 256 to 0).
 */
function numberInRange(min: number, max: number, failed: ConstraintFailure) {
  return lenientUnsigned(32).check(z.refine((value) => value >= min && value <= max, failure(failed)));
}

/** One of a few numbers, by what each of them means. */
export function oneOfNumbers<Meaning>(options: {
  readonly numbers: ReadonlyMap<number, Meaning>;
  readonly fail: PlainResult;
}) {
  const { numbers, fail } = options;
  return z.pipe(
    lenientUnsigned(16).check(z.refine((value) => numbers.has(value), failure({ result: fail }))),
    z.transform((value: number): Meaning => numbers.get(value) as Meaning), // it is there: checked above
  );
}

/** One of a few texts. */
export function oneOfTexts<const Text extends string>(options: {
  readonly texts: readonly Text[];
  readonly fail: PlainResult;
}) {
  const { texts, fail } = options;
  const isOne = (value: string): value is Text => texts.some((text) => text === value);
  return z.pipe(
    lenientText().check(z.refine(isOne, failure({ result: fail }))),
    z.transform((value: string) => value as Text), // it is one: checked above
  );
}

/** An index from 0 to `max`. Unlike elsewhere, what is no number is not 0: it would name the wrong thing. */
export function index(limits: { readonly max: number; readonly fail: PlainResult }) {
  const { max, fail } = limits;
  return asItIs(readIndex).check(z.refine((value) => value >= 0 && value <= max, failure({ result: fail })));
}

/** A serial as canonical text of hex digits; zero fails. */
export function serial(fail: PlainResult) {
  return z
    .pipe(z.unknown(), z.pipe(z.transform(readSerial), z.string()))
    .check(z.refine((value) => value !== '', failure({ result: fail })));
}

/** The serial of an inverter, in the same way; it may have letters, see `readInverterSerial`. */
export function inverterSerial(fail: PlainResult, isThere?: (serial: string) => boolean) {
  return z
    .pipe(
      z.unknown(),
      z.pipe(
        z.transform((value: unknown) => readInverterSerial(value, isThere)),
        z.string(),
      ),
    )
    .check(z.refine((value) => value !== '', failure({ result: fail })));
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** A dotted IPv4 address with four parts of 0 to 255, without leading zeros (which some programs read as octal). */
export function ipv4(fail: PlainResult) {
  return lenientText().check(z.refine((value) => IPV4.test(value), failure({ result: fail })));
}

/** A shorter prefix would be a large part of the internet. */
const IPV4_PREFIX_MIN = 8;
const IPV6_PREFIX_MIN = 16;

/** The address of a machine, or that of a network with the length of its prefix, such as `192.168.4.0/24` or `fd00::/64`. */
export function addressOrNetwork(fail: PlainResult) {
  return lenientText().check(z.refine(isAddressOrNetwork, failure({ result: fail })));
}

function isAddressOrNetwork(value: string): boolean {
  const [, address = '', prefix] = /^([^/]*)(?:\/([1-9]\d{0,2}))?$/.exec(value) ?? [];
  const isWithin = (min: number, max: number) =>
    prefix === undefined || (Number(prefix) >= min && Number(prefix) <= max);
  if (IPV4.test(address)) return isWithin(IPV4_PREFIX_MIN, 32);
  return isIpv6(address) && isWithin(IPV6_PREFIX_MIN, 128);
}

/** Eight groups of hex digits; `::` stands for one or more that are zero. */
function isIpv6(address: string): boolean {
  const halves = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = halves.flat();
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
}

/**
 * The serial of an inverter that may not be there now, in the form in which live data tell it: in lower case, without zeros in
 * front as far as eight digits remain. Any hex digits may be one, since a device may bring an inverter of a family that nobody knows yet.
 */
export function plantSerial(fail: PlainResult) {
  const form = (value: unknown) =>
    readText(value)
      .toLowerCase()
      .replace(/^0+(?=.{8})/, '');
  return z
    .pipe(z.unknown(), z.pipe(z.transform(form), z.string()))
    .check(z.refine((value) => /^(?!0+$)[\da-f]{8,16}$/.test(value), failure({ result: fail })));
}

/** A list with a number of items inside a range; anything but a list fails the same way. */
export function itemCount<Item extends z.ZodMiniType>(
  list: z.ZodMiniArray<Item>,
  limits: { readonly min: number; readonly max: number; readonly fail: PlainResult },
) {
  const { min, max, fail } = limits;
  const counted = z
    .unknown()
    .check(
      z.refine(
        (value) => Array.isArray(value) && value.length >= min && value.length <= max,
        failure({ result: fail }),
      ),
    );
  return z.pipe(counted, list);
}

/**
 * An object of the wire: all keys must be there before any field is looked at (1005); a key with the value null is
 * there. Source: docs/reference/original-device.md#json-that-the-device-takes and #checks-of-a-post.
 */
export function wireObject<Shape extends z.core.$ZodShape>(shape: Shape) {
  const keys = Object.keys(shape);
  return z.pipe(
    keysPresent((has) => keys.every(has)),
    z.object(shape),
  );
}

/** One of several schemas, which one depends on the body as it came. */
export function chosen<Body>(choose: (value: unknown) => z.ZodMiniType<Body>): z.ZodMiniType<Body> {
  return z.pipe(
    z.unknown(),
    z.transform((value, { issues }) => {
      const parsed = choose(value).safeParse(value);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) {
        const params = issue.code === 'custom' ? issue.params : undefined;
        issues.push({ code: 'custom', input: value, path: issue.path, params });
      }
      return z.NEVER;
    }),
  );
}

/** A check of one field that may look at the others. */
export interface FieldRule<Body> {
  readonly key: keyof Body & string;
  readonly result: ResultName;
  readonly param?: Readonly<Record<string, number>>;
  readonly isBroken: (body: Body) => boolean;
}

/** Checks an object against rules; of several broken ones of a field the first counts. */
export function rules<Body>(list: readonly FieldRule<Body>[]) {
  return z.check<Body>(({ value, issues }) => {
    const broken = list.filter(({ isBroken }) => isBroken(value));
    for (const rule of broken) {
      if (broken.find(({ key }) => key === rule.key) !== rule) continue;
      const { key, result, param } = rule;
      const params = param === undefined ? { result } : { result, param };
      issues.push({ code: 'custom', input: value, path: [key], params });
    }
  });
}

/** Fails with 1005 unless the value is an object whose keys are enough; `has` tells whether it has a key. */
export function keysPresent(areEnough: (has: (key: string) => boolean) => boolean) {
  return z
    .unknown()
    .check(
      z.refine(
        (value) =>
          typeof value === 'object' && value !== null && areEnough((key) => Object.hasOwn(value, key)),
        failure({ result: 'ValuesMissing' }),
      ),
    );
}
