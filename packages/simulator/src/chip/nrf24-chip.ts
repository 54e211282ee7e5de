/**
 * The nRF24L01+, register by register, as its data sheet has it, and its older brother without the "+". It is written from
 * docs/reference/nrf24l01.md alone and shares no number with the driver, so neither can agree with a mistake of the other.
 *
 *     off ──> down ──> waking ──> standby ──> settling ──> sending ──> waiting for the acknowledgement ──> standby
 *                                    │
 *                                    └──> receiving <──> acknowledging
 *
 * What a program must not do (write registers while CE is high, pulses of CE that are too short, ...) is done all the same where the
 * real chip would do anything, and noted in `offences`.
 */

import type { InputLine, OutputLine, PaLevel, SpiBus } from '@heliograph/radio';
import type { Antenna, Ether, Frame, Heard, Transmission } from './ether.ts';
import type { EventQueue } from './event-queue.ts';

export interface Nrf24Chip {
  readonly spi: SpiBus;
  readonly ce: OutputLine;
  readonly irq: InputLine;
  /** Calls when IRQ falls. */
  onIrq(listener: () => void): void;
  /** Without power it forgets everything. */
  setPower(isOn: boolean): void;
  /** What a program did that the data sheet forbids. */
  readonly offences: readonly string[];
}

export interface Nrf24ChipOptions {
  readonly queue: EventQueue;
  readonly ether: Ether;
  readonly isPlus: boolean;
  /** It had power long before, as a chip has when the gateway starts. */
  readonly isWarm?: boolean;
}

type State =
  | 'off'
  | 'resetting'
  | 'down'
  | 'waking'
  | 'standby'
  | 'settling'
  | 'sending'
  | 'waiting'
  | 'receiving'
  | 'acknowledging';

const RESET_US = 100_000;
const WAKE_US = 4_500;
const SETTLE_US = 130;
const CE_PULSE_US = 10;
const CE_TO_CSN_US = 4;
const FIFO_PLACES = 3;
const PAYLOAD_MAX = 32;

const CONFIG = 0x00;
const EN_AA = 0x01;
const EN_RXADDR = 0x02;
const SETUP_AW = 0x03;
const SETUP_RETR = 0x04;
const RF_CH = 0x05;
const RF_SETUP = 0x06;
const STATUS = 0x07;
const OBSERVE_TX = 0x08;
const RPD = 0x09;
const RX_ADDR_P0 = 0x0a;
const TX_ADDR = 0x10;
const RX_PW_P0 = 0x11;
const FIFO_STATUS = 0x17;
const DYNPD = 0x1c;
const FEATURE = 0x1d;
const READ_ONLY: readonly number[] = [OBSERVE_TX, RPD, FIFO_STATUS];
/** Registers with an address; pipes 2 to 5 have one byte, the rest is that of pipe 1. */
const LONG: readonly number[] = [RX_ADDR_P0, RX_ADDR_P0 + 1, TX_ADDR];

const RX_DR = 0x40;
const TX_DS = 0x20;
const MAX_RT = 0x10;

const RESET_VALUES: ReadonlyMap<number, readonly number[]> = new Map([
  [CONFIG, [0x08]],
  [EN_AA, [0x3f]],
  [EN_RXADDR, [0x03]],
  [SETUP_AW, [0x03]],
  [SETUP_RETR, [0x03]],
  [RF_CH, [0x02]],
  [RF_SETUP, [0x0e]],
  [RX_ADDR_P0, [0xe7, 0xe7, 0xe7, 0xe7, 0xe7]],
  [0x0b, [0xc2, 0xc2, 0xc2, 0xc2, 0xc2]],
  [0x0c, [0xc3]],
  [0x0d, [0xc4]],
  [0x0e, [0xc5]],
  [0x0f, [0xc6]],
  [TX_ADDR, [0xe7, 0xe7, 0xe7, 0xe7, 0xe7]],
  ...[0, 1, 2, 3, 4, 5].map((pipe): [number, readonly number[]] => [RX_PW_P0 + pipe, [0]]),
  [DYNPD, [0]],
  [FEATURE, [0]],
]);

interface Waiting extends Transmission {
  readonly wantsAcknowledgement: boolean;
}

interface Received {
  readonly pipe: number;
  readonly payload: Uint8Array;
}

export function createNrf24Chip(options: Nrf24ChipOptions): Nrf24Chip {
  return new Chip(options);
}

class Chip implements Nrf24Chip, Antenna {
  readonly offences: string[] = [];
  readonly spi: SpiBus = { transfer: (bytes) => this.#transfer(bytes) };
  readonly ce: OutputLine = { set: (isHigh) => this.#setCe(isHigh) };
  readonly irq: InputLine = { isHigh: () => !this.#isIrqLow };

  readonly #queue: EventQueue;
  readonly #ether: Ether;
  readonly #isPlus: boolean;
  readonly #registers = new Map<number, Uint8Array>();
  #irqListener: () => void = () => {};
  #isIrqLow = false;
  #state: State = 'off';
  /** Grows when what was planned is no longer to be. */
  #plan = 0;
  #cutOff: () => void = () => {};
  #isCeHigh = false;
  #ceRoseUs = 0;
  /** CE was high for long enough since the last packet. */
  #isAskedToSend = false;
  #listensSinceUs = 0;
  #interrupts = 0;
  #areFeaturesOpen = false;
  #toSend: Waiting[] = [];
  #reuses = false;
  #received: Received[] = [];
  #pid = 0;
  #repeats = 0;
  #lostCount = 0;
  #carrier = false;
  /** By pipe: what was heard last, so that a repeat is known. */
  readonly #lastHeard = new Map<number, Transmission>();

  constructor({ queue, ether, isPlus, isWarm = false }: Nrf24ChipOptions) {
    this.#queue = queue;
    this.#ether = ether;
    this.#isPlus = isPlus;
    ether.join(this);
    this.setPower(true);
    if (isWarm) this.#wakeFromReset();
  }

  onIrq(listener: () => void): void {
    this.#irqListener = listener;
  }

  setPower(isOn: boolean): void {
    this.#stopAll();
    this.#state = isOn ? 'resetting' : 'off';
    this.#interrupts = 0;
    this.#toSend = [];
    this.#received = [];
    this.#reuses = false;
    this.#lastHeard.clear();
    this.#registers.clear();
    this.#areFeaturesOpen = this.#isPlus;
    for (const [register, bytes] of RESET_VALUES) this.#registers.set(register, Uint8Array.from(bytes));
    this.#updateIrq();
    if (isOn) this.#later(RESET_US, () => this.#wakeFromReset());
  }

  #wakeFromReset(): void {
    this.#stopAll();
    this.#state = 'down';
  }

  // ---- SPI

  #transfer(bytes: Uint8Array): Uint8Array {
    const answer = new Uint8Array(bytes.length);
    if (this.#state === 'off' || this.#state === 'resetting') return answer;
    if (this.#isCeHigh && this.#queue.nowUs() - this.#ceRoseUs < CE_TO_CSN_US) {
      this.#offend('SPI sooner than 4 us after CE');
    }
    const [code = 0xff] = bytes;
    answer[0] = this.#status();
    const reply = this.#obey(code, bytes.subarray(1));
    answer.set(reply.subarray(0, bytes.length - 1), 1);
    this.#updateIrq();
    return answer;
  }

  #obey(code: number, data: Uint8Array): Uint8Array {
    if (code < 0x20) return this.#read(code);
    if (code < 0x40) return this.#write(code & 0x1f, data);
    switch (code) {
      case 0x50:
        if (!this.#isPlus && data[0] === 0x73) this.#areFeaturesOpen = !this.#areFeaturesOpen;
        break;
      case 0x60:
        return Uint8Array.of(this.#received[0]?.payload.length ?? 0);
      case 0x61:
        return this.#received.shift()?.payload ?? new Uint8Array(PAYLOAD_MAX);
      case 0xa0:
      case 0xb0:
        this.#load(data, code === 0xa0);
        break;
      case 0xe1:
        this.#toSend = [];
        this.#reuses = false;
        break;
      case 0xe2:
        if (this.#state === 'acknowledging') this.#offend('FLUSH_RX while acknowledging');
        this.#received = [];
        break;
      case 0xe3:
        this.#reuses = true;
        break;
      case 0xff:
        break;
      default:
        this.#offend(`unknown command ${code.toString(16)}`);
    }
    return new Uint8Array();
  }

  #load(data: Uint8Array, wantsAcknowledgement: boolean): void {
    this.#reuses = false;
    if (data.length < 1 || data.length > PAYLOAD_MAX) this.#offend(`a payload of ${data.length} bytes`);
    else if (this.#toSend.length === FIFO_PLACES) this.#offend('a payload too many');
    else {
      this.#pid = (this.#pid + 1) % 4;
      this.#toSend.push({ payload: data.slice(), pid: this.#pid, wantsAcknowledgement });
      if (this.#isCeHigh) this.#askToSend();
    }
  }

  #status(): number {
    const pipe = this.#received[0]?.pipe ?? 0b111;
    return this.#interrupts | (pipe << 1) | (this.#toSend.length === FIFO_PLACES ? 1 : 0);
  }

  #fifoStatus(): number {
    const { length: sending } = this.#toSend;
    const { length: received } = this.#received;
    const tx = (sending === FIFO_PLACES ? 0x20 : 0) | (sending === 0 ? 0x10 : 0);
    const rx = (received === FIFO_PLACES ? 0x02 : 0) | (received === 0 ? 0x01 : 0);
    return (this.#reuses ? 0x40 : 0) | tx | rx;
  }

  #read(register: number): Uint8Array {
    switch (register) {
      case STATUS:
        return Uint8Array.of(this.#status());
      case OBSERVE_TX:
        return Uint8Array.of((this.#lostCount << 4) | this.#repeats);
      case RPD:
        return Uint8Array.of(this.#hasCarrier() ? 1 : 0);
      case FIFO_STATUS:
        return Uint8Array.of(this.#fifoStatus());
      default:
        return this.#registers.get(register) ?? new Uint8Array(1);
    }
  }

  /** As it was with the last packet; while listening also what is on the air. */
  #hasCarrier(): boolean {
    return this.#carrier || (this.#state === 'receiving' && this.#ether.isBusy(this.#byte(RF_CH)));
  }

  #write(register: number, data: Uint8Array): Uint8Array {
    const nothing = new Uint8Array();
    if (register === STATUS) {
      this.#interrupts &= ~((data[0] ?? 0) & (RX_DR | TX_DS | MAX_RT));
      this.#updateIrq();
      this.#goOn();
      return nothing;
    }
    if (READ_ONLY.includes(register) || !this.#registers.has(register)) {
      this.#offend(`register ${register.toString(16)} cannot be written`);
      return nothing;
    }
    if (this.#isCeHigh) this.#offend(`register ${register.toString(16)} written while CE is high`);
    this.#store(register, data);
    if (register === RF_CH) this.#lostCount = 0;
    if (register === CONFIG) this.#configure();
    return nothing;
  }

  #store(register: number, data: Uint8Array): void {
    if (register >= DYNPD && !this.#areFeaturesOpen) return;
    const stored = data.slice(0, LONG.includes(register) ? 5 : 1);
    if (register === RF_SETUP && !this.#isPlus && stored[0] !== undefined) stored[0] &= 0x1f;
    const before = this.#registers.get(register);
    // Of a long register only the bytes change that come.
    if (before !== undefined) before.set(stored.subarray(0, before.length));
  }

  #byte(register: number): number {
    return this.#registers.get(register)?.[0] ?? 0;
  }

  /** 10 hex digits, most significant byte first. */
  #address(register: number): string {
    return [...(this.#registers.get(register) ?? [])]
      .reverse()
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
  }

  #addressOfPipe(pipe: number): string {
    if (pipe < 2) return this.#address(RX_ADDR_P0 + pipe);
    return (
      this.#address(RX_ADDR_P0 + 1).slice(0, 8) +
      this.#byte(RX_ADDR_P0 + pipe)
        .toString(16)
        .padStart(2, '0')
    );
  }

  #format(): string {
    const setup = this.#byte(RF_SETUP);
    const rate = (setup & 0x20) !== 0 ? '250k' : (setup & 0x08) !== 0 ? '2M' : '1M';
    const checksum = (this.#byte(CONFIG) & 0x08) === 0 ? 0 : (this.#byte(CONFIG) & 0x04) === 0 ? 1 : 2;
    const isDynamic = (this.#byte(FEATURE) & 0x04) !== 0 && (this.#byte(DYNPD) & 0x03) !== 0;
    return `${rate} a${this.#byte(SETUP_AW) + 2} c${checksum} ${isDynamic ? 'dynamic' : 'fixed'}`;
  }

  #updateIrq(): void {
    const isLow = (this.#interrupts & ~this.#byte(CONFIG)) !== 0; // a bit of CONFIG masks the one of STATUS at its place
    const hasFallen = isLow && !this.#isIrqLow;
    this.#isIrqLow = isLow;
    if (hasFallen) this.#irqListener();
  }

  #interrupt(bit: number): void {
    this.#interrupts |= bit;
    this.#updateIrq();
  }

  #offend(what: string): void {
    this.offences.push(what);
  }

  // ---- states

  #later(delayUs: number, action: () => void): void {
    const plan = this.#plan;
    this.#queue.after(delayUs, () => {
      if (plan === this.#plan) action();
    });
  }

  #stopAll(): void {
    this.#plan += 1;
    this.#cutOff();
    this.#cutOff = () => {};
  }

  #isReceiver(): boolean {
    return (this.#byte(CONFIG) & 0x01) !== 0;
  }

  #configure(): void {
    const isUp = (this.#byte(CONFIG) & 0x02) !== 0;
    this.#updateIrq();
    if (!isUp) {
      this.#stopAll();
      this.#state = 'down';
    } else if (this.#state === 'down') {
      this.#state = 'waking';
      this.#later(WAKE_US, () => this.#standBy());
    } else {
      this.#goOn();
    }
  }

  #standBy(): void {
    this.#state = 'standby';
    this.#goOn();
  }

  /** From standby to where CE and CONFIG lead. */
  #goOn(): void {
    if (this.#state !== 'standby') return;
    if (this.#isReceiver()) {
      if (this.#isCeHigh) this.#receive();
    } else if (this.#toSend.length > 0 && (this.#isAskedToSend || this.#reuses) && this.#isFreeToSend()) {
      this.#settle();
    }
  }

  /** What was given up stays, until somebody has seen it. */
  #isFreeToSend(): boolean {
    return (this.#interrupts & MAX_RT) === 0;
  }

  #setCe(isHigh: boolean): void {
    if (isHigh === this.#isCeHigh) return;
    this.#isCeHigh = isHigh;
    if (isHigh) {
      this.#ceRoseUs = this.#queue.nowUs();
      if (this.#state === 'waking') this.#offend('CE before the chip is awake');
      if (this.#isReceiver()) this.#goOn();
      else this.#askToSend();
      return;
    }
    const isShort = this.#queue.nowUs() - this.#ceRoseUs < CE_PULSE_US;
    if (!this.#isReceiver() && this.#toSend.length > 0 && isShort) this.#offend('CE shorter than 10 us');
    this.#isAskedToSend = false;
    if (this.#state === 'receiving') {
      this.#stopAll();
      this.#state = 'standby';
    }
  }

  /** A pulse of 10 us is enough, and less is not. */
  #askToSend(): void {
    const roseUs = this.#ceRoseUs;
    const askedUs = this.#queue.nowUs();
    this.#queue.after(Math.max(0, roseUs + CE_PULSE_US - askedUs), () => {
      if (!this.#isCeHigh || this.#ceRoseUs !== roseUs) return;
      this.#isAskedToSend = true;
      this.#goOn();
    });
  }

  // ---- sending

  #settle(): void {
    this.#repeats = 0;
    this.#state = 'settling';
    // The pulse is part of the settling.
    this.#later(SETTLE_US - CE_PULSE_US, () => this.#send());
  }

  #send(): void {
    const [packet] = this.#toSend;
    if (packet === undefined) {
      this.#standBy();
      return;
    }
    this.#state = 'sending';
    this.#cutOff = this.#ether.send(this, this.#frame(packet, this.#address(TX_ADDR), false), () => {
      if (packet.wantsAcknowledgement && (this.#byte(EN_AA) & 1) !== 0) this.#await(packet);
      else this.#isThrough();
    });
  }

  #frame(transmission: Transmission, address: string, isAcknowledgement: boolean): Frame {
    return {
      transmission,
      isAcknowledgement,
      address,
      rfChannel: this.#byte(RF_CH),
      format: this.#format(),
      paLevel: ((this.#byte(RF_SETUP) >> 1) & 0b11) as PaLevel,
    };
  }

  #await(packet: Waiting): void {
    this.#state = 'waiting';
    this.#listensSinceUs = this.#queue.nowUs() + SETTLE_US;
    const setup = this.#byte(SETUP_RETR);
    this.#later(((setup >> 4) + 1) * 250, () => {
      if (this.#repeats < (setup & 0x0f)) {
        this.#repeats += 1;
        this.#state = 'settling';
        this.#later(SETTLE_US, () => this.#send());
        return;
      }
      this.#lostCount = Math.min(15, this.#lostCount + 1);
      this.#state = 'standby';
      if (packet === this.#toSend[0]) this.#interrupt(MAX_RT);
    });
  }

  /** The next one begins by itself while CE is high. */
  #isThrough(): void {
    if (!this.#reuses) this.#toSend.shift();
    this.#state = 'standby';
    this.#interrupt(TX_DS);
    this.#goOn();
  }

  // ---- receiving

  #receive(): void {
    this.#state = 'receiving';
    this.#carrier = false;
    this.#listensSinceUs = this.#queue.nowUs() + SETTLE_US;
  }

  listensSinceUs(rfChannel: number): number | undefined {
    if (this.#state !== 'receiving' && this.#state !== 'waiting') return undefined;
    return rfChannel === this.#byte(RF_CH) ? this.#listensSinceUs : undefined;
  }

  hear({ frame, payload, isStrong }: Heard): void {
    if (frame.format !== this.#format()) return;
    if (this.#state === 'waiting') {
      const isOurs = frame.isAcknowledgement && frame.transmission === this.#toSend[0];
      const isOpen = (this.#byte(EN_RXADDR) & 1) !== 0 && frame.address === this.#address(RX_ADDR_P0);
      if (!isOurs || !isOpen) return;
      this.#plan += 1;
      this.#isThrough();
    } else if (this.#state === 'receiving' && !frame.isAcknowledgement) {
      this.#carrier = isStrong;
      this.#take(frame, payload);
    }
  }

  #take(frame: Frame, payload: Uint8Array): void {
    const open = this.#byte(EN_RXADDR);
    const pipe = [0, 1, 2, 3, 4, 5].find(
      (each) => (open & (1 << each)) !== 0 && this.#addressOfPipe(each) === frame.address,
    );
    if (pipe === undefined || this.#received.length === FIFO_PLACES) return;
    const { transmission } = frame;
    const isRepeat = isSamePacket(this.#lastHeard.get(pipe), transmission);
    this.#lastHeard.set(pipe, transmission);
    if (!isRepeat) this.#received.push({ pipe, payload });
    if ((this.#byte(EN_AA) & (1 << pipe)) !== 0) this.#acknowledge(frame);
    if (!isRepeat) this.#interrupt(RX_DR);
  }

  #acknowledge({ transmission, address }: Frame): void {
    this.#state = 'acknowledging';
    this.#later(SETTLE_US, () => {
      this.#cutOff = this.#ether.send(this, this.#frame(transmission, address, true), () => this.#standBy());
    });
  }
}

/** The chip compares number and checksum. */
export function isSamePacket(before: Transmission | undefined, now: Transmission): boolean {
  return (
    before?.pid === now.pid &&
    before.payload.length === now.payload.length &&
    before.payload.every((byte, index) => byte === now.payload[index])
  );
}
