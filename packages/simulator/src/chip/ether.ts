/**
 * What lies between the antennas, packet by packet and in microseconds. Who wants to hear a packet has to listen on its RF channel from
 * its first bit to its last, and nobody else may send there meanwhile.
 *
 * Losses. The shares of a scenario are what remains after all repeats of the chip, so they are drawn once for all tries of a packet, and
 * such a packet is heard by nobody. Another network on an RF channel (`rfChannelLoss`) disturbs each try, and each acknowledgement, by
 * itself. What is corrupt has slipped through the checksum of the chip.
 */

import type { PaLevel } from '@heliograph/radio';
import { corrupt } from '../air.ts';
import type { AirConditions } from '../scenarios/scenario.ts';
import { createRandom } from '../seeded-random.ts';
import type { EventQueue } from './event-queue.ts';

/** How bits stand on the air; who has another one hears nothing. */
export type AirFormat = string;

/** 250 kbit/s, addresses of 5 bytes, checksums of 2, dynamic lengths: what inverters speak. */
export const INVERTER_FORMAT: AirFormat = '250k a5 c2 dynamic';

/** One packet and all its repeats: the object itself is what they have in common. */
export interface Transmission {
  readonly payload: Uint8Array;
  /** Counts packets from 0 to 3: how a receiver knows that one is a repeat. */
  readonly pid: number;
}

export interface Frame {
  /** Of an acknowledgement: that of the packet. */
  readonly transmission: Transmission;
  readonly isAcknowledgement: boolean;
  /** 10 hex digits, most significant byte first. */
  readonly address: string;
  readonly rfChannel: number;
  readonly format: AirFormat;
  /** How strongly our chip sends; undefined: an inverter sends. */
  readonly paLevel: PaLevel | undefined;
}

export interface Heard {
  readonly frame: Frame;
  /** What has come of the payload. */
  readonly payload: Uint8Array;
  readonly isStrong: boolean;
}

export interface Antenna {
  /** Since when it listens there; undefined when it does not. */
  listensSinceUs(rfChannel: number): number | undefined;
  hear(heard: Heard): void;
}

export interface Ether {
  join(antenna: Antenna): void;
  setConditions(conditions: AirConditions): void;
  conditions(): AirConditions;
  /** Begins now; `ended` when the last bit is out. Returns what cuts it off. */
  send(sender: Antenna, frame: Frame, ended: () => void): () => void;
  /** Drawn once for all tries of a packet: nobody is ever to hear it. */
  isLost(frame: Frame): boolean;
  /** Somebody sends there, now. */
  isBusy(rfChannel: number): boolean;
  /** A share of chances is so. */
  isSo(share: number): boolean;
  /** At least 0 and less than `below`. */
  draw(below: number): number;
}

const US_PER_BIT = 4;

/** Preamble, address, control field, payload, checksum. Source: docs/reference/nrf24l01.md#airtime. */
export function frameUs(payloadBytes: number): number {
  return (8 + 40 + 9 + 8 * payloadBytes + 16) * US_PER_BIT;
}

function hasHeardFrom(antenna: Antenna, { rfChannel }: Frame, startUs: number): boolean {
  const sinceUs = antenna.listensSinceUs(rfChannel);
  return sinceUs !== undefined && sinceUs <= startUs;
}

/** Each PA level above the lowest takes this share off the loss of requests. */
const LOSS_OFF_PER_PA_LEVEL = 0.25;

interface OnAir {
  readonly frame: Frame;
  isSpoilt: boolean;
}

export function createEther(queue: EventQueue, conditions: AirConditions, seed: number): Ether {
  const random = createRandom(seed);
  const antennas: Antenna[] = [];
  const onAir = new Set<OnAir>();
  const fates = new WeakMap<Transmission, boolean>();
  let current = conditions;
  /** Nothing is drawn that has but one outcome, so good air is the same whatever is asked of it. */
  const isSo = (share: number) => share > 0 && random() < share;

  function isLost({ transmission, paLevel, isAcknowledgement }: Frame): boolean {
    if (isAcknowledgement) return false;
    const known = fates.get(transmission);
    if (known !== undefined) return known;
    const lost = isSo(
      paLevel === undefined
        ? current.answerLoss
        : current.requestLoss * (1 - LOSS_OFF_PER_PA_LEVEL * paLevel),
    );
    fates.set(transmission, lost);
    return lost;
  }

  function isDisturbed({ rfChannel }: Frame): boolean {
    const losses: Readonly<Partial<Record<number, number>>> = current.rfChannelLoss;
    return isSo(losses[rfChannel] ?? 0);
  }

  function deliver(sender: Antenna, frame: Frame, startUs: number): void {
    if (isLost(frame) || isDisturbed(frame)) return;
    const isStrong = !isSo(Math.max(current.answerLoss, current.requestLoss));
    const { payload } = frame.transmission;
    const listening = antennas.filter(
      (antenna) => antenna !== sender && hasHeardFrom(antenna, frame, startUs),
    );
    for (const antenna of listening) {
      const isCorrupt = !frame.isAcknowledgement && isSo(current.corruption);
      antenna.hear({ frame, payload: isCorrupt ? damaged(payload) : payload.slice(), isStrong });
    }
  }

  /** A chip hands over nothing that is empty. */
  function damaged(payload: Uint8Array): Uint8Array {
    const broken = corrupt(payload, random);
    return broken.length > 0 ? broken : payload.slice(0, 1);
  }

  return {
    join: (antenna) => void antennas.push(antenna),
    setConditions(next) {
      current = next;
    },
    conditions: () => current,
    send(sender, frame, ended) {
      const flying: OnAir = { frame, isSpoilt: false };
      for (const other of onAir) {
        if (other.frame.rfChannel !== frame.rfChannel) continue;
        other.isSpoilt = true;
        flying.isSpoilt = true;
      }
      onAir.add(flying);
      const startUs = queue.nowUs();
      queue.after(frameUs(frame.isAcknowledgement ? 0 : frame.transmission.payload.length), () => {
        if (!onAir.delete(flying)) return;
        if (!flying.isSpoilt) deliver(sender, frame, startUs);
        ended();
      });
      return () => void onAir.delete(flying);
    },
    isLost,
    isBusy: (rfChannel) => [...onAir].some(({ frame }) => frame.rfChannel === rfChannel),
    isSo,
    draw: (below) => (below === 0 ? 0 : random() * below),
  };
}
