/** English: event log and device info. */
export const eventsEn = {};

/** The texts of event log and device info. */
export type EventsMessages = typeof eventsEn;
