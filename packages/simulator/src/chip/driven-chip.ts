/** The driver at work on the simulated chip: it is called when it is due and when IRQ falls, each time as late as the machine is. */

import { type ChipEvent, type ChipLink, createChipLink } from '@heliograph/radio';
import type { EventQueue } from './event-queue.ts';
import type { Wiring } from './wiring.ts';

export interface DrivenChip {
  readonly link: ChipLink;
  /** Does all that is due until then, each at its own time. What happens meanwhile may call this again. */
  runUntil(untilUs: number): void;
  /** When the next thing is due. */
  nextUs(): number;
  /** Calls the driver at the next opportunity, as after something new was asked of it. */
  wake(): void;
}

export interface DrivenChipOptions {
  readonly queue: EventQueue;
  readonly wiring: Wiring;
  readonly latenessUs: () => number;
  readonly tell: (event: ChipEvent) => void;
}

export function createDrivenChip({ queue, wiring, latenessUs, tell }: DrivenChipOptions): DrivenChip {
  const link = createChipLink({ ...wiring, nowUs: queue.nowUs });
  let dueUs = queue.nowUs();
  let irqUs = Number.POSITIVE_INFINITY;
  let isRunning = false;
  wiring.onIrq(() => {
    irqUs = Math.min(irqUs, queue.nowUs() + latenessUs());
  });

  const nextUs = () => Math.max(queue.nowUs(), Math.min(queue.nextUs(), irqUs, dueUs));

  function drive(): void {
    irqUs = Number.POSITIVE_INFINITY;
    const advanced = link.advance(queue.nowUs());
    dueUs = advanced.dueUs + latenessUs();
    for (const event of advanced.events) tell(event);
  }

  return {
    link,
    runUntil(untilUs) {
      if (isRunning) return;
      isRunning = true;
      for (let next = nextUs(); next <= untilUs; next = nextUs()) {
        queue.runUntil(next);
        if (Math.min(irqUs, dueUs) <= queue.nowUs()) drive();
      }
      queue.runUntil(untilUs);
      isRunning = false;
    },
    nextUs,
    wake() {
      dueUs = queue.nowUs();
    },
  };
}
