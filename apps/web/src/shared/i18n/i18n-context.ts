import { createContext, use, useContext } from 'react';
import type { Formats } from './format.ts';
import type { Locale } from './locales.ts';
import type { LoadedTexts, TextStore } from './text-store.ts';
import type { Group, Texts, TextsOf } from './texts.ts';

/** The language in use: its texts and its formats. */
export interface I18n {
  readonly locale: Locale;
  /** What the bar and the live view say: there before anything is drawn. */
  readonly t: Texts['start'];
  readonly format: Formats;
  readonly texts: TextStore;
  /** Changes the language of the interface and remembers it. */
  readonly chooseLocale: (locale: Locale) => void;
}

const I18nContext = createContext<I18n | undefined>(undefined);

export const I18nProvider = I18nContext.Provider;

export function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (i18n === undefined) throw new Error('useI18n outside of I18nProvider');
  return i18n;
}

/**
 * The texts of the named groups; a component waits for them where it is suspended for its code. React is shown the
 * promises each time, also of what is there: it counts the calls of `use` and takes fewer of them for an error.
 */
export function useTexts<G extends Group>(...groups: readonly G[]): TextsOf<G> {
  const { locale, texts } = useI18n();
  const promises = groups.map((group) => texts.load(locale, group)); // all at once, and not one after the other
  for (const promise of promises) use(promise);
  const loaded = texts.loaded(locale);
  if (!hasAll(loaded, groups)) throw new Error(`${groups.join(', ')}: not loaded`);
  return loaded;
}

function hasAll<G extends Group>(
  loaded: LoadedTexts,
  groups: readonly G[],
): loaded is LoadedTexts & TextsOf<G> {
  // In a build for a device nothing asks for a text of what only our gateway has.
  return groups.every((group) => group in loaded || (__FOR_DEVICE__ && group === 'gateway'));
}
