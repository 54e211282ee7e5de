import { EVENT_TEXTS_DE, EVENT_TEXTS_FR, type EventLog } from '@heliograph/contract';
import { eventMessage } from '@heliograph/domain';
import type { EventLogState } from '../fleet/event-log.ts';

/** The languages in which original devices tell events. */
export const EVENT_LOCALES = ['de', 'en', 'fr'] as const;
export type EventLocale = (typeof EVENT_LOCALES)[number];

const TEXTS = { de: EVENT_TEXTS_DE, fr: EVENT_TEXTS_FR } as const;
const HARDWARE_FAULTS = { first: 301, last: 314 } as const;

/** What an event is called; the English texts are the device's own. */
export function messageIn(locale: EventLocale, code: number): string {
  if (locale === 'en') return eventMessage(code);
  const { messages, hardwareFault, unknown } = TEXTS[locale];
  if (code >= HARDWARE_FAULTS.first && code <= HARDWARE_FAULTS.last) return hardwareFault(code);
  const known: Readonly<Record<number, string>> = messages;
  return known[code] ?? `${unknown} ${code}`;
}

/**
 * The event log of an inverter as the wire tells it. Our pages have their own words, by the id. Times are seconds of the local day, with the offset from UTC that counts now; they are not wrapped, so they can
 * be negative or beyond 86400. An end of 0 means that the event is still going on. Source:
 * docs/reference/original-device.md#event-log.
 */
export function eventFacts(
  { entries }: EventLogState,
  utcOffsetS: number,
  locale: EventLocale = 'en',
): EventLog {
  return {
    count: entries.length,
    events: entries.map(({ code, startS, endS }) => ({
      message_id: code,
      message: messageIn(locale, code),
      start_time: startS + utcOffsetS,
      end_time: endS === 0 ? 0 : endS + utcOffsetS,
    })),
  };
}
