import type { RadioFault } from '../radio-fault.ts';
import type { Pin, Wiring } from './chip-pins.ts';

/** What is wrong with the radio and what to do, in one or two English sentences, for the log and for programs. */
export function faultSentence(fault: RadioFault, wiring: Wiring, detail = ''): string {
  const { spi } = wiring;
  const ce = pinName('CE', wiring.ce);
  const irq = pinName('IRQ', wiring.irq);
  const more = detail === '' ? '' : ` (${detail})`;
  const holder = detail === '' ? 'Another program or driver' : `"${detail}"`;
  const sentences: Readonly<Record<RadioFault, string>> = {
    'not-linux':
      'The radio needs Linux: SPI and pins are reached through its devices. Start without --radio nrf24.',
    'no-koffi':
      'The package koffi, which reaches SPI and pins, cannot be loaded: run npm install koffi@3.3.4 in the folder that holds apps.',
    'spi-off': `There is no SPI device ${spi}: switch SPI on (sudo raspi-config, Interface Options, SPI) and restart the machine, or name another one with --spi.`,
    'spi-rights': `This user may not use ${spi}: add it to the group spi (sudo usermod -aG spi,gpio USER) and log in anew; a service or container must be given the device.`,
    'spi-busy': `${spi} is in use: end the other program that drives it, or name another one with --spi.`,
    'spi-refused': `${spi} does not do what SPI devices do${more}: name the right one with --spi.`,
    'gpio-missing': `There is no GPIO device with the pins of the header${more}: name it with the pin, such as --ce-pin /dev/gpiochip0:25.`,
    'gpio-rights': `This user may not use the GPIO device${more}: add it to the group gpio (sudo usermod -aG spi,gpio USER) and log in anew; a service or container must be given the device.`,
    'ce-unknown': `${ce} cannot be used${more}: choose another one with --ce-pin.`,
    'irq-unknown': `${irq} cannot be used${more}: choose another one with --irq-pin.`,
    'ce-taken': `${holder} has the pin of ${ce}: end that, or choose another pin with --ce-pin.`,
    'irq-taken': `${holder} has the pin of ${irq}: end that, or choose another pin with --irq-pin.`,
    'pins-not-set':
      'The chosen profile of pins leaves out CE or IRQ: choose another one in the device manager, or give --ce-pin and --irq-pin.',
    'thread-ended': `The thread of the radio has ended${more}; it is started anew. Please tell us, with this line.`,
    'thread-hangs':
      'The thread of the radio hangs, probably in the driver of the SPI device; it is started anew.',
    'silent-low': `The chip does not answer, MISO stays low: check 3.3 V, ground, MISO and chip select (${spi}).`,
    'silent-high': `The chip does not answer, MISO stays high: check chip select (${spi}), and MISO for a short circuit to 3.3 V.`,
    'no-memory':
      'The chip does not keep what is written to it: check MOSI and SCK, and whether wires are swapped.',
    'not-plus':
      'The chip is not the "+" variant, which alone has the 250 kbit/s that inverters need: take an nRF24L01+.',
    'no-irq': `A packet went out, and IRQ did not fall: check the wire to ${irq}.`,
    'no-ce': `The chip never sends: check the wire from ${ce}.`,
    lost: 'The chip has forgotten its settings: its power or a wire was lost. A capacitor of 10 to 100 uF at its 3.3 V helps.',
  };
  return sentences[fault];
}

function pinName(name: string, pin: Pin | undefined): string {
  if (pin === undefined) return name;
  return `${name} (${pin.device === undefined ? `GPIO ${pin.line}` : `${pin.device}:${pin.line}`})`;
}
