import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { useServices } from '../shared/api/services.ts';
import { useHydrated } from '../shared/api/use-hydrated.ts';
import { createFormats, createNumberFormats } from '../shared/i18n/format.ts';
import { I18nProvider } from '../shared/i18n/i18n-context.ts';
import { formatTag, pickLocale } from '../shared/i18n/locales.ts';
import type { TextStore } from '../shared/i18n/text-store.ts';
import { type LoadedLanguage, useLanguage } from '../shared/ui/use-language.ts';

interface LanguageProps {
  readonly initial: LoadedLanguage;
  readonly texts: TextStore;
  readonly browserLanguages: readonly string[];
  readonly children: ReactNode;
}

/** The language in use, with the customs and the zone that the gateway has used for its page. */
export function Language({ initial, texts, browserLanguages, children }: LanguageProps) {
  const { preferences, first: page } = useServices();
  const first = __FOR_DEVICE__ ? undefined : page;
  const isHydrated = useHydrated();
  const { locale, start, chooseLocale } = useLanguage(initial, texts, preferences);

  const taken = isHydrated ? undefined : first?.page;
  const tag = formatTag(locale, taken?.languages ?? browserLanguages);
  const utcOffsetS = taken?.utcOffsetS;
  const numbers = useMemo(() => createNumberFormats(tag), [tag]);
  const i18n = useMemo(
    () => ({ locale, t: start, format: createFormats(tag, utcOffsetS, numbers), texts, chooseLocale }),
    [locale, start, texts, chooseLocale, tag, utcOffsetS, numbers],
  );

  // What was chosen in this browser has the last word, where the gateway did not know of it.
  const chooseStored = useEffectEvent(() => {
    const stored = pickLocale(preferences.read('locale'), browserLanguages);
    if (first !== undefined && stored !== locale) chooseLocale(stored);
  });
  useEffect(() => {
    if (!__FOR_DEVICE__) chooseStored();
  }, []);

  return <I18nProvider value={i18n}>{children}</I18nProvider>;
}
