/** English: the inverter settings. */
export const invertersEn = {};

/** The texts of the inverter settings. */
export type InvertersMessages = typeof invertersEn;
