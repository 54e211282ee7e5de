import type { WiringFault } from '../../../packages/simulator/src/chip/wiring.ts';

/** What the test wants of the thread and hears of it, in memory that both see: places of words. */
export const CHIP_WORDS = {
  /** Place in `WIRINGS`. */
  wiring: 0,
  /** What the thread is to do next: 0, or one of `MISDEEDS`. */
  misdeed: 1,
  /** How often the driver has done what the chip forbids. */
  offences: 2,
  size: 3,
} as const;

export const WIRINGS: readonly (WiringFault | undefined)[] = [
  undefined,
  'unplugged',
  'miso-high',
  'mosi-open',
  'irq-open',
  'ce-open',
];
export const MISDEEDS = { die: 1, hang: 2 } as const;

export const PIPES = { inverter: '0123456701', ours: '4523118001' } as const;
/** So many packets are one answer. */
export const ANSWER_PACKETS = 3;
