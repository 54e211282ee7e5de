import type { EventLog } from '@heliograph/contract';
import { eventMessage } from '@heliograph/domain';
import type { EventLogState } from '../fleet/event-log.ts';

/**
 * The event log of an inverter as the wire tells it. The texts are the device's English ones; clients translate by the
 * id. Times are seconds of the local day, with the offset from UTC that counts now; they are not wrapped, so they can
 * be negative or beyond 86400. An end of 0 means that the event is still going on. Source:
 * docs/reference/original-device.md#event-log.
 */
export function eventFacts({ entries }: EventLogState, utcOffsetS: number): EventLog {
  return {
    count: entries.length,
    events: entries.map(({ code, startS, endS }) => ({
      message_id: code,
      message: eventMessage(code),
      start_time: startS + utcOffsetS,
      end_time: endS === 0 ? 0 : endS + utcOffsetS,
    })),
  };
}
