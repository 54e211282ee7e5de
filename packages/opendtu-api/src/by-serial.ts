import { canonicalSerial } from '@heliograph/domain';
import { objectIn } from './untrusted-values.ts';

/** More inverters than any device has. */
const SERIALS_MAX = 256;

/**
 * What an object that is keyed by serial says of each inverter, by canonical serials. What `read` cannot make sense of is
 * left out; undefined where there is no object at all.
 */
export function decodeBySerial<T>(
  document: unknown,
  read: (sent: unknown) => T | undefined,
): ReadonlyMap<string, T> | undefined {
  const object = objectIn(document);
  if (object === undefined) return undefined;
  const found = new Map<string, T>();
  for (const key of Object.keys(object).slice(0, SERIALS_MAX)) {
    const serial = canonicalSerial(key);
    const value = read(object[key]);
    if (serial !== undefined && value !== undefined) found.set(serial, value);
  }
  return found;
}

export function encodeBySerial<T>(bySerial: ReadonlyMap<string, T>, write: (value: T) => unknown): object {
  return Object.fromEntries([...bySerial].map(([serial, value]) => [serial, write(value)]));
}

/** What an object says of one inverter: below its serial in any writing, undefined where it is not there. */
export function sentOf(document: unknown, serial: string): unknown {
  return decodeBySerial(document, (sent) => sent)?.get(serial);
}
