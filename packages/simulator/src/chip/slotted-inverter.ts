/**
 * The radio of a simulated inverter, in time slots: docs/reference/radio-protocol.md#time-slots.
 *
 * While it waits it listens: two slots on each RF channel, round after round, at a time of its own. What it hears it acknowledges. When
 * it has an answer, it sends: ten slots on each RF channel, beginning where its round is, until somebody acknowledges. From then on
 * it knows where the other one is, give or take a hop: it tries there, and then one RF channel further in each slot. Afterwards it waits again.
 */

import { RF_CHANNELS, SLOT_MS, SLOTS_PER_HOP, SLOTS_PER_SENDING_HOP } from '@heliograph/radio';
import type { InverterAnswer } from '../simulated-inverter.ts';
import {
  type Antenna,
  type Ether,
  type Frame,
  frameUs,
  type Heard,
  INVERTER_FORMAT,
  type Transmission,
} from './ether.ts';
import type { EventQueue } from './event-queue.ts';
import { isSamePacket } from './nrf24-chip.ts';

export interface SlottedInverterOptions {
  readonly queue: EventQueue;
  readonly ether: Ether;
  readonly pipeAddress: string;
  /** Where its slots begin, microseconds. */
  readonly phaseUs: number;
  /** It has power, and is there. */
  readonly isThere: () => boolean;
  /** A packet has come: what it says to that. */
  readonly answer: (packet: Uint8Array) => InverterAnswer | undefined;
}

const SLOT_US = Math.round(SLOT_MS * 1000);
const HOP_US = SLOTS_PER_HOP * SLOT_US;
const SETTLE_US = 130;
/** After so many slots without an acknowledgement nobody is there. */
const SLOTS_MAX = SLOTS_PER_SENDING_HOP * RF_CHANNELS.length;

/** So far ahead it looks for somebody whose acknowledgement it has just had. */
const HOPS_IN_STEP = 2;

type Role = 'listens' | 'acknowledges' | 'sends';

export function createSlottedInverter(options: SlottedInverterOptions): void {
  options.ether.join(new SlottedInverter(options));
}

class SlottedInverter implements Antenna {
  readonly #options: SlottedInverterOptions;
  #role: Role = 'listens';
  #listensSinceUs = 0;
  #lastHeard: Transmission | undefined;
  /** Counts requests: what was planned for one is void when another has come. */
  #request = 0;

  #to = '';
  #waiting: Uint8Array[] = [];
  #current: Transmission | undefined;
  #pid = 0;
  /** Place in the round, and slots since the last acknowledgement. */
  #place = 0;
  #slots = 0;
  #slotBeganUs = 0;
  #isInStep = false;
  #isWaitingForAcknowledgement = false;

  constructor(options: SlottedInverterOptions) {
    this.#options = options;
  }

  listensSinceUs(rfChannel: number): number | undefined {
    const { phaseUs, isThere } = this.#options;
    if (this.#role === 'sends') {
      const isOpen = this.#isWaitingForAcknowledgement && rfChannel === placeOf(this.#place);
      return isOpen ? this.#listensSinceUs : undefined;
    }
    if (this.#role === 'acknowledges' || !isThere()) return undefined;
    const hop = this.#hop();
    if (placeOf(hop) !== rfChannel) return undefined;
    return Math.max(this.#listensSinceUs, phaseUs + hop * HOP_US + SETTLE_US);
  }

  /** How far its round is. */
  #hop(): number {
    const { queue, phaseUs } = this.#options;
    return Math.floor((queue.nowUs() - phaseUs) / HOP_US);
  }

  hear({ frame, payload }: Heard): void {
    if (frame.format !== INVERTER_FORMAT) return;
    if (this.#role === 'sends') {
      if (frame.isAcknowledgement && frame.transmission === this.#current) this.#acknowledged();
    } else if (!frame.isAcknowledgement && frame.address === this.#options.pipeAddress) {
      this.#take(frame, payload);
    }
  }

  // ---- while it waits

  #take(frame: Frame, payload: Uint8Array): void {
    const { queue, ether, answer } = this.#options;
    const isRepeat = isSamePacket(this.#lastHeard, frame.transmission);
    this.#lastHeard = frame.transmission;
    this.#role = 'acknowledges';
    queue.after(SETTLE_US, () =>
      ether.send(this, { ...frame, isAcknowledgement: true, paLevel: undefined }, () => this.#listen()),
    );
    if (isRepeat) return;
    this.#request += 1;
    const request = this.#request;
    const said = answer(payload);
    if (said === undefined) return;
    queue.after(said.afterMs * 1000, () => {
      if (request === this.#request && this.#role !== 'sends') this.#say(said);
    });
  }

  #listen(): void {
    this.#role = 'listens';
    this.#listensSinceUs = this.#options.queue.nowUs() + SETTLE_US;
  }

  // ---- while it answers

  #say({ packets, pipeAddress }: InverterAnswer): void {
    const { ether } = this.#options;
    this.#role = 'sends';
    this.#to = pipeAddress;
    this.#place = this.#hop();
    this.#isInStep = false;
    this.#waiting = packets.flatMap((packet) =>
      ether.isSo(ether.conditions().duplication) ? [packet, packet] : [packet],
    );
    this.#next();
  }

  #next(): void {
    const payload = this.#waiting.shift();
    if (payload === undefined || !this.#options.isThere()) {
      this.#waiting = [];
      this.#current = undefined;
      this.#listen();
      return;
    }
    const { queue, ether } = this.#options;
    this.#pid = (this.#pid + 1) % 4;
    this.#current = { payload, pid: this.#pid };
    this.#slots = 0;
    const readyUs = Math.max(0, this.#slotBeganUs + SLOT_US - queue.nowUs());
    queue.after(readyUs + ether.draw(ether.conditions().jitterMs * 1000), () => this.#try());
  }

  #try(): void {
    const { queue, ether } = this.#options;
    const transmission = this.#current;
    if (transmission === undefined) return;
    this.#slotBeganUs = queue.nowUs();
    queue.after(SETTLE_US, () => {
      const frame: Frame = {
        ...{ transmission, isAcknowledgement: false, address: this.#to, paLevel: undefined },
        ...{ rfChannel: placeOf(this.#place), format: INVERTER_FORMAT },
      };
      ether.send(this, frame, () => {
        this.#isWaitingForAcknowledgement = true;
        this.#listensSinceUs = queue.nowUs() + SETTLE_US;
        const leastUs = SETTLE_US + frameUs(0) + 1;
        queue.after(Math.max(leastUs, this.#slotBeganUs + SLOT_US - queue.nowUs()), () => {
          if (this.#current === transmission) this.#notAcknowledged(ether.isLost(frame));
        });
      });
    });
  }

  /** What is lost for good takes no more time from those behind it than one RF channel. */
  #notAcknowledged(isLost: boolean): void {
    this.#isWaitingForAcknowledgement = false;
    this.#slots += 1;
    if (this.#slots >= (isLost ? SLOTS_PER_SENDING_HOP : SLOTS_MAX)) {
      if (!isLost) this.#waiting = [];
      this.#next();
      return;
    }
    const isHopDue = this.#isInStep ? this.#slots <= HOPS_IN_STEP : this.#slots % SLOTS_PER_SENDING_HOP === 0;
    if (isHopDue) this.#place += 1;
    if (this.#slots === HOPS_IN_STEP) this.#isInStep = false;
    this.#try();
  }

  #acknowledged(): void {
    this.#isWaitingForAcknowledgement = false;
    this.#isInStep = true;
    this.#next();
  }
}

function placeOf(hop: number): number {
  const count = RF_CHANNELS.length;
  return RF_CHANNELS[((hop % count) + count) % count] ?? RF_CHANNELS[0];
}
