/** One thing to choose of many. */
export interface ComboOption {
  readonly value: string;
  readonly label: string;
  /** Small, beside the label. */
  readonly note: string;
  /** What it is found by: words as `searchWords` writes them. */
  readonly words: readonly string[];
  /** Found by these as well, but behind all that have it among their words. */
  readonly lesserWords?: readonly string[];
}

/** Letters that have no accent to be left out, in those that stand for them on other keyboards. */
const OTHER_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', ı: 'i' };

/** The words of a text as they are compared: without case and accents; spaces, slashes and underscores part them. */
export function searchWords(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[ßæøłı]/g, (letter) => OTHER_LETTERS[letter] ?? letter)
    .split(/[\s/_]+/)
    .filter((word) => word !== '');
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

function distanceOf({ words, lesserWords = [] }: ComboOption, wanted: readonly string[]): number {
  const nearest = (list: readonly string[], part: string) =>
    Math.min(...list.map((word) => wordDistance(word, part)));
  return wanted.reduce(
    (sum, part) => sum + Math.min(nearest(words, part), LESSER + nearest(lesserWords, part)),
    0,
  );
}

/** More than any distance of a word. */
const LESSER = 3;

function wordDistance(word: string, part: string): number {
  if (word === part) return 0;
  if (word.startsWith(part)) return 1;
  return word.includes(part) ? 2 : Number.POSITIVE_INFINITY;
}
