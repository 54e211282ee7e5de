import type { InvertersMessages } from './inverters-en.ts';

/** French: the inverter settings. */
export const invertersFr: InvertersMessages = {};
