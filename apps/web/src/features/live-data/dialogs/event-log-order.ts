import type { ReceivedEvent } from '@heliograph/contract';

const DAY_S = 24 * 60 * 60;

/**
 * The entries with the newest first; those of the same second stand in the reverse of the inverter's order, which is
 * oldest first.
 *
 * The times have no date, and the gateway adds its offset to the inverter's time of the UTC day without wrapping: far
 * from Greenwich the UTC day begins anew in full sunlight, and what happens after it carries a time that is a day too
 * small. So where the times rise but for one fall of more than half a day, the inverter's own order is right. Source:
 * docs/reference/original-device.md#event-log.
 */
export function newestFirst(entries: readonly ReceivedEvent[]): readonly ReceivedEvent[] {
  const oldestFirst = dayBeginsAnewOnce(entries)
    ? [...entries]
    : [...entries].sort((one, other) => one.startS - other.startS);
  return oldestFirst.reverse();
}

function dayBeginsAnewOnce(entries: readonly ReceivedEvent[]): boolean {
  const falls = entries
    .map(({ startS }, index) => (entries[index - 1]?.startS ?? startS) - startS)
    .filter((fallS) => fallS > 0);
  return falls.length === 1 && falls.every((fallS) => fallS > DAY_S / 2);
}

/** Seconds of the local day as `HH:MM:SS`, whichever day they were counted from. */
export function timeOfDay(seconds: number): string {
  const wrapped = ((Math.floor(seconds) % DAY_S) + DAY_S) % DAY_S;
  return [wrapped / 3600, (wrapped / 60) % 60, wrapped % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/** What tells an entry from the others: what happened and when it began. */
export function eventKey({ id, startS }: ReceivedEvent): string {
  return `${id}@${startS}`;
}

/** How many of the entries, newest first, came after the one with the key `seen`; all when it is not among them. */
export function newerThan(newestFirstEntries: readonly ReceivedEvent[], seen: string): number {
  const index = newestFirstEntries.findIndex((entry) => eventKey(entry) === seen);
  return index < 0 ? newestFirstEntries.length : index;
}
