import type { AreaMessages } from './area-en.ts';

/** Gives the texts of a language's file. A build packs such files and puts the code that unpacks in place of this one. */
export function unpackArea(texts: AreaMessages): AreaMessages {
  return texts;
}
