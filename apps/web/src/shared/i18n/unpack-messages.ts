import type { Messages } from './en.ts';

/** Gives the texts of a language's file. A build packs such files and puts the code that unpacks in place of this one. */
export function unpackMessages(texts: Messages): Messages {
  return texts;
}
