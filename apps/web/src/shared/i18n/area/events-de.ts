import type { EventsMessages } from './events-en.ts';

/** German: event log and device info. */
export const eventsDe: EventsMessages = {};
