import type { CommandState } from './command-state.ts';

/** An order to cap the output. */
export interface LimitCommand {
  /** Per cent of the maximum power when `isRelative`, otherwise watts; steps of 0.1. */
  readonly value: number;
  readonly isRelative: boolean;
  /** Kept by the inverter over a night without power. */
  readonly isPersistent: boolean;
}

/**
 * What a limit is based on: the inverter has told it; it has taken an order from which it can be expected; or
 * nothing, since it was never read or may have changed after it was.
 */
export type LimitSource = 'told' | 'expected' | 'unknown';

/** The output limit of an inverter: what it is, and what became of the last order. Source: device contract, section 6. */
export interface LimitState {
  /**
   * The limit as the original device keeps it; a 32-bit float in steps of 0.1, 0 before it was read. It is not always
   * what the inverter holds: `knownLimitPercent` is what may be shown.
   */
  readonly percent: number;
  readonly source: LimitSource;
  readonly readState: CommandState;
  /** When the inverter last told its limit; undefined: never. */
  readonly readAtMs: number | undefined;
  /** The last order. */
  readonly command: LimitCommand | undefined;
  readonly commandState: CommandState;
  /** When an order was last acknowledged; undefined: never. */
  readonly commandAtMs: number | undefined;
}

/** Nothing is assumed to be under way, and the limit has to be read. */
export const INITIAL_LIMIT: LimitState = {
  percent: 0,
  source: 'unknown',
  readState: 'Failure',
  readAtMs: undefined,
  command: undefined,
  commandState: 'Ok',
  commandAtMs: undefined,
};

/** The inverter has told its limit. */
export function limitRead(state: LimitState, percent: number, nowMs: number): LimitState {
  return { ...state, percent, source: 'told', readState: 'Ok', readAtMs: nowMs };
}

/**
 * The inverter may have fallen back to its persistent limit: it was told to restart, or seems to have done so by
 * itself. The limit has to be read again; a reading that still waits to be sent will do.
 */
export function limitLost(state: LimitState): LimitState {
  return { ...state, source: 'unknown', readState: state.readState === 'Pending' ? 'Pending' : 'Failure' };
}

/** An inverter cuts what lies above. */
const FULL_PERCENT = 100;

/**
 * The limit that the inverter holds as far as we know, in per cent; 0 while it is not known. Above 100 only when the
 * inverter itself says so.
 */
export function knownLimitPercent({ percent, source }: LimitState): number {
  if (source === 'unknown') return 0;
  return source === 'told' ? percent : Math.min(FULL_PERCENT, percent);
}

/** An order is on its way; a newer one takes the place of the one before. */
export function limitOrdered(state: LimitState, command: LimitCommand): LimitState {
  return { ...state, command, commandState: 'Pending' };
}

/**
 * The inverter has taken `command`. What it made of it is not known before the next reading; `percent` is what can
 * be expected until then, undefined when that cannot be said (the limit of before is certainly over). A newer order
 * stays pending.
 */
export function limitAcknowledged(
  state: LimitState,
  command: LimitCommand,
  percent: number | undefined,
  nowMs: number,
): LimitState {
  const commandState = state.command === command ? 'Ok' : state.commandState;
  const expected =
    percent === undefined ? { source: 'unknown' as const } : { percent, source: 'expected' as const };
  return { ...state, ...expected, commandState, commandAtMs: nowMs };
}

/** Nothing came back for `command`; it is sent again when the inverter is next polled. */
export function limitFailed(state: LimitState, command: LimitCommand): LimitState {
  return state.command === command ? { ...state, commandState: 'Failure' } : state;
}
