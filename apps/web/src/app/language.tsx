import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { useServices } from '../shared/api/services.ts';
import { useHydrated } from '../shared/api/use-hydrated.ts';
import { createFormats, createNumberFormats } from '../shared/i18n/format.ts';
import { formatTag, pickLocale } from '../shared/i18n/locales.ts';
import type { TextStore } from '../shared/i18n/text-store.ts';
import { LanguageProvider, type LoadedLanguage, useLanguage } from '../shared/ui/language.tsx';

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
  const { locale, start, choose } = useLanguage({ initial, texts, preferences });

  const taken = isHydrated ? undefined : first?.page;
  const tag = formatTag(locale, taken?.languages ?? browserLanguages);
  const utcOffsetS = taken?.utcOffsetS;
  const numbers = useMemo(() => createNumberFormats(tag), [tag]);
  const i18n = useMemo(
    () => ({ locale, t: start, format: createFormats(tag, utcOffsetS, numbers), texts }),
    [locale, start, texts, tag, utcOffsetS, numbers],
  );

  // What was chosen in this browser has the last word, where the gateway did not know of it.
  const chooseStored = useEffectEvent(() => {
    const stored = pickLocale(preferences.read('locale'), browserLanguages);
    if (first !== undefined && stored !== locale) choose(stored);
  });
  useEffect(() => {
    if (!__FOR_DEVICE__) chooseStored();
  }, []);

  return (
    <LanguageProvider value={i18n} choose={choose}>
      {children}
    </LanguageProvider>
  );
}
