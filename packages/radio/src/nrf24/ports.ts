/** What the driver of the chip needs of the machine, and what whoever runs the driver gets from it. Everything is synchronous. */

import type { ExchangeRequest, HopMode, Packet, PaLevel, RadioStatus, SendResult } from '../radio.ts';

/** The four wires of SPI, with the chip select held low for the length of one transfer. */
export interface SpiBus {
  /** Sends bytes and gives those that came back meanwhile, as many. Throws an Error when the machine refuses. */
  transfer(bytes: Uint8Array): Uint8Array;
}

/** A pin that we drive: CE. */
export interface OutputLine {
  set(isHigh: boolean): void;
}

/** A pin that the chip drives: IRQ, low while something is to be read. */
export interface InputLine {
  isHigh(): boolean;
}

/** What is wrong with the chip or its wires, as far as can be told from here. */
export type ChipFault =
  /** MISO is always low: no power, no chip select, or MISO is not connected. */
  | 'silent-low'
  /** MISO is always high: no chip select, or a short circuit to 3.3 V. */
  | 'silent-high'
  /** What is written is not read back: MOSI or SCK, or wires that are swapped. */
  | 'no-memory'
  /** It answers, and is not the "+" variant, without which there is no 250 kbit/s. */
  | 'not-plus'
  /** A packet went out, and IRQ has not fallen. */
  | 'no-irq'
  /** The chip never says that a packet has left: CE is not connected. */
  | 'no-ce'
  /** It worked and has forgotten its settings: power or a wire was lost. */
  | 'lost';

export type ChipEvent =
  | { readonly kind: 'sent'; readonly result: SendResult }
  | { readonly kind: 'packet'; readonly packet: Packet }
  /** Told when it begins, and with undefined when it is over. */
  | { readonly kind: 'fault'; readonly fault: ChipFault | undefined };

/**
 * The exchange as the chip carries it out. Whoever runs it calls `advance` when it is due, or as soon as IRQ falls; nothing happens by
 * itself. Times are microseconds of a clock that never goes back.
 */
export interface ChipLink {
  start(request: ExchangeRequest): void;
  setReadingPipe(pipeAddress: string): void;
  setPaLevel(level: PaLevel): void;
  setHopMode(mode: HopMode): void;
  /** Does what is due by now. */
  advance(nowUs: number): {
    readonly events: readonly ChipEvent[];
    /** When it wants to be called next; a chip that is not there is looked for anew now and then. */
    readonly dueUs: number;
    /** A hop is due then, so lateness matters; otherwise it does not. */
    readonly isPunctual: boolean;
  };
  status(): RadioStatus & { readonly fault: ChipFault | undefined };
  /** Switches the chip off. */
  stop(): void;
}
