import type { Preferences } from '../../shared/api/preferences.ts';

/** How far somebody has read the event log of an inverter in this browser. */
export interface SeenEvents {
  /** How many entries it had. */
  readonly count: number;
  /** Which of them was the newest, see `eventKey`; empty when there was none. */
  readonly newest: string;
}

// The count and the newest entry, e.g. `4 209@24931`. Whatever else stands there was not written by us.
const STORED = /^(\d{1,5}) (\S*)$/;

/** What was last seen; undefined when the log was never opened in this browser. Read anew each time: other tabs write too. */
export function seenEvents(preferences: Preferences, serial: string): SeenEvents | undefined {
  const [, count, newest] = STORED.exec(preferences.read(`seenEvents.${serial}`) ?? '') ?? [];
  return count === undefined || newest === undefined ? undefined : { count: Number(count), newest };
}

/**
 * How many of the `events` entries of an inverter's log are new since it was last opened in this browser. The wire
 * tells only how many there are, so this is what a count can tell: more than before means so many new ones, fewer
 * means that the inverter began a new log and all are new. A log that changed and has as many entries as before (a
 * full one of 15 above all) looks unchanged; opening it marks what is new by the entries themselves.
 * `events` below zero (no event log) has nothing new.
 */
export function newEventCount(preferences: Preferences, serial: string, events: number): number {
  const seen = seenEvents(preferences, serial)?.count ?? 0;
  return Math.max(0, seen <= events ? events - seen : events);
}

/** Remembers that the log was looked at as it is now. */
export function markEventsSeen(
  preferences: Preferences,
  serial: string,
  { count, newest }: SeenEvents,
): void {
  preferences.write(`seenEvents.${serial}`, `${count} ${newest}`);
}
