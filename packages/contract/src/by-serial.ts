import { isRecord } from './unknown-values.ts';

/** What is sent of each inverter, by its canonical serial. */
export type BySerial<T> = Readonly<Record<string, T>>;

/**
 * Reads an object keyed by serial. What `read` cannot make sense of is left out; undefined when there is no such
 * object at all. A map, because a key from outside must not be looked up on an object.
 */
export function readBySerial<T>(
  value: unknown,
  read: (entry: unknown) => T | undefined,
): ReadonlyMap<string, T> | undefined {
  if (!isRecord(value) || Array.isArray(value)) return undefined;
  const entries = new Map<string, T>();
  for (const [serial, sent] of Object.entries(value)) {
    const entry = read(sent);
    if (entry !== undefined) entries.set(serial, entry);
  }
  return entries;
}
