import { medianInPlace } from './statistics.ts';
import { DAYS, newStringMemory, SLOTS, type StringMemory, valueAt } from './string-memory.ts';

/** Before it is this bright in comparison with the brightest day, the sky may be grey, and then all planes look alike. */
const CLEAR_SHARE = 0.6;
const CLEAR_MIN = 0.15;
/** In this little light a value says nothing. */
const NOTHING = 0.005;
/** So many clear quarters of an hour must be known of a string, about eight hours. */
const CLEAR_CELLS_MIN = 32;
/** How far the shapes of two days may differ, as the typical distance of their logarithms. Noise alone makes about 0.03. */
const SAME_WAY_MAX = 0.1;

/** Work that is done piece by piece, so that live values need not wait for all of it. */
export type InPieces<Result> = Generator<undefined, Result>;

/**
 * Which strings look the same way, learnt from how their power goes over clear days: of two on one roof it keeps its
 * proportion from morning to evening. How high they are does not matter, and a tree before one of them does not as long as
 * it stands there for less than half of the day. Of each string the number of its group; undefined while nobody knows.
 */
export function* learnGroups(
  strings: readonly StringMemory[],
  today: number,
): InPieces<(number | undefined)[]> {
  const clear = clearCells(strings, today);
  yield;
  const shapes: Shape[] = [];
  for (const string of strings) {
    shapes.push(shapeOf(string, clear));
    yield;
  }
  const known = shapes.flatMap((shape, index) => (countOf(shape) >= CLEAR_CELLS_MIN ? [index] : []));
  const firsts = yield* assign(known, shapes, []);
  // Once more, now by what the members of a group have in common.
  const commons: Shape[] = [];
  for (const members of groupsOf(firsts)) {
    commons.push(commonOf(members.map((index) => shapes[index] ?? EMPTY)));
    yield;
  }
  const finals = yield* assign(known, shapes, commons);
  return strings.map((_, index) => finals.get(index));
}

interface Cell {
  readonly day: number;
  readonly slot: number;
}

/** Quarters of an hour with a clear sky, as far as that can be told from the plant alone. */
function clearCells(strings: readonly StringMemory[], today: number): Cell[] {
  const cells: Cell[] = [];
  const days = Array.from({ length: DAYS }, (_, back) => today - back);
  const brightest = brightestOf(strings);
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const brightness = days.map((day) => valueAt(brightest, day, slot) ?? 0);
    const bound = Math.max(CLEAR_MIN, CLEAR_SHARE * Math.max(...brightness));
    for (const [index, day] of days.entries()) {
      if ((brightness[index] ?? 0) >= bound) cells.push({ day, slot });
    }
  }
  return cells;
}

/** What the best of them gave. As it is remembered, from its first byte to its last: live values wait for it. */
function brightestOf(strings: readonly StringMemory[]): StringMemory {
  const brightest = newStringMemory('', 0, 0);
  const most = brightest.values;
  for (const { values } of strings) {
    for (let place = 0; place < most.length; place += 1) {
      const value = values[place] ?? 0;
      if (value > (most[place] ?? 0)) most[place] = value;
    }
  }
  return brightest;
}

/** Logarithms, cell by cell; NaN where nothing is known. */
type Shape = Float64Array;

function shapeOf(string: StringMemory, cells: readonly Cell[]): Shape {
  const shape = new Float64Array(cells.length);
  cells.forEach(({ day, slot }, index) => {
    const value = valueAt(string, day, slot) ?? 0;
    shape[index] = value > NOTHING ? Math.log(value) : Number.NaN;
  });
  return shape;
}

function countOf(shape: Shape): number {
  let count = 0;
  for (const value of shape) if (!Number.isNaN(value)) count += 1;
  return count;
}

/** How much higher one shape is than another in each cell in which both are known; how many cells these are. */
function putDifferences(one: Shape, other: Shape, differences: Float64Array): number {
  let count = 0;
  for (let cell = 0; cell < one.length; cell += 1) {
    const difference = (one[cell] ?? Number.NaN) - (other[cell] ?? Number.NaN);
    if (Number.isNaN(difference)) continue;
    differences[count] = difference;
    count += 1;
  }
  return count;
}

/** The typical distance of two shapes, whatever the height of each; `differences` has room for those of all cells. */
function distanceOf(one: Shape, other: Shape, differences: Float64Array): number {
  const count = putDifferences(one, other, differences);
  if (count < CLEAR_CELLS_MIN / 2) return Number.POSITIVE_INFINITY;
  const middle = medianInPlace(differences, count);
  for (let index = 0; index < count; index += 1) {
    differences[index] = Math.abs((differences[index] ?? 0) - middle);
  }
  return medianInPlace(differences, count);
}

/** Puts each string to the nearest group; one that is near to none begins its own. */
function* assign(
  known: readonly number[],
  shapes: readonly Shape[],
  commons: readonly Shape[],
): InPieces<Map<number, number>> {
  const centres = [...commons];
  const groups = new Map<number, number>();
  const differences = new Float64Array(shapes[0]?.length ?? 0);
  for (const index of known) {
    const shape = shapes[index] ?? EMPTY;
    const distances = centres.map((centre) => distanceOf(shape, centre, differences));
    const nearest = Math.min(...distances);
    if (nearest <= SAME_WAY_MAX) groups.set(index, distances.indexOf(nearest));
    else groups.set(index, centres.push(shape) - 1);
    yield;
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

const EMPTY: Shape = new Float64Array(0);

/** Shapes put to the same height, and of these the middle in every cell. */
function commonOf(shapes: readonly Shape[]): Shape {
  const [first = EMPTY] = shapes;
  const differences = new Float64Array(first.length);
  const levels = shapes.map((shape) => {
    const count = putDifferences(shape, first, differences);
    return count === 0 ? 0 : medianInPlace(differences, count);
  });
  const values = new Float64Array(shapes.length);
  return first.map((_, cell) => {
    let count = 0;
    shapes.forEach((shape, index) => {
      const value = (shape[cell] ?? Number.NaN) - (levels[index] ?? 0);
      if (Number.isNaN(value)) return;
      values[count] = value;
      count += 1;
    });
    return medianInPlace(values, count);
  });
}
