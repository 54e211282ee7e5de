import type { InverterEvent } from '@heliograph/domain';

/**
 * Which day an event was on. An inverter tells the second of its (UTC) day only; the gateway knows when it read the log, and what it had
 * read of it before (docs/decisions/0054-events-with-dates.md).
 */

/**
 * How far the date is to be trusted. `sure`: the log was known shortly before, and had no such event. `likely`: the newest day on which it
 * can have been. `unknown`: its time makes no sense, so it has the time at which it was read.
 */
export type EventDate = 'sure' | 'likely' | 'unknown';

/** A log as it was read. */
export interface LogRead {
  /** In the inverter's own order, the oldest first. */
  readonly entries: readonly InverterEvent[];
  /** Unix seconds. */
  readonly readAtS: number;
  /** Until then there was nothing in the log but what was read of it before; undefined: nobody knows what was in it. */
  readonly knownUntilS: number | undefined;
  /** Since then the inverter was heard without a break, so it has not begun a new log with old times; undefined: it was not. */
  readonly heardSinceS: number | undefined;
}

/** An event of the same inverter that is kept already. */
export interface KnownEvent {
  readonly id: number;
  readonly code: number;
  /** Unix seconds. */
  readonly atS: number;
  /** Undefined: nobody has told its end. */
  readonly endS: number | undefined;
  readonly date: EventDate;
  /** When it was read; of one without an end the last time. */
  readonly readAtS: number;
}

export interface DatedEvent {
  readonly code: number;
  readonly atS: number;
  readonly endS: number | undefined;
  readonly date: EventDate;
  /** The one that is kept already; undefined: it is new. */
  readonly knownId: number | undefined;
}

const DAY_S = 86_400;
/** The clock of an inverter, or of the device that brings it, may be ahead of ours by so much. */
export const AHEAD_S = 300;
/** A log is in the order of time, more or less. */
const OUT_OF_ORDER_S = 1800;

const secondOfDay = (seconds: number) => ((seconds % DAY_S) + DAY_S) % DAY_S;
/** The last moment, not after another, at which the clock showed that second of the day. */
const lastBefore = (seconds: number, untilS: number) => untilS - secondOfDay(untilS - seconds);
/** The first, not before another. */
const firstFrom = (seconds: number, fromS: number) => fromS + secondOfDay(seconds - fromS);
/** Times may come unwrapped, with the offset of a time zone; more than that is no time of day. */
const isTimeOfDay = (seconds: number) =>
  Number.isInteger(seconds) && seconds >= -DAY_S && seconds < 2 * DAY_S;

/** Dates what was read, in the same order. Of `known` those count that this log can have. */
export function dateEvents(log: LogRead, known: readonly KnownEvent[]): readonly DatedEvent[] {
  const { entries, readAtS, heardSinceS = Number.POSITIVE_INFINITY } = log;
  const untilS = readAtS + AHEAD_S;
  const unmatched = [...known].sort((one, other) => other.atS - one.atS);
  const dated: DatedEvent[] = [];
  /** An event is not later than the next one, unless that one has taken long: it may stand behind shorter ones that began after it. */
  let notAfterS = untilS;

  function take(isSame: (event: KnownEvent) => boolean): KnownEvent | undefined {
    const index = unmatched.findIndex(isSame);
    return index < 0 ? undefined : unmatched.splice(index, 1)[0];
  }

  for (const { code, startS, endS } of [...entries].reverse()) {
    if (!isTimeOfDay(startS)) {
      const sinceS = Math.min(heardSinceS, readAtS - DAY_S);
      const same = take((event) => event.code === code && event.date === 'unknown' && event.atS >= sinceS);
      dated.push(undated(code, readAtS, same));
      continue;
    }
    let newestS = lastBefore(startS, untilS);
    while (newestS > notAfterS) newestS -= DAY_S;
    const same =
      take((event) => event.code === code && event.date !== 'unknown' && event.atS === newestS) ??
      take((event) => isFromBefore(event, code, newestS));
    const atS = same?.atS ?? newestS;
    const overS = same?.endS ?? endOf(endS, atS, same);
    notAfterS = Math.min(notAfterS, Math.max(atS, overS ?? untilS) + OUT_OF_ORDER_S);
    dated.push({
      ...{ code, atS, endS: overS, knownId: same?.id },
      date: same?.date ?? (isSure(log, atS) ? 'sure' : 'likely'),
    });
  }
  return dated.reverse();

  /** A log that goes on over several days still has it. */
  function isFromBefore(event: KnownEvent, code: number, newestS: number): boolean {
    return (
      event.code === code &&
      event.date !== 'unknown' &&
      event.atS < newestS &&
      event.atS >= heardSinceS - AHEAD_S &&
      secondOfDay(event.atS) === secondOfDay(newestS)
    );
  }

  /** Of one that was still going on when it was read before, the end is later than that. */
  function endOf(seconds: number, atS: number, same: KnownEvent | undefined): number | undefined {
    if (seconds === 0 || !isTimeOfDay(seconds)) return undefined;
    const laterS = same && firstFrom(seconds, Math.max(atS, same.readAtS - AHEAD_S));
    if (laterS !== undefined && laterS <= untilS) return laterS;
    const endS = firstFrom(seconds, atS);
    return endS <= untilS ? endS : atS;
  }
}

/** Its time is none, but it was there. */
function undated(code: number, readAtS: number, same: KnownEvent | undefined): DatedEvent {
  return { code, atS: same?.atS ?? readAtS, endS: undefined, date: 'unknown', knownId: same?.id };
}

/** There is one such time only since the log was known, with what the clocks may differ. */
function isSure({ readAtS, knownUntilS }: LogRead, atS: number): boolean {
  if (knownUntilS === undefined || knownUntilS > readAtS) return false;
  return readAtS - knownUntilS + 2 * AHEAD_S <= DAY_S && atS >= knownUntilS - AHEAD_S;
}
