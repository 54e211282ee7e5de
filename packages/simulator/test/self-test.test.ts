import { testChip } from '@heliograph/radio/linux';
import { describe, expect, it } from 'vitest';
import { createEther } from '../src/chip/ether.ts';
import { createEventQueue } from '../src/chip/event-queue.ts';
import { createNrf24Chip } from '../src/chip/nrf24-chip.ts';
import { createWiring } from '../src/chip/wiring.ts';
import type { WiringFault } from '../src/index.ts';
import { CLEAR } from './chip-bench.ts';

const WIRING = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};
/** The self test opens nothing: it is given the wires. */
const unused = () => {
  throw new Error('not to be called');
};

/** What the command says to a chip that is wired so: of each line whether it is good, and the fault that the last one names. */
function testModel(fault?: WiringFault, isPlus = true) {
  const queue = createEventQueue(0);
  const chip = createNrf24Chip({ queue, ether: createEther(queue, CLEAR, 1), isPlus, isWarm: true });
  const wiring = createWiring(chip);
  wiring.setFault(fault);
  let hasFallen = false;
  wiring.onIrq(() => {
    hasFallen = true;
  });
  const lines = testChip({
    ...{ wiring: WIRING, system: 'linux', sentenceOf: (name) => name },
    loadCalls: () => ({
      ...{ open: unused, close: unused, ioctl: unused, addressOf: unused, read: unused, createWaker: unused },
      wait(_, timeoutUs) {
        const untilUs = Math.ceil(queue.nowUs() + Math.max(0, timeoutUs));
        hasFallen = false;
        while (!hasFallen && queue.nextUs() <= untilUs) queue.runUntil(queue.nextUs());
        if (!hasFallen) queue.runUntil(untilUs);
      },
      ...{ nowUs: queue.nowUs, beRealTime: () => true },
    }),
    openPins: () => ({
      spi: { ...wiring.spi, fd: 10, close: unused },
      ce: { ...wiring.ce, fd: 11 },
      irq: { ...wiring.irq, fd: 12, forgetFalls: unused },
      ...{ labels: ['pinctrl-bcm2711'], fds: [10, 11, 12], close: () => undefined },
    }),
  });
  return { lines, good: lines.map(({ isGood }) => isGood), said: lines.at(-1)?.text, chip };
}

describe('the self test on the model of the chip', () => {
  it('finds nothing wrong with wires that are right, and does nothing that the chip forbids', () => {
    const { lines, good, chip } = testModel();
    expect(good).toEqual([true, true, true, true]);
    expect(lines[2]?.text).toMatch(/\(\d\d times, to nobody\)/);
    expect(lines[3]?.text).toMatch(/^Time: of 2\d\d hops half were late by up to 0 us/);
    expect(chip.offences).toEqual([]);
  });

  it.each<[WiringFault, string]>([
    ['unplugged', 'silent-low'],
    ['miso-low', 'silent-low'],
    ['miso-high', 'silent-high'],
    ['mosi-open', 'no-memory'],
    ['miso-and-mosi-swapped', 'silent-low'],
    ['miso-and-mosi-swapped-floating', 'silent-high'],
    ['sck-and-mosi-swapped', 'no-memory'],
  ])('stops at %s, which it calls %s', (wrong, fault) => {
    expect(testModel(wrong)).toMatchObject({ good: [true, false], said: fault });
  });

  it.each<[WiringFault, string]>([
    ['ce-open', 'no-ce'],
    ['ce-and-irq-swapped', 'no-ce'],
    ['irq-open', 'no-irq'],
    ['irq-low', 'no-irq'],
  ])('sends to find %s, which it calls %s', (wrong, fault) => {
    expect(testModel(wrong)).toMatchObject({ good: [true, true, false], said: fault });
  });

  it('knows a chip without the plus', () => {
    expect(testModel(undefined, false)).toMatchObject({ good: [true, false], said: 'not-plus' });
  });
});
