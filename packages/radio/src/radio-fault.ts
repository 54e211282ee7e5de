import type { ChipFault } from './nrf24/ports.ts';

/** What keeps the machine from reaching the chip. What to do about each, the contract says. */
export const MACHINE_FAULTS = [
  /** Chips are reached by what only Linux has. */
  'not-linux',
  /** The package that calls the system is not there, or has nothing for this processor. */
  'no-koffi',
  /** There is no such SPI device: SPI is off, or it has another name. */
  'spi-off',
  'spi-rights',
  'spi-busy',
  /** It is there, and does not do what is asked. */
  'spi-refused',
  /** There is no GPIO device that has the pins. */
  'gpio-missing',
  'gpio-rights',
  /** Of its GPIO device, there is no pin with this number. */
  'ce-unknown',
  'irq-unknown',
  /** Another program, or a driver of the system, has the pin. */
  'ce-taken',
  'irq-taken',
  /** The chosen profile says of one of the pins that it is not connected. */
  'pins-not-set',
  /** The pins of SPI in the chosen profile are those of no SPI of a Raspberry Pi. */
  'pins-not-spi',
  /** CE or IRQ is at a pin that SPI itself needs. */
  'pins-of-spi',
  /** A flag names a pin that the other wire has already. */
  'pins-same',
  /** The thread that drives the chip has ended by itself. */
  'thread-ended',
  /** It no longer says that it lives. */
  'thread-hangs',
] as const;
export type MachineFault = (typeof MACHINE_FAULTS)[number];

/** What is wrong with a radio that is no simulated one. */
export type RadioFault = ChipFault | MachineFault;
