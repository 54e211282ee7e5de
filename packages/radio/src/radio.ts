/**
 * The radio port: how packets travel, whatever carries them. The simulator implements it today, a chip on a
 * Raspberry Pi will later; nothing above it can tell which.
 */

import type { RfChannel } from './rf-channels.ts';

/** Transmit power: 0 Min (-18 dBm), 1 Low (-12 dBm), 2 High (-6 dBm), 3 Max (0 dBm). */
export type PaLevel = 0 | 1 | 2 | 3;

/** What the chip hears at once: 1 to 32 bytes. */
export interface Packet {
  readonly bytes: Uint8Array;
  readonly rfChannel: RfChannel;
  /** Received strength in dBm where the chip measures it. */
  readonly rssiDbm?: number;
}

/** One transmission: up to 32 bytes to a 5-byte pipe address. */
export interface Transmission {
  readonly bytes: Uint8Array;
  /** 5-byte pipe address of the inverter, most significant byte first, as 10 lower-case hex digits. */
  readonly pipeAddress: string;
  readonly rfChannel: RfChannel;
}

export interface RadioStatus {
  /** The chip answers. */
  readonly connected: boolean;
  /** The chip is the "+" variant, the only one with 250 kbit/s. */
  readonly plusVariant: boolean;
}

export interface Radio {
  /** Sends one packet and goes back to listening. Never throws; a packet may be lost like any other. */
  transmit(transmission: Transmission): void;
  /** Calls `listener` for every packet heard on the reading pipe; returns the function that ends it. */
  onPacket(listener: (packet: Packet) => void): () => void;
  /** Sets our own pipe address (10 hex digits), derived from the DTU serial. */
  setReadingPipe(pipeAddress: string): void;
  setPaLevel(level: PaLevel): void;
  status(): RadioStatus;
  /** Stops listening and frees what the radio holds; no packet is delivered afterwards. */
  stop(): void;
}
