/**
 * The chip as it is reached over SPI: one byte of command, then what belongs to it. The chip answers to the command with its STATUS,
 * and to each further byte with one of a register or of a payload:
 *
 *     MOSI  | command | byte 0 | byte 1 | ...
 *     MISO  | STATUS  | byte 0 | byte 1 | ...
 *
 * Sources: docs/reference/nrf24l01.md#commands, #registers.
 */

import type { SpiBus } from './ports.ts';

const READ_REGISTER = 0x00;
const WRITE_REGISTER = 0x20;
const READ_PAYLOAD_WIDTH = 0x60;
const READ_PAYLOAD = 0x61;
const WRITE_PAYLOAD = 0xa0;
const FLUSH_TX = 0xe1;
const FLUSH_RX = 0xe2;
const NOP = 0xff;

export const CONFIG = 0x00;
export const EN_AA = 0x01;
export const EN_RXADDR = 0x02;
export const SETUP_AW = 0x03;
export const SETUP_RETR = 0x04;
export const RF_CH = 0x05;
export const RF_SETUP = 0x06;
export const STATUS = 0x07;
export const OBSERVE_TX = 0x08;
export const RPD = 0x09;
export const RX_ADDR_P0 = 0x0a;
export const RX_ADDR_P1 = 0x0b;
export const TX_ADDR = 0x10;
const FIFO_STATUS = 0x17;
const RX_EMPTY = 0x01;
export const DYNPD = 0x1c;
export const FEATURE = 0x1d;

/** Bits of CONFIG: two bytes of checksum; power; receiving. All three interrupts reach IRQ. */
export const CONFIG_CRC = 0b1100;
export const CONFIG_PWR_UP = 0b0010;
export const CONFIG_PRIM_RX = 0b0001;

/** Bits of STATUS. */
export const RX_DR = 0x40;
export const TX_DS = 0x20;
export const MAX_RT = 0x10;
export const ALL_INTERRUPTS = RX_DR | TX_DS | MAX_RT;
/** Always 0. */
export const STATUS_RESERVED = 0x80;

/** RF_SETUP: 250 kbit/s, which only the "+" variant has; the power is in bits 1 and 2. */
export const RF_DR_LOW = 0x20;
/** FEATURE: payloads have the length that they have. */
export const EN_DPL = 0x04;
/** SETUP_AW: five bytes. */
export const AW_5_BYTES = 0b11;
export const PIPE_0 = 0b01;
export const PIPE_1 = 0b10;

const ADDRESS_BYTES = 5;
export const PAYLOAD_BYTES_MAX = 32;

export interface Registers {
  /** What the chip says of itself; nothing else is asked. */
  status(): number;
  read(register: number): number;
  write(register: number, value: number): void;
  /** An address as 10 hex digits, most significant byte first; the chip has the least significant one first. */
  writeAddress(register: number, address: string): void;
  /** The bytes of an address register as they come, five of them. They are valid until the next call. */
  readAddress(register: number): Uint8Array;
  writePayload(bytes: Uint8Array): void;
  /** A payload was received that nobody has read. */
  hasPayload(): boolean;
  payloadWidth(): number;
  readPayload(width: number): Uint8Array;
  flushTx(): void;
  flushRx(): void;
}

/** The same few buffers serve every transfer. */
export function createRegisters(spi: SpiBus): Registers {
  const one = new Uint8Array(1);
  const two = new Uint8Array(2);
  const six = new Uint8Array(1 + ADDRESS_BYTES);
  const payload = new Uint8Array(1 + PAYLOAD_BYTES_MAX);

  function command(code: number): number {
    one[0] = code;
    return spi.transfer(one)[0] ?? 0;
  }
  function pair(code: number, value: number): number {
    two[0] = code;
    two[1] = value;
    return spi.transfer(two)[1] ?? 0;
  }

  return {
    status: () => command(NOP),
    read: (register) => pair(READ_REGISTER | register, NOP),
    write: (register, value) => void pair(WRITE_REGISTER | register, value),
    writeAddress(register, address) {
      six[0] = WRITE_REGISTER | register;
      for (let index = 0; index < ADDRESS_BYTES; index++) {
        const digits = 2 * (ADDRESS_BYTES - 1 - index);
        six[1 + index] = Number.parseInt(address.slice(digits, digits + 2), 16);
      }
      spi.transfer(six);
    },
    readAddress(register) {
      six.fill(NOP);
      six[0] = READ_REGISTER | register;
      return spi.transfer(six).subarray(1);
    },
    writePayload(bytes) {
      payload[0] = WRITE_PAYLOAD;
      payload.set(bytes, 1);
      spi.transfer(payload.subarray(0, 1 + bytes.length));
    },
    hasPayload: () => (pair(READ_REGISTER | FIFO_STATUS, NOP) & RX_EMPTY) === 0,
    payloadWidth: () => pair(READ_PAYLOAD_WIDTH, NOP),
    readPayload(width) {
      payload.fill(NOP);
      payload[0] = READ_PAYLOAD;
      return spi.transfer(payload.subarray(0, 1 + width)).slice(1);
    },
    flushTx: () => void command(FLUSH_TX),
    flushRx: () => void command(FLUSH_RX),
  };
}
