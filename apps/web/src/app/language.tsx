import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useServices } from '../shared/api/services.ts';
import { useHydrated } from '../shared/api/use-hydrated.ts';
import { createFormats, createNumberFormats } from '../shared/i18n/format.ts';
import { I18nProvider } from '../shared/i18n/i18n-context.ts';
import { formatTag, type Locale, pickLocale } from '../shared/i18n/locales.ts';
import type { TextStore } from '../shared/i18n/text-store.ts';
import type { Texts } from '../shared/i18n/texts.ts';
import { useNotices } from '../shared/ui/notices.tsx';

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

interface LanguageProps {
  readonly initial: LoadedLanguage;
  readonly texts: TextStore;
  readonly browserLanguages: readonly string[];
  readonly children: ReactNode;
}

/** Holds the language in use; a new one takes over when its texts have come. */
export function Language({ initial, texts, browserLanguages, children }: LanguageProps) {
  const { preferences, first: page } = useServices();
  const first = __FOR_DEVICE__ ? undefined : page;
  const isHydrated = useHydrated();
  const { announce } = useNotices();
  const [language, setLanguage] = useState(initial);
  const wanted = useRef(initial.locale);
  const { locale, start } = language;

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  const taken = isHydrated ? undefined : first?.page; // the customs and the zone that the gateway has used
  const tag = formatTag(locale, taken?.languages ?? browserLanguages);
  const utcOffsetS = taken?.utcOffsetS;
  const numbers = useMemo(() => createNumberFormats(tag), [tag]);
  const i18n = useMemo(
    () => ({ locale, t: start, format: createFormats(tag, utcOffsetS, numbers), texts }),
    [locale, start, texts, tag, utcOffsetS, numbers],
  );

  const choose = useCallback(
    async (next: Locale): Promise<void> => {
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

  // What was chosen in this browser has the last word, where the gateway did not know of it.
  const chooseStored = useEffectEvent(() => {
    const stored = pickLocale(preferences.read('locale'), browserLanguages);
    if (first !== undefined && stored !== locale) void choose(stored);
  });
  useEffect(() => {
    if (!__FOR_DEVICE__) chooseStored();
  }, []);

  return (
    <ChooseLocaleContext value={(next) => void choose(next)}>
      <I18nProvider value={i18n}>{children}</I18nProvider>
    </ChooseLocaleContext>
  );
}
