/**
 * What can be wrong with the radio, and what to do about it in one English sentence or two. The page, the log, the self test and
 * programs all say it from here, the page also in the words of its other languages, so that no two of them can disagree.
 */

/** Why the radio does not work, or not well: the chip and its wires first, then what the machine refuses. */
export const RADIO_FAULTS = [
  ...(['silent-low', 'silent-high', 'no-memory', 'not-plus', 'no-irq', 'no-ce', 'lost'] as const),
  ...(['not-linux', 'no-koffi', 'spi-off', 'spi-rights', 'spi-busy', 'spi-refused'] as const),
  ...(['gpio-missing', 'gpio-rights', 'ce-unknown', 'irq-unknown', 'ce-taken', 'irq-taken'] as const),
  ...(['pins-not-set', 'pins-not-spi', 'pins-of-spi', 'pins-same'] as const),
  ...(['thread-ended', 'thread-hangs'] as const),
] as const;
export type RadioFault = (typeof RADIO_FAULTS)[number];

/** Which device and pins are meant, and what else is known. */
export interface RadioFaultFacts {
  /** Such as `/dev/spidev0.0`. */
  readonly spi: string;
  /** The pin of CE, such as `GPIO 25` or `/dev/gpiochip4:25`. */
  readonly ce: string;
  readonly irq: string;
  /** As the machine says it, such as who has a pin; empty: nothing. */
  readonly detail: string;
}

/** Without it the radio cannot be reached. Another `npm install` in a folder without a manifest removes what it does not name. */
const RADIO_INSTALL = 'npm install --no-save koffi@3.3.4';
const RADIO_INSTALL_OLD_NODE = `${RADIO_INSTALL} libsql@0.5.29`;

const GROUPS =
  'Add its user to the groups (sudo usermod -aG spi,gpio USER) and start it in a new login; a service or a container must be given the device.';
const OTHER_PIN = (flag: string) => `choose another one with ${flag} or in the device manager`;
const inBrackets = (detail: string) => (detail === '' ? '' : ` (${detail})`);
const holder = (detail: string) => (detail === '' ? 'another program or driver' : `"${detail}"`);

export const RADIO_FAULT_SENTENCES: Readonly<Record<RadioFault, (facts: RadioFaultFacts) => string>> = {
  'silent-low': ({ spi }) =>
    `The radio module does not answer: MISO is always low. Check its power (3.3 V, with a capacitor), its ground, chip select (${spi}) and MISO, and whether MISO and MOSI are swapped.`,
  'silent-high': ({ spi }) =>
    `The radio module does not answer: MISO is always high. Check chip select (${spi}), whether MISO touches 3.3 V or MOSI, and whether MISO and MOSI are swapped.`,
  'no-memory': ({ spi }) =>
    `The radio module (${spi}) does not keep what is written to it. Check MOSI and SCK, and whether two wires are swapped.`,
  'not-plus': () =>
    'The radio module is no nRF24L01+. Without the plus it cannot do 250 kbit/s, so no inverter understands it: take one with the plus.',
  'no-irq': ({ irq }) =>
    `The radio module works, but a packet went out and IRQ did not fall. Check the wire from its IRQ to ${irq}.`,
  'no-ce': ({ ce, irq }) =>
    `The radio module never says that a packet has left. Check the wire from ${ce} to its CE, and whether it is swapped with that of IRQ (${irq}).`,
  lost: ({ spi }) =>
    `The radio module (${spi}) has forgotten its settings: its power or a wire was lost. It is set up anew as soon as it answers. If this happens again, check its wires, its 3.3 V and the capacitor (10 to 100 µF).`,
  'not-linux': () =>
    'A radio module needs Linux, and this computer runs something else. Start without --radio nrf24.',
  'no-koffi': ({ detail }) =>
    `The package koffi, which reaches SPI and pins, cannot be loaded${inBrackets(detail)}. In the folder that holds apps, run ${RADIO_INSTALL} (with a Node older than 22.13: ${RADIO_INSTALL_OLD_NODE}).`,
  'spi-off': ({ spi }) =>
    `There is no SPI device ${spi}. Switch SPI on (sudo raspi-config, Interface Options, SPI) and restart the computer, or name another device with --spi.`,
  'spi-rights': ({ spi }) => `The gateway may not use ${spi}. ${GROUPS}`,
  'spi-busy': ({ spi }) =>
    `${spi} is in use. End the other program that drives it, or name another device with --spi.`,
  'spi-refused': ({ spi, detail }) =>
    `${spi} does not do what SPI devices do${inBrackets(detail)}. Name the right one with --spi.`,
  'gpio-missing': ({ detail }) =>
    `There is no GPIO device with the pins of the header${inBrackets(detail)}. Name it with the pin, such as --ce-pin /dev/gpiochip0:25 and --irq-pin /dev/gpiochip0:24.`,
  'gpio-rights': ({ detail }) => `The gateway may not use the GPIO device${inBrackets(detail)}. ${GROUPS}`,
  'ce-unknown': ({ ce, detail }) =>
    `The pin of CE, ${ce}, cannot be used${inBrackets(detail)}: ${OTHER_PIN('--ce-pin')}.`,
  'irq-unknown': ({ irq, detail }) =>
    `The pin of IRQ, ${irq}, cannot be used${inBrackets(detail)}: ${OTHER_PIN('--irq-pin')}.`,
  'ce-taken': ({ ce, detail }) =>
    `The pin of CE, ${ce}, is in use by ${holder(detail)}: end that, or ${OTHER_PIN('--ce-pin')}.`,
  'irq-taken': ({ irq, detail }) =>
    `The pin of IRQ, ${irq}, is in use by ${holder(detail)}: end that, or ${OTHER_PIN('--irq-pin')}.`,
  'pins-not-set': () =>
    'The chosen profile of pins says that CE or IRQ is not connected: choose another one in the device manager, or give --ce-pin and --irq-pin.',
  'pins-not-spi': () =>
    'The chosen profile of pins has no SPI of a Raspberry Pi. The first has MISO 9, MOSI 10, SCK 11 and chip select 8 or 7, the second MISO 19, MOSI 20, SCK 21 and chip select 18, 17 or 16: choose another one in the device manager, or name the device with --spi.',
  'pins-of-spi': ({ spi, ce, irq }) =>
    `CE (${ce}) or IRQ (${irq}) is at a pin that SPI itself needs (${spi}): ${OTHER_PIN('--ce-pin or --irq-pin')}.`,
  'pins-same': ({ ce }) =>
    `CE and IRQ have the same pin, ${ce}, but each needs one of its own: choose another one with --ce-pin or --irq-pin, or in the device manager.`,
  'thread-ended': ({ detail }) =>
    `What drives the radio module has ended by itself${inBrackets(detail)}. It is started again. Please tell us, with this sentence.`,
  'thread-hangs': ({ spi }) =>
    `What drives the radio module no longer answers, probably because the driver of ${spi} hangs. It is started again.`,
};
