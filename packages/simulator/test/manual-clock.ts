import type { SimulatorClock } from '../src/index.ts';

/** A clock that moves only when told; actions run at their own time, in the order in which they are due. */
export interface ManualClock extends SimulatorClock {
  advance(ms: number): void;
}

export function createManualClock(startUnixMs: number): ManualClock {
  let nowMs = 0;
  let nextId = 0;
  const due = new Map<number, { atMs: number; action: () => void }>();

  function earliest(untilMs: number): number | undefined {
    let found: number | undefined;
    for (const [id, { atMs }] of due) {
      if (atMs <= untilMs && (found === undefined || atMs < (due.get(found)?.atMs ?? 0))) found = id;
    }
    return found;
  }

  return {
    monotonicMs: () => nowMs,
    unixMs: () => startUnixMs + nowMs,
    after(delayMs, action) {
      const id = nextId++;
      due.set(id, { atMs: nowMs + delayMs, action });
      return () => due.delete(id);
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let id = earliest(untilMs); id !== undefined; id = earliest(untilMs)) {
        const entry = due.get(id);
        due.delete(id);
        nowMs = entry?.atMs ?? nowMs;
        entry?.action();
      }
      nowMs = untilMs;
    },
  };
}
