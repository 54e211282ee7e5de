import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type AmountUnit, amountText, axisTexts } from '../i18n/amount-text.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import styles from './chart.module.css';
import type { ChartAxis, ChartSeries } from './chart-content.ts';
import { valueAt } from './curves.ts';
import type { FootProps } from './foot.tsx';
import { type Range, zoomed } from './gestures.ts';
import { createPlot, type LookColours, type Plot, type PlotContent, type PlotMark } from './plot.ts';
import { nameStep, timeTicks, valueTicks } from './ticks.ts';

interface ChartProps {
  /** What it shows, for whoever cannot see it; the caption of the table. */
  readonly label: string;
  readonly axis: ChartAxis;
  readonly unit: AmountUnit;
  readonly series: readonly ChartSeries[];
  readonly marks?: readonly PlotMark[];
  /** At least so high is the axis, so that a dull day does not look like a bright one. */
  readonly atLeast?: number | undefined;
  /** Something else is asked for; what is shown is of before. */
  readonly isWaiting?: boolean;
  /** Without buttons and table: where the numbers are a click away. */
  readonly isSmall?: boolean;
  /** The part of the axis that is to be seen; undefined: all of it. */
  readonly range?: Range | undefined;
  /** Another part has come to stay. */
  readonly onRange?: (range: Range | undefined) => void;
  /** A bar was chosen, by a click or with Enter. */
  readonly onChoose?: ((index: number) => void) | undefined;
  readonly children?: ReactNode;
}

const ZOOM = 1.6;
const Y_TICKS = 4;
const TIME_LABEL_PX = 64;
const NAME_PX = 30;
const BIG_STEP = 10;

/**
 * The one chart of ours: curves over a time, or bars. It is read with a finger, the mouse or the arrow keys; the values of
 * the place that is looked at stand above it, where no finger is. The same numbers are in a table below.
 */
export function Chart(props: ChartProps) {
  const { axis, unit, series, marks = NO_MARKS, atLeast = 0, isSmall = false, onChoose } = props;
  const { format } = useI18n();
  const { chart: t } = useTexts('history').history;
  const place = useRef<HTMLDivElement>(null);
  const keys = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState<number>();
  const [spoken, setSpoken] = useState('');
  const [shown, setShown] = useState<Range>();
  const Foot = useFoot(!isSmall);
  const hintId = useId();

  const top = useMemo(() => highest(series, atLeast), [series, atLeast]);
  const y = useMemo(() => {
    const ticks = valueTicks(top, Y_TICKS);
    const { unit: axisUnit, texts } = axisTexts(format, ticks, unit);
    return { unit: axisUnit, ticks: ticks.map((at, place) => ({ at, text: texts[place] ?? '' })) };
  }, [top, format, unit]);
  const content = useMemo<PlotContent>(
    () => ({ ...axisContent(axis), series, yTicks: y.ticks, marks }),
    [axis, series, y, marks],
  );
  const canZoom = axis.kind === 'time' && !isSmall;

  function onRange(range: Range, isByHand: boolean): void {
    const isWhole = range.min <= content.whole.min && range.max >= content.whole.max;
    setShown(isWhole ? undefined : range);
    if (isByHand) props.onRange?.(isWhole ? undefined : range);
  }

  const plot = usePlot({ place, keys, content, canZoom, onPoint: setIndex, onRange });

  const { range } = props;
  const showWanted = useEffectEvent((asked: Range | undefined) => {
    const wanted = asked ?? content.whole;
    if (canZoom && plot.current && !isSame(plot.current.shown(), wanted)) plot.current.show(wanted, false);
  });
  // What was chosen here comes back as it is; what the address says besides is to be shown.
  useEffect(() => showWanted(range), [range]);

  const count = content.x.length;
  const at = index === undefined ? undefined : Math.min(index, count - 1);
  const { whole } = content;

  function move(to: number): void {
    const next = Math.min(Math.max(to, 0), count - 1);
    const { current } = plot;
    if (count === 0 || current === undefined) return;
    const atX = content.x[next] ?? 0;
    const range = current.shown();
    if (atX < range.min || atX > range.max) {
      const half = (range.max - range.min) / 2;
      current.show({ min: atX - half, max: atX + half });
    }
    current.moveCursor(next);
    setIndex(next);
    setSpoken([nameAt(axis, next), ...series.flatMap((one) => valueTexts(one, next))].join(', '));
  }

  function valueTexts(one: ChartSeries, place: number): string[] {
    const value = valueAt(one.values, place);
    const text = value === undefined ? t.nothing : amountText(format, value, unit);
    return series.length === 1 ? [text] : [`${one.label} ${text}`];
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = event.shiftKey ? BIG_STEP : 1;
    const start = firstShown(content, plot.current?.shown() ?? whole);
    const actions: Record<string, () => void> = {
      ArrowRight: () => move(at === undefined ? start : at + step),
      ArrowLeft: () => move(at === undefined ? start : at - step),
      Home: () => move(0),
      End: () => move(count - 1),
      '+': () => zoom(1 / ZOOM),
      '-': () => zoom(ZOOM),
      Escape: () => {
        plot.current?.show(whole);
        leave();
      },
      Enter: () => at !== undefined && onChoose?.(at),
    };
    const action = actions[event.key];
    if (action === undefined || (event.key.length === 1 && !canZoom)) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  function leave(): void {
    plot.current?.moveCursor(undefined);
    setIndex(undefined);
    setSpoken('');
  }

  function zoom(factor: number): void {
    const range = plot.current?.shown();
    if (range === undefined || !canZoom) return;
    plot.current?.show(zoomed(range, factor, at === undefined ? undefined : content.x[at]));
  }

  function pan(share: number): void {
    const range = plot.current?.shown();
    if (range === undefined) return;
    const by = (range.max - range.min) * share;
    plot.current?.show({ min: range.min + by, max: range.max + by });
  }

  return (
    <figure className={styles.chart} aria-busy={props.isWaiting} data-waiting={props.isWaiting}>
      <div className={styles.head}>
        <p className={styles.moment} aria-hidden="true">
          {at === undefined ? y.unit : nameAt(axis, at)}
        </p>
        <ul ref={keys} className={styles.keys} aria-hidden={isSmall}>
          {series.map((one) => (
            <li key={one.key}>
              <span className={styles.sign} data-look={one.look} aria-hidden="true" />
              <span className={series.length === 1 ? styles.only : undefined}>{one.label}</span>
              {at !== undefined && (
                <b aria-hidden="true">
                  {valueAt(one.values, at) === undefined
                    ? t.nothing
                    : amountText(format, valueAt(one.values, at) ?? 0, unit)}
                </b>
              )}
            </li>
          ))}
          <li className={styles.probes} aria-hidden="true">
            {PROBES.map((name) => (
              <span key={name} data-look={name} />
            ))}
          </li>
        </ul>
      </div>
      <div
        ref={place}
        className={`${styles.plot} ${isSmall ? styles.small : ''} ${onChoose ? styles.choosable : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved about in with the arrow keys
        tabIndex={0}
        role="application"
        aria-label={props.label}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        onBlur={() => setSpoken('')}
        onClick={({ target }) => {
          // Beside the bars, below them for example, a finger has pointed at none.
          const isOnBars = target instanceof Element && target.closest('.u-over') !== null;
          if (isOnBars && at !== undefined) onChoose?.(at);
        }}
      />
      <p id={hintId} className="visually-hidden">
        {canZoom ? t.hintZoom : t.hint}
      </p>
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
      {props.children}
      {!isSmall && (
        <div className={styles.foot}>
          {Foot !== undefined && (
            <Foot
              {...{ label: props.label, axis, unit, series, canZoom, whole }}
              shown={shown ?? whole}
              onZoom={(isIn) => zoom(isIn ? 1 / ZOOM : ZOOM)}
              onPan={pan}
            />
          )}
        </div>
      )}
    </figure>
  );
}

function highest(series: readonly ChartSeries[], atLeast: number): number {
  let top = atLeast;
  for (const { values, high } of series)
    for (const value of high ?? values) if ((value ?? 0) > top) top = value ?? 0;
  return top;
}

const NO_MARKS: readonly PlotMark[] = [];
const PROBES = ['grid', 'text', 'night'] as const;

function axisContent(axis: ChartAxis): Pick<PlotContent, 'x' | 'whole' | 'xTicks'> {
  if (axis.kind === 'time') {
    return {
      x: axis.at,
      whole: { min: axis.fromS, max: axis.toS },
      xTicks: ({ min, max }, widthPx) =>
        timeTicks(min, max, Math.max(2, widthPx / TIME_LABEL_PX), axis.utcOffsetS).map((at) => ({
          at,
          text: axis.timeText(at),
        })),
    };
  }
  const { names, shortNames } = axis;
  const longest = Math.max(...shortNames.map((name) => name.length));
  return {
    x: names.map((_, place) => place),
    whole: { min: -0.5, max: Math.max(names.length, 1) - 0.5 },
    xTicks: (_, widthPx) => {
      const step = nameStep(names.length, widthPx / Math.max(NAME_PX, longest * 9));
      return shortNames.map((text, at) => ({ at, text })).filter((_tick, at) => at % step === 0);
    },
  };
}

function nameAt(axis: ChartAxis, index: number): string {
  return axis.kind === 'time' ? axis.timeText(axis.at[index] ?? axis.fromS) : (axis.names[index] ?? '');
}

/** Where arrow keys begin: in the middle of what is shown. */
function firstShown({ x }: PlotContent, { min, max }: Range): number {
  const middle = (min + max) / 2;
  const index = x.findIndex((value) => value >= middle);
  return index < 0 ? x.length - 1 : index;
}

interface PlotParts {
  readonly place: RefObject<HTMLDivElement | null>;
  /** The keys of the series, whose colours are those of the lines. */
  readonly keys: RefObject<HTMLUListElement | null>;
  readonly content: PlotContent;
  readonly canZoom: boolean;
  readonly onPoint: (index: number | undefined) => void;
  readonly onRange: (range: Range, isByHand: boolean) => void;
}

/** The plot in its place: made anew only where other lines come, else filled with other values. */
function usePlot(parts: PlotParts): RefObject<Plot | undefined> {
  const { place, keys, content, canZoom } = parts;
  const plot = useRef<Plot>(undefined);
  const drawn = useRef<PlotContent>(undefined);
  const shape = content.series.map(({ look, low }) => (low === undefined ? look : `${look}+`)).join();
  const onPoint = useEffectEvent(parts.onPoint);
  const onRange = useEffectEvent(parts.onRange);
  const contentNow = useEffectEvent(() => content);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another shape is another plot
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const colours = new Map<string, LookColours>();
    const coloursOf = (look: string) => {
      const known = colours.get(look) ?? readColours(keys.current, look);
      colours.set(look, known);
      return known;
    };
    const first = contentNow();
    const made = createPlot({
      place: element,
      content: first,
      canZoom,
      coloursOf,
      font: getComputedStyle(element).fontFamily,
      onPoint: (index) => onPoint(index),
      onRange: (range, isByHand) => onRange(range, isByHand),
    });
    plot.current = made;
    drawn.current = first;
    const resizes = new ResizeObserver(() => made.resize());
    resizes.observe(element);
    const stopFollowing = followColours(() => {
      colours.clear();
      made.redraw();
    });
    return () => {
      resizes.disconnect();
      stopFollowing();
      made.destroy();
      plot.current = undefined;
    };
  }, [place, keys, shape, canZoom]);

  // Drawn in the same picture of the screen as the words around it.
  useLayoutEffect(() => {
    if (drawn.current === content) return;
    drawn.current = content;
    plot.current?.set(content);
  }, [content]);

  return plot;
}

/** A canvas knows no style sheet: what it says of a key counts for the line, too. */
function readColours(keys: HTMLElement | null, look: string): LookColours {
  const sign = keys?.querySelector(`[data-look="${look}"]`);
  if (!sign) return { line: 'gray', fill: 'transparent' };
  const { color, backgroundColor } = getComputedStyle(sign);
  return { line: color, fill: backgroundColor };
}

/** An address counts in whole seconds. */
const isSame = (one: Range, other: Range) =>
  Math.abs(one.min - other.min) <= 1 && Math.abs(one.max - other.max) <= 1;

/** The system, or a switch of ours, has changed between light and dark; paper is always light. */
function followColours(onChange: () => void): () => void {
  const theme = new MutationObserver(onChange);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const lists = ['(prefers-color-scheme: dark)', 'print'].map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    theme.disconnect();
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

type FootComponent = ComponentType<FootProps>;

/** What stands below comes after what draws; it is there before somebody wants it, because paper does not wait. */
function useFoot(isWanted: boolean): FootComponent | undefined {
  const [Foot, setFoot] = useState<FootComponent>();
  useEffect(() => {
    if (!isWanted) return;
    void import('./foot.tsx').then(
      (part) => setFoot(() => part.Foot),
      () => undefined, // without a connection: the chart can be read all the same
    );
  }, [isWanted]);
  return Foot;
}
