import { describe, expect, it } from 'vitest';
import { createFakeLink } from '../../test/linux/fake-link.ts';
import { createFakeMachine } from '../../test/linux/fake-machine.ts';
import type { ChipFault } from '../nrf24/ports.ts';
import { openChipPins, type Wiring } from './chip-pins.ts';
import { testChip } from './self-test.ts';

const WIRING: Wiring = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};

function test(machine = createFakeMachine(), fault?: ChipFault, system = 'linux') {
  return testChip({
    ...{ wiring: WIRING, system, loadCalls: () => machine.calls },
    createLink: () => Object.assign(createFakeLink(), { fault }),
    openPins: (calls, wiring) => openChipPins(calls, wiring, () => ['gpiochip0']),
  });
}

describe('the self test', () => {
  it('says of good wires and a good chip that they are, and gives them back', () => {
    const machine = createFakeMachine();
    const lines = test(machine);
    expect(lines.map(({ isGood }) => isGood)).toEqual([true, true, true, true]);
    expect(lines[0]?.text).toContain('pinctrl-bcm2711');
    expect(lines[3]?.text).toMatch(/^Time: of \d{3} hops/);
    expect(machine.open.size).toBe(0);
  });

  it.each([
    ['silent-low', 'MISO'],
    ['not-plus', 'nRF24L01+'],
    ['no-memory', 'MOSI'],
  ] as const)('says what to do about %s', (fault, word) => {
    const lines = test(createFakeMachine(), fault);
    expect(lines.map(({ isGood }) => isGood)).toEqual([true, false]);
    expect(lines[1]?.text).toContain(word);
  });

  it('says how to switch SPI on, and where there is no Linux', () => {
    const machine = createFakeMachine();
    machine.refusals.set('open /dev/spidev0.0', 'ENOENT');
    expect(test(machine)[0]?.text).toContain('raspi-config');
    expect(test(machine, undefined, 'darwin')[0]?.text).toContain('needs Linux');
  });
});
