/** An order to cap the output. */
export interface LimitCommand {
  /** Per cent of the maximum power when `isRelative`, otherwise watts; steps of 0.1. */
  readonly value: number;
  readonly isRelative: boolean;
  /** Kept by the inverter over a night without power. */
  readonly isPersistent: boolean;
}

/**
 * How sure a limit is. `known`: the inverter itself has told it. `expected`: the inverter has taken an order that leads
 * to it. `unknown`: it was never told, or may have changed since.
 */
export type LimitCertainty = 'known' | 'expected' | 'unknown';

/** An order to switch the output; `restart` also resets the yield of the day in the inverter. */
export type PowerCommand = 'on' | 'off' | 'restart';
