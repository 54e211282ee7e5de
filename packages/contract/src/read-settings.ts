import { isRecord } from './unknown-values.ts';

/** What a known key of an answer of settings holds, which only the admin gets. */
type SettingsKind = 'text' | 'number' | 'flag';
/**
 * What a known key of a status holds. Of a text it has to be said who may read it: `privateText` (names of servers and
 * users, addresses) is masked for whoever is not logged in.
 */
type StatusKind = 'publicText' | 'privateText' | 'number' | 'flag';
type Kind = SettingsKind | StatusKind;
/**
 * The known keys of a status in the order of the wire: what each holds, and the word of the field for it, which is all that
 * a client knows of it.
 */
type StatusFields = Readonly<Record<string, readonly [kind: StatusKind, word: string]>>;
type ValueOf<K extends Kind> = K extends 'number' ? number : K extends 'flag' ? boolean : string;
/** The known keys of an answer of settings, each in its type. */
export type ReceivedFields<Kinds extends Readonly<Record<string, SettingsKind>>> = {
  readonly [Key in keyof Kinds]: ValueOf<Kinds[Key]>;
};

/** The known keys of a status as they are sent, each in its type. */
export type SentFacts<Fields extends StatusFields> = {
  readonly [Key in keyof Fields]: ValueOf<Fields[Key][0]>;
};
/** A status as a client gets it, in words of the field: what was not told, or as something else, is undefined. */
export type ReceivedFacts<Fields extends StatusFields> = {
  readonly [Key in keyof Fields as Fields[Key][1]]: ValueOf<Fields[Key][0]> | undefined;
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
export function readSettings<const Kinds extends Readonly<Record<string, SettingsKind>>>(
  value: unknown,
  kinds: Kinds,
): ReceivedFields<Kinds> | undefined {
  if (!isRecord(value) || Array.isArray(value)) return undefined;
  return rememberSent({ ...value, ...readFields(value, kinds) }, value);
}

/** Reads the known keys of an object and nothing else; of anything but an object they are empty. */
export function readFields<const Kinds extends Readonly<Record<string, SettingsKind>>>(
  value: unknown,
  kinds: Kinds,
): ReceivedFields<Kinds> {
  const sent = isRecord(value) ? value : {};
  const fields = Object.entries(kinds).map(([key, kind]) => [key, READERS[kind](sent[key]) ?? EMPTY[kind]]);
  return Object.fromEntries(fields) as ReceivedFields<Kinds>; // each key of `kinds` is there, read by its kind
}

/**
 * What an endpoint of facts is made of: how a client reads the known keys, as far as they were told (undefined when it is
 * no object), and which of them are masked for whoever is not logged in. The keys of the wire end here.
 */
export function statusOf<const Fields extends StatusFields>(fields: Fields) {
  const rows = Object.entries(fields);
  return {
    privateKeys: rows.filter(([, [kind]]) => kind === 'privateText').map(([key]) => key),
    read(value: unknown): ReceivedFacts<Fields> | undefined {
      if (!isRecord(value) || Array.isArray(value)) return undefined;
      const facts = rows.map(([key, [kind, word]]) => [word, READERS[kind](value[key])]);
      return Object.fromEntries(facts) as ReceivedFacts<Fields>; // each word of `fields` is there, read by its kind
    },
  };
}

const EMPTY = { text: '', number: 0, flag: false } as const;

const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const READERS: Readonly<Record<Kind, (value: unknown) => string | number | boolean | undefined>> = {
  text: readText,
  publicText: readText,
  privateText: readText,
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
