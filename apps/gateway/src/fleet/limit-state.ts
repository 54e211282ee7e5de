import type { LimitCertainty, LimitCommand } from '@heliograph/domain';
import type { CommandState } from './command-state.ts';

/**
 * What a limit is based on: the inverter has told it; it has taken an order from which it can be expected; or
 * nothing, since it was never read or may have changed after it was.
 */
export type LimitSource = 'told' | 'expected' | 'unknown';

/**
 * The output limit of an inverter: what it is, and what became of the last order. Source:
 * docs/reference/original-device.md#orders.
 */
export interface LimitState {
  /**
   * The limit as the original device keeps it; a 32-bit float in steps of 0.1, 0 before it was read. It is not always
   * what the inverter holds: `source` says how sure that is, and `shownLimitPercent` is what may be shown.
   */
  readonly percent: number;
  readonly source: LimitSource;
  readonly readState: CommandState;
  /** When the inverter last told its limit; undefined: never. */
  readonly readAtMs: number | undefined;
  /** The last order. */
  readonly command: LimitCommand | undefined;
  /** Its number; limits and switching are counted together. 0: there was none. */
  readonly orderNumber: number;
  readonly commandState: CommandState;
  /** When an order was last acknowledged; undefined: never. */
  readonly commandAtMs: number | undefined;
  /** The order that the inverter holds, while nobody can say what that is in per cent (watts of an unknown model). */
  readonly unexplained: LimitCommand | undefined;
}

/** An order and its number. */
export interface LimitOrder {
  readonly command: LimitCommand;
  readonly orderNumber: number;
}

/** Nothing is assumed to be under way, and the limit has to be read. */
export const INITIAL_LIMIT: LimitState = {
  percent: 0,
  source: 'unknown',
  readState: 'Failure',
  readAtMs: undefined,
  command: undefined,
  orderNumber: 0,
  commandState: 'Ok',
  commandAtMs: undefined,
  unexplained: undefined,
};

/** The inverter has told its limit. */
export function limitRead(state: LimitState, percent: number, nowMs: number): LimitState {
  return { ...state, percent, source: 'told', readState: 'Ok', readAtMs: nowMs, unexplained: undefined };
}

/**
 * The inverter may have fallen back to its persistent limit: it was told to restart, or seems to have done so by
 * itself. The limit has to be read again; a reading that still waits to be sent will do.
 */
export function limitLost(state: LimitState): LimitState {
  const readState = state.readState === 'Pending' ? 'Pending' : 'Failure';
  return { ...limitDoubted(state), readState };
}

/** An inverter cuts what lies above. */
const FULL_PERCENT = 100;

/**
 * The limit that the inverter holds as far as we know, in per cent; 0 while it is not known. Above 100 only when the
 * inverter itself says so.
 */
export function knownLimitPercent(state: LimitState): number {
  return state.source === 'unknown' ? 0 : shownLimitPercent(state);
}

/**
 * The limit that was known last, in per cent, also while it is in doubt: some seconds of doubt must not look like a
 * limit of nothing. 0 only where it was never known. `limitCertainty` goes with it.
 */
export function shownLimitPercent({ percent, source }: LimitState): number {
  return source === 'expected' ? Math.min(FULL_PERCENT, percent) : percent;
}

const CERTAINTIES = { told: 'known', expected: 'expected', unknown: 'unknown' } as const;

/** How sure the shown limit is. */
export function limitCertainty({ source }: LimitState): LimitCertainty {
  return CERTAINTIES[source];
}

/** The order with this number is on its way (again); a newer one takes the place of the one before. */
export function limitOrdered(state: LimitState, command: LimitCommand, orderNumber: number): LimitState {
  return { ...state, command, orderNumber, commandState: 'Pending' };
}

/**
 * The inverter has taken the order `command` with this number. What it made of it is not known before the next
 * reading; `percent` is what can be expected until then, undefined when that cannot be said (the limit of before is
 * certainly over). A newer order stays pending.
 */
export function limitAcknowledged(
  state: LimitState,
  { command, orderNumber }: LimitOrder,
  percent: number | undefined,
  nowMs: number,
): LimitState {
  const commandState = state.orderNumber === orderNumber ? 'Ok' : state.commandState;
  const taken = { ...state, commandState, commandAtMs: nowMs };
  return percent === undefined
    ? { ...limitDoubted(taken), unexplained: command }
    : { ...taken, percent, source: 'expected', unexplained: undefined };
}

/**
 * The model has become known: what could not be expected of the order that the inverter has taken last can be now,
 * unless its limit may have changed since. `percentOf` is what is expected of an order.
 */
export function limitExplained(
  state: LimitState,
  percentOf: (command: LimitCommand) => number | undefined,
): LimitState {
  const percent = state.unexplained && percentOf(state.unexplained);
  return percent === undefined ? state : { ...state, percent, source: 'expected', unexplained: undefined };
}

/**
 * An order was sent and not acknowledged in time. The inverter may have heard it all the same: its limit is the old
 * one or the new one. Nothing is read because of that, the order itself is sent again.
 */
export function limitDoubted(state: LimitState): LimitState {
  return { ...state, percent: shownLimitPercent(state), source: 'unknown', unexplained: undefined };
}

/** The order with this number came to nothing; it is sent again when the inverter is next polled. */
export function limitFailed(state: LimitState, orderNumber: number): LimitState {
  return state.orderNumber === orderNumber ? { ...state, commandState: 'Failure' } : state;
}

/**
 * The inverter is being restarted, by the order with this number. A limit that was ordered later may have been taken
 * before (an order that failed is sent again, and of two such the limit goes first) and does not survive the restart
 * unless it is persistent: it has to be sent again, so that what was ordered last counts in the end. One that has
 * not been taken yet is still on its way and follows by itself.
 */
export function limitLostByRestart(state: LimitState, restartNumber: number): LimitState {
  const isWanted =
    state.orderNumber > restartNumber && state.commandState === 'Ok' && state.command?.isPersistent === false;
  const lost = limitLost(state);
  return isWanted ? { ...lost, commandState: 'Failure' } : lost;
}
