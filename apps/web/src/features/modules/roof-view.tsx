import { Maximize2, ZoomIn, ZoomOut } from 'lucide';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { ModuleTile } from './module-tile.tsx';
import { boundsOf, moved, placeAfterKey, type RoofPlace, type RoofPlaces } from './roof-layout.ts';
import type { RoofModule } from './roof-module.ts';
import styles from './roof-view.module.css';

interface RoofViewProps {
  readonly modules: readonly RoofModule[];
  readonly places: RoofPlaces;
  readonly top: number;
  /** Given while the roof is arranged. */
  readonly onPlaces: ((places: RoofPlaces) => void) | undefined;
  readonly onOpen: (module: RoofModule) => void;
}

/** Of a tile at full size. */
const TILE = { widthPx: 104, heightPx: 124, gapPx: 6 } as const;
/** A tile that is smaller has no room for its number. */
const READABLE_ZOOM = 0.66;
const ZOOM = { min: 0.16, max: 1.5, step: 1.25 } as const;

/** The modules as they lie on the roof: to look at, to enlarge, and, for who may, to arrange. */
export function RoofView({ modules, places, top, onPlaces, onOpen }: RoofViewProps) {
  const { modules: t } = useTexts('modules');
  const frame = useRef<HTMLDivElement>(null);
  const placed = modules.filter(({ key }) => places.has(key));
  const bounds = boundsOf(placed.map(({ key }) => places.get(key)).filter((place) => place !== undefined));
  // While it is arranged there is a free column and row on each side.
  const margin = onPlaces === undefined ? 0 : 1;
  const first: RoofPlace = { column: bounds.left - margin, row: bounds.top - margin };
  const columns = bounds.columns + 2 * margin;
  const rows = bounds.rows + 2 * margin;
  const { zoom, fit, enlarge } = useZoom(frame, columns);
  const [message, setMessage] = useState('');

  function place(module: RoofModule, to: RoofPlace): void {
    const next = moved(places, module.key, to);
    const other = modules.find(({ key }) => key === next.swapped);
    const { left, top: upper } = boundsOf(next.places.values());
    setMessage(
      other === undefined
        ? t.movedTo(module.title, to.column - left + 1, to.row - upper + 1)
        : t.swapped(module.title, other.title),
    );
    onPlaces?.(next.places);
  }

  const drag = useDrag({ frame, zoom, placeOf: (key) => places.get(key), onDrop: place, onOpen });
  const size = (px: number) => `${px * zoom}px`;
  const grid: CSSProperties = {
    gridTemplateColumns: `repeat(${columns}, ${size(TILE.widthPx)})`,
    gridTemplateRows: `repeat(${rows}, ${size(TILE.heightPx)})`,
    gap: size(TILE.gapPx),
  };
  const cell = ({ column, row }: RoofPlace): CSSProperties => ({
    gridColumn: column - first.column + 1,
    gridRow: row - first.row + 1,
  });

  function onKeyDown(event: KeyboardEvent, module: RoofModule): void {
    const from = places.get(module.key);
    if (onPlaces === undefined || from === undefined) return;
    const to = placeAfterKey(event.key, from);
    if (to === undefined) return;
    event.preventDefault();
    place(module, to);
  }

  return (
    <div className={styles.roof}>
      <fieldset className={styles.zoom} aria-label={t.zoom}>
        <Button
          variant="bare"
          aria-label={t.zoomOut}
          title={t.zoomOut}
          onClick={() => enlarge(1 / ZOOM.step)}
        >
          <Icon of={ZoomOut} size={20} />
        </Button>
        <Button variant="bare" aria-label={t.zoomIn} title={t.zoomIn} onClick={() => enlarge(ZOOM.step)}>
          <Icon of={ZoomIn} size={20} />
        </Button>
        <Button variant="bare" aria-label={t.wholeRoof} title={t.wholeRoof} onClick={fit}>
          <Icon of={Maximize2} size={20} />
        </Button>
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for those who do so by keyboard too */}
      <section ref={frame} className={styles.frame} aria-label={t.roof} tabIndex={0}>
        <div className={styles.grid} style={grid} data-arranging={onPlaces !== undefined}>
          {drag.target !== undefined && <div className={styles.target} style={cell(drag.target)} />}
          {placed.map((module) => {
            const at = places.get(module.key);
            return (
              at && (
                <ModuleTile
                  key={module.key}
                  module={module}
                  top={top}
                  className={styles.placed}
                  style={{ ...cell(at), ...(drag.key === module.key && { translate: drag.shift }) }}
                  data-dragged={drag.key === module.key || undefined}
                  aria-roledescription={onPlaces && t.movable}
                  onClick={
                    onPlaces === undefined
                      ? () => onOpen(module)
                      : (event) => {
                          if (event.detail === 0) onOpen(module); // by key; the pointer has ways of its own
                        }
                  }
                  onKeyDown={(event) => onKeyDown(event, module)}
                  {...(onPlaces && drag.handlers(module))}
                />
              )
            );
          })}
        </div>
      </section>
      <p className="visually-hidden" aria-live="polite">
        {message}
      </p>
    </div>
  );
}

/** As large as fits, but no smaller than can be read, until somebody chooses otherwise. */
function useZoom(frame: RefObject<HTMLElement | null>, columns: number) {
  const [widthPx, setWidth] = useState<number>();
  const [chosen, setChosen] = useState<number>();
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    if (typeof ResizeObserver === 'undefined') return; // a browser of tests
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  const neededPx = columns * (TILE.widthPx + TILE.gapPx) - TILE.gapPx;
  const whole = widthPx === undefined || widthPx === 0 ? 1 : (widthPx - 2) / neededPx;
  const within = (zoom: number) => Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));
  const zoom = chosen ?? Math.min(1, Math.max(READABLE_ZOOM, whole));
  return {
    zoom,
    enlarge: (factor: number) => setChosen(within(zoom * factor)),
    fit: () => setChosen(within(Math.min(1, whole))),
  };
}

interface Drag {
  readonly key: string;
  readonly module: RoofModule;
  readonly pointerId: number;
  readonly startX: number;
  readonly startY: number;
  readonly dx: number;
  readonly dy: number;
  readonly isMoving: boolean;
}

interface DragOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly zoom: number;
  readonly placeOf: (key: string) => RoofPlace | undefined;
  readonly onDrop: (module: RoofModule, to: RoofPlace) => void;
  readonly onOpen: (module: RoofModule) => void;
}

/** A press that goes no further than this is a press, and no drag. */
const DRAG_FROM_PX = 5;
/** So near to the edge of what is seen, the rest comes into sight. */
const EDGE_PX = 32;
const SCROLL_PX = 12;

/** -1 before the first of two edges, 1 behind the last, 0 between them. */
function beyond(at: number, first: number, last: number): -1 | 0 | 1 {
  if (at > last) return 1;
  return at < first ? -1 : 0;
}

/** Moves a tile with mouse, pen or finger; where it is let go it snaps into the next cell. */
function useDrag({ frame, zoom, placeOf, onDrop, onOpen }: DragOptions) {
  const [drag, setDrag] = useState<Drag>();

  function targetOf({ key, dx, dy }: Drag): RoofPlace | undefined {
    const from = placeOf(key);
    if (from === undefined) return undefined;
    return {
      column: from.column + Math.round(dx / ((TILE.widthPx + TILE.gapPx) * zoom)),
      row: from.row + Math.round(dy / ((TILE.heightPx + TILE.gapPx) * zoom)),
    };
  }

  /** Where the pointer is on the roof, however far that is scrolled. */
  function pointOf(event: PointerEvent): readonly [x: number, y: number] {
    const { scrollLeft = 0, scrollTop = 0 } = frame.current ?? {};
    return [event.clientX + scrollLeft, event.clientY + scrollTop + window.scrollY];
  }

  function scrollAtEdge(event: PointerEvent): void {
    const element = frame.current;
    if (element === null) return;
    const { left, right } = element.getBoundingClientRect();
    element.scrollLeft += SCROLL_PX * beyond(event.clientX, left + EDGE_PX, right - EDGE_PX);
    const down = beyond(event.clientY, 2 * EDGE_PX, window.innerHeight - EDGE_PX);
    if (down !== 0) window.scrollBy(0, down * SCROLL_PX);
  }

  return {
    key: drag?.isMoving ? drag.key : undefined,
    shift: drag === undefined ? undefined : `${drag.dx}px ${drag.dy}px`,
    target: drag?.isMoving ? targetOf(drag) : undefined,
    handlers: (module: RoofModule) => ({
      onPointerDown(event: PointerEvent<HTMLElement>): void {
        if (event.button !== 0 || drag !== undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const [startX, startY] = pointOf(event);
        const { pointerId } = event;
        setDrag({ key: module.key, module, pointerId, startX, startY, dx: 0, dy: 0, isMoving: false });
      },
      onPointerMove(event: PointerEvent<HTMLElement>): void {
        if (drag === undefined || event.pointerId !== drag.pointerId) return;
        scrollAtEdge(event);
        const [x, y] = pointOf(event);
        const [dx, dy] = [x - drag.startX, y - drag.startY];
        const isMoving = drag.isMoving || Math.hypot(dx, dy) > DRAG_FROM_PX;
        setDrag({ ...drag, dx, dy, isMoving });
      },
      onPointerUp(event: PointerEvent<HTMLElement>): void {
        if (drag === undefined || event.pointerId !== drag.pointerId) return;
        setDrag(undefined);
        const to = targetOf(drag);
        if (!drag.isMoving) onOpen(module);
        else if (to !== undefined) onDrop(module, to);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}
