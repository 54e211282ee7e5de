/** How a radio walks through its RF channels (docs/reference/radio-protocol.md#time-slots). */
export type HopMode = 'rigid' | 'free';

/** What was counted over the exchanges with one inverter, on the air below the questions and orders. */
export interface LinkCounts {
  /** Questions and orders; one that had to be sent several times counts once. */
  readonly requests: number;
  readonly answers: number;
  /** Packets for them: requests, repetitions, and requests for a fragment. */
  readonly transmissions: number;
  /** Of these, how many the inverter's chip acknowledged. */
  readonly acknowledged: number;
  /** How often those packets went out, repetitions by our chip included. */
  readonly tries: number;
  /** Fragments of answers that were not heard at once, as far as is known. */
  readonly missedFragments: number;
  /** Requests for a fragment that was missing. */
  readonly repeatedRequests: number;
}
