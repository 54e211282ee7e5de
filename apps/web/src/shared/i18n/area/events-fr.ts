import type { EventsMessages } from './events-en.ts';

/** French: event log and device info. */
export const eventsFr: EventsMessages = {};
