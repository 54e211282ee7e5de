import type { CommandState } from './command-state.ts';

/** An order to cap the output. */
export interface LimitCommand {
  /** Per cent of the maximum power when `isRelative`, otherwise watts; steps of 0.1. */
  readonly value: number;
  readonly isRelative: boolean;
  /** Kept by the inverter over a night without power. */
  readonly isPersistent: boolean;
}

/** The output limit of an inverter: what it is, and what became of the last order. Source: device contract, section 6. */
export interface LimitState {
  /** Last known limit; a 32-bit float in steps of 0.1, 0 before it was read. */
  readonly percent: number;
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
  readState: 'Failure',
  readAtMs: undefined,
  command: undefined,
  commandState: 'Ok',
  commandAtMs: undefined,
};

/** The inverter has told its limit. */
export function limitRead(state: LimitState, percent: number, nowMs: number): LimitState {
  return { ...state, percent, readState: 'Ok', readAtMs: nowMs };
}

/** An order is on its way; a newer one takes the place of the one before. */
export function limitOrdered(state: LimitState, command: LimitCommand): LimitState {
  return { ...state, command, commandState: 'Pending' };
}

/**
 * The inverter has taken `command`. What it made of it is not known before the next reading; `percent` is what can
 * be expected until then, undefined when that cannot be said. A newer order stays pending.
 */
export function limitAcknowledged(
  state: LimitState,
  command: LimitCommand,
  percent: number | undefined,
  nowMs: number,
): LimitState {
  const commandState = state.command === command ? 'Ok' : state.commandState;
  return { ...state, percent: percent ?? state.percent, commandState, commandAtMs: nowMs };
}

/** Nothing came back for `command`; it is sent again when the inverter is next polled. */
export function limitFailed(state: LimitState, command: LimitCommand): LimitState {
  return state.command === command ? { ...state, commandState: 'Failure' } : state;
}
