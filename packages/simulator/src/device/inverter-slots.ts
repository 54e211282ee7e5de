import {
  decodeInverterList,
  encodeInverterList,
  type ListedInverter,
  type ListedString,
  type Release,
  type WireObject,
} from '@heliograph/opendtu-api';
import { modelFamilyOf } from '@heliograph/protocol';
import type { ScenarioInverter } from '../scenarios/scenario.ts';
import { createPlantedKeys, type PlantedKeys } from './planted-keys.ts';
import { objectOf } from './wire-values.ts';

/** The inverters that a device has in its settings. Source: docs/reference/original-device.md#inverter-settings. */
export interface InverterSlots {
  /** In the order in which the device tells them. */
  all(): readonly ListedInverter[];
  has(serial: string): boolean;
  /** False: there is no room. */
  add(serial: string, name: string): boolean;
  /** Saves the body of an edit, and sets back what it leaves out; false: there is no such slot. */
  edit(id: number, body: WireObject): boolean;
  remove(id: number): void;
  setOrder(ids: readonly number[]): void;
  clear(): void;
  /** These take the place of all that there are. */
  restore(inverters: readonly RestoredSlot[]): void;
  /** As the device answers `GET /api/inverter/list`. */
  list(release: Release): object;
  /** Keys of tomorrow that each inverter has from now on. */
  plant(keys: WireObject): void;
}

/** An inverter as it is kept; what is missing is as on a new one. */
export type RestoredSlot = Pick<ListedInverter, 'id' | 'serial' | 'name'> &
  Partial<Omit<ListedInverter, 'strings'>> & {
    readonly strings: readonly (Pick<ListedString, 'name' | 'maxPowerW'> & Partial<ListedString>)[];
  };

const INVERTERS_MAX = 10;
/** Where no family claims the serial, this many strings can be set up. */
const UNKNOWN_STRINGS = 4;
const UNKNOWN_TYPE = 'Unknown';

interface Slot {
  readonly inverter: ListedInverter;
  readonly planted: PlantedKeys;
}

export function createInverterSlots(configured: readonly ScenarioInverter[]): InverterSlots {
  let keysOfTomorrow: WireObject = {};
  let slots: readonly Slot[] = [];

  function put(inverter: ListedInverter): void {
    slots = [...slots, { inverter, planted: createPlantedKeys(keysOfTomorrow) }];
  }

  function freeId(): number | undefined {
    const ids = Array.from({ length: INVERTERS_MAX }, (_, id) => id);
    return ids.find((id) => !slots.some(({ inverter }) => inverter.id === id));
  }

  function add(serial: string, name: string, strings: readonly ListedString[] = []): boolean {
    const id = freeId();
    if (id === undefined) return false;
    put({ ...newInverter(id, serial, name, strings), order: slots.length });
    return true;
  }

  function inOrder(): readonly Slot[] {
    const place = ({ inverter }: Slot) => inverter.order ?? inverter.id;
    return slots.toSorted((one, other) => place(one) - place(other));
  }

  for (const { serial, name, strings } of configured) {
    const listed = strings.map((string) => ({ ...listedString(string.name, string.maxPowerW) }));
    add(serial, name, listed);
  }

  return {
    all: () => inOrder().map(({ inverter }) => inverter),
    has: (serial) => slots.some(({ inverter }) => inverter.serial === serial),
    add: (serial, name) => add(serial, name),
    edit(id, body) {
      const slot = slots.find(({ inverter }) => inverter.id === id);
      const sent = decodeInverterList({ inverter: [{ ...body, id }] })?.[0];
      if (slot === undefined || sent === undefined) return false;
      const { raw: _, ...fresh } = sent; // keys that were not sent are undefined: as those of a new inverter
      const before = slot.inverter;
      const isOther = fresh.serial !== before.serial;
      const strings = stringsOf(fresh.serial, [
        ...fresh.strings,
        ...before.strings.slice(fresh.strings.length),
      ]);
      const typeText = typeOf(fresh.serial);
      slot.planted.save(body);
      const edited = { ...slot, inverter: { ...fresh, strings, typeText, order: before.order } };
      const others = slots.filter((one) => one !== slot);
      slots = isOther ? [...others, edited] : slots.map((one) => (one === slot ? edited : one));
      return true;
    },
    remove(id) {
      slots = slots.filter(({ inverter }) => inverter.id !== id);
    },
    setOrder(ids) {
      slots = slots.map((slot) => {
        const place = ids.indexOf(slot.inverter.id);
        return place < 0 ? slot : { ...slot, inverter: { ...slot.inverter, order: place } };
      });
    },
    clear() {
      slots = [];
    },
    restore(inverters) {
      slots = [];
      for (const { id, serial, name, strings, ...others } of inverters) {
        const all = strings.map((string) => ({ ...listedString(string.name, string.maxPowerW), ...string }));
        put({ ...newInverter(id, serial, name, all), ...others });
      }
    },
    list(release) {
      const ordered = inOrder();
      const sent = encodeInverterList(
        release,
        ordered.map(({ inverter }) => inverter),
      );
      return mapInverters(sent, (inverter, index) => ordered[index]?.planted.addedTo(inverter) ?? inverter);
    },
    plant(keys) {
      keysOfTomorrow = { ...keysOfTomorrow, ...keys };
      for (const { planted } of slots) planted.add(keys);
    },
  };
}

/** What is undefined is as on a new inverter. */
function newInverter(
  id: number,
  serial: string,
  name: string,
  strings: readonly ListedString[],
): ListedInverter {
  return {
    ...{ id, serial, name, typeText: typeOf(serial), strings: stringsOf(serial, strings), order: undefined },
    ...{
      isPolled: undefined,
      isPolledAtNight: undefined,
      takesOrders: undefined,
      takesOrdersAtNight: undefined,
    },
    ...{ reachableThreshold: undefined, isZeroedWhenSilent: undefined, isYieldZeroedAtMidnight: undefined },
    ...{ isYieldCorrected: undefined, isEventLogCleared: undefined },
  };
}

function typeOf(serial: string): string {
  return modelFamilyOf(serial)?.typeText ?? UNKNOWN_TYPE;
}

/** As many as the inverter has. */
function stringsOf(serial: string, strings: readonly ListedString[]): readonly ListedString[] {
  const length = modelFamilyOf(serial)?.stringCount ?? UNKNOWN_STRINGS;
  return Array.from({ length }, (_, index) => strings[index] ?? listedString('', 0));
}

function listedString(name: string, maxPowerW: number): ListedString {
  return { name, maxPowerW, yieldTotalOffsetKWh: undefined };
}

function mapInverters(list: object, change: (inverter: WireObject, index: number) => WireObject): object {
  return Object.fromEntries(
    Object.entries(list).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((inverter, index) => change(objectOf(inverter) ?? {}, index)) : value,
    ]),
  );
}
