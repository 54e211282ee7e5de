import { canonicalSerial } from '@heliograph/domain';

// What comes from a device may be anything: of another version, cut short, damaged, or of no device at all. Nothing here
// throws, and nothing that is read is longer than what an honest device sends.

/** An object with keys: what a document, or a part of one, is. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Longer texts are cut. The longest honest one is a certificate (docs/reference/original-device.md#limits-of-values). */
const TEXT_MAX_LENGTH = 8192;
/** Of a list no more entries than these are looked at. */
const LIST_MAX_LENGTH = 256;

/** Undefined for anything but an object that is no array. */
export function objectIn(value: unknown): WireObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as WireObject)
    : undefined;
}

/** A key that the object itself has: one from outside must not find what every object inherits. */
export function valueIn(object: WireObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The object below a key; undefined where there is none. */
export function objectAt(object: WireObject | undefined, key: string): WireObject | undefined {
  return objectIn(valueIn(object, key));
}

/** The entries of an array, no more than a bound; undefined for anything else. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value.slice(0, LIST_MAX_LENGTH) : undefined;
}

/** A number that can be calculated with; undefined for anything else, also for a text that spells one. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** As `numberIn`, without what is below 0: devices send -1 where they know nothing. */
export function amountIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return number !== undefined && number >= 0 ? number : undefined;
}

/** A whole number that is not below 0. */
export function countIn(value: unknown): number | undefined {
  const number = amountIn(value);
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

export function flagIn(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A text, cut to a bound. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, TEXT_MAX_LENGTH) : undefined;
}

const NAME_MAX_LENGTH = 120;

/** A text that is shown as a name, in one line: no device takes a longer one. */
export function nameIn(value: unknown): string | undefined {
  return textIn(value)?.slice(0, NAME_MAX_LENGTH);
}

/**
 * A serial in its canonical form. A number counts too: its decimal digits are the hex digits, as everywhere
 * (docs/reference/original-device.md#serial-numbers).
 */
export function serialIn(value: unknown): string | undefined {
  if (typeof value === 'string') return canonicalSerial(value);
  const number = countIn(value);
  return number === undefined ? undefined : canonicalSerial(String(number));
}
