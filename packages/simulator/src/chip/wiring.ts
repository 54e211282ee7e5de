/** The wires between the chip and the machine, and what can be wrong with them. */

import type { InputLine, OutputLine, SpiBus } from '@heliograph/radio';
import type { Nrf24Chip } from './nrf24-chip.ts';

export type WiringFault =
  /** The module is not there. */
  | 'unplugged'
  | 'miso-low'
  | 'miso-high'
  /** The chip hears nothing but zeros. */
  | 'mosi-open'
  /**
   * The chip hears what a pin that only listens says, which is nothing, and is never asked anything; the machine hears what its own
   * input rests at, low as a Pi 3 or 4 has it.
   */
  | 'miso-and-mosi-swapped'
  /** The same where the input rests at nothing, as on a Pi 5: it takes up what the wire beside it does, which the machine drives. */
  | 'miso-and-mosi-swapped-floating'
  /** Clock and data have changed places: the chip hears bits where there are none. */
  | 'sck-and-mosi-swapped'
  | 'ce-open'
  | 'ce-and-irq-swapped'
  | 'irq-open'
  | 'irq-low';

export interface Wiring {
  readonly spi: SpiBus;
  readonly ce: OutputLine;
  readonly irq: InputLine;
  /** Calls when the machine sees IRQ fall. */
  onIrq(listener: () => void): void;
  /** Undefined: all is as it should be. A module that is plugged in gets its power then. */
  setFault(fault: WiringFault | undefined): void;
}

const GARBLED_BY = 0x5b;
const NOTHING = 0x00;

export function createWiring(chip: Nrf24Chip): Wiring {
  let fault: WiringFault | undefined;

  /** What the chip makes of a command line that rests: it is asked for its first register, and tells that to nobody. */
  const speakToNobody = ({ length }: Uint8Array) =>
    void chip.spi.transfer(new Uint8Array(length).fill(NOTHING));

  const TRANSFERS: Readonly<Partial<Record<WiringFault, (bytes: Uint8Array) => Uint8Array>>> = {
    unplugged: (bytes) => new Uint8Array(bytes.length),
    'miso-low': (bytes) => chip.spi.transfer(bytes).fill(0x00),
    'miso-high': (bytes) => chip.spi.transfer(bytes).fill(0xff),
    'mosi-open': (bytes) => chip.spi.transfer(new Uint8Array(bytes.length)),
    'miso-and-mosi-swapped'(bytes) {
      speakToNobody(bytes);
      return new Uint8Array(bytes.length);
    },
    'miso-and-mosi-swapped-floating'(bytes) {
      speakToNobody(bytes);
      return bytes.slice();
    },
    'sck-and-mosi-swapped': (bytes) => bytes.map((byte, index) => (byte * (index + 3)) ^ GARBLED_BY),
  };
  const isCeApart = () => fault === 'ce-open' || fault === 'ce-and-irq-swapped' || fault === 'unplugged';
  const isIrqApart = () => fault !== undefined && /irq|unplugged/.test(fault);

  return {
    spi: { transfer: (bytes) => (fault && TRANSFERS[fault])?.(bytes) ?? chip.spi.transfer(bytes) },
    ce: {
      set(isHigh) {
        if (!isCeApart()) chip.ce.set(isHigh);
      },
    },
    irq: { isHigh: () => (isIrqApart() ? fault !== 'irq-low' : chip.irq.isHigh()) },
    onIrq(listener) {
      chip.onIrq(() => {
        if (!isIrqApart()) listener();
      });
    },
    setFault(next) {
      if (next === 'unplugged') {
        chip.ce.set(false);
        chip.setPower(false);
      } else if (fault === 'unplugged') {
        chip.setPower(true);
      }
      if (isCeApart() && next !== undefined) chip.ce.set(false);
      fault = next;
    },
  };
}
