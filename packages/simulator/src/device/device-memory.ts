import type { StoredSettings } from './device-settings.ts';
import type { RestoredSlot } from './inverter-slots.ts';
import { isOfKind, objectOf, textOf, wholeNumberOf } from './wire-values.ts';

/** What a simulated device and its plant remember while nobody simulates them, as plain JSON data. */
export interface DeviceMemory {
  /** Of the plant, for the plant to read. */
  readonly plant: object | undefined;
  readonly settings: StoredSettings | undefined;
  readonly inverters: readonly RestoredSlot[] | undefined;
  readonly files: readonly (readonly [name: string, text: string])[] | undefined;
}

/** What `value` says; a part that makes no sense is left out. */
export function readDeviceMemory(value: unknown): DeviceMemory {
  const { plant, settings, inverters, files } = objectOf(value) ?? {};
  const documents = objectOf(objectOf(settings)?.documents);
  return {
    plant: objectOf(plant),
    settings: documents && {
      documents: Object.fromEntries(
        Object.entries(documents).flatMap(([name, stored]) => {
          const read = objectOf(stored);
          return read === undefined ? [] : [[name, read]];
        }),
      ),
      saveCount: wholeNumberOf(objectOf(settings)?.saveCount),
    },
    inverters: Array.isArray(inverters) ? inverters.filter(isSlot) : undefined,
    files: Array.isArray(files)
      ? files.filter(Array.isArray).map(([name, text]) => [textOf(name), textOf(text)] as const)
      : undefined,
  };
}

function isSlot(value: unknown): value is RestoredSlot {
  const { id, serial, name, strings } = objectOf(value) ?? {};
  return (
    isOfKind(id, 'number') &&
    isOfKind(serial, 'text') &&
    isOfKind(name, 'text') &&
    Array.isArray(strings) &&
    strings.every((string) => isOfKind(objectOf(string)?.name, 'text'))
  );
}
