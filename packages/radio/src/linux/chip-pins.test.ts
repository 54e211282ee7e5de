import { describe, expect, it } from 'vitest';
import {
  createFakeMachine,
  type FakeMachine,
  type FakeMachineOptions,
} from '../../test/linux/fake-machine.ts';
import { type ChipPins, MachineError, openChipPins, type Wiring } from './chip-pins.ts';

const WIRING: Wiring = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};

function opened(
  machine: FakeMachine,
  wiring = WIRING,
  names = ['null', 'gpiochip0', 'gpiochip10', 'gpiochip4'],
): ChipPins {
  return openChipPins(machine.calls, wiring, () => names);
}

function faultOf(machine: FakeMachine, wiring = WIRING): readonly [string, string] | undefined {
  try {
    opened(machine, wiring);
  } catch (error) {
    if (error instanceof MachineError) return [error.fault, error.detail];
    throw error;
  }
  return undefined;
}

describe('the pins of the chip', () => {
  it('send over one and the same memory, and bring back what came meanwhile', () => {
    const machine = createFakeMachine();
    const { spi } = opened(machine);
    expect([...spi.transfer(Uint8Array.of(1, 2, 250))]).toEqual([2, 3, 251]);
    const first = spi.transfer(Uint8Array.of(7));
    expect([...spi.transfer(new Uint8Array(33).fill(9))]).toEqual(Array(33).fill(10));
    expect([...first]).toEqual([8]);
    expect(machine.transfers.map(({ length }) => length)).toEqual([3, 1, 33]);
  });

  it('drive CE and read IRQ', () => {
    const machine = createFakeMachine();
    const { ce, irq } = opened(machine);
    ce.set(true);
    expect(machine.levels.get(25)).toBe(true);
    ce.set(false);
    expect(machine.levels.get(25)).toBe(false);
    expect(irq.isHigh()).toBe(true);
    machine.levels.set(24, false);
    expect(irq.isHigh()).toBe(false);
  });

  it('are all given back, with CE low', () => {
    const machine = createFakeMachine();
    const pins = opened(machine);
    expect([...machine.open.values()]).toEqual(['/dev/spidev0.0', 'line 25', 'line 24']);
    expect([...machine.open.keys()]).toEqual(pins.fds);
    pins.ce.set(true);
    pins.close();
    expect(machine.open.size).toBe(0);
    expect(machine.levels.get(25)).toBe(false);
  });

  it.each([
    { label: 'pinctrl-rp1', path: '/dev/gpiochip4' },
    { label: 'pinctrl-rp1', path: '/dev/gpiochip0' },
    { label: 'pinctrl-bcm2711', path: '/dev/gpiochip0' },
    { label: 'pinctrl-bcm2835', path: '/dev/gpiochip10' },
  ])('are those of the device that calls itself $label, here $path', ({ label, path }) => {
    const others = { '/dev/gpiochip0': 'raspberrypi-exp-gpio', '/dev/gpiochip4': 'gpio-brcmstb' };
    const machine = createFakeMachine({ chips: { ...others, '/dev/gpiochip10': 'another', [path]: label } });
    expect(opened(machine).labels).toEqual([label, label]);
  });

  it('can be of any other device that is named', () => {
    const machine = createFakeMachine({ chips: { '/dev/gpiochip2': 'a board' } });
    const device = '/dev/gpiochip2';
    const wiring = { ...WIRING, ce: { device, line: 3 }, irq: { device, line: 4 } };
    expect(opened(machine, wiring).labels).toEqual(['a board', 'a board']);
  });

  it('can be those of the first SPI where the chip is at the second, and of no header at all', () => {
    const second = { ...WIRING, spi: '/dev/spidev1.1', ce: { device: undefined, line: 9 } };
    expect(faultOf(createFakeMachine(), { ...second, irq: { device: undefined, line: 18 } })).toBeUndefined();
    const board = createFakeMachine({ chips: { '/dev/gpiochip2': 'a board' } });
    const device = '/dev/gpiochip2';
    expect(faultOf(board, { ...WIRING, ce: { device, line: 9 }, irq: { device, line: 10 } })).toBeUndefined();
  });

  const REFUSALS: readonly {
    what: string;
    refusal?: readonly [string, string];
    options?: FakeMachineOptions;
    wiring?: Partial<Wiring>;
    fault: readonly [string, string];
  }[] = [
    {
      what: 'SPI is off',
      refusal: ['open /dev/spidev0.0', 'ENOENT'],
      fault: ['spi-off', ''],
    },
    {
      what: 'SPI is for others',
      refusal: ['open /dev/spidev0.0', 'EACCES'],
      fault: ['spi-rights', ''],
    },
    {
      what: 'SPI is in use',
      refusal: ['open /dev/spidev0.0', 'EBUSY'],
      fault: ['spi-busy', ''],
    },
    {
      what: 'it is no SPI device',
      refusal: ['ioctl 40016b01', 'ENOTTY'],
      fault: ['spi-refused', 'ENOTTY'],
    },
    {
      what: 'GPIO is for others',
      refusal: ['open /dev/gpiochip0', 'EACCES'],
      fault: ['gpio-rights', '/dev/gpiochip0'],
    },
    {
      what: 'there is no header',
      options: { chips: { '/dev/gpiochip0': 'INT34C5:00' } },
      fault: ['gpio-missing', 'INT34C5:00'],
    },
    { what: 'there is no GPIO at all', options: { chips: {} }, fault: ['gpio-missing', ''] },
    { what: 'CE is taken', refusal: ['line 25', 'EBUSY'], fault: ['ce-taken', 'a fan'] },
    { what: 'IRQ is taken', refusal: ['line 24', 'EBUSY'], fault: ['irq-taken', 'a fan'] },
    {
      what: 'both are the same pin, named in two ways',
      wiring: { irq: { device: '/dev/gpiochip0', line: 25 } },
      fault: ['pins-same', ''],
    },
    { what: 'a profile has no SPI', wiring: { spi: undefined }, fault: ['pins-not-spi', ''] },
    { what: 'CE is at MISO', wiring: { ce: { device: undefined, line: 9 } }, fault: ['pins-of-spi', ''] },
    {
      what: 'IRQ is at the second chip select',
      wiring: { irq: { device: '/dev/gpiochip0', line: 7 } },
      fault: ['pins-of-spi', ''],
    },
    {
      what: 'IRQ is at MISO of the second SPI',
      wiring: { spi: '/dev/spidev1.0', irq: { device: undefined, line: 19 } },
      fault: ['pins-of-spi', ''],
    },
    { what: 'both are the same pin', wiring: { irq: WIRING.ce }, fault: ['pins-same', ''] },
    {
      what: 'there is no such pin',
      wiring: { ce: { device: undefined, line: 54 } },
      fault: ['ce-unknown', 'pinctrl-bcm2711 54: EINVAL'],
    },
    { what: 'a profile leaves CE out', wiring: { ce: undefined }, fault: ['pins-not-set', ''] },
    {
      what: 'a device that is named is not there',
      wiring: { ce: { device: '/dev/gpiochip9', line: 1 } },
      fault: ['gpio-missing', '/dev/gpiochip9: ENOENT'],
    },
  ];

  it.each(REFUSALS)(
    'say what is wrong and keep nothing open: $what',
    ({ refusal, options, wiring, fault }) => {
      const machine = createFakeMachine(options);
      if (refusal !== undefined) machine.refusals.set(...refusal);
      expect(faultOf(machine, { ...WIRING, ...wiring })).toEqual(fault);
      expect(machine.open.size).toBe(0);
    },
  );
});
