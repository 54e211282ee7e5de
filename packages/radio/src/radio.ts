/**
 * The radio port: how packets travel, whatever carries them. The simulator implements it, and a chip on a Raspberry Pi; nothing above
 * it can tell which. Its unit is the exchange: a packet is sent until the inverter's chip has acknowledged it, then both change roles,
 * and what comes back is heard. Which RF channel is used when is the radio's own business.
 */

import type { RfChannel } from './rf-channels.ts';

/** Transmit power: 0 Min (-18 dBm), 1 Low (-12 dBm), 2 High (-6 dBm), 3 Max (0 dBm). */
export type PaLevel = 0 | 1 | 2 | 3;

/**
 * How the RF channels are walked through. `rigid`: in the time slots of the inverter's own chip, see
 * docs/reference/radio-protocol.md#time-slots. `free`: as original devices do, one on with each transmission, and every 4 ms while
 * listening.
 */
export const HOP_MODES = ['rigid', 'free'] as const;
export type HopMode = (typeof HOP_MODES)[number];

/** What each band counts its RF channels by. */
interface Channels {
  nrf24: RfChannel;
  /** 0.25 MHz each, from 860 MHz on. */
  'sub-ghz': number;
}

/** What inverters are heard by: an nRF24 at 2.4 GHz, or another chip at 868 or 915 MHz, which we have no driver for. */
export type RadioBand = keyof Channels;

/** What the chip hears at once: 1 to 32 bytes. */
export interface Packet<Band extends RadioBand = 'nrf24'> {
  readonly bytes: Uint8Array;
  readonly rfChannel: Channels[Band];
  /** Received strength in dBm where the chip measures it. */
  readonly rssiDbm?: number;
  /** It was received with more than -64 dBm, where the chip knows just that. */
  readonly isStrong?: boolean;
}

interface AnyRequest {
  /** 1 to 32. */
  readonly bytes: Uint8Array;
  /** From the end of the sending on, ms; afterwards the radio may rest. */
  readonly listenMs: number;
}

interface Requests {
  nrf24: AnyRequest & {
    readonly band?: 'nrf24';
    /** 5-byte pipe address of the inverter, most significant byte first, as 10 lower-case hex digits. */
    readonly pipeAddress: string;
  };
  /** Below 1 GHz there are no pipes: all hear all, and know by the bytes what is for them. */
  'sub-ghz': AnyRequest & {
    readonly band: 'sub-ghz';
    readonly rfChannel: Channels['sub-ghz'];
    /** Packets that carry it are ours: the last 8 digits of the DTU serial. */
    readonly ownAddress: string;
  };
}

/** What is sent, to whom, and how long the radio is to listen for an answer. */
export type ExchangeRequest<Band extends RadioBand = 'nrf24'> = Requests[Band];

/** How the sending went. */
export interface SendResult<Band extends RadioBand = 'nrf24'> {
  /** The inverter's chip has said that it has the packet. Without that it may have it all the same. */
  readonly isAcknowledged: boolean;
  /** How often the packet went out, repetitions by the chip included; 0: as far as the radio knows it never did. */
  readonly tries: number;
  /** That of the last try. */
  readonly rfChannel: Channels[Band];
}

/**
 * The longest that sending takes, ms: five RF channels with ten time slots each are 103 ms, the rest is for a machine that is busy. Who
 * has not heard of a result by then takes the packet for lost.
 */
export const SENDING_MS_MAX = 150;

/** A pipe address that no inverter has: what is sent there is acknowledged by nobody. */
export const NOBODY = '0000000001';

export interface RadioStatus {
  /** The chip answers. */
  readonly connected: boolean;
  /** The chip is the "+" variant, the only one with 250 kbit/s. */
  readonly plusVariant: boolean;
}

/** `Band` is what it serves; one for both takes the requests of both. */
export interface Radio<Band extends RadioBand = 'nrf24'> {
  readonly bands: readonly Band[];
  /**
   * Sends one packet, tells once how that went (at once or later), and listens. An exchange that is under way ends without a word.
   * Never throws; a packet may be lost like any other.
   */
  exchange(request: ExchangeRequest<Band>, onSent: (result: SendResult<Band>) => void): void;
  /** Calls `listener` for every packet heard on the reading pipe; returns the function that ends it. */
  onPacket(listener: (packet: Packet<Band>) => void): () => void;
  /** Sets our own pipe address (10 hex digits), derived from the DTU serial. Below 1 GHz the request has the own address. */
  setReadingPipe(pipeAddress: string): void;
  setPaLevel(level: PaLevel): void;
  /** From the next exchange on. Below 1 GHz nothing hops. */
  setHopMode(mode: HopMode): void;
  status(): RadioStatus;
  /** Stops listening and frees what the radio holds; no packet is delivered afterwards. */
  stop(): void;
}
