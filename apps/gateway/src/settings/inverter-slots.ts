import {
  INVERTER_COUNT_MAX,
  type InverterAddition,
  type InverterEdit,
  type StringConfig,
  stringCountMaxOf,
} from '@heliograph/contract';

/** A configured inverter in its slot. What is posted to change one is what is stored, with what it leaves out. */
export type InverterSlot = InverterEdit;

/** The configured inverters in the order of their slots; a slot has at most one. */
export interface InverterSettings {
  readonly inverter: readonly InverterSlot[];
  /** The slots in the order in which lists and pages have them, if somebody has chosen one; others come after these. */
  readonly order?: readonly number[] | undefined;
}

const EMPTY_STRING: StringConfig = { name: '', max_power: 0 };

/** The slots as lists and pages have them. */
export function ranked({ inverter, order = [] }: InverterSettings): readonly InverterSlot[] {
  const rankOf = ({ id }: InverterSlot) => (order.includes(id) ? order.indexOf(id) : order.length + id);
  return inverter.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Every slot in its place, the ones that are named first. */
export function withOrder(slots: InverterSettings, order: readonly number[]): InverterSettings {
  const named = [...new Set(order)].filter((wanted) => slots.inverter.some(({ id }) => id === wanted));
  const others = ranked(slots).filter(({ id }) => !named.includes(id));
  return { ...slots, order: [...named, ...others.map(({ id }) => id)] };
}

/**
 * The order of the inverters of all sources after that of some of them was chosen: they share the places that they had in it,
 * those that had none come behind them.
 */
export function withOwnOrder(all: readonly string[], own: readonly string[]): readonly string[] {
  const next = own.values();
  const shared = all.map((serial) => (own.includes(serial) ? (next.next().value ?? serial) : serial));
  return [...shared, ...next];
}

/** Puts an inverter into the first free slot; undefined when there is none. Nothing of a former one remains there. */
export function withInverterAdded(
  slots: readonly InverterSlot[],
  { serial, name }: InverterAddition,
): readonly InverterSlot[] | undefined {
  const taken = new Set(slots.map(({ id }) => id));
  for (let id = 0; id < INVERTER_COUNT_MAX || __WITHOUT__.inverterSlots; id++) {
    if (taken.has(id)) continue;
    const channel = Array.from({ length: stringCountMaxOf(serial) }, () => EMPTY_STRING);
    return inOrder([...slots, { id, serial, name, channel }]);
  }
  return undefined;
}

/**
 * Changes a slot, also an empty one. Strings beyond those of the change keep their settings, and so does whatever the
 * change does not speak of: programs of 2023 do not know how newer devices treat an inverter. Source:
 * docs/reference/original-device.md#inverter-settings and docs/reference/api-for-other-programs.md#inverters.
 */
export function withInverterEdited(
  slots: readonly InverterSlot[],
  edit: InverterEdit,
): readonly InverterSlot[] {
  const slot = slots.find(({ id }) => id === edit.id);
  const known = slot?.channel ?? [];
  const changed = edit.channel.map((string, index) => ({ ...known[index], ...string }));
  const channel = [...changed, ...known.slice(edit.channel.length)];
  return inOrder([...slots.filter(({ id }) => id !== edit.id), { ...slot, ...edit, channel }]);
}

/** Empties a slot, strings and all; an empty one stays as it is. */
export function withInverterDeleted(slots: readonly InverterSlot[], slotId: number): readonly InverterSlot[] {
  return slots.filter(({ id }) => id !== slotId);
}

function inOrder(slots: readonly InverterSlot[]): readonly InverterSlot[] {
  return slots.toSorted((a, b) => a.id - b.id);
}
