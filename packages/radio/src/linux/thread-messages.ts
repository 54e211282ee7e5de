/** What the thread of the chip and the thread of everything else say to each other. */

import type { ChipEvent } from '../nrf24/ports.ts';
import type { ExchangeRequest, HopMode, PaLevel, RadioStatus } from '../radio.ts';
import type { RadioFault } from '../radio-fault.ts';
import type { Wiring } from './chip-pins.ts';

export interface ThreadData {
  readonly wiring: Wiring;
  /** Of `THREAD_WORDS`. */
  readonly words: SharedArrayBuffer;
  readonly lateness: SharedArrayBuffer;
}

/** Places in the memory that both see: a count that goes up while the thread lives, and 1 when it is to end. */
export const THREAD_WORDS = { beats: 0, end: 1, size: 2 } as const;

export const createThreadWords = () =>
  new SharedArrayBuffer(THREAD_WORDS.size * Int32Array.BYTES_PER_ELEMENT);

export type ToThread =
  | { readonly kind: 'exchange'; readonly id: number; readonly request: ExchangeRequest }
  | { readonly kind: 'pipe'; readonly pipeAddress: string }
  | { readonly kind: 'pa'; readonly level: PaLevel }
  | { readonly kind: 'hops'; readonly mode: HopMode };

export type FromThread =
  /** Whoever writes to this file descriptor wakes the thread. It is the listener's to close, once the thread has ended. */
  | { readonly kind: 'waker'; readonly fd: number }
  /** The chip's wires are in these file descriptors; empty: no longer. They must be closed if the thread ends before it says so. */
  | { readonly kind: 'wires'; readonly fds: readonly number[]; readonly isRealTime: boolean }
  | { readonly kind: 'status'; readonly status: ThreadStatus }
  /** `id` is that of the exchange. */
  | { readonly kind: 'event'; readonly id: number; readonly event: Exclude<ChipEvent, { kind: 'fault' }> };

export interface ThreadStatus extends RadioStatus {
  readonly fault: RadioFault | undefined;
  /** What else is known of the fault, such as who has the pin. */
  readonly detail: string;
}
