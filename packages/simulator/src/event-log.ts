/** The events of an inverter: the newest fifteen of the day and a counter of all. */

/** An answer holds no more. Source: docs/reference/radio-protocol.md#event-log-payload. */
const EVENTS_MAX = 15;
/** The counter is a 16-bit field. */
const COUNTER_RANGE = 0x10000;

export interface LoggedEvent {
  readonly messageId: number;
  /** Simulated unix milliseconds. */
  readonly startMs: number;
  /** As `startMs`; undefined while the event is going on. */
  readonly endMs: number | undefined;
}

export interface EventLog {
  add(event: LoggedEvent): void;
  /** Ends the events with this id that are going on. */
  end(messageId: number, endMs: number): void;
  /** Forgets the events but goes on counting. */
  clear(): void;
  /** Oldest first. */
  entries(): readonly LoggedEvent[];
  /** Changes with every change of the log; wraps after 65535. */
  counter(): number;
}

/** Empty, unless there is something to begin with. */
export function createEventLog(startEvents: readonly LoggedEvent[] = [], startCount = 0): EventLog {
  let events = startEvents;
  let count = startCount;
  return {
    add(event) {
      events = [...events, event].slice(-EVENTS_MAX);
      count = (count + 1) % COUNTER_RANGE;
    },
    end(messageId, endMs) {
      if (!events.some((event) => event.messageId === messageId && event.endMs === undefined)) return;
      events = events.map((event) =>
        event.messageId === messageId && event.endMs === undefined ? { ...event, endMs } : event,
      );
      count = (count + 1) % COUNTER_RANGE;
    },
    clear() {
      events = [];
    },
    entries: () => events,
    counter: () => count,
  };
}
