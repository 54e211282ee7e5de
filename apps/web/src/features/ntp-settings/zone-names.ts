import { searchWords } from '../../shared/form/find-options.ts';
import { COUNTRY_WORDS, ZONE_CITIES } from './zone-cities.ts';
import ZONES_OF_COUNTRIES from './zone-countries.json' with { type: 'json' };

/** What people call the place of a zone. */
interface ZoneNames {
  /** Its cities, and its country where it is the zone of most people there. */
  readonly words: readonly string[];
  /** Its country where another zone comes first. */
  readonly lesserWords: readonly string[];
}

/** Whatever language the page is in: people type the names that they know. */
const LANGUAGES = ['en', 'de', 'fr'];

/** By the zones that have some. */
export type AllZoneNames = ReadonlyMap<string, ZoneNames>;

export function createZoneNames(): AllZoneNames {
  const names = new Map<string, ZoneNames>();
  for (const [zone, cities] of Object.entries(ZONE_CITIES)) {
    names.set(zone, { words: spellings(cities), lesserWords: [] });
  }
  const regions = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  for (const [country, zones] of Object.entries<string>(ZONES_OF_COUNTRIES)) {
    const called = regions.map((region) => region.of(country) ?? '');
    const words = spellings([...called, COUNTRY_WORDS[country]].join(' '));
    for (const [index, zone] of zones.split(' ').entries()) {
      const own = names.get(zone) ?? { words: [], lesserWords: [] };
      const key = index === 0 ? 'words' : 'lesserWords';
      names.set(zone, { ...own, [key]: [...own[key], ...words] });
    }
  }
  return names;
}

/** As it is written, and with `ae`, `oe` and `ue` for the letters that not every keyboard has. */
function spellings(text: string): readonly string[] {
  return [...new Set([...searchWords(text), ...searchWords(text.replace(/[äöü]/gi, '$&e'))])];
}
