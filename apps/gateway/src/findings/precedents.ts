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
import { keyOf, type Watch } from './watch.ts';

/** What strings of a group usually give of what the others give, worked out slot by slot when it is asked for. */
export interface Precedents {
  /** In such light; undefined: it was not seen often enough in it. */
  habit(watch: Watch, slot: number, light: number): Habit | undefined;
  /** In any light; undefined: nothing is known of this slot. */
  anyHabit(watch: Watch, slot: number): number | undefined;
  /** The least light that its siblings had in a slot; undefined: not enough days are known. */
  darkest(watch: Watch, slot: number): number | undefined;
}

interface Known {
  readonly precedents: readonly Precedent[];
  readonly any: number | undefined;
  /** Of a string that gives the same in every light; undefined: it is another one in another light. */
  readonly level: Habit | undefined;
}

/** Slots that are past are not asked for again before tomorrow. */
const SLOTS_KEPT = 4;
const DARKEST_DAYS_MIN = 5;

export function createPrecedents(members: readonly Watch[], today: number, siblingsMin: number): Precedents {
  let bySlot = new Map<number, ReadonlyMap<string, Known>>();
  const memories = members.map(({ memory }) => memory);

  function knownIn(slot: number): ReadonlyMap<string, Known> {
    const before = bySlot.get(slot);
    if (before !== undefined) return before;
    const found = new Map<string, Precedent[]>();
    for (let day = today - DAYS + 1; day < today; day += 1) addDay(found, memories, day, slot, siblingsMin);
    const known = new Map(
      [...found].map(([key, precedents]) => [
        key,
        { precedents, any: medianOf(precedents.map(({ ratio }) => ratio)), level: levelOf(precedents) },
      ]),
    );
    if (bySlot.size >= SLOTS_KEPT) bySlot = new Map([...bySlot].slice(1 - SLOTS_KEPT));
    bySlot.set(slot, known);
    return known;
  }

  return {
    habit({ memory }, slot, light) {
      const key = keyOf(memory);
      const here = habitIn(knownIn(slot).get(key)?.precedents ?? [], light);
      if (here !== undefined) return here;
      const around = [slot - 1, slot, slot + 1].flatMap(
        (one) => knownIn((one + SLOTS) % SLOTS).get(key)?.precedents ?? [],
      );
      return habitIn(around, light) ?? knownIn(slot).get(key)?.level;
    },
    darkest({ memory }, slot) {
      const precedents = knownIn(slot).get(keyOf(memory))?.precedents ?? [];
      return precedents.length < DARKEST_DAYS_MIN
        ? undefined
        : Math.min(...precedents.map(({ light }) => light));
    },
    anyHabit: ({ memory }, slot) => knownIn(slot).get(keyOf(memory))?.any,
  };
}

function addDay(
  found: Map<string, Precedent[]>,
  memories: readonly StringMemory[],
  day: number,
  slot: number,
  siblingsMin: number,
): void {
  const heard = memories.flatMap((memory) => {
    const share = valueAt(memory, day, slot);
    return share === undefined ? [] : [{ key: keyOf(memory), share }];
  });
  if (heard.length <= siblingsMin) return;
  const lights = mediansOfOthers(heard.map(({ share }) => share));
  heard.forEach(({ key, share }, index) => {
    const light = lights[index] ?? 0;
    if (light <= 0) return;
    const list = found.get(key) ?? [];
    list.push({ ratio: share / light, light });
    found.set(key, list);
  });
}
