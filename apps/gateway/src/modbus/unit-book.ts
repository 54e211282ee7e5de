import { WHOLE_PLANT } from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';

/**
 * By which number a client finds each inverter, and how far each counter of energy has come. Clients remember both, so an
 * inverter keeps its number whatever is added, moved or removed, and no counter ever goes back.
 */
export interface UnitBook {
  /** Gives a number to each inverter that has none yet, in this order, as long as there are any; those of inverters that have gone come last. */
  assign(serials: readonly string[]): void;
  unitOf(serial: string): number | undefined;
  /** A serial, or `plant`; undefined: nobody has this number. */
  targetOf(unit: number): string | undefined;
  /** What the counter of a target shows when it has yielded so much; NaN: that is not known, nor was it ever. */
  counterWh(target: string, yieldWh: number): number;
  forget(): Promise<void>;
  /** Writes what is new and ends. */
  close(): Promise<void>;
}

/** The plant; the second one is where a Victron GX looks at first. Source: docs/reference/sunspec.md#units. */
export const PLANT_UNITS = [1, 126] as const;
const UNIT_MAX = 247;
const FREE_UNITS: readonly number[] = Array.from({ length: UNIT_MAX }, (_, place) => place + 1).filter(
  (unit) => !PLANT_UNITS.some((one) => one === unit),
);
/** Counters are written down once they have moved so far, and at the end. */
const WRITE_STEP_WH = 1000;

interface Counter {
  /** What it had yielded when it was last looked at. */
  readonly yieldWh: number;
  /** What has to be added so that it does not go back. */
  readonly addedWh: number;
}

interface Content {
  readonly units: readonly (readonly [serial: string, unit: number])[];
  readonly counters: readonly (readonly [target: string, yieldWh: number, addedWh: number])[];
}

export async function openUnitBook(options: {
  readonly directory: DataDirectory;
  readonly log: Log;
}): Promise<UnitBook> {
  const file = await openMemoryFile({
    ...options,
    name: 'modbus.json',
    read: readContent,
    subject: 'The unit numbers of Modbus',
    whenLost: 'inverters get new ones',
  });
  const units = new Map(file.remembered?.units);
  const counters = new Map(
    file.remembered?.counters.map(([target, yieldWh, addedWh]): [string, Counter] => [
      target,
      { yieldWh, addedWh },
    ]),
  );
  const writtenWh = new Map([...counters].map(([target, { yieldWh }]) => [target, yieldWh]));

  function remember(): void {
    for (const [target, { yieldWh }] of counters) writtenWh.set(target, yieldWh);
    file.remember(() => ({
      units: [...units],
      counters: [...counters].map(([target, { yieldWh, addedWh }]) => [target, yieldWh, addedWh]),
    }));
  }

  return {
    assign(serials) {
      const missing = serials.filter((serial) => !units.has(serial));
      if (missing.length > FREE_UNITS.length - units.size) {
        const those = new Set(serials);
        for (const serial of [...units.keys()]) if (!those.has(serial)) units.delete(serial);
      }
      const taken = new Set(units.values());
      const free = FREE_UNITS.filter((unit) => !taken.has(unit));
      const given = missing.slice(0, free.length);
      for (const [place, serial] of given.entries()) units.set(serial, free[place] ?? 0);
      if (given.length > 0) remember();
    },
    unitOf: (serial) => units.get(serial),
    targetOf(unit) {
      if (PLANT_UNITS.some((one) => one === unit)) return WHOLE_PLANT;
      for (const [serial, number] of units) if (number === unit) return serial;
      return undefined;
    },
    counterWh(target, yieldWh) {
      const known = counters.get(target);
      if (Number.isNaN(yieldWh)) return known === undefined ? NaN : known.yieldWh + known.addedWh;
      const lostWh = known === undefined ? 0 : Math.max(0, known.yieldWh - yieldWh);
      const addedWh = (known?.addedWh ?? 0) + lostWh;
      counters.set(target, { yieldWh, addedWh });
      const isFar = yieldWh - (writtenWh.get(target) ?? 0) >= WRITE_STEP_WH;
      if (isFar || lostWh > 0) remember();
      return yieldWh + addedWh;
    },
    forget: () => file.forget(),
    async close() {
      if (counters.size > 0) remember();
      await file.close();
    },
  };
}

function readContent(value: unknown): Content | undefined {
  const { units, counters } = Object(value);
  if (!Array.isArray(units) || !Array.isArray(counters)) return undefined;
  const isText = (one: unknown) => typeof one === 'string';
  return {
    units: units.filter((one) => Array.isArray(one) && isText(one[0]) && FREE_UNITS.includes(one[1])),
    counters: counters.filter(
      (one) => Array.isArray(one) && isText(one[0]) && Number.isFinite(one[1]) && Number.isFinite(one[2]),
    ),
  };
}
