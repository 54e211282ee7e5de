/**
 * What happens to packets between the antennas.
 *
 * The RF channels, `free`, as original devices use them. A request goes out on the next RF channel at each transmission. The
 * inverter answers one hop further. Our receiver hops on by itself every 4 ms and once more after each transmission; the sender's
 * chip repeats a packet until it is acknowledged, longer than one round of hops (20 ms) takes. So hopping loses nothing: a fragment is
 * heard when the receiver comes by its RF channel, two fragments at most per visit. Only another network on that RF
 * channel (`rfChannelLoss`) makes a difference. A packet that the chip repeated and heard twice is dropped by the
 * chip; `duplication` is what slips through.
 *
 * `rigid`, in time slots (docs/reference/radio-protocol.md#time-slots). Who listens changes the RF channel every second slot, who
 * sends stays on one for a whole round of the other and sends in each slot, so they meet in it; where another network is on that RF
 * channel, they meet on the next one. Once they have met, each slot carries a packet.
 */

import {
  FIRST_TRANSMIT_RF_CHANNEL,
  type HopMode,
  hopsBetween,
  type PaLevel,
  RECEIVE_HOP_INTERVAL_MS,
  RF_CHANNELS,
  type RfChannel,
  rfChannelAfter,
  type SendResult,
  SLOT_MS,
  SLOTS_PER_HOP,
  SLOTS_PER_SENDING_HOP,
} from '@heliograph/radio';
import type { AirConditions } from './scenarios/scenario.ts';
import { chanceAt, createRandom, type Random } from './seeded-random.ts';

/** A packet on its way to us. */
export interface Arrival {
  readonly bytes: Uint8Array;
  readonly rfChannel: RfChannel;
  /** From now on. */
  readonly afterMs: number;
}

/** A request on its way to an inverter. */
export interface Sending extends SendResult {
  /** What the inverter hears of it; undefined when it is lost. */
  readonly heard: Uint8Array | undefined;
  /** How long it takes until the sender knows. */
  readonly tookMs: number;
}

export interface Air {
  setConditions(conditions: AirConditions): void;
  /** From the next request on. */
  setHopMode(mode: HopMode): void;
  /** Sends a request of ours. `isThere`: an inverter with that address is awake. */
  carryRequest(bytes: Uint8Array, paLevel: PaLevel, isThere: () => boolean): Sending;
  /** The answer to a request that was heard on `requestRfChannel`: what arrives here of it, and when. */
  carryAnswer(packets: readonly Uint8Array[], requestRfChannel: RfChannel): readonly Arrival[];
}

/** Each PA level above the lowest takes this share off the loss of requests. */
const LOSS_OFF_PER_PA_LEVEL = 0.25;
/** 32 bytes with preamble, address and check sum at 250 kbit/s, and the acknowledgement. */
const PACKET_MS = 2;
/** How often the chip sends a packet by itself that nobody acknowledges. */
const CHIP_TRIES = 16;
const FLIPPED_BITS_MAX = 3;
/** One of so many broken packets is not garbled but cut short. */
const TRUNCATED_SHARE = 0.2;

/** `monotonicMs` is the radio's time. */
export function createAir(conditions: AirConditions, seed: number, monotonicMs: () => number): Air {
  const random = createRandom(seed);
  const receiver = createHoppingReceiver(seed, monotonicMs);
  let current = conditions;
  let mode: HopMode = 'free';
  let rfChannel: RfChannel = FIRST_TRANSMIT_RF_CHANNEL;
  /** When an inverter began to listen to us, so where its slots are; they go on from there. */
  const slotsBeginMs = -chanceAt(seed, 1) * RF_CHANNELS.length * SLOTS_PER_HOP * SLOT_MS;

  const isLost = (loss: number, onRfChannel: RfChannel): boolean => {
    const heard = (1 - loss) * (1 - (current.rfChannelLoss[onRfChannel] ?? 0));
    return random() >= heard;
  };
  const isDisturbed = (onRfChannel: RfChannel): boolean => {
    const loss = current.rfChannelLoss[onRfChannel] ?? 0;
    return loss > 0 && random() < loss;
  };
  const garbled = (bytes: Uint8Array): Uint8Array =>
    random() < current.corruption ? corrupt(bytes, random) : bytes.slice();
  const requestLoss = (paLevel: PaLevel) => current.requestLoss * (1 - LOSS_OFF_PER_PA_LEVEL * paLevel);
  const copies = () => (random() < current.duplication ? 2 : 1);

  function sendFreely(bytes: Uint8Array, paLevel: PaLevel, isThere: () => boolean): Sending {
    const on = rfChannel;
    rfChannel = rfChannelAfter(on);
    receiver.hop();
    const heard = isLost(requestLoss(paLevel), on) ? undefined : garbled(bytes);
    const isAcknowledged = heard !== undefined && isThere();
    return { heard, isAcknowledged, tries: isAcknowledged ? 1 : CHIP_TRIES, rfChannel: on, tookMs: 0 };
  }

  /** The RF channel on which an inverter listens that waits for somebody to speak to it. */
  const listensOn = (atMs: number): RfChannel =>
    rfChannelAfter(RF_CHANNELS[0], Math.floor((atMs - slotsBeginMs) / (SLOTS_PER_HOP * SLOT_MS)));

  function sendInSlots(bytes: Uint8Array, paLevel: PaLevel, isThere: () => boolean): Sending {
    const isHeard = random() >= requestLoss(paLevel) && isThere();
    const fromMs = monotonicMs();
    const slots = RF_CHANNELS.length * SLOTS_PER_SENDING_HOP;
    for (let slot = 0; slot < slots; slot++) {
      if (slot > 0 && slot % SLOTS_PER_SENDING_HOP === 0) rfChannel = rfChannelAfter(rfChannel);
      if (!isHeard || listensOn(fromMs + slot * SLOT_MS) !== rfChannel || isDisturbed(rfChannel)) continue;
      const tries = slot + 1;
      return { heard: garbled(bytes), isAcknowledged: true, tries, rfChannel, tookMs: tries * SLOT_MS };
    }
    return { heard: undefined, isAcknowledged: false, tries: slots, rfChannel, tookMs: slots * SLOT_MS };
  }

  function answerFreely(packets: readonly Uint8Array[], requestRfChannel: RfChannel): readonly Arrival[] {
    const on = rfChannelAfter(requestRfChannel);
    const arrivals: Arrival[] = [];
    let readyMs = 0;
    for (const packet of packets) {
      const heardMs = readyMs + receiver.msUntilOn(on, readyMs);
      readyMs = heardMs + PACKET_MS;
      const count = copies();
      for (let copy = 0; copy < count; copy++) {
        const afterMs = heardMs + copy + random() * current.jitterMs;
        if (!isLost(current.answerLoss, on)) {
          arrivals.push({ bytes: garbled(packet), rfChannel: on, afterMs });
        }
      }
    }
    return arrivals;
  }

  /** We listen by turns from now on; the inverter sends on the RF channel of the request until we come by, then it hops as we do. */
  function answerInSlots(packets: readonly Uint8Array[], requestRfChannel: RfChannel): readonly Arrival[] {
    const arrivals: Arrival[] = [];
    const weListenOn = (slot: number) =>
      rfChannelAfter(requestRfChannel, 1 + Math.floor(slot / SLOTS_PER_HOP));
    let haveMet = false;
    let slot = 0;
    const isHeardIn = (one: number): boolean =>
      (haveMet || weListenOn(one) === requestRfChannel) && !isDisturbed(weListenOn(one));
    for (const packet of packets) {
      const endSlot = slot + RF_CHANNELS.length * SLOTS_PER_SENDING_HOP;
      const isForNobody = random() < current.answerLoss;
      while (slot < endSlot && !isHeardIn(slot)) slot++;
      if (slot === endSlot) continue;
      haveMet = true;
      const on = weListenOn(slot);
      slot += 1;
      const count = isForNobody ? 0 : copies();
      for (let copy = 0; copy < count; copy++) {
        const afterMs = slot * SLOT_MS + copy + random() * current.jitterMs;
        arrivals.push({ bytes: garbled(packet), rfChannel: on, afterMs });
      }
    }
    return arrivals;
  }

  return {
    setConditions(next) {
      current = next;
    },
    setHopMode(next) {
      mode = next;
    },
    carryRequest: (...request) => (mode === 'free' ? sendFreely(...request) : sendInSlots(...request)),
    carryAnswer: (...answer) => (mode === 'free' ? answerFreely(...answer) : answerInSlots(...answer)),
  };
}

interface HoppingReceiver {
  /** One hop out of turn. */
  hop(): void;
  /** How long after `fromMs` from now the receiver listens on `rfChannel`; 0 when it does then. */
  msUntilOn(rfChannel: RfChannel, fromMs: number): number;
}

function createHoppingReceiver(seed: number, monotonicMs: () => number): HoppingReceiver {
  const startMs = monotonicMs();
  const firstRfChannel = RF_CHANNELS[Math.floor(chanceAt(seed, 0) * RF_CHANNELS.length)] ?? RF_CHANNELS[0];
  let extraHops = 0;
  return {
    hop() {
      extraHops++;
    },
    msUntilOn(rfChannel, fromMs) {
      const sinceStartMs = monotonicMs() - startMs + fromMs;
      const hops = Math.floor(sinceStartMs / RECEIVE_HOP_INTERVAL_MS);
      const missingHops = hopsBetween(rfChannelAfter(firstRfChannel, hops + extraHops), rfChannel);
      return missingHops === 0 ? 0 : (hops + missingHops) * RECEIVE_HOP_INTERVAL_MS - sinceStartMs;
    },
  };
}

/** A copy with one to three flipped bits, or without its end. */
export function corrupt(bytes: Uint8Array, random: Random): Uint8Array {
  if (random() < TRUNCATED_SHARE) return bytes.slice(0, Math.floor(random() * bytes.length));
  const broken = bytes.slice();
  const bits = broken.length * 8;
  const first = Math.floor(random() * bits);
  // A stride below a quarter of the packet never comes back to the same bit.
  const stride = 1 + Math.floor(random() * (bits / 4 - 1));
  const flips = 1 + Math.floor(random() * FLIPPED_BITS_MAX);
  for (let flip = 0; flip < flips; flip++) {
    const bit = (first + flip * stride) % bits;
    broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  }
  return broken;
}
