import type { FleetTotals, SiteState } from '@heliograph/fleet-contract';
import type { KnownSite } from '../api/live-sites.ts';

/** From the one that needs somebody most to the one that needs nobody. */
export const STATES_BY_NEED: readonly SiteState[] = [
  ...(['offline', 'silent', 'refused', 'alert', 'never', 'unknown', 'night', 'ok'] as const),
];

const LIVE: ReadonlySet<SiteState> = new Set<SiteState>(['alert', 'night', 'ok']);

/** Whether what it said last is how it is now. */
export const isLive = ({ state }: Pick<KnownSite, 'state'>) => LIVE.has(state);

/** What the fleet calls it, else what it calls itself, else its id. */
export const nameOf = ({ id, name, summary }: KnownSite) => name || summary?.name || id;

/** The address of its own pages, where that is one that may be followed: it comes from outside. */
export function addressOf({ summary }: KnownSite): string | undefined {
  const address = summary?.url;
  if (address === undefined || !URL.canParse(address)) return undefined;
  return ['http:', 'https:'].includes(new URL(address).protocol) ? address : undefined;
}

/**
 * Sums over sites of what may be summed: power of those that are live and know it, energy of those that have said something
 * since the day has begun here.
 */
export function totalsOf(sites: readonly KnownSite[], midnightMs: number): FleetTotals {
  let [power, today, unknown, unknownToday] = [0, 0, 0, 0];
  for (const site of sites) {
    const watts = isLive(site) ? site.summary?.power : undefined;
    if (watts === undefined) unknown += 1;
    else power += watts;
    const saidToday = (site.heardAtMs ?? Number.NEGATIVE_INFINITY) >= midnightMs;
    const wattHours = saidToday ? site.summary?.today : undefined;
    if (wattHours === undefined) unknownToday += 1;
    else today += wattHours;
  }
  return { sites: sites.length, power, today, unknown, unknownToday };
}

/** When the day has begun by the browser's clock and zone, told by the clock that never goes back. */
export function midnightOf(clock: { elapsedMs(): number; unixMs(): number }): number {
  const unixMs = clock.unixMs();
  return clock.elapsedMs() - (unixMs - new Date(unixMs).setHours(0, 0, 0, 0));
}

const numbersOf = (version: string) => (version.match(/\d+/g) ?? []).map(Number);

/** Which of two versions is newer: below 0 where it is the second one. One that goes on after its numbers comes before them. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one.split('-')[0] ?? ''), numbersOf(other.split('-')[0] ?? '')];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(other.includes('-')) - Number(one.includes('-'));
}
