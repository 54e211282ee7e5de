import type { Inverters } from '../../fleet/fleet.ts';
import type { InverterState } from '../../fleet/inverter.ts';
import type { Clock } from '../../platform/clock.ts';
import { createTimer } from './timer.ts';

/**
 * Gives the inverters their turns: one per poll interval, in the order of the fleet. A turn that comes while the air is
 * in use is skipped. Source: docs/reference/radio-protocol.md#exchanges and
 * docs/reference/original-device.md#poll-loop.
 */
export interface PollLoop {
  /** The first turn comes one interval from now. */
  start(): void;
  stop(): void;
  setInterval(intervalS: number): void;
}

export interface PollLoopOptions {
  readonly clock: Clock;
  readonly fleet: Inverters;
  readonly intervalS: number;
  readonly isAirFree: () => boolean;
  readonly takeTurn: (inverter: InverterState) => void;
}

/** A turn is due when strictly more than the interval has passed, in whole milliseconds. */
const STRICTLY_MORE_MS = 1;

export function createPollLoop(options: PollLoopOptions): PollLoop {
  const { clock, fleet, isAirFree, takeTurn } = options;
  let intervalMs = options.intervalS * 1000;
  let position = 0;
  let lastTurnMs: number | undefined;
  let isStarving = false;
  let stopWatching: (() => void) | undefined;
  const timer = createTimer(clock, turn);

  function schedule(): void {
    if (lastTurnMs !== undefined) timer.set(lastTurnMs + intervalMs + STRICTLY_MORE_MS);
  }

  function turn(): void {
    const inverters = fleet.inverters();
    // Without inverters the turn stays due: the first one that joins gets it at once.
    isStarving = inverters.length === 0;
    if (isStarving) return;
    if (isAirFree() || __WITHOUT__.freeAir) {
      const index = position < inverters.length ? position : 0; // the fleet may have shrunk
      const inverter = inverters[index];
      position = index + 1;
      if (inverter !== undefined) takeTurn(inverter);
    }
    lastTurnMs = clock.monotonicMs();
    schedule();
  }

  return {
    start() {
      lastTurnMs = clock.monotonicMs();
      stopWatching = fleet.onChange(() => {
        if (isStarving) schedule();
      });
      schedule();
    },
    stop() {
      stopWatching?.();
      timer.clear();
      lastTurnMs = undefined;
    },
    setInterval(intervalS) {
      intervalMs = intervalS * 1000;
      schedule();
    },
  };
}
