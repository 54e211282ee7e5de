import type { ChipEvent, ChipLink } from '../nrf24/ports.ts';

/** What the loop needs of the thread that it runs in. */
export interface LoopParts {
  readonly link: ChipLink;
  nowUs(): number;
  /** Returns when it is that time, or earlier when IRQ has fallen or orders have come. */
  waitUntil(dueUs: number): void;
  /** Hands what has been ordered meanwhile to the link. */
  takeOrders(): void;
  tell(events: readonly ChipEvent[]): void;
  /** How late a hop was. */
  noteLateness(nowUs: number, latenessUs: number): void;
  /** Asked, and told that the loop lives, each time round. */
  goesOn(): boolean;
}

/** So long it waits at most, for whoever watches that it lives. */
export const WAIT_MAX_US = 500_000;

/** A link that never wants to wait would, in a thread with priority, keep everybody else from working. */
const LOOPS_WITHOUT_WAITING_MAX = 200;
const FORCED_WAIT_US = 1000;

/** Runs the chip for as long as the thread wants it. Throws what a wire throws. */
export function runChipLoop(parts: LoopParts): void {
  const { link } = parts;
  let hopDueUs: number | undefined;
  let loopsWithoutWaiting = 0;
  while (parts.goesOn()) {
    parts.takeOrders();
    const nowUs = parts.nowUs();
    if (hopDueUs !== undefined && nowUs >= hopDueUs) parts.noteLateness(nowUs, nowUs - hopDueUs);
    const { events, dueUs, isPunctual } = link.advance(nowUs);
    if (events.length > 0) parts.tell(events);
    hopDueUs = isPunctual ? dueUs : undefined;
    const afterUs = parts.nowUs();
    if (dueUs > afterUs) {
      loopsWithoutWaiting = 0;
      parts.waitUntil(Math.min(dueUs, afterUs + WAIT_MAX_US));
      continue;
    }
    loopsWithoutWaiting += 1;
    if (loopsWithoutWaiting > LOOPS_WITHOUT_WAITING_MAX) parts.waitUntil(afterUs + FORCED_WAIT_US);
  }
}
