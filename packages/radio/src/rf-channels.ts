/**
 * The hop sequences. Sender and receiver walk through the same five RF channels in the same order; the sender takes one
 * step per transmission, the receiver one every few milliseconds and one more after each transmission. Source:
 * docs/reference/radio-protocol.md#chip.
 */

/** The five RF channels (2400 + n MHz) of the protocol, in hop order. */
export const RF_CHANNELS = [3, 23, 40, 61, 75] as const;
export type RfChannel = (typeof RF_CHANNELS)[number];

/** The first transmission after a start goes out on this RF channel. */
export const FIRST_TRANSMIT_RF_CHANNEL: RfChannel = 23;

/** How long the receiver of an original device listens on one RF channel before it hops to the next. */
export const RECEIVE_HOP_INTERVAL_MS = 4;

/** A time slot of the inverter's chip, ms: one packet and its acknowledgement. Source: docs/reference/radio-protocol.md#time-slots. */
export const SLOT_MS = 2.044;

/** Who listens hops on after so many slots. */
export const SLOTS_PER_HOP = 2;

/** Who sends stays on an RF channel for so many: a whole round of whoever listens. */
export const SLOTS_PER_SENDING_HOP = SLOTS_PER_HOP * RF_CHANNELS.length;

/** The RF channel that is `steps` hops after `rfChannel`; negative steps go back. */
export function rfChannelAfter(rfChannel: RfChannel, steps = 1): RfChannel {
  const count = RF_CHANNELS.length;
  const index = (((RF_CHANNELS.indexOf(rfChannel) + steps) % count) + count) % count;
  return RF_CHANNELS[index] ?? rfChannel;
}

/** How many hops forward lead from one RF channel to another: 0 to 4. */
export function hopsBetween(from: RfChannel, to: RfChannel): number {
  const count = RF_CHANNELS.length;
  return (RF_CHANNELS.indexOf(to) - RF_CHANNELS.indexOf(from) + count) % count;
}
