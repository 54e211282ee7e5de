/** Where something comes from, for who reads the code. */
const SOURCE = /\s*\bSource:\s[\s\S]*?\.(?=\s|$)/g;
/** Pages of the repository, which a caller does not have. */
const ENTRY = /\s*\([^()]*\bdocs\/(?:decisions|reference)\/[^()]*\)/g;

/** A comment of the contract as a text for callers: without sources, and with its lines joined but for lists. */
export function textOfComment(comment: string): string {
  return comment
    .replace(SOURCE, '')
    .replace(ENTRY, '')
    .replace(/\n(?!- )\s*/g, ' ')
    .trim();
}

/** The first sentence of a text without its full stop, as a title. */
export function firstSentence(text: string): string {
  return (/^[\s\S]*?(?=[.;:](?:\s|$))/.exec(text)?.[0] ?? text).trim();
}
