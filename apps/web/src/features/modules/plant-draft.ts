import type { PlantGroup, PlantModule, PlantSettings } from '@heliograph/contract';
import { fromFirstCell, placesOf, type RoofPlaces, withAllPlaced } from './roof-layout.ts';
import { moduleKey } from './roof-module.ts';

/** The roof while it is arranged. */
export interface PlantDraft {
  readonly groups: readonly PlantGroup[];
  readonly places: RoofPlaces;
  /** The id of the group of each module that has one. */
  readonly groupOf: ReadonlyMap<string, string>;
}

interface StringOfInverter {
  readonly key: string;
  readonly serial: string;
  readonly string: number;
}

/** What is stored, with a place for every string that is there. */
export function draftOf(plant: PlantSettings, strings: readonly StringOfInverter[]): PlantDraft {
  return {
    groups: plant.groups,
    places: withAllPlaced(placesOf(plant.modules), strings),
    groupOf: groupsOf(plant.modules),
  };
}

export function groupsOf(modules: readonly PlantModule[]): ReadonlyMap<string, string> {
  return new Map(
    modules.flatMap(({ serial, string, group }) =>
      group === undefined ? [] : [[moduleKey(serial, string), group] as const],
    ),
  );
}

/** Puts modules into a group, or, with none, out of theirs. */
export function withGroup(draft: PlantDraft, keys: readonly string[], group: string | undefined): PlantDraft {
  const groupOf = new Map(draft.groupOf);
  for (const key of keys) {
    if (group === undefined) groupOf.delete(key);
    else groupOf.set(key, group);
  }
  return { ...draft, groupOf };
}

/** A new group, or what has been changed of one. */
export function withGroupSaved(draft: PlantDraft, group: PlantGroup): PlantDraft {
  const isKnown = draft.groups.some(({ id }) => id === group.id);
  const groups = isKnown
    ? draft.groups.map((one) => (one.id === group.id ? group : one))
    : [...draft.groups, group];
  return { ...draft, groups };
}

/** Its modules belong to none then. */
export function withoutGroup(draft: PlantDraft, id: string): PlantDraft {
  return {
    ...draft,
    groups: draft.groups.filter((group) => group.id !== id),
    groupOf: new Map([...draft.groupOf].filter(([, group]) => group !== id)),
  };
}

/** The first id that is free. */
export function newGroupId(groups: readonly PlantGroup[]): string {
  const taken = new Set(groups.map(({ id }) => id));
  for (let number = 1; ; number++) if (!taken.has(`g${number}`)) return `g${number}`;
}

/** What is to be stored. The order of the inverters is chosen elsewhere, and stays as it is stored now. */
export function plantOf(draft: PlantDraft, stored: Pick<PlantSettings, 'order'>): PlantSettings {
  const places = fromFirstCell(draft.places);
  const modules = [...new Set([...places.keys(), ...draft.groupOf.keys()])].map((key) => {
    const [serial = '', string] = key.split('-');
    const group = draft.groupOf.get(key);
    return {
      ...{ serial, string: Number(string) },
      ...(group !== undefined && { group }),
      ...places.get(key),
    };
  });
  return { groups: [...draft.groups], modules, order: [...stored.order] };
}
