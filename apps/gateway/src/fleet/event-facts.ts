import type { EventLog } from '@heliograph/contract';
import { eventMessage } from '@heliograph/protocol';
import type { EventLogState } from './event-log.ts';

/**
 * The event log of an inverter as the wire tells it. The texts are the device's English ones; clients translate by
 * the id. Source: device contract, section 7.1.
 */
export function eventFacts({ entries }: EventLogState): EventLog {
  return {
    count: entries.length,
    events: entries.map(({ messageId, startTimeS, endTimeS }) => ({
      message_id: messageId,
      message: eventMessage(messageId),
      start_time: startTimeS,
      end_time: endTimeS,
    })),
  };
}
