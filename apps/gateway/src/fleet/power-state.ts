import type { CommandState } from './command-state.ts';

/** An order to switch the output; `restart` also resets the yield of the day in the inverter. */
export type PowerCommand = 'on' | 'off' | 'restart';

/** What became of the last order to switch an inverter. Source: device contract, section 6. */
export interface PowerState {
  readonly command: PowerCommand | undefined;
  readonly commandState: CommandState;
  /** When an order was last acknowledged; undefined: never. */
  readonly commandAtMs: number | undefined;
}

export const INITIAL_POWER: PowerState = { command: undefined, commandState: 'Ok', commandAtMs: undefined };

/** An order is on its way. */
export function powerOrdered(state: PowerState, command: PowerCommand): PowerState {
  return { ...state, command, commandState: 'Pending' };
}

/** The inverter has taken `command`. A different, newer order stays pending. */
export function powerAcknowledged(state: PowerState, command: PowerCommand, nowMs: number): PowerState {
  const commandState = state.command === command ? 'Ok' : state.commandState;
  return { ...state, commandState, commandAtMs: nowMs };
}

/** Nothing came back for `command`; it is sent again when the inverter is next polled. */
export function powerFailed(state: PowerState, command: PowerCommand): PowerState {
  return state.command === command ? { ...state, commandState: 'Failure' } : state;
}
