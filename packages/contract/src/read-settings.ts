import { isRecord } from './is-record.ts';

/** What a known key of an answer holds. */
export type Kind = 'text' | 'number' | 'flag';
type ValueOf<K extends Kind> = K extends 'text' ? string : K extends 'number' ? number : boolean;
/** The known keys of an answer, each in its type. */
export type ReceivedFields<Kinds extends Readonly<Record<string, Kind>>> = {
  readonly [Key in keyof Kinds]: ValueOf<Kinds[Key]>;
};

/**
 * Reads the answer of a settings GET: the known keys in their type (a missing one is empty, 0 or false) and every other
 * key as it came, so that what a page does not know goes back unchanged. Undefined when it is no object.
 */
export function readSettings<const Kinds extends Readonly<Record<string, Kind>>>(
  value: unknown,
  kinds: Kinds,
): ReceivedFields<Kinds> | undefined {
  if (!isRecord(value) || Array.isArray(value)) return undefined;
  return { ...value, ...readFields(value, kinds) };
}

/** Reads the known keys of an object and nothing else; of anything but an object they are empty. */
export function readFields<const Kinds extends Readonly<Record<string, Kind>>>(
  value: unknown,
  kinds: Kinds,
): ReceivedFields<Kinds> {
  const sent = isRecord(value) ? value : {};
  const fields = Object.entries(kinds).map(([key, kind]) => [key, READERS[kind](sent[key])]);
  return Object.fromEntries(fields) as ReceivedFields<Kinds>; // each key of `kinds` is there, read by its kind
}

const READERS: Readonly<Record<Kind, (value: unknown) => string | number | boolean>> = {
  text: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''),
  number: (value) => {
    const number = typeof value === 'string' ? Number.parseFloat(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : 0;
  },
  flag: (value) => value === true,
};
