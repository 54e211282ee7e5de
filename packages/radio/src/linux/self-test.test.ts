import { describe, expect, it } from 'vitest';
import { createFakeLink, type FakeLink } from '../../test/linux/fake-link.ts';
import { createFakeMachine, type FakeMachine } from '../../test/linux/fake-machine.ts';
import type { ChipFault } from '../nrf24/ports.ts';
import { openChipPins, type Wiring } from './chip-pins.ts';
import { faultFacts } from './fault-facts.ts';
import { testChip } from './self-test.ts';

const WIRING: Wiring = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};

/** What is wrong from the start, or is noticed only once something was sent. */
interface Wrong {
  readonly fault?: ChipFault;
  readonly faultLater?: ChipFault;
}

function test(machine = createFakeMachine(), { fault, faultLater }: Wrong = {}, system = 'linux') {
  const link = createFakeLink(() => {
    link.fault = faultLater;
  });
  link.fault = fault;
  return testLink(machine, link, system);
}

function testLink(machine: FakeMachine, link: FakeLink, system = 'linux') {
  return testChip({
    ...{ wiring: WIRING, system, loadCalls: () => machine.calls, createLink: () => link },
    sentenceOf: (name, facts) => `${name} ${Object.values(facts).join(' ')}`,
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
    expect(lines[3]?.text).toContain('without real-time priority, which needs the limit RTPRIO of 50');
    expect(machine.open.size).toBe(0);
  });

  it.each(['silent-low', 'silent-high', 'no-memory', 'not-plus', 'lost'] as const)(
    'tells of a chip that is not as it should be, and sends nothing: %s',
    (fault) => {
      const lines = test(createFakeMachine(), { fault });
      expect(lines.map(({ isGood }) => isGood)).toEqual([true, false]);
      expect(lines[1]?.text).toBe(`${fault} /dev/spidev0.0 GPIO 25 GPIO 24 `);
    },
  );

  it.each(['no-irq', 'no-ce'] as const)(
    'tells of a wire that is missed only in sending: %s',
    (faultLater) => {
      const machine = createFakeMachine();
      const lines = test(machine, { faultLater });
      expect(lines.map(({ isGood }) => isGood)).toEqual([true, true, false]);
      expect(lines[2]?.text).toMatch(new RegExp(`^${faultLater} `));
      expect(machine.open.size).toBe(0);
    },
  );

  it('blames no wire where the machine is too slow to tell how the sending went', () => {
    const machine = createFakeMachine();
    const link = createFakeLink();
    link.advance = (nowUs) => ({ events: [], dueUs: nowUs + 1000, isPunctual: false });
    const lines = testLink(machine, link);
    expect(lines.map(({ isGood }) => isGood)).toEqual([true, true, false]);
    expect(lines[2]?.text).toContain('not told in time');
  });

  it('tells what the machine refuses, with who has a pin, and where there is no Linux', () => {
    const machine = createFakeMachine();
    machine.refusals.set('open /dev/spidev0.0', 'ENOENT');
    expect(test(machine)[0]?.text).toMatch(/^spi-off \/dev\/spidev0\.0 /);
    const taken = createFakeMachine();
    taken.refusals.set('line 25', 'EBUSY');
    expect(test(taken)[0]?.text).toMatch(/^ce-taken .* a fan$/);
    expect(test(machine, undefined, 'darwin')[0]?.text).toMatch(/^not-linux /);
  });

  it('tells why the system cannot be called, where more is known than that koffi is not there', () => {
    const lines = testChip({
      ...{ wiring: WIRING, system: 'linux' },
      loadCalls(tellWhy) {
        tellWhy?.('no binary for\n\tthis processor');
        return undefined;
      },
      sentenceOf: (name, { detail }) => `${name}: ${detail}`,
    });
    expect(lines).toEqual([{ isGood: false, text: 'no-koffi: no binary for this processor' }]);
  });

  it('keeps in one line, and short, what others call themselves', () => {
    const { detail } = faultFacts(WIRING, `a\u0000\n\u202efan ${'x'.repeat(300)}`);
    expect(detail).toMatch(/^a fan x+…$/);
    expect(detail).toHaveLength(200);
  });
});
