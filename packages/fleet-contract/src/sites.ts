import type { SiteSummary } from './site-summary.ts';

/**
 * How a site is. The first of these that is so:
 * - `never`: it was set up here, and no fleet page has heard anything of it
 * - `unknown`: it was heard before, and not yet since this page was started
 * - `offline`: the broker says that its gateway has gone
 * - `silent`: nothing has come for longer than `SILENT_AFTER_S`
 * - `refused`: what comes makes no sense; `problem` says why
 * - `alert`: it has open alerts, weak strings, or inverters that do not answer by day, or something is wrong with what it sends
 * - `night`: the sun is down there
 * - `ok`
 */
export const SITE_STATES = [
  ...(['never', 'unknown', 'offline', 'silent', 'refused', 'alert', 'night', 'ok'] as const),
] as const;
export type SiteState = (typeof SITE_STATES)[number];

/**
 * What is wrong with what a site sends.
 * - `garbage`: it is no summary
 * - `too-large`: it has more bytes than a summary may have
 * - `clock`: its clock is more than two minutes off; its readings are stored at wrong times
 * - `comes-and-goes`: it connects to the broker again and again, as where another gateway has the same MQTT client ID
 * - `same-name`: another site is called the same
 * - `readings-refused`: some of its readings are not taken, since they make no sense or are not its own
 * - `too-many-series`: it has more inverters or strings than a site may have
 */
export const SITE_PROBLEMS = [
  ...([
    'garbage',
    'too-large',
    'clock',
    'comes-and-goes',
    'same-name',
    'readings-refused',
    'too-many-series',
  ] as const),
] as const;
export type SiteProblem = (typeof SITE_PROBLEMS)[number];

/** A site as a page shows it. */
export interface Site {
  readonly id: string;
  /** What the fleet calls it; empty: as its gateway does. */
  readonly name: string;
  /** Id of its group; empty: none. */
  readonly group: string;
  readonly state: SiteState;
  readonly problems: readonly SiteProblem[];
  /** Seconds since something made sense, when this was told; not there: nothing ever has, as far as is known. */
  readonly heard?: number;
  /** What came last. A page must say how old it is where the state says that it is. */
  readonly summary?: SiteSummary;
  /** Where it stands: as set here, else as it says. */
  readonly place?: { readonly lat: number; readonly lon: number };
}

/**
 * What the fleet page itself needs; each may be away while the others work. `node`: one of the nodes of the broker lets nobody in, while the
 * one that the page is at does.
 */
export const FLEET_PARTS = ['broker', 'node', 'database', 'timeseries'] as const;
export type FleetPart = (typeof FLEET_PARTS)[number];

/** Since when, in seconds, a part does not answer; not there: it does. */
export type PartFailures = { readonly [P in FleetPart]?: number };

export interface Group {
  readonly id: string;
  readonly name: string;
}

/** Sums over the sites that one may see. Only what is live counts in power; what is not is counted in `unknown`. */
export interface FleetTotals {
  readonly sites: number;
  /** W. */
  readonly power: number;
  /** Wh, of the sites that have said it today. */
  readonly today: number;
  /** Sites whose power is not known now. */
  readonly unknown: number;
  /** Sites whose energy of today is not known. */
  readonly unknownToday: number;
}
