import type { ControlMessages } from './control-en.ts';

/** German: the dialogs for limit and power, and what was asked of an inverter. */
export const controlDe: ControlMessages = {};
