import { JSON_NESTING_MAX } from './constants.ts';

export type LenientJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/**
 * Parses a text as the device's parser does, which takes more than JSON: strings and keys in single quotes, keys
 * without quotes (letters, digits, `_`), raw control characters in strings, numbers with a leading `+`, leading zeros
 * or a dot at either end, and any text after a closed top-level object or array. Comments, commas with nothing behind
 * them and other words than `true`, `false` and `null` are refused, and so is what is nested deeper than `nestingMax`.
 * The last of several equal keys wins; a number too large for a double is Infinity. Source:
 * docs/reference/original-device.md#json-that-the-device-takes.
 *
 * Objects come without a prototype: `__proto__` and `constructor` are keys like all others. Never throws; the work
 * grows with the length of the text only.
 *
 * Unlike in the device a text may be as large as it likes inside: how much may be sent is the caller's matter. Source:
 * docs/reference/original-device.md#quirk-1.
 */
export function readLenientJson(text: string, nestingMax = JSON_NESTING_MAX): LenientJson {
  const cursor: Cursor = { text, position: 0 };
  try {
    const value = readValue(cursor, nestingMax);
    const isEnclosed = typeof value === 'object' && value !== null;
    if (!isEnclosed && nextSign(cursor) !== '') return { ok: false };
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false };
    throw error;
  }
}

/** The text is not what the parser takes. Stays inside this module. */
class Unreadable extends Error {}

interface Cursor {
  readonly text: string;
  position: number;
}

const SPACES = /[ \t\r\n]*/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const WORD = /[0-9A-Za-z_]+/y;
/** What stands in a string as it is. A NUL ends the text for the device, so that a string with one has no end. */
const PLAIN: Readonly<Record<string, RegExp>> = { '"': /[^"\\\0]*/y, "'": /[^'\\\0]*/y };
const HEX_UNIT = /[0-9a-f]{4}/iy;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const KEYWORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Moves over what the pattern (sticky) matches here; undefined when it does not. */
function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.position;
  const found = pattern.exec(cursor.text)?.[0];
  cursor.position += found?.length ?? 0;
  return found;
}

/** The next character that is no space, '' at the end; the cursor stands before it. */
function nextSign(cursor: Cursor): string {
  take(cursor, SPACES);
  return cursor.text.charAt(cursor.position);
}

/** The next character, '' at the end; the cursor stands behind it. */
function takeSign(cursor: Cursor): string {
  const sign = cursor.text.charAt(cursor.position);
  cursor.position += 1;
  return sign;
}

function readValue(cursor: Cursor, depthLeft: number): unknown {
  const sign = nextSign(cursor);
  if (sign === '{') return readObject(cursor, depthLeft);
  if (sign === '[') return readArray(cursor, depthLeft);
  if (sign === '"' || sign === "'") return readString(cursor);
  const number = take(cursor, NUMBER);
  if (number !== undefined) return Number(number);
  const word = take(cursor, WORD) ?? '';
  if (!KEYWORDS.has(word)) throw new Unreadable();
  return KEYWORDS.get(word);
}

function readObject(cursor: Cursor, depthLeft: number): unknown {
  const object: Record<string, unknown> = Object.create(null);
  readItems(cursor, { end: '}', depthLeft }, () => {
    const key = readKey(cursor);
    if (nextSign(cursor) !== ':') throw new Unreadable();
    takeSign(cursor);
    object[key] = readValue(cursor, depthLeft - 1);
  });
  return object;
}

function readArray(cursor: Cursor, depthLeft: number): unknown {
  const items: unknown[] = [];
  readItems(cursor, { end: ']', depthLeft }, () => items.push(readValue(cursor, depthLeft - 1)));
  return items;
}

/** Reads from the opening bracket to the closing one; `readItem` reads what stands between the commas. */
function readItems(
  cursor: Cursor,
  { end, depthLeft }: { readonly end: string; readonly depthLeft: number },
  readItem: () => void,
): void {
  if (depthLeft === 0) throw new Unreadable();
  takeSign(cursor);
  if (nextSign(cursor) === end) {
    takeSign(cursor);
    return;
  }
  for (;;) {
    readItem();
    const sign = nextSign(cursor);
    takeSign(cursor);
    if (sign === end) return;
    if (sign !== ',') throw new Unreadable();
  }
}

function readKey(cursor: Cursor): string {
  const sign = nextSign(cursor);
  if (sign === '"' || sign === "'") return readString(cursor);
  const word = take(cursor, WORD);
  if (word === undefined) throw new Unreadable();
  return word;
}

/**
 * Half a surrogate pair becomes U+FFFD, as it would wherever the text is written as UTF-8: what is checked is then
 * what is kept.
 */
function readString(cursor: Cursor): string {
  const quote = takeSign(cursor);
  const plain = PLAIN[quote] ?? SPACES;
  let text = '';
  for (;;) {
    text += take(cursor, plain) ?? '';
    const sign = takeSign(cursor);
    if (sign === quote) return text.replace(/\p{Surrogate}/gu, '\ufffd');
    if (sign !== '\\') throw new Unreadable();
    text += readEscape(cursor);
  }
}

function readEscape(cursor: Cursor): string {
  const sign = takeSign(cursor);
  const unit = sign === 'u' ? take(cursor, HEX_UNIT) : undefined;
  const meant = unit === undefined ? ESCAPES.get(sign) : String.fromCharCode(Number.parseInt(unit, 16));
  if (meant === undefined) throw new Unreadable();
  return meant;
}
