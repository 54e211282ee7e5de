/** A chip at the pins of a Linux machine. Nothing of it is loaded unless it is asked for. */

export type { Pin, Wiring } from './chip-pins.ts';
export { type FaultFacts, faultFacts } from './fault-facts.ts';
export type { HopLateness } from './hop-lateness.ts';
export { createLinuxRadio, type LinuxRadio, type LinuxRadioStatus, startChipWorker } from './linux-radio.ts';
export { REAL_TIME_RIGHT } from './real-time.ts';
export { type TestLine, testChip } from './self-test.ts';
