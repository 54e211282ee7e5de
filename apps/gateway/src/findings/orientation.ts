import { medianOf } from './statistics.ts';
import { DAYS, SLOTS, type StringMemory, valueAt } from './string-memory.ts';

/** Before it is this bright in comparison with the brightest day, the sky may be grey, and then all planes look alike. */
const CLEAR_SHARE = 0.6;
const CLEAR_MIN = 0.15;
/** In this little light a value says nothing. */
const NOTHING = 0.005;
/** So many clear quarters of an hour must be known of a string, about eight hours. */
const CLEAR_CELLS_MIN = 32;
/** How far the shapes of two days may differ, as the typical distance of their logarithms. Noise alone makes about 0.03. */
const SAME_WAY_MAX = 0.1;

/**
 * Which strings look the same way, learnt from how their power goes over clear days: of two on one roof it keeps its
 * proportion from morning to evening. How high they are does not matter, and a tree before one of them does not as long as
 * it stands there for less than half of the day. Of each string the number of its group; undefined while nobody knows.
 */
export function learnGroups(strings: readonly StringMemory[], today: number): (number | undefined)[] {
  const clear = clearCells(strings, today);
  const shapes = strings.map((string) => shapeOf(string, clear));
  const known = shapes.flatMap((shape, index) => (countOf(shape) >= CLEAR_CELLS_MIN ? [index] : []));
  const firsts = assign(known, shapes, []);
  // Once more, now by what the members of a group have in common.
  const commons = groupsOf(firsts).map((members) => commonOf(members.map((index) => shapes[index] ?? [])));
  const finals = assign(known, shapes, commons);
  return strings.map((_, index) => finals.get(index));
}

interface Cell {
  readonly day: number;
  readonly slot: number;
}

/** Quarters of an hour with a clear sky, as far as that can be told from the plant alone. */
function clearCells(strings: readonly StringMemory[], today: number): Cell[] {
  const cells: Cell[] = [];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const days = Array.from({ length: DAYS }, (_, back) => today - back);
    const brightness = days.map((day) =>
      Math.max(...strings.map((string) => valueAt(string, day, slot) ?? 0)),
    );
    const bound = Math.max(CLEAR_MIN, CLEAR_SHARE * Math.max(...brightness));
    for (const [index, day] of days.entries()) {
      if ((brightness[index] ?? 0) >= bound) cells.push({ day, slot });
    }
  }
  return cells;
}

/** Logarithms, cell by cell; NaN where nothing is known. */
type Shape = readonly number[];

function shapeOf(string: StringMemory, cells: readonly Cell[]): Shape {
  return cells.map(({ day, slot }) => {
    const value = valueAt(string, day, slot) ?? 0;
    return value > NOTHING ? Math.log(value) : Number.NaN;
  });
}

const countOf = (shape: Shape) => shape.filter((value) => !Number.isNaN(value)).length;

/** The typical distance of two shapes, whatever the height of each. */
function distanceOf(one: Shape, other: Shape): number {
  const differences = one
    .map((value, index) => value - (other[index] ?? Number.NaN))
    .filter((difference) => !Number.isNaN(difference));
  if (differences.length < CLEAR_CELLS_MIN / 2) return Number.POSITIVE_INFINITY;
  const middle = medianOf(differences);
  return medianOf(differences.map((difference) => Math.abs(difference - middle)));
}

/** Puts each string to the nearest group; one that is near to none begins its own. */
function assign(
  known: readonly number[],
  shapes: readonly Shape[],
  commons: readonly Shape[],
): Map<number, number> {
  const centres = [...commons];
  const groups = new Map<number, number>();
  for (const index of known) {
    const shape = shapes[index] ?? [];
    const distances = centres.map((centre) => distanceOf(shape, centre));
    const nearest = Math.min(...distances);
    if (nearest <= SAME_WAY_MAX) groups.set(index, distances.indexOf(nearest));
    else groups.set(index, centres.push(shape) - 1);
  }
  return groups;
}

function groupsOf(groups: ReadonlyMap<number, number>): number[][] {
  const members: number[][] = [];
  for (const [index, group] of groups) {
    const list = members[group] ?? [];
    members[group] = [...list, index];
  }
  return members.filter((list) => list !== undefined);
}

/** Shapes put to the same height, and of these the middle in every cell. */
function commonOf(shapes: readonly Shape[]): Shape {
  const [first = []] = shapes;
  const level = shapes.map((shape) => {
    const differences = shape
      .map((value, index) => value - (first[index] ?? Number.NaN))
      .filter((difference) => !Number.isNaN(difference));
    return differences.length === 0 ? 0 : medianOf(differences);
  });
  return first.map((_, cell) => {
    const values = shapes
      .map((shape, index) => (shape[cell] ?? Number.NaN) - (level[index] ?? 0))
      .filter((value) => !Number.isNaN(value));
    return values.length === 0 ? Number.NaN : medianOf(values);
  });
}
