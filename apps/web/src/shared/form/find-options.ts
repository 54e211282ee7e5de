/** One thing to choose of many. */
export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** Small, beside the label. */
  readonly note: string;
  /** What it is found by: words as `searchWords` writes them. */
  readonly words: readonly string[];
}

/** The words of a text as they are compared: without case and accents; spaces, slashes and underscores part them. */
export function searchWords(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[\s/_]+/).filter((word) => word !== '');
}

/**
 * The options in which every word of a text occurs: first those that have it as a whole word, then those with a word
 * that begins so, then the rest, each in their own order.
 */
export function findOptions(options: readonly ComboOption[], text: string): readonly ComboOption[] {
  const wanted = searchWords(text);
  return options
    .map((option) => ({ option, distance: distanceOf(option, wanted) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.distance - other.distance)
    .map(({ option }) => option);
}

/** The one option that a text can only mean: it is its label, or nothing else is found by it. */
export function onlyOption(found: readonly ComboOption[], text: string): ComboOption | undefined {
  const spelt = (label: string) => searchWords(label).join(' ');
  return found.length === 1 ? found[0] : found.find(({ label }) => spelt(label) === spelt(text));
}

function distanceOf({ words }: ComboOption, wanted: readonly string[]): number {
  return wanted.reduce((sum, part) => sum + Math.min(...words.map((word) => wordDistance(word, part))), 0);
}

function wordDistance(word: string, part: string): number {
  if (word === part) return 0;
  if (word.startsWith(part)) return 1;
  return word.includes(part) ? 2 : Number.POSITIVE_INFINITY;
}
