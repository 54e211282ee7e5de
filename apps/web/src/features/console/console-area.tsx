import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import styles from './console.module.css';
import type { ConsoleLine } from './console-lines.ts';
import { LINES_MAX } from './console-store.ts';

interface ConsoleAreaProps {
  readonly label: string;
  readonly lines: readonly ConsoleLine[];
  /** Characters of the longest line. */
  readonly longest: number;
  /** The end stays in sight. */
  readonly follows: boolean;
  readonly onFollow: (follows: boolean) => void;
  /** Stands there while there are no lines. */
  readonly empty: string;
}

// Source: docs/specification-check.md#2-screens-and-routes.
const VISIBLE_ROWS = 24;
/** Drawn above and below those in sight: scrolling comes before drawing. */
const SPARE_ROWS = 24;
/** The height of a row, as in the styles. */
const ROW_REM = 1.25;

/** Rows by their place among the lines, the last one not included. */
interface Rows {
  readonly from: number;
  readonly to: number;
}

const ALL_ROWS: Rows = { from: 0, to: LINES_MAX };

/**
 * The lines, 24 in sight. Only rows near those in sight are in the document, and those that are selected. Scrolling up
 * or selecting holds the lines, scrolling to the end lets them go on. It is no `memo`, in which React 19.2 leaves
 * effect events with what they knew first.
 */
export function ConsoleArea(props: ConsoleAreaProps) {
  const { label, lines, longest, follows, onFollow, empty } = props;
  const area = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const { top, onScroll } = useScrolling(area, props);
  const from = Math.max(0, (follows ? lines.length - VISIBLE_ROWS : top) - SPARE_ROWS);
  const { selected, selectAll } = useSelectedRows(rows, from, follows, () => onFollow(false));
  const first = Math.min(from, selected?.from ?? from);
  const end = Math.max(from + VISIBLE_ROWS + 2 * SPARE_ROWS, selected?.to ?? 0);
  // Lines that are held are not drawn anew while others come.
  const drawn = useMemo(
    () =>
      lines.slice(first, end).map(({ id, text, level }) => (
        <div key={id} className={styles.row} data-level={level}>
          {text}
        </div>
      )),
    [lines, first, end],
  );

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'a' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    selectAll();
  }

  return (
    <div
      ref={area}
      className={styles.area}
      role="log"
      aria-live="off" // nobody can listen that fast
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      {lines.length === 0 && <p className={styles.empty}>{empty}</p>}
      <div style={{ height: `${lines.length * ROW_REM}rem`, minWidth: `${longest}ch` }}>
        <div ref={rows} style={{ transform: `translateY(${first * ROW_REM}rem)` }}>
          {drawn}
        </div>
      </div>
    </div>
  );
}

type Box = React.RefObject<HTMLDivElement | null>;

function rowHeightPx(box: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(box).lineHeight) || 20;
}

function rowInSight(box: HTMLElement): number {
  return Math.floor(box.scrollTop / rowHeightPx(box));
}

/** Keeps the end in sight while it is wanted, and follows what the user wants by scrolling. */
function useScrolling(area: Box, { lines, follows, onFollow }: ConsoleAreaProps) {
  const [top, setTop] = useState(0);
  const [wasFollowing, setWasFollowing] = useState(follows);
  const lastTopPx = useRef(0);
  const before = useRef(lines);
  if (wasFollowing !== follows) {
    setWasFollowing(follows);
    setTop(lines.length - VISIBLE_ROWS); // so that a selection which holds the lines keeps its rows
  }

  useLayoutEffect(() => {
    const box = area.current;
    if (box === null) return;
    if (follows && lines.length > 0) box.scrollTop = box.scrollHeight;
    else {
      // What is read stays in its place when older lines are dropped.
      const firstId = lines[0]?.id ?? 0;
      box.scrollTop -= before.current.filter(({ id }) => id < firstId).length * rowHeightPx(box);
      setTop(rowInSight(box));
    }
    before.current = lines;
    lastTopPx.current = box.scrollTop;
  }, [area, lines, follows]);

  function onScroll(): void {
    const box = area.current;
    if (box === null) return;
    const isDown = box.scrollTop > lastTopPx.current;
    lastTopPx.current = box.scrollTop;
    const isAtEnd = box.scrollHeight - box.clientHeight - box.scrollTop < 2; // zoomed pages have parts of pixels
    if (follows !== isAtEnd && (follows || isDown)) onFollow(isAtEnd);
    if (!(follows && isAtEnd)) setTop(rowInSight(box));
  }
  return { top, onScroll };
}

/** The rows that the user's selection touches: they must stay in the document, or it would break. */
function useSelectedRows(rows: Box, firstRow: number, follows: boolean, onSelect: () => void) {
  const [selected, setSelected] = useState<Rows>();
  const isOver = follows && selected !== undefined;

  const follow = useEffectEvent(() => {
    const selection = document.getSelection();
    const box = rows.current;
    if (selection === null || selection.isCollapsed || !box?.contains(selection.anchorNode)) {
      return setSelected(undefined);
    }
    onSelect();
    const first = Math.min(firstRow, selected?.from ?? firstRow);
    const touched = [...box.children].flatMap((row, index) => {
      const isEnd = row.contains(selection.anchorNode) || row.contains(selection.focusNode);
      return isEnd ? [first + index] : [];
    });
    if (touched.length === 0) return; // the rows as a whole
    setSelected((before) => ({
      from: Math.min(before?.from ?? LINES_MAX, ...touched),
      to: Math.max(before?.to ?? 0, ...touched.map((row) => row + 1)),
    }));
  });

  useEffect(() => {
    const listener = () => follow();
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, []);

  useLayoutEffect(() => {
    if (isOver) document.getSelection()?.removeAllRanges(); // or its rows would hold the lines once more
  }, [isOver]);

  return {
    selected,
    selectAll(): void {
      onSelect();
      flushSync(() => setSelected(ALL_ROWS));
      if (rows.current !== null) document.getSelection()?.selectAllChildren(rows.current);
    },
  };
}
