import type { InverterChange } from '../../fleet/fleet.ts';

/** What an answer or its absence changes in the fleet. */
export interface CommandOutcome {
  /** Undefined when the payload cannot be an answer to this command. */
  readonly read: (payload: Uint8Array) => InverterChange | undefined;
  readonly gaveUp: InverterChange;
  /** What changes as soon as the inverter may have heard of it. */
  readonly started?: InverterChange;
  /** What changes as soon as it is sent a second time. */
  readonly repeated?: InverterChange;
  /** Told, after the fleet was, of what became of an order. */
  readonly follow?: (step: SentOrderStep) => void;
}

/** What the air can say of an order. */
export type SentOrderStep = 'sent' | 'unanswered' | 'acknowledged';
