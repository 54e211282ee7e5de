/** What happens when, in whole microseconds. Nothing moves by itself: whoever owns the queue lets its time pass. */

export interface EventQueue {
  /** The time that has come. */
  nowUs(): number;
  /** Infinity when nothing is planned. */
  nextUs(): number;
  after(delayUs: number, action: () => void): void;
  /** Does all that is due until then, each at its own time. */
  runUntil(untilUs: number): void;
  /** How much is planned. */
  size(): number;
}

interface Planned {
  readonly atUs: number;
  readonly action: () => void;
}

export function createEventQueue(startUs: number): EventQueue {
  let nowUs = startUs;
  /** The next one first; of the same time the one that was planned first. */
  const planned: Planned[] = [];
  return {
    nowUs: () => nowUs,
    nextUs: () => planned[0]?.atUs ?? Number.POSITIVE_INFINITY,
    after(delayUs, action) {
      const atUs = nowUs + Math.max(0, Math.round(delayUs));
      const later = planned.findIndex((other) => other.atUs > atUs);
      planned.splice(later === -1 ? planned.length : later, 0, { atUs, action });
    },
    runUntil(untilUs) {
      for (let next = planned[0]; next !== undefined && next.atUs <= untilUs; next = planned[0]) {
        planned.shift();
        nowUs = Math.max(nowUs, next.atUs);
        next.action();
      }
      nowUs = Math.max(nowUs, untilUs);
    },
    size: () => planned.length,
  };
}
