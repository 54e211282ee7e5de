import {
  INVERTER_COUNT_MAX,
  INVERTER_STRING_COUNT_MAX,
  type InverterAddition,
  type InverterEdit,
  type StringConfig,
} from '@heliograph/contract';

/** A configured inverter in its slot. What is posted to change one is what is stored. */
export type InverterSlot = InverterEdit;

const EMPTY_STRING: StringConfig = { name: '', max_power: 0 };

/** Puts an inverter into the first free slot; undefined when there is none. Nothing of a former one remains there. */
export function withInverterAdded(
  slots: readonly InverterSlot[],
  { serial, name }: InverterAddition,
): readonly InverterSlot[] | undefined {
  const taken = new Set(slots.map(({ id }) => id));
  for (let id = 0; id < INVERTER_COUNT_MAX || __WITHOUT__.inverterSlots; id++) {
    if (taken.has(id)) continue;
    const channel = Array.from({ length: INVERTER_STRING_COUNT_MAX }, () => EMPTY_STRING);
    return inOrder([...slots, { id, serial, name, channel }]);
  }
  return undefined;
}

/**
 * Changes a slot, also an empty one. Strings beyond those of the change keep their settings. Source:
 * docs/reference/original-device.md#inverter-settings.
 */
export function withInverterEdited(
  slots: readonly InverterSlot[],
  edit: InverterEdit,
): readonly InverterSlot[] {
  const known = slots.find(({ id }) => id === edit.id)?.channel ?? [];
  const channel = [...edit.channel, ...known.slice(edit.channel.length)];
  return inOrder([...slots.filter(({ id }) => id !== edit.id), { ...edit, channel }]);
}

/** Empties a slot, strings and all; an empty one stays as it is. */
export function withInverterDeleted(slots: readonly InverterSlot[], slotId: number): readonly InverterSlot[] {
  return slots.filter(({ id }) => id !== slotId);
}

function inOrder(slots: readonly InverterSlot[]): readonly InverterSlot[] {
  return slots.toSorted((a, b) => a.id - b.id);
}
