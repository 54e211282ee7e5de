import { hasFailed, keptPromise } from '../lib/kept-promise.ts';
import type { Locale } from './locales.ts';
import type { DeviceTexts, Group, Loaders, Texts } from './texts.ts';

/** What has been loaded of a language. */
export type LoadedTexts = { -readonly [G in Group]?: Texts[G] };

/** The texts that have been loaded, and those that are on their way. */
export interface TextStore {
  /** Loads a group unless that has begun: the same promise each time, also when it has failed. */
  load(locale: Locale, group: Group): Promise<unknown>;
  /** Loads the texts without which nothing can be shown. */
  loadStart(locale: Locale): Promise<Texts['start']>;
  /** What is there of a language: the same object each time, which grows. */
  loaded(locale: Locale): LoadedTexts;
  /** The groups that have been requested in a language. */
  requested(locale: Locale): readonly Group[];
  /** What could not be loaded is asked for anew the next time. */
  forgetFailures(): void;
}

const START: Readonly<Record<Locale, Loaders['start']>> = {
  en: () => import('./en/start.ts'),
  de: () => import('./de/start.ts'),
  fr: () => import('./fr/start.ts'),
};

/** Where all groups of a language are: a list of many files, of which the first page needs one. */
const LOADERS: Readonly<Record<Locale, () => Promise<Loaders>>> = {
  en: async () => (await import('./en/en.ts')).en,
  de: async () => (await import('./de/de.ts')).de,
  fr: async () => (await import('./fr/fr.ts')).fr,
};

/** A device's flash holds few files: one for each language, with what it has use for. */
const AT_ONCE: Readonly<Record<Locale, () => Promise<{ readonly texts: DeviceTexts }>>> = {
  en: () => import('./en/all.ts'),
  de: () => import('./de/all.ts'),
  fr: () => import('./fr/all.ts'),
};

export function createTextStore(): TextStore {
  const texts: Readonly<Record<Locale, LoadedTexts>> = { en: {}, de: {}, fr: {} };
  const promises = { en: newPromises(), de: newPromises(), fr: newPromises() };

  async function fetchGroup<G extends Group>(locale: Locale, group: G): Promise<unknown> {
    if (__FOR_DEVICE__) return Object.assign(texts[locale], (await AT_ONCE[locale]()).texts);
    if (group === 'start') texts[locale].start = (await START[locale]()).texts;
    else texts[locale][group] = (await (await LOADERS[locale]())[group]()).texts;
    return texts[locale][group];
  }

  function load(locale: Locale, group: Group): Promise<unknown> {
    const known = promises[locale].get(group);
    if (known !== undefined) return known;
    const started = keptPromise(fetchGroup(locale, group));
    promises[locale].set(group, started);
    return started;
  }

  return {
    load,
    async loadStart(locale) {
      await load(locale, 'start');
      const { start } = texts[locale];
      if (start === undefined) throw new Error(`${locale}: loaded, but not there`);
      return start;
    },
    loaded: (locale) => texts[locale],
    requested: (locale) => [...promises[locale].keys()],
    forgetFailures() {
      for (const ofLocale of Object.values(promises)) {
        for (const [group, promise] of ofLocale) {
          if (hasFailed(promise)) ofLocale.delete(group);
        }
      }
    },
  };
}

const newPromises = () => new Map<Group, Promise<unknown>>();
