import { describe, expect, it } from 'vitest';
import { getEventLog } from './event-log.ts';

const SERIAL = '114181234567';

describe('the event log', () => {
  const entry = { message_id: 1, message: 'Started', start_time: 24_915, end_time: 0 };
  const read = { id: 1, message: 'Started', startS: 24_915, endS: undefined };

  it('keeps the order, and counts what makes no sense', () => {
    const events = [entry, { ...entry, message_id: '1' }, null, { ...entry, message: 5, start_time: -60 }];
    expect(getEventLog.read({ [SERIAL]: { count: 4, events } })?.get(SERIAL)).toEqual({
      events: [read, { ...read, message: '', startS: -60 }],
      refusedEvents: 2,
    });
  });

  it('needs a list', () => {
    expect(getEventLog.read({ [SERIAL]: { count: 2 } })).toEqual(new Map());
  });
});
