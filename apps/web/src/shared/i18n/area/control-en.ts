/** English: the dialogs for limit and power, and what was asked of an inverter. */
export const controlEn = {};

/** The texts of the dialogs for limit and power, and what was asked of an inverter. */
export type ControlMessages = typeof controlEn;
