import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { type MapView, movedBy, type Point, type Size, zoomedAt } from './map-view.ts';

const KEY_PX = 80;
export const ZOOM_STEP = 1.6;
/** How much a turn of the wheel does. */
const WHEEL_STEP = 0.0015;

interface GestureParts {
  readonly place: RefObject<HTMLElement | null>;
  readonly size: Size;
  readonly change: (next: (view: MapView) => MapView) => void;
  readonly fit: () => void;
}

/** Moves the map with one finger or the mouse, zooms it with two, the wheel or keys. */
export function useGestures({ place, size, change, fit }: GestureParts) {
  const pointers = useRef(new Map<number, Point>());

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = place.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { x: clientX - left, y: clientY - top };
  };

  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault(); // the page stays where it is
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 32;
    const at = pointOf(event);
    change((view) => zoomedAt(view, Math.exp(-pixels * WHEEL_STEP), at, size));
  });
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const listener = (event: WheelEvent) => turn(event);
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, [place]);

  function move(event: PointerEvent): void {
    const known = pointers.current;
    const before = known.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const other = [...known].find(([id]) => id !== event.pointerId)?.[1];
    known.set(event.pointerId, now);
    if (other === undefined) {
      change((view) => movedBy(view, now.x - before.x, now.y - before.y, size));
      return;
    }
    const apart = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    change((view) => {
      const moved = movedBy(view, (now.x - before.x) / 2, (now.y - before.y) / 2, size);
      return zoomedAt(moved, apart(now) / apart(before), middle, size);
    });
  }

  const middle = { x: size.width / 2, y: size.height / 2 };
  const KEYS: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => change((view) => movedBy(view, KEY_PX, 0, size)),
    ArrowRight: () => change((view) => movedBy(view, -KEY_PX, 0, size)),
    ArrowUp: () => change((view) => movedBy(view, 0, KEY_PX, size)),
    ArrowDown: () => change((view) => movedBy(view, 0, -KEY_PX, size)),
    '+': () => change((view) => zoomedAt(view, ZOOM_STEP, middle, size)),
    '-': () => change((view) => zoomedAt(view, 1 / ZOOM_STEP, middle, size)),
    '0': fit,
  };

  return {
    onPointerDown(event: PointerEvent): void {
      // A press on a sign is meant for that.
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a, button')))
        return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, pointOf(event));
    },
    onPointerMove: move,
    onPointerUp: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    onKeyDown(event: KeyboardEvent): void {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const action = KEYS[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    },
  };
}
