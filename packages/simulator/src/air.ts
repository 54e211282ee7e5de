/**
 * What happens to packets between the antennas.
 *
 * The RF channels. A request goes out on the RF channel of its transmission. The inverter answers one hop further. Our
 * receiver hops on by itself every 4 ms and once more after each transmission; the sender's chip repeats a packet
 * until it is acknowledged, longer than one round of hops (20 ms) takes. So hopping loses nothing: a fragment is heard
 * when the receiver comes by its RF channel, two fragments at most per visit. Only another network on that RF
 * channel (`rfChannelLoss`) makes a difference. A packet that the chip repeated and heard twice is dropped by the
 * chip; `duplication` is what slips through.
 */

import {
  hopsBetween,
  type PaLevel,
  RECEIVE_HOP_INTERVAL_MS,
  RF_CHANNELS,
  type RfChannel,
  rfChannelAfter,
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

export interface Air {
  setConditions(conditions: AirConditions): void;
  /** A transmission of ours: what the inverter hears of it; undefined when it is lost. Moves the receiver on. */
  carryRequest(bytes: Uint8Array, rfChannel: RfChannel, paLevel: PaLevel): Uint8Array | undefined;
  /** The answer to a request that went out on `requestRfChannel`: what arrives here of it, and when. */
  carryAnswer(packets: readonly Uint8Array[], requestRfChannel: RfChannel): readonly Arrival[];
}

/** Each PA level above the lowest takes this share off the loss of requests. */
const LOSS_OFF_PER_PA_LEVEL = 0.25;
/** 32 bytes with preamble, address and check sum at 250 kbit/s, and the acknowledgement. */
const PACKET_MS = 2;
const FLIPPED_BITS_MAX = 3;
/** One of so many broken packets is not garbled but cut short. */
const TRUNCATED_SHARE = 0.2;

/** `monotonicMs` is the radio's time. */
export function createAir(conditions: AirConditions, seed: number, monotonicMs: () => number): Air {
  const random = createRandom(seed);
  const receiver = createHoppingReceiver(seed, monotonicMs);
  let current = conditions;

  const isLost = (loss: number, rfChannel: RfChannel): boolean => {
    const heard = (1 - loss) * (1 - (current.rfChannelLoss[rfChannel] ?? 0));
    return random() >= heard;
  };
  const garbled = (bytes: Uint8Array): Uint8Array =>
    random() < current.corruption ? corrupt(bytes, random) : bytes.slice();

  return {
    setConditions(next) {
      current = next;
    },
    carryRequest(bytes, rfChannel, paLevel) {
      receiver.hop();
      const loss = current.requestLoss * (1 - LOSS_OFF_PER_PA_LEVEL * paLevel);
      return isLost(loss, rfChannel) ? undefined : garbled(bytes);
    },
    carryAnswer(packets, requestRfChannel) {
      const rfChannel = rfChannelAfter(requestRfChannel);
      const arrivals: Arrival[] = [];
      let readyMs = 0;
      for (const packet of packets) {
        const heardMs = readyMs + receiver.msUntilOn(rfChannel, readyMs);
        readyMs = heardMs + PACKET_MS;
        const copies = random() < current.duplication ? 2 : 1;
        for (let copy = 0; copy < copies; copy++) {
          const afterMs = heardMs + copy + random() * current.jitterMs;
          if (!isLost(current.answerLoss, rfChannel)) {
            arrivals.push({ bytes: garbled(packet), rfChannel, afterMs });
          }
        }
      }
      return arrivals;
    },
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
function corrupt(bytes: Uint8Array, random: Random): Uint8Array {
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
