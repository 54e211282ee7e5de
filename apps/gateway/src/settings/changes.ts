import { isDeepStrictEqual } from 'node:util';
import type { ChangeActor, ChangedValue, ChangeReason, KeptValue } from '@heliograph/contract';
import type { ChangeRecord } from './settings-database.ts';
import type { StoredSection } from './stored-section.ts';
import type {
  Telling,
  TellingOfKeys,
  TellingOfList,
  TellingOfUsual,
  TellingOfValue,
} from './told-settings.ts';
import { tellingOf } from './told-settings.ts';

/** Who changes settings, and why. */
export interface Author {
  readonly actor: ChangeActor;
  readonly reason: ChangeReason;
}

type SectionChange = ChangeRecord['sections'][number];

/**
 * What differs, key by key; undefined where nothing does. Of a secret it says null, and true where it is another one than before:
 * a change that is taken back must not bring back a password. What only a later version knows is left out.
 */
export function sectionChange(
  section: string,
  before: StoredSection | undefined,
  after: StoredSection,
): SectionChange | undefined {
  const telling = tellingOf(section) ?? {};
  const keys = Object.keys(telling).filter((key) => !isDeepStrictEqual(before?.[key], after[key]));
  if (keys.length === 0) return undefined;
  const pairs = keys.map((key) => [key, keptPair(telling[key], before?.[key], after[key])] as const);
  const side = (of: 0 | 1) =>
    Object.fromEntries(
      pairs.flatMap(([key, pair]) => (pair[of] === undefined ? [] : [[key, pair[of]] as const])),
    );
  const bodies = { before: side(0), after: side(1), now: undefined };
  // What was set for the first time, and is as it was without, is no news.
  if (changedValues(section, bodies).length === 0) return undefined;
  return { section, before: JSON.stringify(bodies.before), after: JSON.stringify(bodies.after) };
}

/** No section of the settings, but a change as theirs are: the history of an inverter goes on under another serial. */
export const REPLACEMENT = 'replacement';

/** `id`: by which the history knows it, and can take it back; undefined of one that puts an inverter back. */
export function replacementChange(oldSerial: string, newSerial: string, id?: number): SectionChange {
  const before = JSON.stringify({ serial: oldSerial });
  return { section: REPLACEMENT, before, after: JSON.stringify({ serial: newSerial, id }) };
}

/** What such a change says; undefined for what says something else. */
export function readReplacement(change: Pick<SectionChange, 'before' | 'after'>) {
  const [before, after] = [change.before, change.after].map(parsedRecord);
  const { serial: oldSerial } = before ?? {};
  const { serial: newSerial, id } = after ?? {};
  if (typeof oldSerial !== 'string' || typeof newSerial !== 'string') return undefined;
  return { oldSerial, newSerial, id: typeof id === 'number' ? id : undefined };
}

function parsedRecord(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // no text of ours
  }
}

type Pair = readonly [before: unknown, after: unknown];

/** The values of before and after as they are kept. */
function keptPair(telling: Telling | undefined, before: unknown, after: unknown): Pair {
  if (telling === undefined) return [undefined, undefined];
  if (telling === 'secret') return keptSecret(before, after);
  if (isOfValue(telling)) return [before, after];
  return 'keys' in telling ? keptKeys(telling.keys, before, after) : keptItems(telling.list, before, after);
}

function keptSecret(before: unknown, after: unknown): Pair {
  const mark = isDeepStrictEqual(before, after) ? null : true;
  return [before === undefined ? undefined : null, after === undefined ? undefined : mark];
}

/** An item stands against the one that it was or became. */
function keptItems({ items, by }: TellingOfList, before: unknown, after: unknown): Pair {
  const [oldOf, newOf] = [before, after].map((list) => partners(by, isList(list) ? list : [])) as [Of, Of];
  const side = (list: unknown, keep: (item: unknown, identity: string | undefined) => unknown) =>
    isList(list) ? list.map((item, index) => keep(item, identityOf(by, item, index))) : list;
  return [
    side(before, (item, identity) => keptKeys(items, item, newOf(identity))[0]),
    side(after, (item, identity) => keptKeys(items, oldOf(identity), item)[1]),
  ];
}

function keptKeys(keys: TellingOfKeys, before: unknown, after: unknown): Pair {
  const one = isRecord(before) ? before : undefined;
  const other = isRecord(after) ? after : undefined;
  const pairs = Object.entries(keys).map(
    ([key, telling]) => [key, keptPair(telling, one?.[key], other?.[key])] as const,
  );
  const side = (record: object | undefined, value: unknown, of: 0 | 1) =>
    record === undefined
      ? value
      : Object.fromEntries(pairs.flatMap(([key, pair]) => (pair[of] === undefined ? [] : [[key, pair[of]]])));
  return [side(one, before, 0), side(other, after, 1)];
}

/** What tells an item of a list apart from the others; undefined where it says nothing of that. */
function identityOf(by: TellingOfList['by'], item: unknown, index: number): string | undefined {
  if (by === 'place') return String(index);
  if (!isRecord(item)) return undefined;
  const parts = by.map((key) => item[key]);
  return parts.every((part) => typeof part === 'string' || typeof part === 'number')
    ? parts.join(' ')
    : undefined;
}

function partners(by: TellingOfList['by'], list: readonly unknown[]) {
  const items = new Map(list.map((item, index) => [identityOf(by, item, index), item]));
  return (identity: string | undefined): unknown =>
    identity === undefined ? undefined : items.get(identity);
}

/** A section before a change, after it, and now; of the first two only what the change was about. */
export interface ChangedBodies {
  readonly before: unknown;
  readonly after: unknown;
  readonly now: unknown;
}

/** What is told of a change of a section. */
export function changedValues(section: string, bodies: ChangedBodies): readonly ChangedValue[] {
  const found: ChangedValue[] = [];
  const keys = tellingOf(section);
  if (keys !== undefined) addKeys(keys, bodies, [], found);
  return found;
}

type Path = readonly string[];

function addKeys(keys: TellingOfKeys, bodies: ChangedBodies, path: Path, found: ChangedValue[]): void {
  for (const [key, telling] of Object.entries(keys)) {
    add(telling, within(bodies, key, telling), [...path, key], found);
  }
}

const within = ({ before, after, now }: ChangedBodies, key: string, telling: Telling): ChangedBodies => ({
  before: memberOf(before, key, telling),
  after: memberOf(after, key, telling),
  now: memberOf(now, key, telling),
});

/** Where it was never set, what is usual. */
function memberOf(value: unknown, key: string, telling: Telling): unknown {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, key)) return value[key];
  return typeof telling === 'object' && 'usual' in telling ? telling.usual : undefined;
}

/** A single value, and neither a list nor an object of several. */
function isOfValue(telling: Telling): telling is TellingOfValue | TellingOfUsual {
  return typeof telling === 'string' || 'usual' in telling;
}

function add(telling: Telling, bodies: ChangedBodies, path: Path, found: ChangedValue[]): void {
  const { before, after } = bodies;
  if (telling === 'silent' || isDeepStrictEqual(before, after)) return;
  if (telling === 'hidden' || telling === 'secret') {
    found.push({ path, hidden: true, ...(telling === 'secret' && { stays: true }) });
    return;
  }
  const lists =
    !isOfValue(telling) && 'list' in telling
      ? listsOf(telling.list, ofOneLength(telling.list, bodies))
      : undefined;
  if (!isOfValue(telling) && 'keys' in telling && isRecord(before) && isRecord(after)) {
    addKeys(telling.keys, bodies, path, found);
  } else if (!isOfValue(telling) && 'list' in telling && lists !== undefined) {
    addItems(telling.list, lists, path, found);
  } else found.push(changedValue(telling, bodies, path));
}

/** As it is told, and what it is now where that is something else. */
function changedValue(telling: Telling, bodies: ChangedBodies, path: Path): ChangedValue {
  const [before, after, now] = [bodies.before, bodies.after, bodies.now].map((value) =>
    toldOf(telling, value),
  );
  const isOver = !isDeepStrictEqual(now, after);
  return {
    path,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(isOver && { now: now ?? null }),
  };
}

/** Without secrets, and without what nobody knows. */
function toldOf(telling: Telling, value: unknown): unknown {
  if (telling === 'told') return value;
  if (typeof telling === 'string') return undefined;
  if ('usual' in telling) return value;
  if ('keys' in telling) return toldKeys(telling.keys, value);
  return isList(value) ? value.flatMap((item) => toldKeys(telling.list.items, item) ?? []) : undefined;
}

function toldKeys(keys: TellingOfKeys, value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, inner]) => {
      const told = toldOf(inner, value[key]);
      return told === undefined ? [] : [[key, told] as const];
    }),
  );
}

/** Where an item that is not there is the same as one that says nothing, a longer list has such items more. */
function ofOneLength({ usual }: TellingOfList, bodies: ChangedBodies): ChangedBodies {
  const lists = [bodies.before, bodies.after, bodies.now].map((list) => (isList(list) ? list : []));
  if (usual === undefined || !isList(bodies.before) || !isList(bodies.after)) return bodies;
  const length = Math.max(...lists.map((list) => list.length));
  const [before, after, now] = lists.map((list) => [
    ...list,
    ...Array.from({ length: length - list.length }, () => usual),
  ]);
  return { before, after, now };
}

interface Lists {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly now: readonly unknown[];
}

/** Lists whose items can be told apart; undefined where they are to be taken as a whole. */
function listsOf({ by }: TellingOfList, { before, after, now }: ChangedBodies): Lists | undefined {
  if (!isList(before) || !isList(after)) return undefined;
  if (by === 'place') {
    if (before.length !== after.length) return undefined;
  } else {
    for (const list of [before, after]) {
      const identities = list.map((item, index) => identityOf(by, item, index));
      if (identities.includes(undefined) || new Set(identities).size < list.length) return undefined;
    }
  }
  return { before, after, now: isList(now) ? now : [] };
}

function addItems(
  list: TellingOfList,
  { before, after, now }: Lists,
  path: Path,
  found: ChangedValue[],
): void {
  const { by, items } = list;
  const [oldOf, newOf, nowOf] = [before, after, now].map((each) => partners(by, each)) as [Of, Of, Of];
  for (const identity of identitiesOf(by, [...before, ...after], before.length)) {
    const bodies = { before: oldOf(identity), after: newOf(identity), now: nowOf(identity) };
    const itemPath = [...path, identity];
    if (bodies.before !== undefined && bodies.after !== undefined) addKeys(items, bodies, itemPath, found);
    else found.push(changedValue({ keys: items }, bodies, itemPath));
  }
  const orders = [before, after, now].map((each) => orderOf(by, each, oldOf, newOf));
  if (by === 'place' || isDeepStrictEqual(orders[0], orders[1])) return;
  found.push(
    changedValue('told', { before: orders[0], after: orders[1], now: orders[2] }, [...path, 'order']),
  );
}

type Of = ReturnType<typeof partners>;

/** Each once, in the order of the lists; of the second one the places begin anew. */
function identitiesOf(
  by: TellingOfList['by'],
  items: readonly unknown[],
  firstLength: number,
): readonly string[] {
  const identities = items.map((item, index) =>
    identityOf(by, item, index < firstLength ? index : index - firstLength),
  );
  return [...new Set(identities.filter((identity) => identity !== undefined))];
}

/** Of the items that were there before and after. */
function orderOf(by: TellingOfList['by'], list: readonly unknown[], oldOf: Of, newOf: Of): readonly string[] {
  return identitiesOf(by, list, list.length).filter(
    (identity) => oldOf(identity) !== undefined && newOf(identity) !== undefined,
  );
}

/** A section with the values of before a change put back, as far as they can be. */
export interface TakenBack {
  readonly body: unknown;
  readonly kept: readonly Omit<KeptValue, 'section'>[];
}

export function takenBack(section: string, bodies: ChangedBodies): TakenBack {
  const kept: Omit<KeptValue, 'section'>[] = [];
  const keys = tellingOf(section);
  return { body: keys === undefined ? bodies.now : backKeys(keys, bodies, [], kept), kept };
}

type Kept = Omit<KeptValue, 'section'>[];

function backKeys(keys: TellingOfKeys, bodies: ChangedBodies, path: Path, kept: Kept): unknown {
  const next: Record<string, unknown> = { ...(isRecord(bodies.now) ? bodies.now : {}) };
  for (const [key, telling] of Object.entries(keys)) {
    const inner = within(bodies, key, telling);
    if (isDeepStrictEqual(inner.before, inner.after)) continue;
    const value = back(telling, inner, [...path, key], kept);
    if (value === undefined) delete next[key];
    else next[key] = value;
  }
  return next;
}

function back(telling: Telling, bodies: ChangedBodies, path: Path, kept: Kept): unknown {
  const { before, after, now } = bodies;
  if (telling === 'silent') return now;
  if (telling === 'secret') {
    kept.push({ path, why: 'secret' });
    return now;
  }
  if (isOfValue(telling)) return before;
  if ('keys' in telling) {
    if (isRecord(before) && isRecord(after) && isRecord(now))
      return backKeys(telling.keys, bodies, path, kept);
    return revived(telling, before, path, kept);
  }
  const lists = isList(now) ? listsOf(telling.list, bodies) : undefined;
  return lists === undefined
    ? revived(telling, before, path, kept)
    : backItems(telling.list, lists, path, kept);
}

/** As it was, with empty secrets: what they were is not kept. */
function revived(telling: Telling, value: unknown, path: Path, kept: Kept): unknown {
  if (telling === 'secret') {
    if (value === undefined) return undefined;
    kept.push({ path, why: 'secret' });
    return '';
  }
  if (isOfValue(telling)) return value;
  if ('list' in telling) {
    if (!isList(value)) return value;
    const { items, by } = telling.list;
    return value.map((item, index) =>
      revived({ keys: items }, item, [...path, identityOf(by, item, index) ?? String(index)], kept),
    );
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = telling.keys[key];
      return [key, inner === undefined ? member : revived(inner, member, [...path, key], kept)] as const;
    }),
  );
}

function backItems(list: TellingOfList, { before, after, now }: Lists, path: Path, kept: Kept): unknown {
  const { by, items } = list;
  const [oldOf, newOf] = [before, after].map((each) => partners(by, each)) as [Of, Of];
  const idOf = (item: unknown, index: number) => identityOf(by, item, index);
  const isAdded = (id: string | undefined) => oldOf(id) === undefined && newOf(id) !== undefined;
  const next = now
    .map((item, index) => {
      const id = idOf(item, index);
      const [one, other] = [oldOf(id), newOf(id)];
      if (id === undefined || one === undefined || other === undefined) return item;
      return backKeys(items, { before: one, after: other, now: item }, [...path, id], kept);
    })
    .filter((_, index) => !isAdded(idOf(now[index], index)));
  const has = (id: string | undefined) => next.some((item, index) => idOf(item, index) === id);
  for (const [index, item] of before.entries()) {
    const id = idOf(item, index);
    if (id === undefined || has(id)) continue;
    if (newOf(id) === undefined) {
      next.splice(index, 0, revived({ keys: items }, item, [...path, id], kept));
    } else if (!isDeepStrictEqual(item, newOf(id))) {
      kept.push({ path: [...path, id], why: 'gone' });
    }
  }
  const orders = [before, after].map((each) => orderOf(by, each, oldOf, newOf)) as [Path, Path];
  return by === 'place' || isDeepStrictEqual(orders[0], orders[1]) ? next : inOrder(next, orders[0], idOf);
}

/** Those that are named take the places that they have among each other in this order. */
function inOrder(
  items: readonly unknown[],
  order: readonly string[],
  idOf: (item: unknown, index: number) => string | undefined,
): readonly unknown[] {
  const ids = items.map(idOf);
  const named = order.map((id) => ids.indexOf(id)).filter((index) => index !== -1);
  const turns = named.values();
  return items.map((item, index) => (named.includes(index) ? items[turns.next().value ?? index] : item));
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
