/**
 * Short events of the grid that an inverter rides through: it notes them and goes on producing. When they
 * happen is laid down by the seed, not by who looks.
 */

import type { LoggedEvent } from './event-log.ts';
import { chanceAt, seedFor } from './seeded-random.ts';

/** In every such span of time at most one event happens. */
const SLOT_MS = 30 * 60_000;
const EVENT_CHANCE = 0.45;
const LASTS_MIN_MS = 1000;
const LASTS_MAX_MS = 9000;
/** A leap over more time than this is not searched in full. */
const SLOTS_MAX = 100;

/** Grid voltage high, low; frequency high, low, changing fast. Source: docs/reference/original-device.md, 7.5. */
const MESSAGE_IDS = [141, 143, 144, 145, 146] as const;

export interface Disturbances {
  /** Events that begin after `fromMs` and not after `toMs`, oldest first. */
  between(fromMs: number, toMs: number): readonly LoggedEvent[];
}

export function createDisturbances(seed: number): Disturbances {
  const happensSeed = seedFor(seed, 'happens');
  const whenSeed = seedFor(seed, 'when');
  const whatSeed = seedFor(seed, 'what');
  const lastsSeed = seedFor(seed, 'lasts');

  function eventOf(slot: number): LoggedEvent | undefined {
    if (chanceAt(happensSeed, slot) >= EVENT_CHANCE) return undefined;
    const startMs = Math.floor((slot + chanceAt(whenSeed, slot)) * SLOT_MS);
    const lastsMs = LASTS_MIN_MS + chanceAt(lastsSeed, slot) * (LASTS_MAX_MS - LASTS_MIN_MS);
    const messageId = MESSAGE_IDS[Math.floor(chanceAt(whatSeed, slot) * MESSAGE_IDS.length)] ?? 143;
    return { messageId, startMs, endMs: Math.floor(startMs + lastsMs) };
  }

  return {
    between(fromMs, toMs) {
      const found: LoggedEvent[] = [];
      const lastSlot = Math.floor(toMs / SLOT_MS);
      const firstSlot = Math.max(Math.floor(fromMs / SLOT_MS), lastSlot - SLOTS_MAX);
      for (let slot = firstSlot; slot <= lastSlot; slot++) {
        const event = eventOf(slot);
        if (event !== undefined && event.startMs > fromMs && event.startMs <= toMs) found.push(event);
      }
      return found;
    },
  };
}
