import type { InverterEvent } from '@heliograph/domain';
import type { CommandState } from './command-state.ts';

/**
 * The event log of an inverter, as it last told it (at most 15 entries). Source:
 * docs/reference/original-device.md#event-log.
 */
export interface EventLogState {
  readonly entries: readonly InverterEvent[];
  readonly readState: CommandState;
  /** When the inverter last told its log; undefined: never. */
  readonly readAtMs: number | undefined;
  /** Its event counter when the log was last asked for: another value means that there is something new. */
  readonly askedAtCount: number;
}

/** So many an inverter tells at once; a device counts no further, so of a full log its count says nothing of what is new. */
export const EVENT_LOG_MAX = 15;

/** Nothing known; the log has to be read. */
export const INITIAL_EVENT_LOG: EventLogState = {
  entries: [],
  readState: 'Failure',
  readAtMs: undefined,
  askedAtCount: 0,
};

/** The log has been asked for while the event counter stood at `eventCount`. */
export function eventLogAsked(state: EventLogState, eventCount: number): EventLogState {
  return { ...state, readState: 'Pending', askedAtCount: eventCount };
}

/** The inverter has told its log, which replaces the old one as a whole. */
export function eventLogRead(
  state: EventLogState,
  entries: readonly InverterEvent[],
  nowMs: number,
): EventLogState {
  return { ...state, entries, readState: 'Ok', readAtMs: nowMs };
}
