import type { WireObject } from '@heliograph/opendtu-api';

// What a device makes of the values that it is sent. Source: docs/reference/original-device.md#json-that-the-device-takes.

export function objectOf(value: unknown): WireObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as WireObject)
    : undefined;
}

/** The value at a path with dots; undefined where there is none. */
export function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    const below = objectOf(value);
    return below !== undefined && Object.hasOwn(below, key) ? below[key] : undefined;
  }, object);
}

/** `a.b` and 1 give `{a: {b: 1}}`. */
export function objectWith(path: string, value: unknown): WireObject {
  const [first = '', ...rest] = path.split('.');
  return { [first]: rest.length === 0 ? value : objectWith(rest.join('.'), value) };
}

export type ValueKind = 'text' | 'number' | 'flag' | 'list';

export function kindOf(value: unknown): ValueKind {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  return Array.isArray(value) ? 'list' : 'text';
}

/** Whether a value is of that kind itself, as newer devices want it. */
export function isOfKind(value: unknown, kind: ValueKind): boolean {
  return value !== undefined && value !== null && !objectOf(value) && kindOf(value) === kind;
}

/** A value as that kind, whatever it is: every device reads so where it does not refuse. */
export function asKind(value: unknown, kind: ValueKind): unknown {
  if (kind === 'number') return numberOf(value);
  if (kind === 'flag') return flagOf(value);
  if (kind === 'list') return Array.isArray(value) ? value : [];
  return textOf(value);
}

function numberOf(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

export function wholeNumberOf(value: unknown): number {
  return Math.trunc(numberOf(value));
}

export function flagOf(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  return value === true || typeof value === 'string' || objectOf(value) !== undefined;
}

/** What is missing becomes the word `null`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value ?? null);
}

/** Length in bytes of UTF-8. */
export function byteLength(text: string): number {
  return utf8Bytes(text).length;
}

function utf8Bytes(text: string): readonly number[] {
  const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  return [...escaped.matchAll(/%([0-9A-F]{2})|[^%]/g)].map(([one, hex]) =>
    hex === undefined ? one.charCodeAt(0) : Number.parseInt(hex, 16),
  );
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** For the header of a login. */
export function base64(text: string): string {
  const bytes = utf8Bytes(text);
  let encoded = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [first = 0, second, third] = bytes.slice(index, index + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => BASE64[(bits >> shift) & 63] ?? '');
    const padding = second === undefined ? 2 : third === undefined ? 1 : 0;
    encoded += digits.join('').slice(0, 4 - padding) + '='.repeat(padding);
  }
  return encoded;
}
