import { SILENT_AFTER_S, type SiteState, type SiteSummary } from '@heliograph/fleet-contract';

/** What is known of a site that decides how it is. Times are milliseconds of one clock. */
export interface SiteFacts {
  /** When the first word came from it or about it. */
  readonly firstMs?: number | undefined;
  /** When the last summary came, good or not. */
  readonly lastMs?: number | undefined;
  /** What the broker said last of its connection. */
  readonly isOffline: boolean;
  /** Something of it has made sense before, here or at another page. */
  readonly wasHeard: boolean;
  /** What came last made no sense. */
  readonly isRefused: boolean;
  readonly summary?: SiteSummary | undefined;
}

const SILENT_AFTER_MS = SILENT_AFTER_S * 1000;

/** How a site is: the first of the states of the contract that is so. */
export function siteState(nowMs: number, facts: SiteFacts): SiteState {
  const { firstMs, lastMs, isOffline, isRefused, summary, wasHeard } = facts;
  const mute = wasHeard ? 'unknown' : 'never';
  if (firstMs === undefined) return mute;
  if (isOffline) return 'offline';
  if (nowMs - (lastMs ?? firstMs) > SILENT_AFTER_MS) return 'silent';
  if (isRefused) return 'refused';
  // It has said that it is there, and nothing else yet.
  if (summary === undefined) return mute;
  if (needsSomebody(summary)) return 'alert';
  return summary.day ? 'ok' : 'night';
}

/** At night inverters are silent because there is no sun. */
const needsSomebody = ({ alerts, findings, day, reachable, inverters }: SiteSummary) =>
  alerts > 0 || findings > 0 || (day && reachable < inverters);
