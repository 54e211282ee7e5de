import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useServices } from '../shared/api/services.ts';
import type { Messages } from '../shared/i18n/en.ts';
import { createFormats } from '../shared/i18n/format.ts';
import { I18nProvider } from '../shared/i18n/i18n-context.ts';
import { formatTag, type Locale, loadMessages } from '../shared/i18n/locales.ts';
import { useToasts } from '../shared/ui/toasts.tsx';

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

interface LanguageProps {
  readonly initial: LoadedLanguage;
  readonly browserLanguages: readonly string[];
  readonly children: ReactNode;
}

/** Holds the language in use; a new one takes over when its texts have come. */
export function Language({ initial, browserLanguages, children }: LanguageProps) {
  const { preferences } = useServices();
  const { announce } = useToasts();
  const [language, setLanguage] = useState(initial);
  const wanted = useRef(initial.locale);
  const { locale, messages } = language;

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  const i18n = useMemo(
    () => ({ locale, t: messages, format: createFormats(formatTag(locale, browserLanguages)) }),
    [locale, messages, browserLanguages],
  );

  const choose = useMemo(() => {
    return async (next: Locale): Promise<void> => {
      wanted.current = next;
      try {
        const loaded = await loadMessages(next);
        if (wanted.current !== next) return; // chosen anew meanwhile
        setLanguage({ locale: next, messages: loaded });
        preferences.write('locale', next);
      } catch {
        announce(messages.bar.languageFailed);
      }
    };
  }, [announce, messages, preferences]);

  return (
    <ChooseLocaleContext value={(next) => void choose(next)}>
      <I18nProvider value={i18n}>{children}</I18nProvider>
    </ChooseLocaleContext>
  );
}
