/**
 * The times of the chip, and of a packet on the air, in microseconds. Sources: docs/reference/nrf24l01.md#times and #airtime; the slots
 * are those of docs/reference/radio-protocol.md#time-slots.
 */

import {
  RECEIVE_HOP_INTERVAL_MS,
  RF_CHANNELS,
  SLOT_MS,
  SLOTS_PER_HOP,
  SLOTS_PER_SENDING_HOP,
} from '../rf-channels.ts';

/** From the moment the chip gets power until it hears SPI. */
export const POWER_ON_US = 100_000;
/**
 * From PWR_UP to standby: with the slowest crystal 4.5 ms. It is counted from before the registers were written, which on a machine that
 * has just begun takes more than a millisecond.
 */
export const POWER_UP_US = 10_000;
/** Before each sending and each receiving. */
const SETTLING_US = 130;

const BIT_US = 4;
const FRAME_BITS = 9; // the packet control field
const PREAMBLE_ADDRESS_CHECKSUM_BYTES = 1 + 5 + 2;
const ARD_STEP_US = 250;
/** An acknowledgement without a payload needs so much at 250 kbit/s. */
const ARD_LEAST_US = 500;
/** Repeats that the chip can do by itself. */
const ARC_MAX = 15;

const SLOT_US = SLOT_MS * 1000;
export const HOP_US = SLOTS_PER_HOP * SLOT_US;
export const FREE_HOP_US = RECEIVE_HOP_INTERVAL_MS * 1000;
/** What original devices have the chip wait before it repeats a packet. */
const FREE_ARD_US = 1000;

export function airtimeUs(payloadBytes: number): number {
  return (8 * (PREAMBLE_ADDRESS_CHECKSUM_BYTES + payloadBytes) + FRAME_BITS) * BIT_US;
}

/** From a packet that was heard until its acknowledgement is out. */
export const ACKNOWLEDGING_US = SETTLING_US + airtimeUs(0) + 20;

/** How the chip is to repeat a packet by itself on one RF channel. */
export interface Repeats {
  /** As SETUP_RETR wants it. */
  readonly setupRetr: number;
  readonly tries: number;
  /** Until the chip gives up at the latest. */
  readonly longestUs: number;
}

function repeats(payloadBytes: number, ardUs: number, tries: number): Repeats {
  const setupRetr = ((ardUs / ARD_STEP_US - 1) << 4) | (tries - 1);
  return { setupRetr, tries, longestUs: tries * (SETTLING_US + airtimeUs(payloadBytes) + ardUs) };
}

/**
 * One try in each slot, for a whole round of whoever listens: the chip does that without us, so a machine that is busy delays none of
 * them. The last try makes up for what a try is shorter than a slot.
 */
export function repeatsInSlots(payloadBytes: number): Repeats {
  const tryUs = SETTLING_US + airtimeUs(payloadBytes);
  const steps = Math.floor((SLOT_US - tryUs) / ARD_STEP_US);
  const ardUs = Math.max(ARD_LEAST_US, steps * ARD_STEP_US);
  const tries = Math.ceil((SLOTS_PER_SENDING_HOP * SLOT_US) / (tryUs + ardUs));
  return repeats(payloadBytes, ardUs, Math.min(ARC_MAX + 1, tries));
}

export function freeRepeats(payloadBytes: number): Repeats {
  return repeats(payloadBytes, FREE_ARD_US, ARC_MAX + 1);
}

export const RF_CHANNEL_COUNT = RF_CHANNELS.length;
