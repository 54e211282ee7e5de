import { type Share, type ShareTaker, split } from '../split.ts';

/** What the power meter of the house has said last. */
export interface MeterReading {
  /** Taken from the grid; negative: fed into it. */
  readonly powerW: number;
  /** When it came, on the monotonic clock. */
  readonly atMs: number;
  /** What it had said before that; inverters are raised by what both values say, since one alone may have come late. */
  readonly previousW?: number | undefined;
}

/** What the rule has to know of an inverter. Times are on the monotonic clock. */
export interface FleetMember {
  readonly serial: string;
  /** What it is built for. */
  readonly maxPowerW: number;
  /** Its limit is never less than `minW` and never more than `maxW`. */
  readonly minW: number;
  readonly maxW: number;
  /** What it gave in its last reading. */
  readonly powerW: number;
  /** Undefined: nothing was read yet. */
  readonly readingAtMs: number | undefined;
  /** What it was told to keep to last, whether it has confirmed that or not; undefined: nobody knows. */
  readonly limitW: number | undefined;
  /** When it confirmed its last order, or, while that is pending, when it was given; undefined: there was none. */
  readonly orderedAtMs: number | undefined;
  readonly isOrderPending: boolean;
  readonly isReachable: boolean;
}

/** What the owner wants. */
export interface MeterRule {
  /** Wanted at the meter: 0, or 20 to be on the safe side; negative: so much may be fed in. */
  readonly targetW: number;
  /** Less than this is not worth an order. */
  readonly hysteresisW: number;
  /** An inverter that gives less than it may is raised by no more than this above what it gives. */
  readonly marginPercent: number;
  /** What all of them together may give while the meter says nothing. */
  readonly safePowerW: number;
  /** The meter counts as silent when its last value is older. */
  readonly staleAfterS: number;
}

/** Why nothing is done. */
export type WaitReason =
  /** There is no inverter that could take an order. */
  | 'no-inverter'
  /** An inverter has an order that it has not confirmed. */
  | 'order-pending'
  /** What an inverter gives is not known since it has taken its order. */
  | 'reading-older'
  /** The meter has said nothing since the inverters were read. */
  | 'meter-older'
  /** It is as it should be. */
  | 'within-hysteresis'
  /** The inverters give all that they can. */
  | 'all-given'
  /** The meter is silent, and the safe power is set. */
  | 'meter-stale';

/** Why limits are set. */
export type LimitReason =
  | 'fed-in-too-much'
  | 'taken-too-much'
  /** What an inverter may give is not known, or outside of its bounds. */
  | 'limit-unknown'
  | 'meter-stale';

export type Decision =
  | { readonly kind: 'wait'; readonly reason: WaitReason }
  | { readonly kind: 'limit'; readonly limits: readonly Share[]; readonly reason: LimitReason };

/** So old is what a meter says when it comes here: most measure once a second, and are asked every second or two. */
const METER_DELAY_MS = 2000;
/** An inverter follows a limit within so long, mostly; until then the meter has to be newer than what it gives. */
const SETTLED_AFTER_MS = 20_000;
/** An order that is not confirmed for so long holds nobody up any more: its inverter may be given a newer one. */
const PATIENCE_MS = 30_000;
/** Inverters exceed a limit a little; one that gives more than that has not followed it yet. */
const FOLLOWS_WITHIN = 1.05;
const FOLLOWS_WITHIN_W = 5;
/** An inverter that gives less than this share of its limit gives all that it can. */
const AT_LIMIT = 0.9;
/** What an inverter may be raised by at least: from a margin of nothing it would never begin. */
const LEAST_RAISE_W = 50;

const wait = (reason: WaitReason): Decision => ({ kind: 'wait', reason });

/**
 * What inverters are to be limited to, so that the meter of the house shows what its owner wants. It acts only on what
 * belongs together: an order, what the inverters give since they took it, and what the meter has seen of that. Whoever
 * acts sooner sees his own order come back as news, and swings. An inverter out of reach counts as giving what it gave
 * last, and keeps its share.
 */
export function decide(
  meter: MeterReading | undefined,
  fleet: readonly FleetMember[],
  rule: MeterRule,
  nowMs: number,
): Decision {
  const members = fleet.filter(({ isReachable }) => isReachable);
  if (members.length === 0) return wait('no-inverter');
  if (meter === undefined || isMeterDead(meter, rule, nowMs)) return limitToSafePower(fleet, members, rule);
  // Of one that has neither confirmed its order nor told anything since, nobody knows what it gives.
  const heard = __WITHOUT__.settledValues
    ? members
    : members.filter((member) => !isStuck(member, nowMs) || !isReadBeforeOrder(member));
  if (heard.length === 0) return wait('order-pending');
  return obstacleOf(meter, heard, nowMs) ?? follow(meter, heard, rule);
}

const isStuck = ({ isOrderPending, orderedAtMs }: FleetMember, nowMs: number) =>
  isOrderPending && nowMs - (orderedAtMs ?? nowMs) > PATIENCE_MS;

/** It was never heard, or has told nothing that makes sense for too long. */
export function isMeterDead(
  meter: MeterReading | undefined,
  { staleAfterS }: MeterRule,
  nowMs: number,
): boolean {
  if (meter === undefined) return true;
  if (__WITHOUT__.staleMeter) return false;
  return !Number.isFinite(meter.powerW) || nowMs - meter.atMs > staleAfterS * 1000;
}

/**
 * The shares are by what the inverters are built for, not by what they give: that changes with each reading, and this
 * is to be said once. It waits for no order that is pending, as a newer one takes its place.
 */
function limitToSafePower(
  fleet: readonly FleetMember[],
  members: readonly FleetMember[],
  { safePowerW }: MeterRule,
): Decision {
  const { shares } = split(
    safePowerW - powerOf(fleet.filter(({ isReachable }) => !isReachable)),
    members.map(atFull),
  );
  const limits = shares.filter(({ serial, watts }) => memberOf(members, serial)?.limitW !== watts);
  return limits.length === 0 ? wait('meter-stale') : { kind: 'limit', limits, reason: 'meter-stale' };
}

const atFull = ({ serial, maxPowerW, minW, maxW }: FleetMember): ShareTaker => ({
  ...{ serial, minW, maxW },
  couldW: Math.min(maxPowerW, maxW),
});

/** What has to happen before anything can be decided. */
function obstacleOf(
  meter: MeterReading,
  members: readonly FleetMember[],
  nowMs: number,
): Decision | undefined {
  if (__WITHOUT__.settledValues) return undefined;
  const awaited = members.filter((member) => !isStuck(member, nowMs));
  if (awaited.some(({ isOrderPending }) => isOrderPending)) return wait('order-pending');
  if (awaited.some((member) => isReadBeforeOrder(member) || isStillAbove(member))) {
    return wait('reading-older');
  }
  const seenAtMs = meter.atMs - METER_DELAY_MS;
  return awaited.some((member) => isUnseen(member, seenAtMs)) ? wait('meter-older') : undefined;
}

function isReadBeforeOrder({ readingAtMs, orderedAtMs }: FleetMember): boolean {
  return readingAtMs === undefined || (orderedAtMs !== undefined && readingAtMs <= orderedAtMs);
}

/**
 * It was read after its order, but before it did as it was told. Until it is read again the meter may see it go down, and what it gave
 * and what the meter shows then are of two times: together they look like a house that takes much more.
 */
function isStillAbove(member: FleetMember): boolean {
  const { powerW, limitW = Number.POSITIVE_INFINITY } = member;
  return !isSettled(member) && powerW > limitW * FOLLOWS_WITHIN + FOLLOWS_WITHIN_W;
}

/**
 * The meter has to have seen what the inverter gave when it was read. Once the inverter has certainly followed its order
 * only the sun changes that, so then the meter only has to be newer than the order: many inverters
 * are read one after another, and there is always one whose reading is the newest.
 */
function isUnseen(member: FleetMember, seenAtMs: number): boolean {
  const { readingAtMs = 0, orderedAtMs = Number.NEGATIVE_INFINITY } = member;
  return seenAtMs < (isSettled(member) ? orderedAtMs : readingAtMs);
}

function isSettled({ readingAtMs = 0, orderedAtMs }: FleetMember): boolean {
  return orderedAtMs === undefined || readingAtMs - orderedAtMs > SETTLED_AFTER_MS;
}

/**
 * What the house takes is what the inverters give and what the meter shows; of that the inverters are to give all but the
 * target. What is out of reach gives the same before and after, so it need not be known.
 */
function follow(meter: MeterReading, members: readonly FleetMember[], rule: MeterRule): Decision {
  const limitW = sumOf(members.map((member) => member.limitW ?? member.maxPowerW));
  const wantedW = powerOf(members) - rule.targetW + lastingW(meter, limitW - powerOf(members) + rule.targetW);
  const { shares } = split(
    wantedW,
    members.map((member) => takerOf(member, rule)),
  );
  const isUnknown = members.some(
    ({ limitW, minW, maxW }) => limitW === undefined || limitW < minW || limitW > maxW,
  );
  const changeW = sumOf(shares.map(({ watts }) => watts)) - sumOf(members.map(({ limitW = 0 }) => limitW));
  const hysteresisW = __WITHOUT__.orderHysteresis ? 1 : rule.hysteresisW;
  if (!isUnknown && Math.abs(changeW) < hysteresisW) {
    const isShort = wantedW - powerOf(members) >= rule.hysteresisW;
    return wait(isShort ? 'all-given' : 'within-hysteresis');
  }
  const least = Math.max(1, hysteresisW / members.length);
  const limits = shares.filter(({ serial, watts }) => {
    const { limitW } = memberOf(members, serial) ?? {};
    return limitW === undefined || limitW - watts >= 1 || watts - limitW >= least;
  });
  const reason = changeW < 0 ? 'fed-in-too-much' : 'taken-too-much';
  return { kind: 'limit', limits, reason: isUnknown ? 'limit-unknown' : reason };
}

/**
 * A value that was late, or wrong, must not raise anybody: the one before knows nothing of it. `evenW` is what the meter
 * would show if nothing had to be changed; that the value before was lower is no reason to lower anybody.
 */
function lastingW({ powerW, previousW = powerW }: MeterReading, evenW: number): number {
  return powerW > evenW && Number.isFinite(previousW) ? Math.min(powerW, Math.max(previousW, evenW)) : powerW;
}

/**
 * Whoever gives less than it may, long after it was told so, is held back by the sun. It is not raised beyond a margin: when the sun comes back, it
 * would feed in before anybody sees it. What it may give already is lowered only by what the house takes.
 */
function takerOf(member: FleetMember, { marginPercent }: MeterRule): ShareTaker {
  const { serial, maxPowerW, minW, powerW, limitW = 0 } = member;
  const withMarginW = powerW + Math.max(LEAST_RAISE_W, (powerW * marginPercent) / 100);
  const isHeldBySun = powerW < limitW * AT_LIMIT && isSettled(member);
  const couldW = isHeldBySun ? withMarginW : maxPowerW;
  const maxW = isHeldBySun ? Math.min(member.maxW, Math.max(limitW, withMarginW)) : member.maxW;
  return { serial, couldW, minW, maxW };
}

function memberOf(members: readonly FleetMember[], serial: string): FleetMember | undefined {
  return members.find((member) => member.serial === serial);
}

const powerOf = (members: readonly FleetMember[]) => sumOf(members.map(({ powerW }) => powerW));

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
