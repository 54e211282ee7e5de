import type {
  HeldLimit,
  LimitClaim,
  LimitGroup,
  LimitOwner,
  LimitSettings,
  LimitState,
  ScheduleRow,
} from '@heliograph/contract';
import { isTarget, LIMIT_OWNERS } from '@heliograph/contract';
import {
  isOpenOrder,
  type LimitCommand,
  type Order,
  type OrderAction,
  type OrderOrigin,
  orderState,
} from '@heliograph/domain';
import { maxPowerOf } from '../fleet/device-info.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { type InverterState, isReachable } from '../fleet/inverter.ts';
import type { OrderBook, Orders } from '../fleet/order-book.ts';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile, type WriteFailure } from '../platform/memory-file.ts';
import { type DaySun, rowsAt, type ScheduleDay } from './schedule.ts';
import { split } from './split.ts';
import { type Claim, inOrder, membersOf, rankOf, type WantedLimit, wantedLimits } from './wanted-limits.ts';

/** What came of a wish of a program for a whole group. */
export type GroupAnswer = 'taken' | 'held' | 'no-group';

/** What a group may feed in now, and for how long programs limit it. */
export interface GroupLimit {
  /** Of all its inverters together, whoever has the say; undefined: one of them is not limited. */
  readonly watts: number | undefined;
  /** Until the limit of a program ends; where none counts, for how long the next one is. */
  readonly minutes: number;
  /** What its inverters can together, and what its cap lets them. */
  readonly mostW: number;
}

/** What came of a wish of a person. `outranked`: it is kept, but the fail-safe holds the inverters or some of them now. */
export type ClaimAnswer = 'claimed' | 'outranked' | 'no-target' | 'no-sun';

/**
 * Decides what each inverter is limited to, whoever wants something of it, and keeps that up. Everybody who orders does so here;
 * where nothing is kept up, orders pass as they came.
 */
export interface LimitControl extends Orders {
  /** A person takes over. Resolves when that survives a restart, or with why it would not; then nothing was changed. */
  claim(wish: LimitClaim, origin: OrderOrigin): Promise<ClaimAnswer | WriteFailure>;
  /** A person gives back, which is written down likewise; false: nobody holds anything there. */
  release(target: string): Promise<boolean | WriteFailure>;
  /** A program limits a whole group, for as long as was said last; never above its cap. What somebody of a higher rank holds stays. */
  limitGroup(id: string, watts: number, origin: OrderOrigin): GroupAnswer;
  /** For how long programs limit a group from now on, and the limit that counts; 0 ends that. */
  timeGroup(id: string, minutes: number): GroupAnswer;
  /** Undefined: there is no such group. */
  groupLimit(id: string): GroupLimit | undefined;
  /** What one of the gateway's own owners wants, instead of what it wanted before, the last word last; nothing: it lets go. */
  hold(owner: OwnOwner, wants: readonly OwnWant[]): void;
  state(): LimitState;
  /** Gives an inverter a permanent limit, once, before whatever else is wanted of it; also later, where it does not answer now. */
  makePermanent(serial: string, command: PermanentLimit): void;
  /**
   * The permanent limit of an inverter in per cent: the one that it was ordered last, or that it told before it was given any limit since
   * it woke. Undefined: nobody knows it.
   */
  permanentPercent(serial: string): number | undefined;
  /** The inverters that are still to take a permanent limit. */
  owed(): readonly string[];
  /** The cap of a group makes it less than its holder wants. */
  isCapped(serial: string): boolean;
  /** How it goes with the last limit that was ordered of an inverter; undefined: none was. */
  lastLimit(serial: string): LastLimit | undefined;
  /** Who has the say over an inverter now. */
  holderOf(serial: string): LimitOwner | undefined;
  /** Calls `listener` after anything has changed of who has the say; returns the function that ends it. */
  onChange(listener: () => void): () => void;
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Watts, or per cent of what the inverter can. */
export interface PermanentLimit {
  readonly value: number;
  readonly isRelative: boolean;
  /** It is the one from before. Where less than that is wanted, that is ordered right behind it. */
  readonly isGivenBack?: boolean;
}

/** Times are on the monotonic clock. */
export interface LastLimit {
  /** Undefined where it is in per cent of nobody knows what. */
  readonly watts: number | undefined;
  /** When the inverter took it or, before that, when it was given. */
  readonly atMs: number;
  /** The inverter has not confirmed it. */
  readonly isPending: boolean;
}

/** Those that say for themselves what they want. */
export type OwnOwner = 'fail-safe' | 'rule' | 'modbus';

export interface OwnWant {
  readonly target: string;
  readonly watts: number;
}

export interface LimitControlOptions {
  readonly fleet: Pick<Fleet, 'inverters' | 'find' | 'onChange' | 'onRemove'>;
  readonly book: OrderBook;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs' | 'utcOffsetAtS'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly settings: () => LimitSettings;
  /** The sun on the local day of a time; undefined where the place is not known, or it stays up or down all day. */
  readonly sunOf: (unixMs: number) => DaySun | undefined;
}

/** A claim, and for how long. Times are on the monotonic clock, which no change of the time of day moves. */
interface TimedClaim extends Claim {
  /** Unix milliseconds for display; 0 where the clock was not set. */
  readonly sinceMs: number;
  readonly endsAtMs: number | undefined;
  /** An order as programs give them: where nothing is kept up it counts until the next one, and is never sent again. */
  readonly isPlainOrder: boolean;
}

/** An order that an inverter was to get, and the one by which a person's wish has taken its place. */
interface Overtaken {
  readonly was: LimitCommand;
  readonly id: string;
  /** The number of the claim; 0: it is an order of somebody who has the say now instead. */
  readonly claim: number;
}

type ClaimChange = (claims: readonly TimedClaim[]) => readonly TimedClaim[];

/** An order, when it was given, and when the inverter took it. */
interface LastOrder {
  readonly order: Order;
  readonly atMs: number;
  readonly takenAtMs: number | undefined;
  /** The most that it may do by orders before this one, which it may have taken without our hearing of it; in watts. */
  readonly earlierW: number;
}

/** How often the time of day and what inverters do is looked at, besides when something changes. */
const LOOK_INTERVAL_MS = 1000;
/** The same while nothing is kept up. */
const IDLE_INTERVAL_MS = 10_000;
/** What is known of an inverter changes in several steps; one look at the end of them is enough. */
const SETTLE_MS = 20;
/** An inverter that does not do as it is told is not told the same more often. */
const REPEAT_AFTER_MS = 60_000;
/** Of an inverter that is silent for so long nobody knows when it comes back: the others wait for it no longer. */
const LOST_AFTER_MS = 180_000;
/** A permanent limit that an inverter has taken mostly shows within so long; a newer limit would leave nothing to see. */
const PERMANENT_SHOWS_WITHIN_MS = 20_000;
/** Inverters keep a limit in tenths of a percent, cut or rounded, and tell it in single precision. */
const TOLERANCE_PERCENT = 0.11;
/** Whoever makes so much of its limit could make more. */
const AT_LIMIT = 0.95;
/** So much of what it can more than it makes: a share without room looks like a limit that is reached. */
const HEADROOM = 0.1;
/** What an inverter could give changes with each cloud; shares are not dealt anew for less than this part of what it can. */
const SHARE_STEP = 0.15;
const SHARE_INTERVAL_MS = 60_000;
/** What a model is taken for that nobody has told yet: the largest of the families of 2023. */
const UNKNOWN_MAX_W = 1500;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** For how long programs limit a group that have never said it. */
const GROUP_MINUTES = 120;
const NO_ROWS = '[]';

export async function openLimitControl(options: LimitControlOptions): Promise<LimitControl> {
  const { fleet, book, clock, deviceClock, directory, log, settings, sunOf } = options;
  const file = await openMemoryFile({
    directory,
    log,
    name: 'limits.json',
    isDurable: true,
    read: readMemory,
    subject: 'Who holds limits',
    whenLost: 'limits that were to be kept up are not',
  });
  const memory = file.remembered ?? NOTHING_REMEMBERED;
  let count = 0;
  let claims: readonly TimedClaim[] = memory.claims.flatMap((told) => claimOf(told));
  let wanted: ReadonlyMap<string, WantedLimit<TimedClaim>> = new Map();
  /** What each inverter was limited to in per cent before anybody held it: it gets that back. */
  const before = new Map(memory.before);
  const permanent = new Map(memory.permanent);
  /** The permanent limits in per cent that inverters have taken since they are here. */
  const lasting = new Map(memory.lasting);
  /** Permanent limits that inverters are still to get. */
  const due = new Map(memory.due);
  /**
   * Inverters that were given a limit since they woke: what they tell is that one, and not what they wake with. True: something was known
   * of their limit since, so that a doubt about it means that they have woken again.
   */
  const ordered = new Map(memory.ordered.map((serial) => [serial, false]));
  /** The last limit that was ordered of each inverter, whoever did, and when on the monotonic clock. */
  const last = new Map<string, LastOrder>();
  /** For how many minutes programs limit a group. */
  const groupMinutes = new Map(memory.groupMinutes);
  /** What people want of inverters that do not answer: the order that waits, and the number of the claim. */
  const waiting = new Map<string, { readonly id: string; readonly claim: number }>();
  /**
   * Orders that were still on their way to inverters that do not answer when a person wanted something else of them, and the order that
   * has taken the place of each.
   */
  const overtaken = new Map<string, Overtaken>();
  /** What people have asked for that is still being written down: it counts only then. */
  let asked: readonly ClaimChange[] = [];
  const could = new Map<string, number>();
  /** When what all inverters could give was last looked at anew. */
  let couldAtMs = Number.NEGATIVE_INFINITY;
  const listeners = new Set<() => void>();
  let cancelSoon: (() => void) | undefined;
  let cancelLook: (() => void) | undefined;
  let scheduleText = NO_ROWS;
  /** What those who listen were told of last. */
  let toldText = '[]';

  for (const order of [...book.all()].reverse()) noteOrder(order, Number.NEGATIVE_INFINITY);

  function claimOf(told: RememberedClaim): readonly TimedClaim[] {
    const { endsAt, leftMs, ...claim } = told;
    const isDated = endsAt !== undefined && deviceClock.isSet();
    const left = isDated ? endsAt - deviceClock.unixMs() : leftMs;
    if (left !== undefined && left <= 0) return [];
    count += 1;
    const endsAtMs = left === undefined ? undefined : clock.monotonicMs() + left;
    return [{ ...claim, number: count, endsAtMs }];
  }

  function remember(): Promise<WriteFailure | undefined> {
    file.remember(() => ({
      claims: asked
        .reduce((now, change) => change(now), claims)
        .filter(({ owner }) => owner === 'person' || owner === 'program')
        .map(({ endsAtMs, number: _, ...claim }) => {
          if (endsAtMs === undefined) return claim;
          const leftMs = endsAtMs - clock.monotonicMs();
          return { ...claim, leftMs, ...(deviceClock.isSet() && { endsAt: deviceClock.unixMs() + leftMs }) };
        }),
      before: [...before],
      permanent: [...permanent],
      lasting: [...lasting],
      due: [...due],
      ordered: [...ordered.keys()],
      groupMinutes: [...groupMinutes],
    }));
    return file.written();
  }

  /** Something is set up that holds limits: ranks count. Otherwise the last order does. */
  function isArmed(): boolean {
    const { groups, schedule } = settings();
    return (
      groups.some(({ cap }) => cap > 0) ||
      schedule.some(({ enabled }) => enabled) ||
      claims.some(({ owner }) => owner === 'rule' || owner === 'fail-safe')
    );
  }

  /** What is not written down would be gone after a power cut, and nobody would know: it is not carried out either. */
  async function changeOnceWritten(change: ClaimChange): Promise<WriteFailure | undefined> {
    asked = [...asked, change];
    const failure = await remember();
    asked = asked.filter((other) => other !== change);
    if (failure !== undefined) {
      // The file may hold it after all, where only its name was not sure yet.
      void remember();
      return failure;
    }
    claims = change(claims);
    look();
    return undefined;
  }

  const wallMs = () => (deviceClock.isSet() ? deviceClock.unixMs() : 0);

  function put(claim: Omit<TimedClaim, 'number' | 'sinceMs'>, sinceMs = wallMs()): void {
    const fresh = numbered(claim, sinceMs);
    claims = [
      ...claims.filter(({ owner, target }) => owner !== claim.owner || target !== claim.target),
      fresh,
    ];
  }

  function numbered(claim: Omit<TimedClaim, 'number' | 'sinceMs'>, sinceMs: number): TimedClaim {
    count += 1;
    return { ...claim, number: count, sinceMs };
  }

  function limitedInverters() {
    const nowMs = clock.monotonicMs();
    const isAnew = nowMs - couldAtMs >= SHARE_INTERVAL_MS;
    if (isAnew) couldAtMs = nowMs;
    return fleet.inverters().map((inverter) => {
      const maxPowerW = maxPowerOf(inverter.deviceInfo) || UNKNOWN_MAX_W;
      return { serial: inverter.serial, maxPowerW, couldW: couldOf(inverter, maxPowerW, isAnew) };
    });
  }

  /**
   * What an inverter could give; of all of them it is looked at anew at the same time, and only now and then, so that a share is not an
   * order with each cloud. What was measured under another limit says nothing.
   */
  function couldOf(inverter: InverterState, maxPowerW: number, isAnew: boolean): number {
    const { serial, reading, limit } = inverter;
    const known = could.get(serial);
    if (known !== undefined && !(isAnew && isSettled(inverter))) return known;
    const limitW = (limit.percent / 100) * maxPowerW;
    const isAtLimit = limit.source !== 'unknown' && reading.powerW >= limitW * AT_LIMIT;
    const watts = isAtLimit ? maxPowerW : Math.min(maxPowerW, reading.powerW + maxPowerW * HEADROOM);
    if (known !== undefined && Math.abs(known - watts) < maxPowerW * SHARE_STEP) return known;
    could.set(serial, watts);
    return watts;
  }

  /** It was measured after it had taken its last limit. */
  function isSettled({ serial, readingAtMs = Number.NEGATIVE_INFINITY }: InverterState): boolean {
    const known = last.get(serial);
    return (
      known === undefined || (!isOpenOrder(known.order) && readingAtMs > (known.takenAtMs ?? known.atMs))
    );
  }

  function dropEnded(): void {
    const nowMs = clock.monotonicMs();
    const { groups } = settings();
    const kept = claims.filter(
      ({ endsAtMs, target }) => (endsAtMs === undefined || nowMs < endsAtMs) && isTarget(target, groups),
    );
    if (kept.length === claims.length) return;
    claims = kept;
    void remember();
  }

  /**
   * Nobody holds an inverter that is not there any more, unless another source brings it. One that no source has brought since the start
   * may still come, so only those that go are looked at. What the schedule or the rule wants of one is theirs to end.
   */
  function dropRemoved(serial: string): void {
    if (fleet.find(serial) !== undefined) return;
    for (const known of [before, waiting, overtaken, ordered]) known.delete(serial);
    claims = claims.filter(
      ({ owner, target }) => target !== serial || (owner !== 'person' && owner !== 'program'),
    );
    void remember();
    lookSoon();
  }

  /** The rows of the schedule that hold now become what its owner wants: of one target the last one. */
  function followSchedule(): void {
    if (settings().schedule.length === 0 && scheduleText === NO_ROWS) return;
    const rows = deviceClock.isSet() ? rowsAt(settings().schedule, deviceClock.unixMs(), daysAround()) : [];
    const byTarget = new Map(rows.map((row) => [row.target, row]));
    const text = JSON.stringify([...byTarget]);
    if (text === scheduleText) return;
    scheduleText = text;
    claims = claims.filter(({ owner }) => owner !== 'schedule');
    for (const row of byTarget.values()) put(scheduleClaim(row));
  }

  /** Today and yesterday, whose rows may go on. */
  function daysAround(): readonly ScheduleDay[] {
    const nowMs = deviceClock.unixMs();
    const dayNumber = Math.floor((nowMs + deviceClock.utcOffsetAtS(nowMs) * 1000) / DAY_MS);
    return [dayNumber, dayNumber - 1].map((day) => ({
      weekday: (day + 3) % 7, // 1970 began with a Thursday
      timeOf: (minutes) => localMs(day * DAY_MS + minutes * 60_000),
      sun: sunOf(localMs(day * DAY_MS + DAY_MS / 2)),
    }));
  }

  /** Unix milliseconds of a local time; where that comes twice, the first one. */
  function localMs(local: number): number {
    const early = local - deviceClock.utcOffsetAtS(local - DAY_MS) * 1000;
    return local - deviceClock.utcOffsetAtS(early) * 1000;
  }

  /**
   * A plain order is over where nothing is kept up, and nothing else is wanted of its inverter either. What a cap or somebody else made of
   * it is over, too: the inverter gets it as it was given.
   */
  function dropPlainOrders(): void {
    if (isArmed()) return;
    const isHeldBesides = (serial: string) =>
      claims.some((claim) => !claim.isPlainOrder && (claim.target === serial || !isSerial(claim.target)));
    const kept = claims.filter(({ isPlainOrder, target }) => !isPlainOrder || isHeldBesides(target));
    if (kept.length === claims.length) return;
    for (const { target, watts } of claims.filter((claim) => !kept.includes(claim))) {
      const inverter = fleet.find(target);
      const percent = inverter && percentOf({ value: watts, isRelative: false }, inverter);
      if (percent === undefined) before.delete(target);
      else before.set(target, percent);
    }
    claims = kept;
    void remember();
  }

  function isIdle(): boolean {
    const { groups, schedule } = settings();
    const isSetUp = groups.some(({ cap }) => cap > 0) || schedule.length > 0;
    return (
      !isSetUp &&
      [claims.length, ...[before, due, waiting, overtaken].map(({ size }) => size)].every(
        (count) => count === 0,
      )
    );
  }

  function look(): void {
    cancelSoon?.();
    cancelSoon = undefined;
    dropEnded();
    followSchedule();
    dropPlainOrders();
    const { groups } = settings();
    const isOff = isIdle();
    wanted = isOff
      ? new Map()
      : wantedLimits({ claims, groups, inverters: limitedInverters(), isRanked: isArmed() });
    if (!isOff) {
      const waits = raisesThatWait(groups);
      for (const inverter of fleet.inverters()) if (!waits.has(inverter.serial)) keepUp(inverter);
    }
    if (stateText() === toldText) return;
    toldText = stateText();
    for (const listener of [...listeners]) listener();
  }

  /**
   * Who is to do more, at the expense of somebody who has not taken less yet: both together would be more than the cap, or than was
   * wanted of all of them. Nobody waits for long for who does not answer: of that nothing can be ordered.
   */
  function raisesThatWait(groups: readonly LimitGroup[]): ReadonlySet<string> {
    const waits = new Set<string>();
    if (__WITHOUT__.loweringFirst) return waits;
    const inverters = fleet.inverters();
    const levels = new Map(inverters.map((inverter) => [inverter.serial, levelOf(inverter)]));
    const goals = new Map(inverters.map((inverter) => [inverter.serial, goalOf(inverter)]));
    const bounds = [
      ...groups.filter(({ cap }) => cap > 0).map(({ id, cap }) => ({ target: id, watts: cap })),
      ...claims.filter(({ target, isPlainOrder }) => !isPlainOrder && !isSerial(target)),
    ].map(({ target, watts }) => {
      const members = inverters.flatMap(({ serial }) => (isPartOf(serial, target) ? [serial] : []));
      const goal = members.reduce((sum, serial) => sum + (goals.get(serial) ?? 0), 0);
      return { members, mostW: Math.max(watts, goal) };
    });
    for (const { serial } of inverters) {
      const [level = 0, goal = 0] = [levels.get(serial), goals.get(serial)];
      // What an inverter is to wake with waits for nobody.
      if (goal <= level || due.has(serial)) continue;
      const isTooMuch = bounds.some(({ members, mostW }) => {
        const others = members.filter((member) => member !== serial);
        const isMember = others.length < members.length;
        return isMember && goal + others.reduce((sum, one) => sum + (levels.get(one) ?? 0), 0) > mostW + 1;
      });
      if (isTooMuch) waits.add(serial);
      else levels.set(serial, goal);
    }
    return waits;
  }

  /** What an inverter is to be limited to in the end, in watts. */
  function goalOf(inverter: InverterState): number {
    const limit = wanted.get(inverter.serial);
    if (limit !== undefined) return wattsFor(limit, inverter);
    const percent = before.get(inverter.serial);
    return percent === undefined ? levelOf(inverter) : (percent / 100) * limitedMaxW(inverter);
  }

  /** The most that an inverter may do by what it was told so far, in watts; where nothing can be ordered what is wanted of it. */
  function levelOf(inverter: InverterState): number {
    const goal = wanted.get(inverter.serial);
    if (mayStillFeedIn(inverter)) return toldLevelOf(inverter);
    return goal === undefined ? 0 : wattsFor(goal, inverter);
  }

  function toldLevelOf(inverter: InverterState): number {
    const { serial, limit } = inverter;
    const toldW = limit.source === 'told' ? (limit.percent / 100) * limitedMaxW(inverter) : undefined;
    const known = last.get(serial);
    const orderedW = known && orderedWattsOf(known.order, inverter);
    if (known === undefined || orderedW === undefined) return toldW ?? limitedMaxW(inverter);
    if (known.takenAtMs !== undefined) return orderedW;
    const mayW = Math.max(orderedW, known.earlierW);
    return isOpenOrder(known.order) ? Math.max(mayW, toldW ?? 0) : (toldW ?? mayW);
  }

  function orderedWattsOf({ action }: Order, inverter: InverterState): number | undefined {
    return action.kind === 'limit' ? wattsOf(action.command, inverter) : undefined;
  }

  /** It answers, or did so a short while ago, and takes orders. */
  function mayStillFeedIn(inverter: InverterState): boolean {
    const { serial, readingAtMs = Number.NEGATIVE_INFINITY } = inverter;
    const isLost = !isReachable(inverter) && clock.monotonicMs() - readingAtMs >= LOST_AFTER_MS;
    return !isLost && book.obstacle(serial) === undefined;
  }

  function limitedMaxW({ deviceInfo }: InverterState): number {
    return maxPowerOf(deviceInfo) || UNKNOWN_MAX_W;
  }

  const stateText = () => JSON.stringify(claims.map(({ number, endsAtMs }) => [number, endsAtMs]));

  function keepUp(inverter: InverterState): void {
    const { serial } = inverter;
    const limit = wanted.get(serial);
    if (!isToldNow(inverter)) {
      keepWaiting(inverter, limit);
      return;
    }
    if (limit !== undefined) noteBefore(inverter);
    if (isPermanentDue(inverter, limit)) return;
    if (limit === undefined) {
      takeBack(inverter, limit);
      giveBack(inverter);
      return;
    }
    const command = { value: wattsFor(limit, inverter), isRelative: false, isPersistent: false };
    if (isDue(inverter, command)) order(serial, command, originOf(limit));
    else endWaiting(serial, 'measured');
  }

  /** It answers, and its owner wants it to take orders now. */
  function isToldNow(inverter: InverterState): boolean {
    const isAsked = isReachable(inverter) && inverter.readingAtMs !== undefined;
    return isAsked && book.obstacle(inverter.serial) === undefined;
  }

  /** What a person wants is to be seen in the list of orders from when it was asked for, also where nobody can carry it out yet. */
  function keepWaiting(inverter: InverterState, limit: WantedLimit<TimedClaim> | undefined): void {
    const { serial } = inverter;
    const holder = limit?.holder;
    const isWish = holder?.owner === 'person' && !holder.isPlainOrder;
    if (limit === undefined || !isWish || book.obstacle(serial) === 'orders-off') {
      endWaiting(serial, 'not-wanted');
      takeBack(inverter, limit);
      return;
    }
    const command = { value: wattsFor(limit, inverter), isRelative: false, isPersistent: false };
    const known = last.get(serial);
    const isGiven = known !== undefined && orderState(known.order) !== 'expired';
    if (isGiven && isOrderFor(known.order, command, inverter)) {
      endWaiting(serial, 'not-wanted');
      return;
    }
    if (overtake(inverter, command, holder)) return;
    if (waiting.get(serial)?.claim === holder.number) return;
    const order = book.postpone(serial, { kind: 'limit', command }, holder.origin);
    if (order !== undefined) waiting.set(serial, { id: order.id, claim: holder.number });
  }

  /**
   * An older order that is sent again until the inverter answers would reach it before what a person wants now: the wish is an order at
   * once, which takes its place. False: there is none. What arming wants of the inverter stays; that comes first in any case.
   */
  function overtake(inverter: InverterState, command: LimitCommand, { number, origin }: TimedClaim): boolean {
    const { serial } = inverter;
    const known = last.get(serial);
    const earlier = overtaken.get(serial);
    if (earlier !== undefined && earlier.claim === number) return isOnItsWay(known);
    const isInTheWay = isOnItsWay(known) && known.order.action.kind === 'limit' && !due.has(serial);
    if (!isInTheWay || book.obstacle(serial) !== undefined) return false;
    const was = earlier?.id === known.order.id ? earlier.was : wasToBe(inverter, known.order.action.command);
    const placed = order(serial, command, origin);
    if (placed === undefined) return false;
    waiting.delete(serial);
    overtaken.set(serial, { was, id: placed.id, claim: number });
    return true;
  }

  /** What the inverter is to do when nobody holds it any more, where that order was on its way to it. */
  function wasToBe(inverter: InverterState, ordered: LimitCommand): LimitCommand {
    const { serial } = inverter;
    const known = before.get(serial);
    if (known !== undefined) return givenBack(known);
    const percent = percentOf(ordered, inverter);
    if (percent !== undefined) {
      before.set(serial, percent);
      void remember();
    }
    return ordered;
  }

  /** A wish that has ended must not reach the inverter either: what was on its way before is so again, or what somebody else wants now. */
  function takeBack(inverter: InverterState, limit: WantedLimit<TimedClaim> | undefined): void {
    const { serial } = inverter;
    const known = overtaken.get(serial);
    if (known === undefined || book.obstacle(serial) !== undefined) return;
    const newest = last.get(serial);
    const isStillSent = isOnItsWay(newest) && newest.order.id === known.id;
    if (!isStillSent || limit === undefined) overtaken.delete(serial);
    if (!isStillSent) return;
    if (limit === undefined) {
      if (before.delete(serial)) void remember();
      // Somebody has replaced it, so it is for a time now: a memory is only written where that is asked for.
      order(serial, { ...known.was, isPersistent: false }, { way: 'expiry', by: 'expiry' });
    } else giveInstead(inverter, limit, known, newest.order);
  }

  function giveInstead(
    inverter: InverterState,
    limit: WantedLimit<TimedClaim>,
    known: Overtaken,
    sent: Order,
  ): void {
    const command = { value: wattsFor(limit, inverter), isRelative: false, isPersistent: false };
    if (isOrderFor(sent, command, inverter)) return;
    const placed = order(inverter.serial, command, originOf(limit));
    if (placed !== undefined) overtaken.set(inverter.serial, { ...known, id: placed.id, claim: 0 });
  }

  function endWaiting(serial: string, became: 'not-wanted' | 'measured'): void {
    const known = waiting.get(serial);
    if (known === undefined) return;
    waiting.delete(serial);
    book.endWaiting(known.id, became);
  }

  function noteBefore({ serial, limit }: InverterState): void {
    if (before.has(serial)) return;
    before.set(serial, limit.source === 'unknown' ? 100 : Math.min(100, limit.percent));
    void remember();
  }

  /** Has it ordered where it was not, and tells whether whatever else is wanted of the inverter has to wait for it. */
  function isPermanentDue(inverter: InverterState, wantedLimit: WantedLimit | undefined): boolean {
    const wish = due.get(inverter.serial);
    if (wish === undefined) return false;
    const { value, isRelative } = wish;
    const command = { value, isRelative, isPersistent: true };
    const isMoreThanWanted =
      wantedLimit !== undefined && (wattsOf(command, inverter) ?? 0) > wattsFor(wantedLimit, inverter);
    return isStillToTake(inverter, command, isMoreThanWanted ? 0 : PERMANENT_SHOWS_WITHIN_MS);
  }

  /** One that the inverter has taken is waited for so long, until it shows. */
  function isStillToTake(inverter: InverterState, command: LimitCommand, showsWithinMs: number): boolean {
    const { serial } = inverter;
    const nowMs = clock.monotonicMs();
    const known = last.get(serial);
    const isGiven =
      known !== undefined && isPersistentOrder(known.order) && isOrderFor(known.order, command, inverter);
    if (isGiven && known.takenAtMs !== undefined) {
      if (orderState(known.order) === 'acknowledged' && nowMs - known.takenAtMs < showsWithinMs) return true;
      due.delete(serial);
      void remember();
      return false;
    }
    const isOver = isGiven && !isOpenOrder(known.order) && nowMs - known.atMs >= REPEAT_AFTER_MS;
    if (!isGiven || isOver) order(serial, command, { way: 'rule', by: 'arming' });
    return true;
  }

  /** A cap alone never lets an inverter do more than it did before. */
  function wattsFor({ holder, watts }: WantedLimit, { serial, deviceInfo }: InverterState): number {
    if (holder !== undefined) return watts;
    const maxPowerW = maxPowerOf(deviceInfo) || UNKNOWN_MAX_W;
    return Math.min(watts, Math.round(((before.get(serial) ?? 100) / 100) * maxPowerW));
  }

  function giveBack(inverter: InverterState): void {
    const { serial } = inverter;
    const percent = before.get(serial);
    endWaiting(serial, 'not-wanted');
    if (percent === undefined) return;
    before.delete(serial);
    void remember();
    const command = givenBack(percent);
    if (isDue(inverter, command)) order(serial, command, { way: 'expiry', by: 'expiry' });
  }

  function order(serial: string, command: LimitCommand, origin: OrderOrigin): Order | undefined {
    return book.place(serial, { kind: 'limit', command }, origin);
  }

  /** The inverter neither does so, nor was told to. */
  function isDue(inverter: InverterState, command: LimitCommand): boolean {
    const known = last.get(inverter.serial);
    const isDone =
      inverter.limit.source === 'told' && isSame(percentOf(command, inverter), inverter.limit.percent);
    if (known === undefined) return !isDone;
    if (!isOrderFor(known.order, command, inverter)) {
      // Something else is on its way: what was told until now says nothing of what will be.
      return isOpenOrder(known.order) || !isDone;
    }
    // Of an order of an earlier run nobody knows whether it still counts.
    if (known.atMs === Number.NEGATIVE_INFINITY) return !isDone;
    if (isOpenOrder(known.order)) return false;
    const isTooSoon = clock.monotonicMs() - known.atMs < REPEAT_AFTER_MS;
    if (isTooSoon && orderState(known.order) !== 'expired') return false;
    // Whoever has told nothing since may well do so; of an unknown model nobody can say.
    return inverter.limit.source === 'told' && percentOf(command, inverter) !== undefined && !isDone;
  }

  function originOf({ holder, cappedBy }: WantedLimit<TimedClaim>): OrderOrigin {
    return holder?.origin ?? { way: 'cap', by: cappedBy?.id ?? 'cap' };
  }

  /** Until its first order an inverter tells the limit that it woke with. */
  function noteWokenWith({ serial, limit }: InverterState): void {
    if (ordered.has(serial)) return;
    if (limit.source === 'told') lasting.set(serial, Math.min(100, limit.percent));
    ordered.set(serial, false);
    void remember();
  }

  /** An inverter of which nothing was in doubt, and now is, has woken with its permanent limit. */
  function noteWaking(): void {
    for (const [serial, wasKnown] of ordered) {
      const limit = fleet.find(serial)?.limit;
      if (limit === undefined) continue;
      const isInDoubt = limit.source === 'unknown' && limit.unexplained === undefined;
      if (!isInDoubt) ordered.set(serial, true);
      else if (wasKnown && limit.commandState === 'Ok') {
        ordered.delete(serial);
        void remember();
      }
    }
  }

  function noteOrder(order: Order, atMs: number): void {
    if (order.action.kind !== 'limit' || isHeldBack(order) || hasWaited(order)) return;
    const known = last.get(order.serial);
    const isSame = known?.order.id === order.id;
    // An older one may still end after a newer one was given.
    if (known !== undefined && !isSame && orderState(order) !== 'asked') return;
    const isTaken = order.steps.some(({ step }) => step === 'acknowledged');
    const takenAtMs = (isSame ? known.takenAtMs : undefined) ?? (isTaken ? atMs : undefined);
    const earlierW = isSame ? known.earlierW : earlierWattsOf(order.serial);
    last.set(order.serial, { order, atMs: isSame ? known.atMs : atMs, takenAtMs, earlierW });
  }

  function earlierWattsOf(serial: string): number {
    const inverter = fleet.find(serial);
    return inverter === undefined ? 0 : levelOf(inverter);
  }

  function countPermanent({ serial, action, steps }: Order): void {
    const isTaken = steps.at(-1)?.step === 'acknowledged';
    if (action.kind !== 'limit' || !action.command.isPersistent || !isTaken) return;
    permanent.set(serial, (permanent.get(serial) ?? 0) + 1);
    const inverter = fleet.find(serial);
    const percent = inverter && percentOf(action.command, inverter);
    if (percent === undefined) lasting.delete(serial);
    else lasting.set(serial, Math.min(100, percent));
    void remember();
  }

  function place(serialText: string, action: OrderAction, origin: OrderOrigin): Order | undefined {
    const inverter = fleet.find(serialText);
    if (inverter === undefined || action.kind !== 'limit') return book.place(serialText, action, origin);
    const { serial } = inverter;
    const owner = ownerOf(origin);
    if (isOutranked(serial, owner)) return book.refuse(serial, action, origin);
    const watts = wattsOf(action.command, inverter);
    if (!isKeptUp(serial) || watts === undefined) {
      before.delete(serial);
      return book.place(serial, action, origin);
    }
    put({ owner, origin, target: serial, watts, endsAtMs: undefined, isPlainOrder: true });
    void remember();
    const { groups } = settings();
    const now = wantedLimits({ claims, groups, inverters: limitedInverters(), isRanked: isArmed() });
    const bounded = now.get(serial);
    const isCapped = bounded?.cappedBy !== undefined && bounded.watts < watts - 1;
    const placed = isCapped
      ? order(serial, lowered(action.command, bounded.watts), origin)
      : book.place(serial, action, origin);
    lookSoon();
    return placed;
  }

  /** Somebody of a higher rank holds the limit of this inverter. */
  function isOutranked(serial: string, owner: LimitOwner): boolean {
    if (!isArmed() || __WITHOUT__.limitRanks) return false;
    const holder = inOrder(claims, true).find(({ target }) => isPartOf(serial, target));
    return holder !== undefined && rankOf(owner) > rankOf(holder.owner);
  }

  function isThere(target: string): boolean {
    return isSerial(target) ? fleet.find(target) !== undefined : isTarget(target, settings().groups);
  }

  /** Whether all of what a person wants of a target counts now. */
  function answerFor(target: string): ClaimAnswer {
    const isOutrankedNow = fleet.inverters().some(({ serial }) => {
      const owner = wanted.get(serial)?.holder?.owner;
      return isPartOf(serial, target) && owner !== undefined && rankOf(owner) < rankOf('person');
    });
    return isOutrankedNow ? 'outranked' : 'claimed';
  }

  /** Somebody wants something of this inverter, or may come to. */
  function isKeptUp(serial: string): boolean {
    return isArmed() || wanted.has(serial);
  }

  function lookSoon(): void {
    cancelSoon ??= clock.after(SETTLE_MS, look);
  }

  function lookAgain(): void {
    look();
    cancelLook = clock.after(isIdle() ? IDLE_INTERVAL_MS : LOOK_INTERVAL_MS, lookAgain);
  }

  function stop(): void {
    for (const end of ends) end();
    cancelSoon?.();
    cancelLook?.();
  }

  const ends = [
    fleet.onChange(() => {
      noteWaking();
      if (!isIdle()) lookSoon();
    }),
    fleet.onRemove(dropRemoved),
    book.onOrder((order) => {
      noteOrder(order, clock.monotonicMs());
      const inverter = fleet.find(order.serial);
      if (last.get(order.serial)?.order.id === order.id && inverter !== undefined) noteWokenWith(inverter);
      countPermanent(order);
      if (!isIdle()) lookSoon();
    }),
  ];
  cancelLook = clock.after(LOOK_INTERVAL_MS, lookAgain);

  return {
    place,
    obstacle: book.obstacle,
    all: book.all,
    current: book.current,
    async claim({ target, watts, ends: end, seconds }, origin) {
      if (!isThere(target)) return 'no-target';
      const leftMs = end === 'after' ? seconds * 1000 : end === 'sunset' ? untilSunsetMs() : undefined;
      if (end === 'sunset' && leftMs === undefined) return 'no-sun';
      const endsAtMs = leftMs === undefined ? undefined : clock.monotonicMs() + leftMs;
      const wish = { owner: 'person', origin, target, watts, endsAtMs, isPlainOrder: false } as const;
      const fresh = numbered(wish, wallMs());
      // A person who speaks for several means each of them.
      const isOver = ({ owner, target: part }: TimedClaim) => owner === 'person' && isPartOf(part, target);
      const failure = await changeOnceWritten((was) => [...was.filter((claim) => !isOver(claim)), fresh]);
      return failure ?? answerFor(target);
    },
    async release(target) {
      const isMeant = (claim: TimedClaim) => claim.owner === 'person' && claim.target === target;
      if (!claims.some(isMeant)) return false;
      const failure = await changeOnceWritten((was) => was.filter((claim) => !isMeant(claim)));
      return failure ?? true;
    },
    limitGroup,
    timeGroup,
    groupLimit,
    hold(owner, wants) {
      const isSame = (claim: TimedClaim) =>
        wants.some(({ target, watts }) => claim.target === target && claim.watts === watts);
      const own = claims.filter((claim) => claim.owner === owner);
      if (own.length === wants.length && own.every(isSame)) return;
      // Of one owner, too, a later claim counts more: all of them are put anew, in this order.
      claims = claims.filter((claim) => claim.owner !== owner);
      for (const { target, watts } of wants) {
        const before = own.find((claim) => claim.target === target && claim.watts === watts);
        const origin = { way: owner, by: owner };
        put({ owner, origin, target, watts, endsAtMs: undefined, isPlainOrder: false }, before?.sinceMs);
      }
      look();
    },
    state: () => ({
      armed: isArmed(),
      held: inOrder(claims, isArmed()).map(heldFacts),
      inverters: fleet.inverters().map(({ serial }) => {
        const limit = wanted.get(serial);
        return {
          serial,
          ...(limit?.holder && { holder: heldFacts(limit.holder) }),
          ...(limit && { watts: limit.watts }),
          ...(limit?.cappedBy && { capped_by: limit.cappedBy.id }),
          permanent_count: permanent.get(serial) ?? 0,
        };
      }),
    }),
    makePermanent(serial, command) {
      due.set(serial, command);
      void remember();
      look();
    },
    permanentPercent(serial) {
      const wish = due.get(serial);
      if (wish?.isGivenBack === true && wish.isRelative) return wish.value;
      const limit = fleet.find(serial)?.limit;
      return limit?.source === 'told' && !ordered.has(serial)
        ? Math.min(100, limit.percent)
        : lasting.get(serial);
    },
    owed: () => [...due.keys()].filter((serial) => fleet.find(serial) !== undefined),
    lastLimit(serial) {
      const inverter = fleet.find(serial);
      const known = last.get(serial);
      if (known === undefined || inverter === undefined || known.order.action.kind !== 'limit')
        return undefined;
      const { order: lastOrder, atMs, takenAtMs } = known;
      return {
        watts: wattsOf(known.order.action.command, inverter),
        atMs: takenAtMs ?? atMs,
        isPending: takenAtMs === undefined && isOpenOrder(lastOrder),
      };
    },
    isCapped: (serial) => wanted.get(serial)?.cappedBy !== undefined,
    holderOf: (serial) => wanted.get(serial)?.holder?.owner,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async forget() {
      stop();
      await file.forget();
    },
    async close() {
      stop();
      await file.close();
    },
  };

  function limitGroup(id: string, watts: number, origin: OrderOrigin): GroupAnswer {
    const { shares } = split(watts, membersOfGroup(groupOf(id)));
    if (shares.length === 0) return 'no-group';
    const held = shares.filter(({ serial }) => isOutranked(serial, 'program'));
    for (const { serial, watts: value } of held) {
      const command = { value, isRelative: false, isPersistent: false };
      book.refuse(serial, { kind: 'limit', command }, origin);
    }
    if (held.length === shares.length) return 'held';
    const endsAtMs = clock.monotonicMs() + minutesOf(id) * MINUTE_MS;
    put({ owner: 'program', origin, target: id, watts, endsAtMs, isPlainOrder: false });
    void remember();
    look();
    return 'taken';
  }

  function timeGroup(id: string, minutes: number): GroupAnswer {
    if (groupOf(id) === undefined) return 'no-group';
    const endsAtMs = clock.monotonicMs() + minutes * MINUTE_MS;
    if (minutes > 0) groupMinutes.set(id, minutes);
    claims = claims.map((claim) => (isOfProgram(claim, id) ? { ...claim, endsAtMs } : claim));
    void remember();
    look();
    return 'taken';
  }

  function groupLimit(id: string): GroupLimit | undefined {
    const group = groupOf(id);
    const members = membersOfGroup(group);
    if (group === undefined || members.length === 0) return undefined;
    const limits = members.flatMap(({ serial }) => wanted.get(serial)?.watts ?? []);
    const canW = members.reduce((sum, { maxW }) => sum + maxW, 0);
    const endsAtMs = claims.find((claim) => isOfProgram(claim, id))?.endsAtMs;
    const minutes = endsAtMs === undefined ? minutesOf(id) : (endsAtMs - clock.monotonicMs()) / MINUTE_MS;
    return {
      watts:
        limits.length < members.length ? undefined : Math.round(limits.reduce((sum, one) => sum + one, 0)),
      minutes: Math.ceil(minutes),
      mostW: Math.max(1, group.cap > 0 ? Math.min(group.cap, canW) : canW),
    };
  }

  function groupOf(id: string): LimitGroup | undefined {
    return settings().groups.find((group) => group.id === id);
  }

  function membersOfGroup(group: LimitGroup | undefined) {
    return group === undefined ? [] : membersOf(group.id, [group], limitedInverters());
  }

  function minutesOf(id: string): number {
    return groupMinutes.get(id) ?? GROUP_MINUTES;
  }

  function isPartOf(part: string, whole: string): boolean {
    if (part === whole) return true;
    const group = settings().groups.find(({ id }) => id === whole);
    return group === undefined ? !isSerial(whole) : group.members.some(({ serial }) => serial === part);
  }

  function untilSunsetMs(): number | undefined {
    if (!deviceClock.isSet()) return undefined;
    const nowMs = deviceClock.unixMs();
    const next = [0, 1]
      .map((days) => sunOf(nowMs + days * DAY_MS)?.setsMs)
      .find((setsMs = 0) => setsMs > nowMs);
    return next === undefined ? undefined : next - nowMs;
  }

  function heldFacts({ owner, origin, target, watts, sinceMs, endsAtMs }: TimedClaim): HeldLimit {
    const untilMs =
      endsAtMs === undefined ? undefined : deviceClock.unixMs() + endsAtMs - clock.monotonicMs();
    return {
      ...{ owner, by: origin.by, target, watts, since: Math.floor(sinceMs / 1000) },
      ...(untilMs !== undefined && { until: Math.round(untilMs / 1000) }),
    };
  }
}

function scheduleClaim({ target, watts }: ScheduleRow): Omit<TimedClaim, 'number' | 'sinceMs'> {
  const origin = { way: 'schedule', by: 'schedule' } as const;
  return { owner: 'schedule', origin, target, watts, endsAtMs: undefined, isPlainOrder: false };
}

/** As much of an order as a cap allows. */
function lowered({ isPersistent }: LimitCommand, watts: number): LimitCommand {
  return { value: isPersistent ? Math.max(1, watts) : watts, isRelative: false, isPersistent };
}

function givenBack(percent: number): LimitCommand {
  return { value: Math.round(percent * 10) / 10, isRelative: true, isPersistent: false };
}

/** The inverter has not taken it, and it is sent until then. */
function isOnItsWay(last: LastOrder | undefined): last is LastOrder {
  return last !== undefined && last.takenAtMs === undefined && isOpenOrder(last.order);
}

function isPersistentOrder({ action }: Order): boolean {
  return action.kind === 'limit' && action.command.isPersistent;
}

/** It was never given to the inverter: what is, is an order of its own. */
function hasWaited({ steps }: Order): boolean {
  return steps.some(({ step }) => step === 'waiting');
}

function isHeldBack({ steps }: Order): boolean {
  return steps.some((step) => step.step === 'refused' && step.reason === 'held');
}

const isOfProgram = ({ owner, target }: TimedClaim, id: string) => owner === 'program' && target === id;

const isSerial = (target: string) => /^[\da-f]{8,16}$/.test(target);

/** Who orders over HTTP without being at a page is a program, as is who orders over MQTT. */
function ownerOf({ way, by }: OrderOrigin): LimitOwner {
  return way === 'http' && by !== 'api' ? 'person' : 'program';
}

/** What an order comes to; undefined where it is in per cent of nobody knows what. */
function wattsOf({ value, isRelative }: LimitCommand, { deviceInfo }: InverterState): number | undefined {
  if (!isRelative) return value;
  const maxPowerW = maxPowerOf(deviceInfo);
  return maxPowerW > 0 ? (Math.min(100, value) * maxPowerW) / 100 : undefined;
}

function isSame(onePercent: number | undefined, otherPercent: number | undefined): boolean {
  if (onePercent === undefined || otherPercent === undefined) return false;
  return Math.abs(onePercent - otherPercent) <= TOLERANCE_PERCENT;
}

/** That order asks for the same. */
function isOrderFor({ action }: Order, wanted: LimitCommand, inverter: InverterState): boolean {
  if (action.kind !== 'limit') return false;
  const { command } = action;
  const isLikewise = command.value === wanted.value && command.isRelative === wanted.isRelative;
  return isLikewise || isSame(percentOf(command, inverter), percentOf(wanted, inverter));
}

function percentOf(
  { value, isRelative }: Pick<LimitCommand, 'value' | 'isRelative'>,
  { deviceInfo }: InverterState,
): number | undefined {
  const maxPowerW = maxPowerOf(deviceInfo);
  if (isRelative) return Math.min(100, value);
  return maxPowerW > 0 ? Math.min(100, (value / maxPowerW) * 100) : undefined;
}

interface RememberedClaim extends Omit<TimedClaim, 'number' | 'endsAtMs'> {
  /** Unix milliseconds, where the clock was set, and how much was left when it was written; neither: it has no end. */
  readonly endsAt?: number | undefined;
  readonly leftMs?: number | undefined;
}

interface LimitMemory {
  readonly claims: readonly RememberedClaim[];
  readonly before: readonly (readonly [serial: string, percent: number])[];
  readonly permanent: readonly (readonly [serial: string, count: number])[];
  readonly lasting: readonly (readonly [serial: string, percent: number])[];
  readonly due: readonly (readonly [serial: string, command: PermanentLimit])[];
  readonly ordered: readonly string[];
  readonly groupMinutes: readonly (readonly [id: string, minutes: number])[];
}

const NOTHING_REMEMBERED: LimitMemory = {
  ...{ claims: [], before: [], permanent: [], lasting: [], due: [], ordered: [], groupMinutes: [] },
};

function readMemory(value: unknown): LimitMemory | undefined {
  const { claims, before, permanent, lasting, due, ordered, groupMinutes } = Object(value);
  if (!Array.isArray(claims)) return undefined;
  return {
    claims: claims.filter(isRememberedClaim),
    before: pairsOf(before),
    permanent: pairsOf(permanent),
    lasting: pairsOf(lasting),
    due: Array.isArray(due) ? due.filter(isDuePair) : [],
    // Before 0.6 this was not written down: whose limit was held had been given one.
    ordered: (Array.isArray(ordered) ? ordered : pairsOf(before).map(([serial]) => serial)).filter(
      (serial) => typeof serial === 'string',
    ),
    groupMinutes: pairsOf(groupMinutes),
  };
}

function isRememberedClaim(value: unknown): value is RememberedClaim {
  const { owner, origin, target, watts, sinceMs, endsAt, leftMs, isPlainOrder } = Object(value);
  const isTime = (time: unknown) => time === undefined || Number.isFinite(time);
  return (
    LIMIT_OWNERS.includes(owner) &&
    typeof Object(origin).by === 'string' &&
    typeof target === 'string' &&
    Number.isFinite(watts) &&
    Number.isFinite(sinceMs) &&
    [endsAt, leftMs].every(isTime) &&
    typeof isPlainOrder === 'boolean'
  );
}

function isDuePair(value: unknown): value is readonly [string, PermanentLimit] {
  const [serial, command] = Array.isArray(value) ? value : [];
  const { value: amount, isRelative, isGivenBack = false } = Object(command);
  return (
    typeof serial === 'string' &&
    Number.isFinite(amount) &&
    [isRelative, isGivenBack].every((flag) => typeof flag === 'boolean')
  );
}

function pairsOf(value: unknown): readonly (readonly [string, number])[] {
  if (!Array.isArray(value)) return [];
  return value.filter((pair) => typeof Object(pair)[0] === 'string' && Number.isFinite(Object(pair)[1]));
}
