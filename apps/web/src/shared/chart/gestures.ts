/** A part of an axis, in its own units. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What gestures read and change. */
export interface GestureTarget {
  /** What is shown now, and all that there is. */
  readonly shown: () => Range;
  readonly whole: () => Range;
  readonly show: (range: Range) => void;
  /** A gesture has come to its end: what is shown now stays. */
  readonly settle: () => void;
  /** Where the pointer is, in pixels from the left edge; undefined: it has gone. */
  readonly point: (leftPx: number | undefined) => void;
}

/** Less than this would show nothing. */
const SPAN_MIN_S = 120;
const WHEEL_FACTOR = 1.01;
/** A wheel does not say when it is let go. */
const WHEEL_ENDS_AFTER_MS = 200;

/** A range of at least the shortest length that lies in the whole, where there is one. */
export function rangeWithin({ min, max }: Range, whole: Range): Range {
  const length = Math.min(
    Math.max(max - min, Math.min(SPAN_MIN_S, whole.max - whole.min)),
    whole.max - whole.min,
  );
  const start = Math.min(Math.max((min + max - length) / 2, whole.min), whole.max - length);
  return { min: start, max: start + length };
}

/** What is shown once the axis has another length: all of it where that was so before, else the same part while there is one. */
export function rangeAfter(shown: Range, whole: Range, next: Range): Range {
  const wasWhole = shown.min <= whole.min && shown.max >= whole.max;
  const isThere = shown.min < next.max && shown.max > next.min;
  return wasWhole || !isThere ? next : rangeWithin(shown, next);
}

/** A range that is so many times as long around one of its values. */
export function zoomed({ min, max }: Range, factor: number, around = (min + max) / 2): Range {
  return { min: around - (around - min) * factor, max: around + (max - around) * factor };
}

/** The range in which two values lie below two fingers. */
export function pinched(
  values: readonly [number, number],
  pixels: readonly [number, number],
  widthPx: number,
): Range | undefined {
  const perPixel = (values[1] - values[0]) / (pixels[1] - pixels[0]);
  if (!Number.isFinite(perPixel) || perPixel <= 0) return undefined;
  const min = values[0] - pixels[0] * perPixel;
  return { min, max: min + widthPx * perPixel };
}

/**
 * Fingers and mouse on a chart: one pointer reads values, and moves what is shown where that is a part only; two fingers
 * spread it. Scrolling the page up and down stays with the browser (`touch-action: pan-y`). Returns what ends it.
 */
export function followGestures(element: HTMLElement, target: GestureTarget): () => void {
  const fingers = new Map<number, number>();
  let pinch:
    | { readonly ids: readonly [number, number]; readonly values: readonly [number, number] }
    | undefined;

  /** Where the element lies. To ask for it lays out the page, which no step of a gesture has time for. */
  let place: { readonly leftPx: number; readonly widthPx: number } | undefined;
  let hasMoved = false;
  let wheelEnd: ReturnType<typeof setTimeout> | undefined;

  function placeNow() {
    if (place === undefined) {
      const { left, width } = element.getBoundingClientRect();
      place = { leftPx: left, widthPx: width };
    }
    return place;
  }
  function forgetPlace(): void {
    place = undefined;
  }
  const leftOf = (event: PointerEvent | WheelEvent) => event.clientX - placeNow().leftPx;
  const valueAtPx = (leftPx: number) => {
    const { min, max } = target.shown();
    return min + (leftPx / placeNow().widthPx) * (max - min);
  };
  function show(range: Range): void {
    hasMoved = true;
    target.show(rangeWithin(range, target.whole()));
  }
  function settle(): void {
    if (hasMoved) target.settle();
    hasMoved = false;
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    forgetPlace();
    const leftPx = leftOf(event);
    fingers.set(event.pointerId, leftPx);
    const [one, other] = [...fingers].sort(([, a], [, b]) => a - b);
    if (one !== undefined && other !== undefined) {
      pinch = { ids: [one[0], other[0]], values: [valueAtPx(one[1]), valueAtPx(other[1])] };
      target.point(undefined);
    } else {
      target.point(leftPx);
    }
  }

  function move(event: PointerEvent): void {
    const leftPx = leftOf(event);
    const beforePx = fingers.get(event.pointerId);
    if (beforePx === undefined) {
      if (event.pointerType === 'mouse') target.point(leftPx);
      return;
    }
    fingers.set(event.pointerId, leftPx);
    if (pinch !== undefined) {
      const [one, other] = pinch.ids;
      const range = pinched(
        pinch.values,
        [fingers.get(one) ?? 0, fingers.get(other) ?? 0],
        placeNow().widthPx,
      );
      if (range !== undefined) show(range);
      return;
    }
    const { min, max } = target.shown();
    const whole = target.whole();
    if (max - min < whole.max - whole.min) {
      const moved = ((beforePx - leftPx) / placeNow().widthPx) * (max - min);
      show({ min: min + moved, max: max + moved });
      return; // who moves does not read
    }
    target.point(leftPx);
  }

  /** A finger leaves the value that it has read; the mouse goes on. */
  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    pinch = undefined;
    if (fingers.size === 0) settle();
  }

  function leave(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && fingers.size === 0) target.point(undefined);
  }

  /** Two fingers on a touch pad come as a wheel with Ctrl. */
  function wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    show(zoomed(target.shown(), WHEEL_FACTOR ** event.deltaY, valueAtPx(leftOf(event))));
    clearTimeout(wheelEnd);
    wheelEnd = setTimeout(settle, WHEEL_ENDS_AFTER_MS);
  }

  const end = new AbortController();
  const { signal } = end;
  const resizes = new ResizeObserver(forgetPlace);
  resizes.observe(element);
  window.addEventListener('resize', forgetPlace, { signal });
  window.addEventListener('scroll', forgetPlace, { signal, capture: true, passive: true });
  element.addEventListener('pointerenter', forgetPlace, { signal });
  element.addEventListener('pointerdown', down, { signal });
  window.addEventListener('pointerup', up, { signal });
  window.addEventListener('pointercancel', up, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerleave', leave, { signal });
  element.addEventListener('wheel', wheel, { signal, passive: false });
  return () => {
    end.abort();
    resizes.disconnect();
    clearTimeout(wheelEnd);
  };
}
