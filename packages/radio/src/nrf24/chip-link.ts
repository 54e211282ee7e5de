/**
 * The driver of the nRF24L01+: one exchange at a time, in the order and with the waits that the chip asks for. It does nothing by
 * itself; whoever runs it calls `advance` when it is due, or when IRQ falls.
 *
 *     powering ──> starting ──> resting <──> sending ──> listening ──> resting
 *        ^                         │  ^         │ (another exchange comes)
 *        │                         v  │         v
 *        └── (it answers) ──── absent └──── restarting
 *
 * The chip repeats a packet by itself as long as one RF channel is used, and acknowledges by itself what it hears, so what has to be in
 * time is only the change of the RF channel. The places in the round are counted from the acknowledgement on: one change that is late
 * does not move the next. Sources: docs/reference/nrf24l01.md#states, #exchange and #looking-after-it.
 */

import type { ExchangeRequest, HopMode, PaLevel, RadioStatus } from '../radio.ts';
import { FIRST_TRANSMIT_RF_CHANNEL, type RfChannel, rfChannelAfter } from '../rf-channels.ts';
import type { ChipEvent, ChipFault, ChipLink, InputLine, OutputLine, SpiBus } from './ports.ts';
import {
  ALL_INTERRUPTS,
  AW_5_BYTES,
  CONFIG,
  CONFIG_CRC,
  CONFIG_PRIM_RX,
  CONFIG_PWR_UP,
  createRegisters,
  DYNPD,
  EN_AA,
  EN_DPL,
  EN_RXADDR,
  FEATURE,
  MAX_RT,
  OBSERVE_TX,
  PAYLOAD_BYTES_MAX,
  PIPE_0,
  PIPE_1,
  type Registers,
  RF_CH,
  RF_DR_LOW,
  RF_SETUP,
  RPD,
  RX_ADDR_P0,
  RX_ADDR_P1,
  RX_DR,
  SETUP_AW,
  SETUP_RETR,
  STATUS,
  STATUS_RESERVED,
  TX_ADDR,
  TX_DS,
} from './registers.ts';
import {
  ACKNOWLEDGING_US,
  FREE_HOP_US,
  freeRepeats,
  HOP_US,
  POWER_ON_US,
  POWER_UP_US,
  type Repeats,
  RF_CHANNEL_COUNT,
  repeatsInSlots,
} from './timing.ts';

export interface ChipLinkOptions {
  readonly spi: SpiBus;
  readonly ce: OutputLine;
  readonly irq: InputLine;
  /** What the clock says now, which may be a good while after `advance` was told the time. */
  readonly nowUs: () => number;
}

type Phase = 'powering' | 'starting' | 'absent' | 'resting' | 'restarting' | 'sending' | 'listening';

/** So often a chip that is not there is looked for, */
const LOOK_INTERVAL_US = 1_000_000;
/** and one that is there looked at. */
const CHECK_INTERVAL_US = 3_000_000;
/** So often the chip is asked where IRQ does not tell. */
const ASKING_INTERVAL_US = 500;
/** What the chip may take longer than calculated, and the machine on the way there. */
const PATIENCE_US = 3_000;
/** The chip keeps three packets. More than that in one go are none of a chip. */
const PACKETS_AT_ONCE_MAX = 6;

/** They have nothing in common with each other, nor with what the chip has after a start. */
const PATTERNS = ['a55a33cc69', '5aa5cc3396'] as const;
const PATTERN_BYTES = PATTERNS.map((pattern) =>
  Uint8Array.from({ length: 5 }, (_, index) =>
    Number.parseInt(pattern.slice(8 - 2 * index, 10 - 2 * index), 16),
  ),
);
const NO_EVENTS: readonly ChipEvent[] = [];

export function createChipLink(options: ChipLinkOptions): ChipLink {
  return new NrfLink(options);
}

class NrfLink implements ChipLink {
  readonly #registers: Registers;
  readonly #ce: OutputLine;
  readonly #irq: InputLine;
  readonly #nowUs: () => number;
  #phase: Phase = 'powering';
  #isBegun = false;
  #dueUs = 0;
  #checkDueUs = 0;
  #events: ChipEvent[] = [];
  #fault: ChipFault | undefined;
  #isConnected = false;
  #isPlus = false;

  #paLevel: PaLevel = 0;
  #readingPipe: string | undefined;
  #hopMode: HopMode = 'rigid';
  /** Asked for, and not begun. */
  #next: ExchangeRequest | undefined;

  /** What the chip should have in CONFIG and RF_SETUP. */
  #config = 0;
  #rfSetup = 0;

  /** The exchange under way, and how its sending goes. */
  #request: ExchangeRequest | undefined;
  #mode: HopMode = 'rigid';
  #repeats: Repeats = repeatsInSlots(PAYLOAD_BYTES_MAX);
  #sendingOn: RfChannel = FIRST_TRANSMIT_RF_CHANNEL;
  #channelsTried = 0;
  #tries = 0;
  #sentByUs = 0;
  /** The chip was given the time for it, and did not say that the packet has left. */
  #isUnsaid = false;
  /** Nothing was to be read, and IRQ said so. */
  #wasIrqHigh = true;

  /** Where listening began: RF channel and time; and how far it is. */
  #listensFrom: RfChannel = FIRST_TRANSMIT_RF_CHANNEL;
  #listensOn: RfChannel = FIRST_TRANSMIT_RF_CHANNEL;
  #listensSinceUs = 0;
  #listensUntilUs = 0;
  #hopDueUs = 0;
  #acknowledgesUntilUs = 0;

  constructor({ spi, ce, irq, nowUs }: ChipLinkOptions) {
    this.#registers = createRegisters(spi);
    this.#ce = ce;
    this.#irq = irq;
    this.#nowUs = nowUs;
  }

  start(request: ExchangeRequest): void {
    this.#next = request;
  }

  setReadingPipe(pipeAddress: string): void {
    this.#readingPipe = pipeAddress;
  }

  setPaLevel(level: PaLevel): void {
    this.#paLevel = level;
  }

  setHopMode(mode: HopMode): void {
    this.#hopMode = mode;
  }

  status(): RadioStatus & { readonly fault: ChipFault | undefined } {
    return { connected: this.#isConnected, plusVariant: this.#isPlus, fault: this.#fault };
  }

  stop(): void {
    this.#ce.set(false);
    this.#registers.write(CONFIG, CONFIG_CRC);
    this.#phase = 'absent';
    this.#dueUs = Number.POSITIVE_INFINITY;
  }

  advance(nowUs: number): ReturnType<ChipLink['advance']> {
    if (!this.#isBegun) {
      this.#isBegun = true;
      this.#ce.set(false);
      this.#dueUs = nowUs + POWER_ON_US;
    }
    const isBegun = this.#takeNext(nowUs);
    // The chip has just been told to send, and wants to be left alone for 4 us.
    if (isBegun) this.#askSooner(nowUs);
    else if (this.#phase === 'sending') this.#watchSending(nowUs);
    else if (this.#phase === 'listening') this.#watchListening(nowUs);
    else if (nowUs >= this.#dueUs) this.#goOn(nowUs);
    const events = this.#events.length === 0 ? NO_EVENTS : this.#events;
    if (events !== NO_EVENTS) this.#events = [];
    const isPunctual = this.#phase === 'listening' && nowUs < this.#listensUntilUs;
    return { events, dueUs: this.#dueUs, isPunctual };
  }

  // ---- coming and going of the chip

  /** What the phases do whose time is over. */
  #goOn(nowUs: number): void {
    switch (this.#phase) {
      case 'powering':
        if (this.#look(nowUs)) this.#setUp(nowUs);
        break;
      case 'absent':
        // What has just got power may forget once more what it is told now.
        if (this.#look(nowUs)) this.#enter('powering', nowUs + POWER_ON_US);
        break;
      case 'starting':
        this.#isConnected = true;
        this.#setFault(undefined);
        this.#rest(nowUs);
        break;
      case 'restarting':
        this.#rest(nowUs);
        break;
      default:
        if (this.#isStillThere(nowUs)) this.#rest(nowUs);
    }
    this.#takeNext(nowUs);
  }

  #enter(phase: Phase, dueUs: number): void {
    this.#phase = phase;
    this.#dueUs = dueUs;
  }

  #rest(nowUs: number): void {
    this.#ce.set(false);
    this.#enter('resting', nowUs + CHECK_INTERVAL_US);
  }

  /** Whether what is written can be read back; otherwise says what it looks like. */
  #look(nowUs: number): boolean {
    this.#ce.set(false);
    let isSame = true;
    let allBits = 0x00;
    let commonBits = 0xff;
    for (const [index, pattern] of PATTERNS.entries()) {
      this.#registers.writeAddress(TX_ADDR, pattern);
      const expected = PATTERN_BYTES[index];
      for (const [place, byte] of this.#registers.readAddress(TX_ADDR).entries()) {
        isSame &&= byte === expected?.[place];
        allBits |= byte;
        commonBits &= byte;
      }
    }
    if (isSame) return true;
    const silence = allBits === 0x00 ? 'silent-low' : commonBits === 0xff ? 'silent-high' : 'no-memory';
    // Who knows that it has been there before knows more than which way it is silent now.
    this.#isAway(nowUs, this.#fault === 'lost' ? 'lost' : silence);
    return false;
  }

  #isAway(nowUs: number, fault: ChipFault): void {
    this.#isConnected = fault === 'not-plus';
    this.#setFault(fault);
    this.#enter('absent', nowUs + LOOK_INTERVAL_US);
    this.#request = undefined;
    this.#refuseNext();
  }

  /** Every register that matters, with CE low and before PWR_UP. Source: docs/reference/nrf24l01.md#set-up. */
  #setUp(nowUs: number): void {
    const { write, read, flushTx, flushRx } = this.#registers;
    this.#ce.set(false);
    this.#setConfig(CONFIG_CRC);
    write(SETUP_AW, AW_5_BYTES);
    write(EN_AA, PIPE_0 | PIPE_1);
    write(EN_RXADDR, PIPE_1);
    write(FEATURE, EN_DPL);
    write(DYNPD, PIPE_0 | PIPE_1);
    this.#setPower();
    this.#isPlus = (read(RF_SETUP) & RF_DR_LOW) !== 0;
    if (!this.#isPlus) {
      this.#isAway(nowUs, 'not-plus');
      return;
    }
    flushTx();
    flushRx();
    write(STATUS, ALL_INTERRUPTS);
    this.#setConfig(CONFIG_CRC | CONFIG_PWR_UP);
    this.#enter('starting', nowUs + POWER_UP_US);
  }

  /** A chip that has lost its power, or a wire, does not have what it was told. */
  #isStillThere(nowUs: number): boolean {
    if (__WITHOUT__.chipCheck) return true;
    const { read } = this.#registers;
    const isSame =
      read(CONFIG) === this.#config && read(RF_SETUP) === this.#rfSetup && read(FEATURE) === EN_DPL;
    if (!isSame) this.#lose(nowUs);
    return isSame;
  }

  #lose(nowUs: number): void {
    this.#ce.set(false);
    this.#isAway(nowUs, 'lost');
    this.#dueUs = nowUs; // look at once
  }

  #setFault(fault: ChipFault | undefined): void {
    if (fault === this.#fault) return;
    this.#fault = fault;
    this.#events.push({ kind: 'fault', fault });
  }

  #setConfig(value: number): void {
    this.#config = value;
    this.#registers.write(CONFIG, value);
  }

  #setPower(): void {
    this.#rfSetup = RF_DR_LOW | (this.#paLevel << 1);
    this.#registers.write(RF_SETUP, this.#rfSetup);
  }

  // ---- sending

  /** Whether it has begun now. */
  #takeNext(nowUs: number): boolean {
    if (this.#next === undefined) return false;
    if (this.#phase === 'absent') this.#refuseNext();
    else if (this.#phase === 'sending') this.#giveUpSending(nowUs);
    else if (this.#phase === 'resting' || (this.#phase === 'listening' && nowUs >= this.#acknowledgesUntilUs))
      return this.#begin(nowUs, this.#next);
    return false;
  }

  /** Nothing can be sent: as if nobody had heard it. */
  #refuseNext(): void {
    if (this.#next === undefined) return;
    this.#next = undefined;
    this.#tellSent(false, 0);
  }

  /** Only without power the chip stops to repeat a packet. Its registers stay as they are. */
  #giveUpSending(nowUs: number): void {
    this.#ce.set(false);
    this.#request = undefined;
    this.#setConfig(CONFIG_CRC);
    this.#registers.flushTx();
    this.#setConfig(CONFIG_CRC | CONFIG_PWR_UP);
    this.#enter('restarting', nowUs + POWER_UP_US);
  }

  #begin(nowUs: number, request: ExchangeRequest): boolean {
    const { write, writeAddress, writePayload, flushTx } = this.#registers;
    this.#ce.set(false);
    if (!this.#isStillThere(nowUs)) return false;
    // What came last is told, rather than thrown away: the chip may be acknowledging, and must not be emptied then.
    this.#takePackets();
    this.#next = undefined;
    this.#request = request;
    this.#mode = this.#hopMode;
    const { length } = request.bytes;
    this.#repeats = this.#mode === 'free' ? freeRepeats(length) : repeatsInSlots(length);
    this.#channelsTried = 0;
    this.#tries = 0;
    this.#isUnsaid = false;
    this.#setPower();
    this.#setConfig(CONFIG_CRC | CONFIG_PWR_UP);
    // Open is only the pipe of the acknowledgement, which comes from the address that is sent to.
    write(EN_RXADDR, PIPE_0);
    writeAddress(TX_ADDR, request.pipeAddress);
    writeAddress(RX_ADDR_P0, request.pipeAddress);
    write(SETUP_RETR, this.#repeats.setupRetr);
    flushTx();
    write(STATUS, ALL_INTERRUPTS);
    this.#wasIrqHigh = this.#irq.isHigh();
    writePayload(request.bytes);
    this.#sendOn();
    return true;
  }

  /** The packet is in the chip. CE stays high until the chip tells how it went, which is longer than the 10 us that it asks for. */
  #sendOn(): void {
    this.#registers.write(RF_CH, this.#sendingOn);
    this.#channelsTried += 1;
    this.#raiseCe();
  }

  /** The chip's time begins now: a machine that is busy may have needed long to come here. */
  #raiseCe(): void {
    this.#ce.set(true);
    const nowUs = this.#nowUs();
    this.#enter('sending', nowUs + this.#repeats.longestUs + PATIENCE_US);
    this.#sentByUs = this.#dueUs;
    this.#askSooner(nowUs);
  }

  #askSooner(nowUs: number): void {
    if (this.#fault === 'no-irq') this.#dueUs = Math.min(this.#dueUs, nowUs + ASKING_INTERVAL_US);
  }

  #watchSending(nowUs: number): void {
    const status = this.#registers.status();
    if ((status & STATUS_RESERVED) !== 0) {
      this.#failSending(nowUs);
    } else if ((status & (TX_DS | MAX_RT)) !== 0) {
      this.#judgeIrq();
      this.#tries += (this.#registers.read(OBSERVE_TX) & 0x0f) + 1;
      if ((status & TX_DS) !== 0) this.#sent(nowUs, true);
      else this.#notAcknowledged(nowUs);
    } else if (nowUs >= this.#sentByUs) {
      this.#doubtSending(nowUs);
    } else {
      this.#dueUs = this.#sentByUs;
      this.#askSooner(nowUs);
    }
  }

  /** The chip says that something has happened, so IRQ has to be low. */
  #judgeIrq(): void {
    this.#setFault(this.#wasIrqHigh && !this.#irq.isHigh() ? undefined : 'no-irq');
  }

  #notAcknowledged(nowUs: number): void {
    this.#ce.set(false);
    if (this.#mode === 'free' || this.#channelsTried === RF_CHANNEL_COUNT) {
      this.#sent(nowUs, false);
      return;
    }
    this.#registers.write(STATUS, ALL_INTERRUPTS);
    this.#sendingOn = rfChannelAfter(this.#sendingOn);
    this.#sendOn();
  }

  /** Only what happens twice in a row is a wire: the packet is still in the chip, and CE can rise once more. */
  #doubtSending(nowUs: number): void {
    if (this.#isUnsaid) {
      this.#failSending(nowUs);
      return;
    }
    this.#isUnsaid = true;
    this.#ce.set(false);
    this.#raiseCe();
  }

  /** The chip has not said a word: it is gone, or was never asked to send. */
  #failSending(nowUs: number): void {
    this.#ce.set(false);
    this.#tellSent(false, this.#tries);
    this.#request = undefined;
    if (!this.#isStillThere(nowUs)) return;
    this.#setFault('no-ce');
    this.#registers.flushTx();
    this.#rest(nowUs);
  }

  #sent(nowUs: number, isAcknowledged: boolean): void {
    const request = this.#request;
    this.#ce.set(false);
    this.#tellSent(isAcknowledged, this.#tries);
    const { write, flushTx } = this.#registers;
    write(STATUS, ALL_INTERRUPTS);
    flushTx();
    // What was heard well is where the next one begins, what was not the place to leave.
    const from = this.#sendingOn;
    if (this.#mode === 'free' || !isAcknowledged) this.#sendingOn = rfChannelAfter(from);
    this.#listensUntilUs = nowUs + (request?.listenMs ?? 0) * 1000;
    this.#listen(nowUs, this.#mode === 'free' ? rfChannelAfter(this.#listensOn) : from);
  }

  #tellSent(isAcknowledged: boolean, tries: number): void {
    this.#events.push({ kind: 'sent', result: { isAcknowledged, tries, rfChannel: this.#sendingOn } });
  }

  // ---- listening

  #listen(nowUs: number, from: RfChannel): void {
    const { write, writeAddress } = this.#registers;
    this.#setConfig(CONFIG_CRC | CONFIG_PWR_UP | CONFIG_PRIM_RX);
    // The inverter's address is closed: what others send to it is not ours to acknowledge.
    write(EN_RXADDR, this.#readingPipe === undefined ? 0 : PIPE_1);
    if (this.#readingPipe !== undefined) writeAddress(RX_ADDR_P1, this.#readingPipe);
    this.#listensFrom = from;
    this.#listensSinceUs = nowUs;
    this.#checkDueUs = nowUs + CHECK_INTERVAL_US;
    this.#acknowledgesUntilUs = 0;
    this.#phase = 'listening';
    this.#tune(from, nowUs);
    this.#planListening(nowUs);
  }

  #tune(rfChannel: RfChannel, nowUs: number): void {
    this.#ce.set(false);
    this.#listensOn = rfChannel;
    this.#registers.write(RF_CH, rfChannel);
    this.#ce.set(true);
    this.#planHop(nowUs);
  }

  #planHop(nowUs: number): void {
    if (this.#mode === 'free') {
      this.#hopDueUs = nowUs + FREE_HOP_US;
    } else {
      const hopUs = hopPaceUs();
      const hops = Math.floor((nowUs - this.#listensSinceUs) / hopUs);
      this.#hopDueUs = this.#listensSinceUs + (hops + 1) * hopUs;
    }
  }

  #watchListening(nowUs: number): void {
    if (this.#takePackets()) this.#acknowledgesUntilUs = nowUs + ACKNOWLEDGING_US;
    if (this.#mode === 'rigid' && nowUs >= this.#listensUntilUs) {
      this.#request = undefined;
      this.#rest(nowUs);
      return;
    }
    if (nowUs >= this.#checkDueUs) {
      if (!this.#isStillThere(nowUs)) return;
      this.#checkDueUs = nowUs + CHECK_INTERVAL_US;
    }
    if (nowUs >= this.#hopDueUs) {
      // The acknowledgement has to go out where the packet came from.
      if (nowUs >= this.#acknowledgesUntilUs) this.#tune(this.#nextRfChannel(nowUs), nowUs);
      else this.#hopDueUs = this.#acknowledgesUntilUs;
    }
    this.#planListening(nowUs);
  }

  #planListening(nowUs: number): void {
    this.#dueUs = Math.min(Math.max(this.#hopDueUs, this.#acknowledgesUntilUs), this.#checkDueUs);
    if (this.#mode === 'rigid') this.#dueUs = Math.min(this.#dueUs, this.#listensUntilUs);
    if (this.#next !== undefined) this.#dueUs = Math.min(this.#dueUs, this.#acknowledgesUntilUs);
    this.#askSooner(nowUs);
  }

  #nextRfChannel(nowUs: number): RfChannel {
    if (this.#mode === 'free') return rfChannelAfter(this.#listensOn);
    const hops = Math.floor((nowUs - this.#listensSinceUs) / hopPaceUs());
    return rfChannelAfter(this.#listensFrom, hops);
  }

  /** In the order that the chip asks for: read, then clear, then look for more. Whether there was one. */
  #takePackets(): boolean {
    const registers = this.#registers;
    let count = 0;
    for (; count < PACKETS_AT_ONCE_MAX && registers.hasPayload(); count++) {
      const width = registers.payloadWidth();
      if (width === 0 || width > PAYLOAD_BYTES_MAX) {
        // Such a packet cannot be read; the chip wants to be emptied.
        registers.flushRx();
        registers.write(STATUS, RX_DR);
        break;
      }
      const bytes = registers.readPayload(width);
      registers.write(STATUS, RX_DR);
      const isStrong = (registers.read(RPD) & 1) === 1;
      this.#events.push({ kind: 'packet', packet: { bytes, rfChannel: this.#listensOn, isStrong } });
    }
    return count > 0;
  }
}

function hopPaceUs(): number {
  return __WITHOUT__.slotPace ? RF_CHANNEL_COUNT * HOP_US : HOP_US;
}
