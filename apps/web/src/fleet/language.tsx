import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createFormats } from '../shared/i18n/format.ts';
import { I18nProvider, useTexts } from '../shared/i18n/i18n-context.ts';
import { formatTag, type Locale } from '../shared/i18n/locales.ts';
import type { TextStore } from '../shared/i18n/text-store.ts';
import type { Texts } from '../shared/i18n/texts.ts';
import { LanguageSelect } from '../shared/ui/language-select.tsx';
import { useNotices } from '../shared/ui/notices.tsx';
import { useFleetServices } from './services.ts';

type Choose = (locale: Locale, failed: string) => void;
const ChooseContext = createContext<Choose>(() => undefined);

/** A language whose first texts are loaded. */
export interface LoadedLanguage {
  readonly locale: Locale;
  readonly start: Texts['start'];
}

interface FleetLanguageProps {
  readonly initial: LoadedLanguage;
  readonly texts: TextStore;
  readonly browserLanguages: readonly string[];
  readonly children: ReactNode;
}

/** Holds the language in use; a new one takes over when all texts have come that were shown in the one before. */
export function FleetLanguage({ initial, texts, browserLanguages, children }: FleetLanguageProps) {
  const { preferences } = useFleetServices();
  const { announce } = useNotices();
  const [{ locale, start }, setLanguage] = useState(initial);
  const wanted = useRef(initial.locale);

  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);

  const i18n = useMemo(
    () => ({ locale, t: start, format: createFormats(formatTag(locale, browserLanguages)), texts }),
    [locale, start, texts, browserLanguages],
  );

  const choose = async (next: Locale, failed: string): Promise<void> => {
    wanted.current = next;
    try {
      const others = texts.requested(locale).map((group) => texts.load(next, group));
      const loaded = await texts.loadStart(next);
      await Promise.all(others);
      if (wanted.current !== next) return; // chosen anew meanwhile
      preferences.write('locale', next);
      startTransition(() => setLanguage({ locale: next, start: loaded }));
    } catch {
      texts.forgetFailures();
      announce(failed);
    }
  };

  return (
    <ChooseContext value={(next, failed) => void choose(next, failed)}>
      <I18nProvider value={i18n}>{children}</I18nProvider>
    </ChooseContext>
  );
}

export function FleetLanguageSelect() {
  const { fleet: t } = useTexts('fleet');
  const choose = useContext(ChooseContext);
  return <LanguageSelect onChoose={(locale) => choose(locale, t.languageFailed)} />;
}
