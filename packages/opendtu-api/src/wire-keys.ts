import type { Release } from './release.ts';
import { flagIn, listIn, numberIn, textIn } from './untrusted-values.ts';

/** What stands below a key. */
export type Kind = 'text' | 'number' | 'flag' | 'list';

export type ValueOf<K extends Kind> = K extends 'text'
  ? string
  : K extends 'number'
    ? number
    : K extends 'flag'
      ? boolean
      : readonly unknown[];

/** A key of a document, and which releases have it. */
export interface WireKey {
  readonly key: string;
  readonly kind: Kind;
  /** The first release that has it; undefined: all up to `until`. */
  readonly since?: Release;
  /** The first release that has it no longer. */
  readonly until?: Release;
}

export function isInRelease({ since = 0, until }: WireKey, release: Release): boolean {
  return since <= release && (until === undefined || release < until);
}

/** Undefined where it is of another kind. */
export const READERS: { readonly [K in Kind]: (value: unknown) => ValueOf<K> | undefined } = {
  text: textIn,
  number: numberIn,
  flag: flagIn,
  list: listIn,
};

/** What stands for a value that nobody has. */
export const EMPTY: { readonly [K in Kind]: ValueOf<K> } = { text: '', number: 0, flag: false, list: [] };
