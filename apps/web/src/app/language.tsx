import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useServices } from '../shared/api/services.ts';
import type { AreaMessages } from '../shared/i18n/area/area-en.ts';
import type { Messages } from '../shared/i18n/en.ts';
import { createFormats } from '../shared/i18n/format.ts';
import { I18nProvider } from '../shared/i18n/i18n-context.ts';
import { formatTag, type Locale, loadAreaMessages, loadMessages } from '../shared/i18n/locales.ts';
import { useNotices } from '../shared/ui/notices.tsx';

const ChooseLocaleContext = createContext<(locale: Locale) => void>(() => undefined);

/** Changes the language of the interface and remembers it. */
export function useChooseLocale(): (locale: Locale) => void {
  return useContext(ChooseLocaleContext);
}

/** A language whose texts are loaded. */
export interface LoadedLanguage {
  readonly locale: Locale;
  readonly messages: Messages;
}

interface AreaCache {
  load(locale: Locale): Promise<AreaMessages>;
  /** Whether a page has asked for these texts. */
  isUsed(): boolean;
}

/** Keeps the promise of each language, because a page that waits must find the same one again. */
function createAreaCache(): AreaCache {
  const loading = new Map<Locale, Promise<AreaMessages>>();
  return {
    isUsed: () => loading.size > 0,
    load(locale) {
      const known = loading.get(locale);
      if (known !== undefined) return known;
      const started = loadAreaMessages(locale);
      loading.set(locale, started);
      started.catch(() => loading.delete(locale)); // another try may do better
      return started;
    },
  };
}

interface LanguageProps {
  readonly initial: LoadedLanguage;
  readonly browserLanguages: readonly string[];
  readonly children: ReactNode;
}

/** Holds the language in use; a new one takes over when its texts have come. */
export function Language({ initial, browserLanguages, children }: LanguageProps) {
  const { preferences } = useServices();
  const { announce } = useNotices();
  const [language, setLanguage] = useState(initial);
  const wanted = useRef(initial.locale);
  const { locale, messages } = language;

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  const [area] = useState(createAreaCache);
  const i18n = useMemo(
    () => ({
      locale,
      t: messages,
      format: createFormats(formatTag(locale, browserLanguages)),
      area: () => area.load(locale),
    }),
    [locale, messages, browserLanguages, area],
  );

  const choose = useCallback(
    async (next: Locale): Promise<void> => {
      wanted.current = next;
      try {
        const loaded = await loadMessages(next);
        if (area.isUsed()) await area.load(next);
        if (wanted.current !== next) return; // chosen anew meanwhile
        preferences.write('locale', next);
        startTransition(() => setLanguage({ locale: next, messages: loaded }));
      } catch {
        announce(messages.bar.languageFailed);
      }
    },
    [area, announce, messages, preferences],
  );

  return (
    <ChooseLocaleContext value={(next) => void choose(next)}>
      <I18nProvider value={i18n}>{children}</I18nProvider>
    </ChooseLocaleContext>
  );
}
