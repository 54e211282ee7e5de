/**
 * The languages of the interface, in the order they are offered. Source:
 * docs/specification-check.md#9-business-constants-and-limits.
 */
export const LOCALES = ['en', 'de', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language by its own name. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

export function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/**
 * The language to start with: the stored choice if it is one of ours, else the first of the browser's languages that
 * is, else English.
 */
export function pickLocale(stored: string | undefined, browserLanguages: readonly string[]): Locale {
  return [stored, ...browserLanguages.map(languageOf)].find(isLocale) ?? 'en';
}

/** The tag for numbers and dates: the browser's own variant of the language where it has one (de-CH, en-GB). */
export function formatTag(locale: Locale, browserLanguages: readonly string[]): string {
  return browserLanguages.find((tag) => languageOf(tag) === locale) ?? locale;
}
