import { isSerialOf2023 } from './inverter-families.ts';

/**
 * How the device reads JSON values: numbers, numeric texts and booleans mix freely. Everything that comes over the wire
 * is read through these functions and nowhere else. Source:
 * docs/reference/original-device.md#json-that-the-device-takes.
 */

// What may stand for a number: optional sign, decimal digits, fraction, exponent; nothing may follow.
const NUMBER_TEXT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Reads an unsigned integer of `bits` width: fractions are cut off, whatever does not fit or parse reads as 0. */
export function readUnsigned(value: unknown, bits: 8 | 16 | 32 | 48): number {
  const number = Math.trunc(asNumber(value));
  return number > 0 && number < 2 ** bits ? number : 0;
}

/**
 * Cuts what is finer than a tenth off a limit, as the device does it before it sends one: in single precision, so that
 * what a program has calculated (55.29999999999999) does not lose a tenth on the way.
 */
export function cutToTenths(value: number): number {
  return Math.trunc(Math.fround(Math.fround(value) * 10)) / 10;
}

/** Reads a number in tenths: what is finer is cut off; what is negative, absurd or no number reads as 0. */
export function readTenths(value: unknown): number {
  const number = asNumber(value);
  return number > 0 && number < 2 ** 32 ? cutToTenths(number) : 0;
}

/** Reads any number; what is none, or absurd, is 0. */
export function readNumber(value: unknown): number {
  const number = asNumber(value);
  return Math.abs(number) < NUMBER_LIMIT ? number : 0;
}

const NUMBER_LIMIT = 1e9;

/** Reads a price, to four decimals. What is no number is -1, to be refused: as 0 it would clear the price without a word. */
export function readPrice(value: unknown): number {
  const price = Math.round((numberFrom(value) ?? Number.NaN) * 10_000) / 10_000;
  return Number.isFinite(price) ? price : -1;
}

/** Reads a whole amount; a fraction is cut off. What is no number, or does not fit, is -1, to be refused: as 0 it would count. */
export function readAmount(value: unknown): number {
  const amount = Math.trunc(numberFrom(value) ?? Number.NaN);
  return Number.isSafeInteger(amount) ? amount : -1;
}

/** More than any setting takes. */
const NO_NUMBER = Number.MAX_SAFE_INTEGER;

/** Reads a number as it is. What is none is outside of every range, to be refused: as 0 it would count. */
export function readAsItIs(value: unknown): number {
  const number = numberFrom(value) ?? Number.NaN;
  return Number.isFinite(number) ? number : NO_NUMBER;
}

/** Takes a number, and nothing that could be read as one: in our own calls that is a mistake, to be refused. */
export function readExactNumber(value: unknown): number {
  return typeof value === 'number' ? readAsItIs(value) : NO_NUMBER;
}

/** The same of a whole number; a fraction is a mistake, too. */
export function readExactWhole(value: unknown): number {
  return Number.isInteger(value) ? readExactNumber(value) : NO_NUMBER;
}

function asNumber(value: unknown): number {
  return numberFrom(value) ?? 0;
}

function numberFrom(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' && NUMBER_TEXT.test(value) ? Number(value) : undefined;
}

/**
 * Reads an index: fractions are cut off; what is negative or no number is -1. (The original reads those as 0 and
 * changes the first slot. Source: docs/reference/original-device.md#quirk-13.)
 */
export function readIndex(value: unknown): number {
  const number = numberFrom(value) ?? -1;
  return number >= 0 && Number.isFinite(number) ? Math.trunc(number) : -1;
}

/** More than there are on any scale. */
const NO_DEGREES = 1000;

/**
 * Reads degrees: a number or the text of one, null for none. Unlike elsewhere, what is neither is not 0, which would be a
 * place, but outside every range.
 */
export function readDegrees(value: unknown): number | null {
  if (value === null) return null;
  const number = typeof value === 'boolean' ? undefined : numberFrom(value);
  return number !== undefined && Number.isFinite(number) ? number : NO_DEGREES;
}

/** Reads a boolean: a number is true unless 0, every text is true, null is false, objects are true. */
export function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return value !== null && value !== undefined;
}

/** Reads a text: numbers and objects become their JSON text, null and missing the four letters `null`. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value ?? null);
}

const SERIAL_TEXT = /^\+?(\d{1,16})(?:\.\d*)?$/;

/**
 * Reads a serial: digits are hexadecimal by definition whether they come as text or as a JSON number, where a sign and
 * a fraction are cut off as from other numbers; a text with hex letters or anything else reads as zero. Returns the
 * canonical text (no leading zeros), or '' for zero. Source: docs/reference/original-device.md#serial-numbers and
 * #inverter-settings.
 */
export function readSerial(value: unknown): string {
  const text = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? '' : readText(value);
  return SERIAL_TEXT.exec(text)?.[1]?.replace(/^0+/, '') ?? '';
}

const LETTERED_SERIAL_TEXT = /^[\da-f]{12}$/i;

/**
 * Reads the serial of an inverter: as `readSerial`, and twelve hex digits with letters among them, which are told in lower
 * case. Serials of the families of 2023 have no letters, so theirs read as zero as before
 * (docs/reference/original-device.md#quirk-10), unless there is an inverter with such a one.
 */
export function readInverterSerial(
  value: unknown,
  isThere: (serial: string) => boolean = () => false,
): string {
  const digits = readSerial(value);
  if (digits !== '' || typeof value !== 'string' || !LETTERED_SERIAL_TEXT.test(value)) return digits;
  const serial = value.toLowerCase().replace(/^0+/, '');
  return isSerialOf2023(serial) && !isThere(serial) ? '' : serial;
}

const encoder = new TextEncoder();

/** The length of a text as the device counts it: bytes of UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
