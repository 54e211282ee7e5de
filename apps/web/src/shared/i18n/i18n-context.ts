import { createContext, use, useContext } from 'react';
import type { AreaMessages } from './area/area-en.ts';
import type { Messages } from './en.ts';
import type { Formats } from './format.ts';
import type { Locale } from './locales.ts';

/** The language in use: its texts and its formats. */
export interface I18n {
  readonly locale: Locale;
  readonly t: Messages;
  readonly format: Formats;
  /** The texts of the pages beside the live view: the same promise each time. */
  readonly area: () => Promise<AreaMessages>;
}

const I18nContext = createContext<I18n | undefined>(undefined);

export const I18nProvider = I18nContext.Provider;

export function useI18n(): I18n {
  const i18n = useContext(I18nContext);
  if (i18n === undefined) throw new Error('useI18n outside of I18nProvider');
  return i18n;
}

/** The texts of the pages beside the live view; the page waits for them where it is suspended for its code. */
export function useAreaTexts(): AreaMessages {
  return use(useI18n().area());
}
