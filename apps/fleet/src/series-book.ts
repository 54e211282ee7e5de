import type { SeriesOfLine } from './line-check.ts';
import type { SeriesLimits } from './options.ts';

/** Which inverters each site has written lately, so that none can fill the database with series. */
export interface SeriesBook {
  admits(site: string, series: SeriesOfLine): boolean;
  /** Forgets all other sites. */
  keepOnly(sites: ReadonlySet<string>): void;
}

const DAY_MS = 86_400_000;
/** An inverter that was replaced makes room so long after its last reading. */
const KEPT_DAYS = 7;
/** The inverter's own, and those of four strings, which is more than most have. */
const NAMES_PER_INVERTER = 5;

interface OfSite {
  /** By serial the day of its last reading. */
  readonly inverters: Map<string, number>;
  /** Hashes: equal ones are taken for the same name, which does no harm. */
  readonly names: Set<number>;
  namesDay: number;
}

export function createSeriesBook(limits: SeriesLimits, nowMs: () => number): SeriesBook {
  const sites = new Map<string, OfSite>();

  function of(site: string): OfSite {
    const found = sites.get(site) ?? { inverters: new Map(), names: new Set(), namesDay: 0 };
    sites.set(site, found);
    return found;
  }

  function admitsInverter({ inverters }: OfSite, serial: string, day: number): boolean {
    if (!inverters.has(serial) && inverters.size >= limits.inverters) {
      for (const [known, lastDay] of inverters) {
        if (day - lastDay > KEPT_DAYS) inverters.delete(known);
      }
      if (inverters.size >= limits.inverters) return false;
    }
    inverters.set(serial, day);
    return true;
  }

  /** Each new name is a series, so there are only so many new ones a day. */
  function admitsName(ofSite: OfSite, { serial, string, name }: SeriesOfLine, day: number): boolean {
    if (ofSite.namesDay !== day) {
      ofSite.names.clear();
      ofSite.namesDay = day;
    }
    const hash = hashOf(`${serial} ${string} ${name}`);
    if (ofSite.names.has(hash)) return true;
    if (ofSite.names.size >= limits.inverters * NAMES_PER_INVERTER) return false;
    ofSite.names.add(hash);
    return true;
  }

  return {
    admits(site, series) {
      if (__WITHOUT__.seriesOfSite) return true;
      if (series.string > limits.strings) return false;
      const day = Math.floor(nowMs() / DAY_MS);
      const ofSite = of(site);
      return (
        admitsInverter(ofSite, series.serial, day) && (series.name === '' || admitsName(ofSite, series, day))
      );
    },
    keepOnly(kept) {
      for (const site of sites.keys()) {
        if (!kept.has(site)) sites.delete(site);
      }
    },
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
