import type { Release } from '../release.ts';
import { objectIn, valueIn, type WireObject } from '../untrusted-values.ts';
import { EMPTY, isInRelease, type Kind, READERS, type ValueOf, type WireKey } from '../wire-keys.ts';

/** A fact in a status: its key in some releases, and our word for it. Rows with one word are one fact. */
export interface FactKey extends WireKey {
  readonly word: string;
}

/** The facts of a status by our words: undefined where it was not told, or as something else. */
export type Facts<Row extends FactKey> = {
  readonly [One in Row as One['word']]: ValueOf<One['kind']> | undefined;
};

/** Undefined where it is no object, or has none of the keys. */
export function decodeFacts<Row extends FactKey>(
  sent: unknown,
  rows: readonly Row[],
): Facts<Row> | undefined {
  const status = objectIn(sent);
  const facts: Record<string, ValueOf<Kind> | undefined> = {};
  let isEmpty = true;
  for (const { key, kind, word } of rows) {
    const value = READERS[kind](valueIn(status, key));
    if (value !== undefined) isEmpty = false;
    facts[word] ??= value;
  }
  return isEmpty ? undefined : (facts as Facts<Row>); // each word is there, read by its kind
}

/** A status as a device of that release sends it; what is not known is empty, 0 or false. */
export function encodeFacts<Row extends FactKey>(
  release: Release,
  facts: Partial<Facts<Row>>,
  rows: readonly Row[],
): WireObject {
  const values = facts as Readonly<Record<string, unknown>>;
  const told = rows.filter((row) => isInRelease(row, release));
  return Object.fromEntries(told.map(({ key, kind, word }) => [key, values[word] ?? EMPTY[kind]]));
}
