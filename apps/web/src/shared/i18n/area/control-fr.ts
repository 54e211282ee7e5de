import type { ControlMessages } from './control-en.ts';

/** French: the dialogs for limit and power, and what was asked of an inverter. */
export const controlFr: ControlMessages = {};
