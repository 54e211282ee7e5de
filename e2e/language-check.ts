import type { Locator } from '@playwright/test';
import { IS_NIGHTLY } from './matrix.ts';
import type { Bar } from './pages/bar.ts';
import { expect } from './test.ts';

/** What the code would say where a text is missing: a key, a hole in a text, a value that is none. */
export const NO_TEXT =
  /undefined|\bNaN\b|\[object|\{\w+\}|\b(?!(?:dBm|kWh)\b)[a-z]+(?:[A-Z][a-z]+)+\b|\b(?:control|events|eventPage|inverters|common|apiresponse|settings|network|mqtt|time|device|info|console|maintenance|modules|sources|history|limits|alerts|welcome)\.(?=\w)/;

/** Everything in this place that is read or heard, one piece after the other. */
export async function wordsIn(place: Locator): Promise<readonly string[]> {
  return place.evaluate((root) => {
    const words: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder']) words.push(node.getAttribute(name) ?? '');
      } else {
        words.push(node.textContent ?? '');
      }
    }
    // One kind of space is as good as another here.
    return words.map((word) => word.replace(/\s+/g, ' ').trim()).filter((word) => word !== '');
  });
}

/**
 * At night only: shows the same place, as it stands, in German and in French: nothing in it may be missing, or be what
 * it is in English. The compiler finds texts that are missing, so what is left is seldom. `same` are the pieces of text that are the same in another language too: names, and words that both have.
 */
export async function expectTranslatedAtNight(
  bar: Bar,
  place: Locator,
  { same = [], what }: { readonly same?: readonly (string | RegExp)[]; readonly what: string },
): Promise<void> {
  if (!IS_NIGHTLY) return;
  const isSame = (word: string) =>
    !/\p{L}{2}/u.test(word) ||
    same.some((text) => (typeof text === 'string' ? text === word : text.test(word)));
  const english = await wordsIn(place);
  expect(english, what).not.toEqual([]);
  const suspects = new Set(english.filter((word) => !isSame(word)));
  for (const language of ['de', 'fr', 'en']) {
    await bar.language.selectOption(language);
    await expect(async () => {
      const words = await wordsIn(place);
      const left = language === 'en' ? [] : words.filter((word) => suspects.has(word));
      expect(left, 'still English').toEqual([]);
      expect(
        words.filter((word) => NO_TEXT.test(word) && !isSame(word)),
        'no text',
      ).toEqual([]);
      expect(words.length, 'pieces of text').toBe(english.length);
    }, `${what} in ${language}`).toPass({ timeout: 15_000 });
  }
}
