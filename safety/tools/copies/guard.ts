/**
 * Something that protects the product, and how it is taken out of a copy of it. The product itself has no switch for
 * that: a switch could be found.
 */
export interface Guard {
  /** As in "the cap on unread bytes". */
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** Replaces a text that stands exactly once in a file. */
interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A guard that one edit takes out. */
export function guard(name: string, file: string, find: string, replace: string): Guard {
  return { name, edits: [{ file, find, replace }] };
}
