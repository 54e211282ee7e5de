import type { AreaMessages } from './area/area-en.ts';
import type { Messages } from './en.ts';
import { unpackMessages } from './unpack-messages.ts';

/** The languages of the interface, in the order they are offered. Source: specification, point 9. */
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

/** Loads the texts of one language; each is a file of its own. Rejects when it cannot be fetched. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return unpackMessages(await fetchMessages(locale));
}

async function fetchMessages(locale: Locale): Promise<Messages> {
  switch (locale) {
    case 'en':
      return (await import('./en.ts')).en;
    case 'de':
      return (await import('./de.ts')).de;
    case 'fr':
      return (await import('./fr.ts')).fr;
  }
}

/** Loads the texts of the pages beside the live view. Rejects when they cannot be fetched. */
export async function loadAreaMessages(locale: Locale): Promise<AreaMessages> {
  const [texts, { unpackArea }] = await Promise.all([
    fetchAreaMessages(locale),
    import('./area/unpack-area.ts'),
  ]);
  return unpackArea(texts);
}

async function fetchAreaMessages(locale: Locale): Promise<AreaMessages> {
  switch (locale) {
    case 'en':
      return (await import('./area/area-en.ts')).areaEn;
    case 'de':
      return (await import('./area/area-de.ts')).areaDe;
    case 'fr':
      return (await import('./area/area-fr.ts')).areaFr;
  }
}
