import { describe, expect, it } from 'vitest';
import {
  clustersOf,
  isClosest,
  movedBy,
  onScreen,
  pointOf,
  viewOf,
  WORLD_SIZE,
  zoomedAt,
} from './map-view.ts';

const SIZE = { width: 800, height: 500 };
const MUNICH = { lat: 48.14, lon: 11.58 };
const BREST = { lat: 48.39, lon: -4.49 };

describe('the map', () => {
  it('knows where places are', () => {
    const { x, y } = pointOf({ lat: 0, lon: 0 });
    expect([x, y]).toEqual([WORLD_SIZE / 2, WORLD_SIZE / 2]);
    expect(pointOf(MUNICH).x).toBeGreaterThan(pointOf(BREST).x);
    expect(pointOf({ lat: 90, lon: 0 }).y).toBeGreaterThan(-10); // the pole is infinitely far away
  });

  it('shows all sites as large as they fit', () => {
    const points = [pointOf(MUNICH), pointOf(BREST)];
    const view = viewOf(points, SIZE);
    const shown = points.map((point) => onScreen(point, view, SIZE));
    for (const { x, y } of shown) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(SIZE.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(SIZE.height);
    }
    expect(Math.abs((shown[0]?.x ?? 0) - (shown[1]?.x ?? 0))).toBeGreaterThan(SIZE.width / 2);
  });

  it.each([
    ['on a desk', { width: 1300, height: 558 }],
    ['on a phone', { width: 358, height: 523 }],
    ['as low as it gets', { width: 1440, height: 320 }],
  ])('shows sites all around the world, each with its whole sign, %s', (_, size) => {
    const ends = [89, -89].flatMap((lat) => [179.9, -180].map((lon) => pointOf({ lat, lon })));
    const view = viewOf(ends, size);
    const half = 22; // of the largest sign, and a bit
    for (const { x, y } of ends.map((point) => onScreen(point, view, size))) {
      expect(x).toBeGreaterThan(half);
      expect(x).toBeLessThan(size.width - 60 - half); // the buttons are there
      expect(y).toBeGreaterThan(half);
      expect(y).toBeLessThan(size.height - half);
    }
    const middle = { x: size.width / 2, y: size.height / 2 };
    // What is smaller than the world at most is becomes no larger by looking from farther, or by moving.
    expect(zoomedAt(view, 0.5, middle, size).scale).toBe(view.scale);
    expect(movedBy(view, 10, 10, size).scale).toBe(view.scale);
    expect(zoomedAt(view, 1.5, middle, size).scale).toBeCloseTo(view.scale * 1.5, 9);
  });

  it('keeps what is below the mouse where it is while it zooms', () => {
    const view = viewOf([pointOf(MUNICH), pointOf(BREST)], SIZE);
    const at = onScreen(pointOf(MUNICH), view, SIZE);
    const after = onScreen(pointOf(MUNICH), zoomedAt(view, 1.5, at, SIZE), SIZE);
    expect(after.x).toBeCloseTo(at.x, 6);
    expect(after.y).toBeCloseTo(at.y, 6);
  });

  it('goes along with the finger, and not out of the world', () => {
    const view = viewOf([pointOf(MUNICH)], SIZE);
    const before = onScreen(pointOf(MUNICH), view, SIZE);
    const after = onScreen(pointOf(MUNICH), movedBy(view, 50, -20, SIZE), SIZE);
    expect(after.x - before.x).toBeCloseTo(50, 6);
    expect(after.y - before.y).toBeCloseTo(-20, 6);
    expect(movedBy(view, 1e9, 1e9, SIZE)).toMatchObject({ x: 0, y: 0 });
    expect(isClosest(zoomedAt(view, 1e9, before, SIZE))).toBe(true);
  });
});

describe('signs that lie near each other', () => {
  const placed = Array.from({ length: 300 }, (_, item) => ({
    x: (item * 37) % 90,
    y: (item * 53) % 70,
    item,
  }));

  it('are one, so that no two cover each other, and none is lost', () => {
    for (const scale of [2, 6, 20]) {
      const clusters = clustersOf(placed, scale);
      expect(clusters.flatMap(({ items }) => items).sort((one, other) => one - other)).toEqual(
        placed.map(({ item }) => item),
      );
      const apart = clusters.flatMap((one, place) =>
        clusters.slice(place + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y) * scale),
      );
      expect(Math.min(...apart, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(44);
    }
  });

  it('come apart from nearer', () => {
    expect(clustersOf(placed, 20).length).toBeGreaterThan(clustersOf(placed, 2).length);
  });
});
