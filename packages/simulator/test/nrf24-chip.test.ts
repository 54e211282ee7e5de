/** The model of the chip against the data sheet, without the driver. docs/reference/nrf24l01.md. */

import { describe, expect, it } from 'vitest';
import { createEther } from '../src/chip/ether.ts';
import { createEventQueue } from '../src/chip/event-queue.ts';
import { createNrf24Chip, type Nrf24Chip } from '../src/chip/nrf24-chip.ts';
import { CLEAR } from './chip-bench.ts';

const AWAKE_US = 100_000;

/** Chips on the same air, with what a program says to them. */
function air(isPlus = true) {
  const queue = createEventQueue(0);
  const ether = createEther(queue, CLEAR, 1);
  const pass = (us: number) => queue.runUntil(queue.nowUs() + us);
  const add = (): Nrf24Chip => createNrf24Chip({ queue, ether, isPlus });
  return { pass, add };
}

const say = (chip: Nrf24Chip, ...bytes: number[]) => [...chip.spi.transfer(Uint8Array.from(bytes))];
const read = (chip: Nrf24Chip, register: number) => say(chip, register, 0xff)[1];
const write = (chip: Nrf24Chip, register: number, ...bytes: number[]) => say(chip, 0x20 | register, ...bytes);
const ADDRESS = [0x01, 0x02, 0x03, 0x04, 0x05];

function tell(chip: Nrf24Chip, config: number): void {
  write(chip, 0x00, config);
  for (const [register, value] of [
    [0x02, 0x01],
    [0x04, 0x22],
    [0x05, 40],
    [0x06, 0x20],
    [0x1d, 0x04],
    [0x1c, 0x03],
  ] as const)
    write(chip, register, value);
  for (const register of [0x0a, 0x10]) write(chip, register, ...ADDRESS);
}

/** One that sends and one that receives, both in standby. */
function pair() {
  const { pass, add } = air();
  const [sender, receiver] = [add(), add()];
  pass(AWAKE_US);
  tell(sender, 0x0e);
  tell(receiver, 0x0f);
  pass(5000);
  receiver.ce.set(true);
  pass(200);
  const send = (...bytes: number[]) => {
    say(sender, 0xa0, ...bytes);
    sender.ce.set(true);
    pass(15);
    sender.ce.set(false);
  };
  return { sender, receiver, pass, send };
}

describe('a chip that has just got power', () => {
  it('is silent for 100 ms, and then has the values of the data sheet', () => {
    const { pass, add } = air();
    const chip = add();
    pass(AWAKE_US - 1);
    expect(say(chip, 0xff)).toEqual([0]);
    pass(1);
    expect(say(chip, 0xff)).toEqual([0x0e]);
    const values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x0c, 0x11, 0x17, 0x1c, 0x1d].map((each) =>
      read(chip, each),
    );
    expect(values).toEqual([0x08, 0x3f, 0x03, 0x03, 0x03, 0x02, 0x0e, 0x0e, 0, 0, 0xc3, 0, 0x11, 0, 0]);
    expect(say(chip, 0x0b, 0, 0, 0, 0, 0)).toEqual([0x0e, 0xc2, 0xc2, 0xc2, 0xc2, 0xc2]);
  });

  it('keeps what it is told in power down, and forgets it without power', () => {
    const { pass, add } = air();
    const chip = add();
    pass(AWAKE_US);
    write(chip, 0x05, 61);
    write(chip, 0x00, 0x0a);
    write(chip, 0x00, 0x08);
    expect(read(chip, 0x05)).toBe(61);
    chip.setPower(false);
    chip.setPower(true);
    pass(AWAKE_US);
    expect(read(chip, 0x05)).toBe(2);
  });
});

describe('the older chip', () => {
  it('has no 250 kbit/s, and opens its features with ACTIVATE only', () => {
    const { pass, add } = air(false);
    const chip = add();
    pass(AWAKE_US);
    write(chip, 0x06, 0x26);
    expect(read(chip, 0x06)).toBe(0x06);
    write(chip, 0x1d, 0x04);
    expect(read(chip, 0x1d)).toBe(0);
    say(chip, 0x50, 0x73);
    write(chip, 0x1d, 0x04);
    expect(read(chip, 0x1d)).toBe(4);
  });
});

describe('a packet', () => {
  it('is acknowledged in the time of the data sheet, and both pull IRQ', () => {
    const { sender, receiver, pass, send } = pair();
    send(1, 2, 3);
    // Settling, three bytes, settling, acknowledgement; 15 of them have passed.
    pass(130 + (8 * 3 + 73) * 4 + 130 + 292 - 15 - 1);
    expect([receiver.irq.isHigh(), sender.irq.isHigh()]).toEqual([false, true]);
    pass(1);
    expect(sender.irq.isHigh()).toBe(false);
    expect(say(sender, 0xff)).toEqual([0x2e]);
    expect(say(receiver, 0x60, 0)).toEqual([0x40, 3]);
    expect(say(receiver, 0x61, 0, 0, 0)).toEqual([0x40, 1, 2, 3]);
    write(receiver, 0x07, 0x40);
    expect(receiver.irq.isHigh()).toBe(true);
    expect(read(receiver, 0x17)).toBe(0x11);
  });

  it('that nobody hears is tried as often as ARC says, and stays in the queue', () => {
    const { sender, receiver, pass, send } = pair();
    receiver.ce.set(false);
    send(1);
    const tryUs = 130 + (8 + 73) * 4 + 750;
    pass(3 * tryUs - 15 - 1);
    expect(sender.irq.isHigh()).toBe(true);
    pass(1);
    expect(say(sender, 0xff)).toEqual([0x1e]);
    expect(read(sender, 0x08)).toBe(0x12);
    expect((read(sender, 0x17) ?? 0) & 0x10).toBe(0);
    receiver.ce.set(true);
    sender.ce.set(true);
    pass(10_000);
    expect(receiver.irq.isHigh()).toBe(true); // MAX_RT was not cleared
    sender.ce.set(false);
    write(sender, 0x07, 0x10);
    sender.ce.set(true);
    pass(10_000);
    expect(receiver.irq.isHigh()).toBe(false);
  });

  it('is handed over once, however often it comes, and a new one with the same bytes again', () => {
    const { sender, receiver, pass, send } = pair();
    send(7);
    say(sender, 0xe3);
    for (let again = 0; again < 3; again++) {
      pass(5000);
      write(sender, 0x07, 0x70);
    }
    say(sender, 0xe1);
    pass(5000);
    say(receiver, 0x61, 0);
    expect(read(receiver, 0x17)).toBe(0x11);
    write(sender, 0x07, 0x70);
    send(7);
    pass(5000);
    expect(say(receiver, 0x60, 0)[1]).toBe(1);
  });

  it('that comes to a full queue is not acknowledged', () => {
    const { sender, pass, send } = pair();
    for (let count = 0; count < 3; count++) {
      send(count + 1);
      pass(5000);
      expect(say(sender, 0xff)).toEqual([0x2e]);
      write(sender, 0x07, 0x70);
    }
    send(9);
    pass(10_000);
    expect(say(sender, 0xff)).toEqual([0x1e]);
  });

  it('is not heard on another RF channel, by another address or at another rate', () => {
    for (const [register, ...bytes] of [
      [0x05, 41],
      [0x0a, 0x99],
      [0x06, 0x00],
    ] as const) {
      const { receiver, pass, send } = pair();
      receiver.ce.set(false);
      write(receiver, register, ...bytes);
      receiver.ce.set(true);
      pass(200);
      send(1);
      pass(10_000);
      expect(receiver.irq.isHigh()).toBe(true);
    }
  });

  it('needs 10 us of CE, and a chip that is awake', () => {
    const { sender, receiver, pass } = pair();
    say(sender, 0xa0, 1);
    sender.ce.set(true);
    pass(9);
    sender.ce.set(false);
    pass(10_000);
    expect(receiver.irq.isHigh()).toBe(true);
    expect(sender.offences).toEqual(['CE shorter than 10 us']);
  });
});

describe('offences', () => {
  it('are registers written while CE is high, and SPI just after it has risen', () => {
    const { receiver, pass } = pair();
    expect(receiver.offences).toEqual([]);
    write(receiver, 0x05, 3);
    pass(10);
    receiver.ce.set(false);
    receiver.ce.set(true);
    say(receiver, 0xff);
    expect(receiver.offences).toEqual([
      'register 5 written while CE is high',
      'SPI sooner than 4 us after CE',
    ]);
  });
});
