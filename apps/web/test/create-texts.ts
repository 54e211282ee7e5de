import { type Locale, loadAreaMessages, loadMessages } from '../src/shared/i18n/locales.ts';

/** All texts of a language. */
export async function createTexts(locale: Locale) {
  return { frame: await loadMessages(locale), area: await loadAreaMessages(locale) };
}
