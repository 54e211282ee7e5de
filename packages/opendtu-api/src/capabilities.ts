import { FEBRUARY_2023, NEWEST_RELEASE, type Release } from './release.ts';

/** The shapes of live data, named by their beginning. Source: docs/reference/api-generations.md#three-shapes-of-live-data. */
export type Generation = '2023-02' | '2023-04' | '2024-02';

/** The last release of each generation, for a simulated device. Source: docs/reference/api-generations.md#releases. */
export const LAST_RELEASE: Readonly<Record<Generation, Release>> = {
  '2023-02': FEBRUARY_2023,
  '2023-04': 24_01_26,
  '2024-02': NEWEST_RELEASE,
};

/** What is known of a device's age: its firmware is one of `from` to `upTo`, both included. The same: it is known exactly. */
export interface ReleaseSpan {
  readonly from: Release;
  readonly upTo: Release;
}

/**
 * Since which release a device can do what. Source: docs/reference/api-generations.md#what-came-when, and the
 * sections above it.
 */
const SINCE = {
  /** Live data in groups `AC`, `DC`, `INV`. */
  groupedLiveData: 23_04_04,
  /** A list of live data without measurements, which `?inv=` brings for one inverter. */
  liveDataPerInverter: 24_02_12,
  /** Age of data in milliseconds. */
  dataAgeInMs: 25_04_02,
  /** Peak power of a string beside its irradiation. */
  stringPeakPower: 23_09_11,
  /** Sums with as many decimals as the inverters have. */
  totalsOfAllDigits: 23_05_22,
  pinMappingHint: 25_01_14,
  radioStatistics: 24_09_22,
  /** Received strength of each inverter, in the radio statistics. */
  radioStrength: 24_10_05,
  /** Inverters can be left alone, for readings and for orders, by day and by night. */
  pollSwitches: 23_04_04,
  inverterOrder: 23_05_31,
  /** When an inverter counts as out of reach, and whether its values then become 0. */
  inverterSilence: 23_09_11,
  yieldDayCorrection: 23_12_16,
  clearEventLog: 24_06_10,
  statisticsReset: 24_09_26,
  /** Six strings instead of four. */
  sixStrings: 23_04_15,
  flatDeviceInfo: 23_04_17,
  /** Device info tells whether the inverter shares a limit among its strings by itself. */
  limitSharing: 25_01_14,
  flatEventLog: 23_04_24,
  eventLogLocale: 23_11_15,
  gridProfile: 23_09_11,
  /** The grid profile in names and values, and its bytes at a path of their own. */
  gridProfileValues: 23_12_16,
  limitUpTo2250: 23_04_15,
  limitZero: 23_12_16,
  limitFractions: 24_08_01,
  /** A limit that is kept has the types 2 and 3, and no longer 256 and 257. */
  limitTypesTo3: 25_09_11,
  /** Numbers do not count as true or false any more, nor as texts. */
  strictTypes: 24_09_21,
  /** `/api/file/...` instead of `/api/config/...`. */
  fileCalls: 24_11_07,
  languagePacks: 24_11_07,
  logLevels: 25_05_10,
  syslog: 25_05_10,
  zonesCall: 26_03_28,
  /** A second radio (CMT), and settings of the DTU under new keys. */
  secondRadio: 23_04_15,
  radioCountries: 24_01_14,
  /** Where the plant stands is a setting, and the status of time tells sunrise and sunset. */
  place: 23_04_04,
  prometheusIsReading: 23_10_09,
} as const satisfies Record<string, Release>;

type Feature = keyof typeof SINCE;

/** Since when sockets let everybody in whatever is set, and since when no longer. */
const OPEN_SOCKETS = { since: 24_10_02, until: 26_03_30 } as const;

/** How limits that are kept are numbered; tried out where it is unknown, see `limitTypeNumber`. */
export type LimitTypeNumbers = '0-1-256-257' | '0-1-2-3' | 'unknown';

/**
 * What a device can do. A feature is true where it is certain; the last three say where nobody can know before trying.
 */
export interface Capabilities extends Readonly<Record<Feature, boolean>> {
  readonly generation: Generation;
  readonly limitTypes: LimitTypeNumbers;
  /** Where the list of time zones is: a file of the pages, or a call. */
  readonly zones: 'file' | 'call' | 'unknown';
  /** Sockets are open to everybody, even where reading is locked. A defect of these releases that its owner should know of. */
  readonly socketsUnprotected: boolean | 'unknown';
}

export function capabilitiesOf(span: ReleaseSpan): Capabilities {
  const has = (release: Release) => isSince(span, release);
  const features = Object.entries(SINCE).map(([feature, since]) => [feature, has(since) === true]);
  const unprotected = isAll([has(OPEN_SOCKETS.since), negated(has(OPEN_SOCKETS.until))]);
  return {
    ...(Object.fromEntries(features) as Record<Feature, boolean>), // one row for each of the keys
    generation: generationOf(span),
    limitTypes: choose(has(SINCE.limitTypesTo3), '0-1-2-3', '0-1-256-257'),
    zones: choose(has(SINCE.zonesCall), 'call', 'file'),
    socketsUnprotected: unprotected ?? 'unknown',
  };
}

/** What a device of one release can do. */
export function capabilitiesOfRelease(release: Release): Capabilities {
  return capabilitiesOf({ from: release, upTo: release });
}

/** The shape of live data that is certain; live data itself tells where a device is newer. */
export function generationOf({ from }: Pick<ReleaseSpan, 'from'>): Generation {
  if (from >= SINCE.liveDataPerInverter) return '2024-02';
  return from >= SINCE.groupedLiveData ? '2023-04' : '2023-02';
}

/** The first release after `release` that brought something; undefined where none is known. */
export function nextChange(release: Release): Release | undefined {
  const later = [...Object.values(SINCE), ...Object.values(OPEN_SOCKETS)].filter((since) => since > release);
  return later.length === 0 ? undefined : Math.min(...later);
}

/** Undefined where it cannot be known. */
function isSince({ from, upTo }: ReleaseSpan, release: Release): boolean | undefined {
  if (from >= release) return true;
  return upTo < release ? false : undefined;
}

function negated(known: boolean | undefined): boolean | undefined {
  return known === undefined ? undefined : !known;
}

function isAll(known: readonly (boolean | undefined)[]): boolean | undefined {
  if (known.includes(false)) return false;
  return known.includes(undefined) ? undefined : true;
}

function choose<T>(known: boolean | undefined, yes: T, no: T): T | 'unknown' {
  if (known === undefined) return 'unknown';
  return known ? yes : no;
}
