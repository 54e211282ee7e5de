import { medianOf, mediansOfOthers } from './statistics.ts';
import {
  DAYS,
  type Habit,
  habitIn,
  levelOf,
  type Precedent,
  SLOTS,
  type StringMemory,
  valueAt,
} from './string-memory.ts';
import type { Watch } from './watch.ts';

/** What strings of a group usually give of what the others give, worked out slot by slot when it is asked for. */
export interface Precedents {
  /** In such light; undefined: it was not seen often enough in it. */
  habit(watch: Watch, slot: number, light: number): Habit | undefined;
  /** In any light; undefined: nothing is known of this slot. */
  anyHabit(watch: Watch, slot: number): number | undefined;
  /** The least light that its siblings had in a slot; undefined: not enough days are known. */
  darkest(watch: Watch, slot: number): number | undefined;
}

/** Of each string, in the order of the members, the days before. */
type KnownInSlot = readonly (readonly Precedent[])[];

/** Slots that are past are not asked for again before tomorrow. */
const SLOTS_KEPT = 4;
const DARKEST_DAYS_MIN = 5;

export function createPrecedents(members: readonly Watch[], today: number, siblingsMin: number): Precedents {
  let bySlot = new Map<number, KnownInSlot>();
  const memories = members.map(({ memory }) => memory);
  const places = new Map(memories.map((memory, place) => [memory, place]));

  /** Live values wait for it, so it does no more than has to be known of all strings together. */
  function knownIn(slot: number): KnownInSlot {
    const before = bySlot.get(slot);
    if (before !== undefined) return before;
    const known: Precedent[][] = memories.map(() => []);
    for (let day = today - DAYS + 1; day < today; day += 1) addDay(known, memories, day, slot, siblingsMin);
    if (bySlot.size >= SLOTS_KEPT) bySlot = new Map([...bySlot].slice(1 - SLOTS_KEPT));
    bySlot.set(slot, known);
    return known;
  }

  const precedentsOf = ({ memory }: Watch, slot: number): readonly Precedent[] =>
    knownIn((slot + SLOTS) % SLOTS)[places.get(memory) ?? -1] ?? [];

  return {
    habit(watch, slot, light) {
      const here = precedentsOf(watch, slot);
      const habit = habitIn(here, light);
      if (habit !== undefined) return habit;
      const around = [slot - 1, slot, slot + 1].flatMap((one) => precedentsOf(watch, one));
      return habitIn(around, light) ?? levelOf(here);
    },
    darkest(watch, slot) {
      const precedents = precedentsOf(watch, slot);
      return precedents.length < DARKEST_DAYS_MIN
        ? undefined
        : Math.min(...precedents.map(({ light }) => light));
    },
    anyHabit(watch, slot) {
      const precedents = precedentsOf(watch, slot);
      return precedents.length === 0 ? undefined : medianOf(precedents.map(({ ratio }) => ratio));
    },
  };
}

function addDay(
  known: readonly Precedent[][],
  memories: readonly StringMemory[],
  day: number,
  slot: number,
  siblingsMin: number,
): void {
  const heard: number[] = [];
  const shares: number[] = [];
  memories.forEach((memory, place) => {
    const share = valueAt(memory, day, slot);
    if (share === undefined) return;
    heard.push(place);
    shares.push(share);
  });
  if (heard.length <= siblingsMin) return;
  const lights = mediansOfOthers(shares);
  heard.forEach((place, index) => {
    const light = lights[index] ?? 0;
    if (light > 0) known[place]?.push({ ratio: (shares[index] ?? 0) / light, light });
  });
}
