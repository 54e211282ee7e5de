import { geoMercator } from 'd3-geo';

/** The world is so many units wide and high; a unit is about 40 km at the equator. */
export const WORLD_SIZE = 1000;
/** Mercator ends before the poles. */
const FARTHEST_LATITUDE = 85;
/** A place is known to a kilometre: nearer there is nothing more to see. */
const CLOSEST_SCALE = 60;
/** What stands alone is shown with what is around it. */
const SCALE_OF_ONE = 30;
const MARGIN = 0.82;
/** At the right edge, where the buttons are: no sign lies below them. */
const BESIDE_BUTTONS_PX = 84;
/** As long as the picture has no size yet, or hardly any. */
const SMALLEST_PX = 200;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Which part of the world is seen: its middle, and how many pixels a unit has. */
export interface MapView extends Point {
  readonly scale: number;
}

export const projection = geoMercator()
  .scale(WORLD_SIZE / (2 * Math.PI))
  .translate([WORLD_SIZE / 2, WORLD_SIZE / 2]);

export function pointOf({ lat, lon }: { readonly lat: number; readonly lon: number }): Point {
  const latitude = Math.min(FARTHEST_LATITUDE, Math.max(-FARTHEST_LATITUDE, lat));
  const [x, y] = projection([lon, latitude]) ?? [0, 0];
  return { x, y };
}

/** All points as large as they fit, with room for their signs at the edges; with nothing to show, the world. */
export function viewOf(points: readonly Point[], size: Size): MapView {
  const [first] = points;
  if (first === undefined)
    return within({ x: WORLD_SIZE / 2, y: WORLD_SIZE / 2, scale: 0 }, smallestOf(size));
  let [left, right, top, bottom] = [first.x, first.x, first.y, first.y];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const besideLeftPx = ((1 - MARGIN) / 2) * size.width;
  const besideRightPx = Math.max(besideLeftPx, BESIDE_BUTTONS_PX);
  const widthPx = Math.max(size.width - besideLeftPx - besideRightPx, SMALLEST_PX);
  const heightPx = Math.max(MARGIN * size.height, SMALLEST_PX);
  const scale = Math.min(
    SCALE_OF_ONE,
    widthPx / (right - left || Number.EPSILON),
    heightPx / (bottom - top || Number.EPSILON),
  );
  const x = (left + right + (besideRightPx - besideLeftPx) / scale) / 2;
  // Points that lie all around the world are all shown, though it does not fill the picture then.
  return within({ x, y: (top + bottom) / 2, scale }, 0);
}

/** The world fills the width; one that is shown smaller already becomes no larger by that. */
const smallestOf = ({ width }: Size, now = Number.POSITIVE_INFINITY) =>
  Math.min(now, Math.max(width, SMALLEST_PX) / WORLD_SIZE);

/** Neither past the end of the world nor nearer than there is something to see. */
function within({ x, y, scale }: MapView, smallest: number): MapView {
  const inWorld = (value: number) => Math.min(WORLD_SIZE, Math.max(0, value));
  return {
    x: inWorld(x),
    y: inWorld(y),
    scale: Math.min(CLOSEST_SCALE, Math.max(smallest, scale)),
  };
}

export const isClosest = ({ scale }: MapView) => scale >= CLOSEST_SCALE;

/** Where a point is on the screen. */
export const onScreen = ({ x, y }: Point, view: MapView, size: Size): Point => ({
  x: (x - view.x) * view.scale + size.width / 2,
  y: (y - view.y) * view.scale + size.height / 2,
});

/** Nearer or farther, so that what is at this place of the screen stays there. */
export function zoomedAt(view: MapView, factor: number, at: Point, size: Size): MapView {
  const smallest = smallestOf(size, view.scale);
  const { scale } = within({ ...view, scale: view.scale * factor }, smallest);
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2];
  return within(
    { x: view.x + dx / view.scale - dx / scale, y: view.y + dy / view.scale - dy / scale, scale },
    smallest,
  );
}

/** Moved by so many pixels: what is shown goes along with the finger. */
export const movedBy = (view: MapView, dx: number, dy: number, size: Size): MapView =>
  within({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, smallestOf(size, view.scale));

export interface Placed<Item> extends Point {
  readonly item: Item;
}

/** What lies so near each other that its signs would cover each other. */
export interface Cluster<Item> extends Point {
  readonly items: readonly Item[];
}

const NEAR_PX = 44;

/** Each sign keeps its distance from all others. The same for the same points and scale, wherever the map is moved to. */
export function clustersOf<Item>(placed: readonly Placed<Item>[], scale: number): readonly Cluster<Item>[] {
  const nearUnits = NEAR_PX / scale;
  const clusters: { x: number; y: number; items: Item[] }[] = [];
  const cells = new Map<string, (typeof clusters)[number][]>();
  const cellOf = (value: number) => Math.floor(value / nearUnits);
  for (const { x, y, item } of placed) {
    const [column, row] = [cellOf(x), cellOf(y)];
    const around = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx} ${row + dy}`) ?? []),
    );
    const near = around.find((one) => Math.hypot(one.x - x, one.y - y) < nearUnits);
    if (near !== undefined) {
      near.items.push(item);
      continue;
    }
    const cluster = { x, y, items: [item] };
    clusters.push(cluster);
    const key = `${column} ${row}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [cluster]);
    else cell.push(cluster);
  }
  return clusters;
}
