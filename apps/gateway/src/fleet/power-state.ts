import type { PowerCommand } from '@heliograph/domain';
import type { CommandState } from './command-state.ts';

/** What became of the last order to switch an inverter. Source: docs/reference/original-device.md#orders. */
export interface PowerState {
  readonly command: PowerCommand | undefined;
  /**
   * The number of the last order; limits and switching are counted together. Of two orders to do the same, with
   * another between them, only the last counts. 0: there was none.
   */
  readonly orderNumber: number;
  readonly commandState: CommandState;
  /** When an order was last acknowledged; undefined: never. */
  readonly commandAtMs: number | undefined;
  /** When it took the order to switch off that still holds as far as is known; undefined: it is not switched off. */
  readonly offSinceMs: number | undefined;
}

export const INITIAL_POWER: PowerState = {
  command: undefined,
  orderNumber: 0,
  commandState: 'Ok',
  commandAtMs: undefined,
  offSinceMs: undefined,
};

/** The order with this number is on its way (again); a newer one takes the place of the one before. */
export function powerOrdered(state: PowerState, command: PowerCommand, orderNumber: number): PowerState {
  return { ...state, command, orderNumber, commandState: 'Pending' };
}

/** An order, and its number. */
export interface PowerOrder {
  readonly command: PowerCommand;
  readonly orderNumber: number;
}

/** The inverter has taken this order. A newer one stays as it is. */
export function powerAcknowledged(
  state: PowerState,
  { command, orderNumber }: PowerOrder,
  nowMs: number,
): PowerState {
  const commandState = state.orderNumber === orderNumber ? 'Ok' : state.commandState;
  return { ...state, commandState, commandAtMs: nowMs, offSinceMs: command === 'off' ? nowMs : undefined };
}

/** An inverter stops within seconds; what is measured before that says nothing. */
const STOPS_WITHIN_MS = 60_000;

/** It was measured with this power: who produces is not switched off, or no longer, whoever has switched it on. */
export function powerMeasured(state: PowerState, powerW: number, nowMs: number): PowerState {
  const { offSinceMs } = state;
  const isOver = offSinceMs !== undefined && powerW > 0 && nowMs - offSinceMs > STOPS_WITHIN_MS;
  return isOver ? { ...state, offSinceMs: undefined } : state;
}

/** It was switched off before the gateway started, and nothing is known to have changed that. */
export function powerRemembered(state: PowerState, offSinceMs: number): PowerState {
  return { ...state, offSinceMs };
}

/** Nothing came back for the order with this number; it is sent again when the inverter is next polled. */
export function powerFailed(state: PowerState, orderNumber: number): PowerState {
  return state.orderNumber === orderNumber ? { ...state, commandState: 'Failure' } : state;
}

/** Longer than any inverter needs until it answers again. */
const RESTARTS_WITHIN_MS = 120_000;

/** It may be silent because it was told to restart: the order is on its way, or was taken a short while ago. */
export function isRestarting({ command, commandState, commandAtMs }: PowerState, nowMs: number): boolean {
  if (command !== 'restart') return false;
  return commandState !== 'Ok' || (commandAtMs !== undefined && nowMs - commandAtMs <= RESTARTS_WITHIN_MS);
}
