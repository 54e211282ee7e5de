/**
 * Energy from the counters of an inverter, string by string. The counters are what owners read and bill by, and go on
 * while nobody listens; but some inverters forget at night what they counted last, or jump. So every step is checked
 * against what panels can deliver in the time, and where the counter in question cannot be right the other one counts,
 * and without either the power.
 */

/** What a string told, and when. */
export interface CounterReading {
  /** Unix seconds. */
  readonly atS: number;
  /** The local day, in days since 1970. */
  readonly day: number;
  /** Seconds since that day began. */
  readonly daySinceS: number;
  readonly powerW: number;
  /** Since the inverter was built, in Wh; undefined where it is not told. */
  readonly totalWh: number | undefined;
  /** Since the inverter began its day, in Wh; undefined where it is not told. */
  readonly todayWh: number | undefined;
}

/** Where a counter stood. */
export interface CounterState extends CounterReading {
  /** Of a Wh, from power alone; it is in no bucket yet. */
  readonly restWh: number;
}

/** Energy that came since the reading before, in whole Wh. */
export interface Credit {
  readonly wh: number;
  /** When it came: at the time of this reading, or before the last local midnight while nobody listened. */
  readonly when: 'now' | 'before-today';
  /** Nobody listened while it came, or a counter was wrong. */
  readonly isEstimated: boolean;
}

/** So long between two readings the power is taken to have been the mean of both. */
export const GAP_S = 600;
/** No string of panels delivers more; a real one has 150 to 800 W. */
const STRING_MAX_W = 1200;
/** Counters step by 1 Wh, and some are told later than they step. */
const SLACK_WH = 5;

export interface Counted {
  readonly state: CounterState;
  readonly credits: readonly Credit[];
}

/** `before` is undefined for a string that was never heard. */
export function countEnergy(before: CounterState | undefined, is: CounterReading): Counted {
  const keep = (restWh: number): CounterState => ({ ...is, restWh });
  if (before === undefined) {
    // What it has told of this day already is of this day.
    const wh = plausible(is.todayWh, is.daySinceS);
    return { state: keep(0), credits: wh ? [{ wh, when: 'now', isEstimated: true }] : [] };
  }
  const elapsedS = is.atS - before.atS;
  if (elapsedS < 0) return { state: keep(before.restWh), credits: [] }; // the clock was set back
  const isGap = elapsedS > GAP_S;
  const total = plausible(difference(before.totalWh, is.totalWh), elapsedS);
  if (total !== undefined) {
    if (!isGap) return { state: keep(0), credits: credit(total, before.day !== is.day) };
    return { state: keep(0), credits: acrossGap(total, before, is) };
  }
  const today = todayStep(before, is, elapsedS);
  if (today !== undefined) return { state: keep(0), credits: credit(today, true) };
  if (isGap) return { state: keep(before.restWh), credits: [] };
  const wh = before.restWh + (((before.powerW + is.powerW) / 2) * elapsedS) / 3600;
  return { state: keep(wh - Math.floor(wh)), credits: credit(Math.floor(wh), true) };
}

const credit = (wh: number, isEstimated: boolean): Credit[] =>
  wh === 0 ? [] : [{ wh, when: 'now', isEstimated }];

/** Of what came while nobody listened, what the counter of the day does not have came before its midnight. */
function acrossGap(totalWh: number, before: CounterState, is: CounterReading): Credit[] {
  if (before.day === is.day) return credit(totalWh, true);
  const todayWh = Math.min(totalWh, is.todayWh ?? totalWh);
  const earlierWh = totalWh - todayWh;
  return [
    ...(earlierWh > 0 ? [{ wh: earlierWh, when: 'before-today', isEstimated: true } as const] : []),
    ...credit(todayWh, true),
  ];
}

/** What came by the counter of the day. */
function todayStep(before: CounterState, is: CounterReading, elapsedS: number): number | undefined {
  if (before.day === is.day) {
    const step = plausible(difference(before.todayWh, is.todayWh), elapsedS);
    if (step !== undefined) return step;
    // The inverter has started anew.
    return plausible(is.todayWh, elapsedS);
  }
  return plausible(is.todayWh, Math.min(elapsedS, is.daySinceS));
}

function difference(before: number | undefined, is: number | undefined): number | undefined {
  return before === undefined || is === undefined ? undefined : is - before;
}

function plausible(wh: number | undefined, elapsedS: number): number | undefined {
  if (wh === undefined || wh < 0) return undefined;
  return wh <= (STRING_MAX_W * elapsedS) / 3600 + SLACK_WH ? wh : undefined;
}
