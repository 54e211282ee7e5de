import { isRecord } from './is-record.ts';

/** What a known key of an answer holds. */
export type Kind = 'text' | 'number' | 'flag';
type ValueOf<K extends Kind> = K extends 'text' ? string : K extends 'number' ? number : boolean;
/** The known keys of an answer of settings, each in its type. */
export type ReceivedFields<Kinds extends Readonly<Record<string, Kind>>> = {
  readonly [Key in keyof Kinds]: ValueOf<Kinds[Key]>;
};

/** The known keys of an answer of facts: what was not told, or as something else, is undefined. */
export type ReceivedFacts<Kinds extends Readonly<Record<string, Kind>>> = {
  readonly [Key in keyof Kinds]: ValueOf<Kinds[Key]> | undefined;
};

const SENT = Symbol('as sent');

/** Settings as the gateway sent them, before `readSettings` put empty values where there were none. */
export function asSent(received: object): object {
  return SENT in received && isRecord(received[SENT]) ? received[SENT] : received;
}

/** Makes `asSent` tell of `received` what was sent. A copy does not know it. */
export function rememberSent<Received extends object>(received: Received, sent: object): Received {
  return Object.defineProperty(received, SENT, { value: sent });
}

/**
 * Reads the answer of a settings GET: the known keys in their type (a missing one is empty, 0 or false) and every other
 * key as it came, so that what a page does not know goes back unchanged. Undefined when it is no object.
 */
export function readSettings<const Kinds extends Readonly<Record<string, Kind>>>(
  value: unknown,
  kinds: Kinds,
): ReceivedFields<Kinds> | undefined {
  if (!isRecord(value) || Array.isArray(value)) return undefined;
  return rememberSent({ ...value, ...readFields(value, kinds) }, value);
}

/** Reads the known keys of an object and nothing else; of anything but an object they are empty. */
export function readFields<const Kinds extends Readonly<Record<string, Kind>>>(
  value: unknown,
  kinds: Kinds,
): ReceivedFields<Kinds> {
  const fields = Object.entries(known(value, kinds)).map(([key, field]) => [
    key,
    field ?? EMPTY[kinds[key] ?? 'text'],
  ]);
  return Object.fromEntries(fields) as ReceivedFields<Kinds>; // each key of `kinds` is there, read by its kind
}

/** Reads an answer of facts: the known keys as far as they were told. Undefined when it is no object. */
export function readFacts<const Kinds extends Readonly<Record<string, Kind>>>(
  value: unknown,
  kinds: Kinds,
): ReceivedFacts<Kinds> | undefined {
  if (!isRecord(value) || Array.isArray(value)) return undefined;
  return { ...value, ...known(value, kinds) } as ReceivedFacts<Kinds>; // each key of `kinds`, read by its kind
}

function known(value: unknown, kinds: Readonly<Record<string, Kind>>) {
  const sent = isRecord(value) ? value : {};
  const fields = Object.entries(kinds).map(([key, kind]) => [key, READERS[kind](sent[key])] as const);
  return Object.fromEntries(fields);
}

const EMPTY = { text: '', number: 0, flag: false } as const;

const READERS: Readonly<Record<Kind, (value: unknown) => string | number | boolean | undefined>> = {
  text: (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined),
  number: (value) => {
    const number = typeof value === 'string' ? Number.parseFloat(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  flag: (value) => FLAGS.get(value),
};

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  [false, false],
  ['false', false],
  [0, false],
]);
