import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Locale } from '../i18n/locales.ts';
import type { TextStore } from '../i18n/text-store.ts';
import type { Texts } from '../i18n/texts.ts';
import { useNotices } from './notices.tsx';

/** A language whose first texts are loaded. */
export interface LoadedLanguage {
  readonly locale: Locale;
  readonly start: Texts['start'];
}

interface RememberedLocale {
  write(name: 'locale', value: Locale): void;
}

/** The language in use; a new one takes over when all texts have come that were shown in the one before. */
export function useLanguage(initial: LoadedLanguage, texts: TextStore, preferences: RememberedLocale) {
  const { announce } = useNotices();
  const [language, setLanguage] = useState(initial);
  const wanted = useRef(initial.locale);
  const { locale, start } = language;

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  const chooseLocale: (next: Locale) => void = useCallback(
    async (next: Locale) => {
      wanted.current = next;
      try {
        // With all that has been shown in the language before: nothing waits for its texts once more.
        const others = texts.requested(locale).map((group) => texts.load(next, group));
        const loaded = await texts.loadStart(next);
        await Promise.all(others);
        if (wanted.current !== next) return; // chosen anew meanwhile
        preferences.write('locale', next);
        startTransition(() => setLanguage({ locale: next, start: loaded }));
      } catch {
        texts.forgetFailures();
        announce(start.bar.languageFailed);
      }
    },
    [locale, texts, announce, start, preferences],
  );
  return { locale, start, chooseLocale };
}
