import { en } from '../src/shared/i18n/en/en.ts';
import type { Locale } from '../src/shared/i18n/locales.ts';
import { createTextStore, type LoadedTexts } from '../src/shared/i18n/text-store.ts';
import type { Group, Texts } from '../src/shared/i18n/texts.ts';

export const GROUPS = Object.keys(en) as Group[];

/** All texts of a language, by their groups. */
export async function allTexts(locale: Locale): Promise<Texts> {
  const store = createTextStore();
  await Promise.all(GROUPS.map((group) => store.load(locale, group)));
  const loaded = store.loaded(locale);
  if (!isComplete(loaded)) throw new Error(`a group of ${locale} is not there`);
  return loaded;
}

function isComplete(loaded: LoadedTexts): loaded is Texts {
  return GROUPS.every((group) => loaded[group] !== undefined);
}
