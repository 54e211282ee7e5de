import { type Exchange, isRecord, type Value } from './answer.ts';

/** A value that is another one than in the record. */
export interface Found {
  readonly state: string;
  readonly call: string;
  readonly caller: string;
  /** Of the member, such as `body.inverters.0.name`; of an answer as a whole it is empty. */
  readonly path: string;
  readonly old: Value;
  readonly new: Value;
}

/** A pattern: `*` stands for any characters, in a path for any but a point (`**` for any). Several: one of them. */
export type Pattern = string | readonly string[];
/** A value itself, or what its text (of other than texts: its JSON) looks like. */
export type ExpectedValue = Value | RegExp;

/** A difference that is meant. */
export interface Difference {
  readonly state: Pattern;
  readonly call: Pattern;
  readonly caller: Pattern;
  readonly path: Pattern;
  readonly old: ExpectedValue;
  readonly new: ExpectedValue;
  /** One plain sentence. */
  readonly why: string;
}

/** In place of a value that is not there. */
export const ABSENT = '(not there)';
/** Behind the path of an object whose keys have another order. */
export const KEY_ORDER = '(order of keys)';

export interface Comparison {
  /** Differences for which there is no row. */
  readonly unexplained: readonly Found[];
  /** Rows that match nothing. */
  readonly unused: readonly Difference[];
}

/** Both recordings with their masks on. */
export function compareRecordings(
  old: readonly Exchange[],
  now: readonly Exchange[],
  rows: readonly Difference[],
): Comparison {
  const used = new Set<Difference>();
  const unexplained = allDifferences(old, now).filter((found) => {
    const matching = rows.filter((row) => isMatch(row, found));
    for (const row of matching) used.add(row);
    return matching.length === 0;
  });
  return { unexplained, unused: rows.filter((row) => !used.has(row)) };
}

const nameOf = ({ state, call, caller }: Exchange) => `${state}\n${call}\n${caller}`;

function allDifferences(old: readonly Exchange[], now: readonly Exchange[]): readonly Found[] {
  const answersNow = new Map(now.map((exchange) => [nameOf(exchange), exchange.answer]));
  const answersOld = new Set(old.map(nameOf));
  const changed = old.flatMap(({ answer, ...place }) => {
    const present = answersNow.get(nameOf({ ...place, answer }));
    const inOrder = place.call !== FILE_NAMES;
    return differences(inOrder ? answer : byName(answer), inOrder ? present : byName(present), '').map(
      (found) => ({ ...place, ...found }),
    );
  });
  const added = now
    .filter((exchange) => !answersOld.has(nameOf(exchange)))
    .map(({ answer, ...place }) => ({ ...place, path: '', old: ABSENT, new: answer }));
  return [...changed, ...added];
}

/** In their order a single new name would move all that follow. */
const FILE_NAMES = 'the files of the data folder';

function byName(names: Value | undefined): Value | undefined {
  if (!Array.isArray(names)) return names;
  return Object.fromEntries(names.map((name) => [String(name).replaceAll('.', '-'), name]));
}

type Change = Pick<Found, 'path' | 'old' | 'new'>;

function differences(old: Value | undefined, now: Value | undefined, path: string): readonly Change[] {
  if (Array.isArray(old) && Array.isArray(now)) {
    const length = Math.max(old.length, now.length);
    return Array.from({ length }, (_, index) =>
      differences(old[index], now[index], join(path, String(index))),
    ).flat();
  }
  if (isRecord(old) && isRecord(now)) {
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return [
      ...orderChange(old, now, path),
      ...keys.flatMap((key) => differences(old[key], now[key], join(path, key))),
    ];
  }
  return old === now ? [] : [{ path, old: old ?? valueOrAbsent(old), new: now ?? valueOrAbsent(now) }];
}

const valueOrAbsent = (value: null | undefined): Value => (value === undefined ? ABSENT : null);
const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/** Keys that are on both sides keep their order. That of headers means nothing. */
function orderChange(
  old: Readonly<Record<string, Value>>,
  now: Readonly<Record<string, Value>>,
  path: string,
): readonly Change[] {
  if (path === 'headers') return [];
  const before = Object.keys(old).filter((key) => Object.hasOwn(now, key));
  const after = Object.keys(now).filter((key) => Object.hasOwn(old, key));
  if (before.every((key, index) => key === after[index])) return [];
  return [{ path: join(path, KEY_ORDER), old: before, new: after }];
}

function isMatch(row: Difference, found: Found): boolean {
  return (
    matches(row.state, found.state, '.*') &&
    matches(row.call, found.call, '.*') &&
    matches(row.caller, found.caller, '.*') &&
    matches(row.path, found.path, '[^.]*') &&
    isExpected(row.old, found.old) &&
    isExpected(row.new, found.new)
  );
}

function matches(pattern: Pattern, text: string, star: string): boolean {
  if (typeof pattern !== 'string') return pattern.some((one) => matches(one, text, star));
  if (pattern === text) return true;
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? star : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`, 's').test(text);
}

function isExpected(expected: ExpectedValue, value: Value): boolean {
  const text = JSON.stringify(value);
  if (expected instanceof RegExp) return expected.test(typeof value === 'string' ? value : text);
  return JSON.stringify(expected) === text;
}

/** So many names stand in a row one by one; for more of them a `*`. */
const NAMES_MAX = 8;
/** Longer values are told by how they begin. */
const VALUE_MAX = 160;

/** Rows to add for what was found, changes of one kind in one row; the reason is left to whoever made them. */
export function rowsFor(found: readonly Found[]): string {
  const kinds = new Map<string, Found[]>();
  for (const one of found) {
    const kind = JSON.stringify([withoutNumbers(one.path), one.old, one.new]);
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds.values()].map(rowFor).join('\n');
}

/** The places of a list are one kind. */
const withoutNumbers = (path: string) => path.replace(/(?<=\.)(\d{1,3}|\d{12})(?=\.|$)/g, '*');

function rowFor(kind: readonly Found[]): string {
  const [first] = kind;
  if (first === undefined) return '';
  const namesOf = (part: 'state' | 'call' | 'caller'): Pattern => {
    const names = [...new Set(kind.map((one) => one[part]))];
    if (names.length === 1) return names[0] ?? '';
    return names.length <= NAMES_MAX ? names : '*';
  };
  const places = (['state', 'call', 'caller'] as const).map(
    (part) => `    ${part}: ${quoted(namesOf(part))},`,
  );
  const isOnePath = kind.every(({ path }) => path === first.path);
  return [
    '  {',
    ...places,
    `    path: ${quoted(isOnePath ? first.path : withoutNumbers(first.path))},`,
    `    old: ${literal(first.old)},`,
    `    new: ${literal(first.new)},`,
    "    why: '',",
    '  },',
  ].join('\n');
}

function quoted(value: Value): string {
  const isPlain = typeof value === 'string' && !/['\\\n]/.test(value);
  return isPlain ? `'${value}'` : JSON.stringify(value);
}

function literal(value: Value): string {
  if (value === ABSENT) return 'ABSENT';
  const text = JSON.stringify(value);
  if (text.length > VALUE_MAX) {
    const start = typeof value === 'string' ? value : text;
    return `/^${start.slice(0, VALUE_MAX / 2).replace(/[\\^$.|?+*()[\]{}/]/g, '\\$&')}/s`;
  }
  return quoted(value);
}
