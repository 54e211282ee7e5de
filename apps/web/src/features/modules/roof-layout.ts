import type { PlantModule } from '@heliograph/contract';
import { moduleKey } from './roof-module.ts';

/** Where a module lies on the roof; while it is arranged also left of and above what is there. */
export interface RoofPlace {
  readonly column: number;
  readonly row: number;
}

export type RoofPlaces = ReadonlyMap<string, RoofPlace>;

/** The smallest rectangle around some places. */
export interface RoofBounds {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

/** A string, as far as it matters where it lies. */
interface Placeable {
  readonly key: string;
  readonly serial: string;
}

/** The places that are stored. */
export function placesOf(modules: readonly PlantModule[]): RoofPlaces {
  return new Map(
    modules.flatMap(({ serial, string, column, row }) =>
      column === undefined || row === undefined
        ? []
        : [[moduleKey(serial, string), { column, row }] as const],
    ),
  );
}

export function boundsOf(places: Iterable<RoofPlace>): RoofBounds {
  const all = [...places];
  if (all.length === 0) return { left: 0, top: 0, columns: 0, rows: 0 };
  const columns = all.map(({ column }) => column);
  const rows = all.map(({ row }) => row);
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return { left, top, columns: Math.max(...columns) - left + 1, rows: Math.max(...rows) - top + 1 };
}

const WIDTH_MIN = 4;
const WIDTH_MAX = 16;

/**
 * Gives the strings that lie nowhere a place to begin with: below the others, those of an inverter beside each other. The
 * width is that of what is there, or of a roof that is about twice as wide as high.
 */
export function withAllPlaced(places: RoofPlaces, strings: readonly Placeable[]): RoofPlaces {
  const missing = strings.filter(({ key }) => !places.has(key));
  const bounds = boundsOf(places.values());
  const widthOfRoof = Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.ceil(Math.sqrt(2 * strings.length))));
  const width = Math.max(bounds.columns, widthOfRoof);
  const next = new Map(places);
  let [column, row] = [0, bounds.rows];
  for (const serial of new Set(missing.map((string) => string.serial))) {
    const block = missing.filter((string) => string.serial === serial);
    if (column > 0 && column + block.length > width) [column, row] = [0, row + 1];
    for (const { key } of block) {
      next.set(key, { column: bounds.left + column, row: bounds.top + row });
      column += 1;
    }
  }
  return next;
}

const isSame = (one: RoofPlace, other: RoofPlace) => one.column === other.column && one.row === other.row;

/** Moves a module; where another one lies, the two change places. `swapped` is that one. */
export function moved(
  places: RoofPlaces,
  key: string,
  to: RoofPlace,
): { readonly places: RoofPlaces; readonly swapped: string | undefined } {
  const from = places.get(key);
  const next = new Map(places);
  const [swapped] = [...places].find(([other, place]) => other !== key && isSame(place, to)) ?? [];
  next.set(key, to);
  if (swapped !== undefined && from !== undefined) next.set(swapped, from);
  return { places: next, swapped };
}

const STEPS: Readonly<Record<string, RoofPlace>> = {
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
};

/** Where a key leads from a place; undefined where it leads nowhere. */
export function placeAfterKey(key: string, from: RoofPlace): RoofPlace | undefined {
  const step = STEPS[key];
  return step && { column: from.column + step.column, row: from.row + step.row };
}

/** As it is stored: what lies furthest to the left and to the top has the first column and row. */
export function fromFirstCell(places: RoofPlaces): RoofPlaces {
  const { left, top } = boundsOf(places.values());
  return new Map(
    [...places].map(([key, { column, row }]) => [key, { column: column - left, row: row - top }]),
  );
}
