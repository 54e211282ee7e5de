import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type I18n, I18nProvider } from '../i18n/i18n-context.ts';
import type { Locale } from '../i18n/locales.ts';
import type { TextStore } from '../i18n/text-store.ts';
import type { Texts } from '../i18n/texts.ts';
import { useNotices } from './notices.tsx';

const ChooseLocaleContext = createContext<(locale: Locale) => void>(() => undefined);

/** Changes the language of the interface and remembers it. */
export function useChooseLocale(): (locale: Locale) => void {
  return useContext(ChooseLocaleContext);
}

/** A language whose first texts are loaded. */
export interface LoadedLanguage {
  readonly locale: Locale;
  readonly start: Texts['start'];
}

interface LanguageParts {
  readonly initial: LoadedLanguage;
  readonly texts: TextStore;
  readonly preferences: { write(name: 'locale', value: Locale): void };
}

/** The language in use; a new one takes over when all texts have come that were shown in the one before. */
export function useLanguage({ initial, texts, preferences }: LanguageParts) {
  const { announce } = useNotices();
  const [language, setLanguage] = useState(initial);
  const wanted = useRef(initial.locale);
  const { locale, start } = language;

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  async function choose(next: Locale): Promise<void> {
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
  }

  return { ...language, choose: (next: Locale) => void choose(next) };
}

interface LanguageProviderProps {
  readonly value: I18n;
  readonly choose: (locale: Locale) => void;
  readonly children: ReactNode;
}

/** Gives the language in use to everything inside, with the way to another one. */
export function LanguageProvider({ value, choose, children }: LanguageProviderProps) {
  return (
    <ChooseLocaleContext value={choose}>
      <I18nProvider value={value}>{children}</I18nProvider>
    </ChooseLocaleContext>
  );
}
