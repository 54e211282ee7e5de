import type { EventLog } from '@heliograph/contract';
import { eventMessage } from '@heliograph/protocol';
import type { EventLogState } from './event-log.ts';

/**
 * The event log of an inverter as the wire tells it. The texts are the device's English ones; clients translate by
 * the id. Times are seconds of the local day, with the offset from UTC that counts now; they are not wrapped, so they can
 * be negative or beyond 86400. An end of 0 means that the event is still going on. Source: device contract, sections 7.1
 * and 7.2.
 */
export function eventFacts({ entries }: EventLogState, utcOffsetS: number): EventLog {
  return {
    count: entries.length,
    events: entries.map(({ messageId, startTimeS, endTimeS }) => ({
      message_id: messageId,
      message: eventMessage(messageId),
      start_time: startTimeS + utcOffsetS,
      end_time: endTimeS === 0 ? 0 : endTimeS + utcOffsetS,
    })),
  };
}
