import type { InvertersMessages } from './inverters-en.ts';

/** German: the inverter settings. */
export const invertersDe: InvertersMessages = {};
