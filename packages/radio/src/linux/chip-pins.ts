import { readdirSync } from 'node:fs';
import type { MachineFault } from '../radio-fault.ts';
import {
  consumerOf,
  gpioLabel,
  HEADER_LABELS,
  type OpenInputLine,
  type OpenOutputLine,
  openInputLine,
  openOutputLine,
} from './gpio.ts';
import { type OpenSpiBus, openSpiBus } from './spidev.ts';
import { SystemCallError, type SystemCalls } from './system-calls.ts';

/** A pin, by the number that the processor's maker gave it (25 is GPIO 25), or of another GPIO device. */
export interface Pin {
  /** Such as `/dev/gpiochip4`; undefined: the one that has the pins of the header. */
  readonly device: string | undefined;
  readonly line: number;
}

/** How the chip is wired to this machine. */
export interface Wiring {
  /** Such as `/dev/spidev0.0`; undefined where the pins of a profile are those of no SPI. */
  readonly spi: string | undefined;
  /** Undefined where a profile says that the pin is not connected. */
  readonly ce: Pin | undefined;
  readonly irq: Pin | undefined;
}

/** The chip's wires, as this machine reaches them. */
export interface ChipPins {
  readonly spi: OpenSpiBus;
  readonly ce: OpenOutputLine;
  readonly irq: OpenInputLine;
  /** What the system calls the GPIO devices that were opened. */
  readonly labels: readonly string[];
  /** All file descriptors that are open for it. */
  readonly fds: readonly number[];
  /** Gives everything back, CE low first. */
  close(): void;
}

/** Why the chip cannot be reached, with what else is known of it, such as who has a pin. */
export class MachineError extends Error {
  readonly fault: MachineFault;
  readonly detail: string;
  constructor(fault: MachineFault, detail = '') {
    super(detail === '' ? fault : `${fault}: ${detail}`);
    this.fault = fault;
    this.detail = detail;
  }
}

const DEV = '/dev';

/** Opens the SPI device and both pins; all of them, or none. Throws a `MachineError`. */
export function openChipPins(
  calls: SystemCalls,
  { spi, ce, irq }: Wiring,
  deviceNames: () => readonly string[] = () => readdirSync(DEV),
): ChipPins {
  if (ce === undefined || irq === undefined) throw new MachineError('pins-not-set');
  if (spi === undefined) throw new MachineError('pins-not-spi');
  if (ce.line === irq.line && ce.device === irq.device) throw new MachineError('pins-same');
  const closers: (() => void)[] = [];
  const close = () => {
    for (const action of closers.splice(0).reverse()) {
      try {
        action();
      } catch {
        // it was lost before
      }
    }
  };
  const labels: string[] = [];
  const places = new Set<string>();
  try {
    const bus = told(
      SPI_FAULTS,
      () => '', // the sentence names the device anyway
      () => openSpiBus(calls, spi),
    );
    closers.push(() => bus.close());
    const takeLine = <Line extends { readonly fd: number }>(
      pin: Pin,
      faults: Faults,
      open: (calls: SystemCalls, chipFd: number, line: number) => Line,
    ): Line => {
      const chip = openGpioChip(calls, pin.device, deviceNames);
      try {
        labels.push(chip.label);
        if (HEADER_LABELS.includes(chip.label) && isOfSpi(spi, pin.line))
          throw new MachineError('pins-of-spi');
        // One may be named with its device, and the other without.
        const place = `${chip.path}:${pin.line}`;
        if (places.has(place)) throw new MachineError('pins-same');
        places.add(place);
        const line = told(
          faults,
          (code) => (code === 'EBUSY' ? holderOf(calls, chip.fd, pin.line) : `${chip.label} ${pin.line}`),
          () => open(calls, chip.fd, pin.line),
        );
        closers.push(() => calls.close(line.fd));
        return line;
      } finally {
        calls.close(chip.fd);
      }
    };
    const output = takeLine(ce, { ...PIN_FAULTS, EBUSY: 'ce-taken', else: 'ce-unknown' }, openOutputLine);
    closers.push(() => output.set(false));
    const input = takeLine(irq, { ...PIN_FAULTS, EBUSY: 'irq-taken', else: 'irq-unknown' }, openInputLine);
    return { spi: bus, ce: output, irq: input, labels, fds: [bus.fd, output.fd, input.fd], close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The pins of the header that a Raspberry Pi's own SPI takes for that device. */
function isOfSpi(spi: string, line: number): boolean {
  const [, bus, select] = /^\/dev\/spidev([01])\.(\d)$/.exec(spi) ?? [];
  // Both chip selects of the first one are taken as soon as it is switched on, of the second as many as are asked for.
  if (bus === '0') return line >= 7 && line <= 11;
  return bus === '1' && ((line >= 19 && line <= 21) || line === 18 - Number(select));
}

type Faults = Readonly<Record<string, MachineFault>> & { readonly else: MachineFault };

const SPI_FAULTS: Faults = {
  ENOENT: 'spi-off',
  ENODEV: 'spi-off',
  ENXIO: 'spi-off',
  EACCES: 'spi-rights',
  EPERM: 'spi-rights',
  EBUSY: 'spi-busy',
  else: 'spi-refused',
};
const PIN_FAULTS = { EACCES: 'gpio-rights', EPERM: 'gpio-rights' } as const;
const CHIP_FAULTS: Faults = { EACCES: 'gpio-rights', EPERM: 'gpio-rights', else: 'gpio-missing' };

function told<Result>(faults: Faults, detail: (code: string) => string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof SystemCallError)) throw error;
    const known = faults[error.code];
    const more = detail(error.code);
    const all = [more, ...(known === undefined ? [error.code] : [])].filter((part) => part !== '');
    throw new MachineError(known ?? faults.else, all.join(': '));
  }
}

function holderOf(calls: SystemCalls, chipFd: number, line: number): string {
  try {
    return consumerOf(calls, chipFd, line) ?? '';
  } catch {
    return ''; // there is no such line
  }
}

interface GpioChip {
  readonly path: string;
  readonly fd: number;
  readonly label: string;
}

function openGpioChip(
  calls: SystemCalls,
  device: string | undefined,
  deviceNames: () => readonly string[],
): GpioChip {
  if (device !== undefined) {
    return told(
      CHIP_FAULTS,
      () => device,
      () => openLabelled(calls, device),
    );
  }
  const paths = deviceNames()
    .filter((name) => /^gpiochip\d+$/.test(name))
    .sort()
    .map((name) => `${DEV}/${name}`);
  let refusal: MachineError | undefined;
  const seen: string[] = [];
  for (const path of paths) {
    try {
      const chip = told(
        CHIP_FAULTS,
        () => path,
        () => openLabelled(calls, path),
      );
      if (HEADER_LABELS.includes(chip.label)) return chip;
      seen.push(chip.label);
      calls.close(chip.fd);
    } catch (error) {
      if (error instanceof MachineError) refusal ??= error;
    }
  }
  if (refusal?.fault === 'gpio-rights') throw refusal;
  throw new MachineError('gpio-missing', seen.join(', '));
}

function openLabelled(calls: SystemCalls, path: string): GpioChip {
  const fd = calls.open(path);
  try {
    return { path, fd, label: gpioLabel(calls, fd) };
  } catch (error) {
    calls.close(fd);
    throw error;
  }
}
