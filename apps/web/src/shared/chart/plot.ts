import UPlot from 'uplot';
import { type ChartValue, lonelyPlaces } from './curves.ts';
import { followGestures, type Range, rangeAfter, rangeWithin } from './gestures.ts';

/** How a series looks; its colours are in the style sheet. */
export type Look =
  | 'main'
  | 'before'
  | 'bars'
  | 'barsBefore'
  | 'limit'
  | 'expected'
  | 'line1'
  | 'line2'
  | 'line3'
  | 'line4'
  | 'line5'
  | 'line6';

export interface PlotSeries {
  readonly look: Look;
  readonly values: readonly ChartValue[];
  /** What it went between, drawn as a band. */
  readonly low?: readonly ChartValue[] | undefined;
  readonly high?: readonly ChartValue[] | undefined;
}

/** When the sun rises or sets: what lies outside is night. Or when something was ordered, and whether it came to nothing. */
export interface PlotMark {
  readonly at: number;
  readonly kind: 'rise' | 'set' | 'order' | 'trouble';
}

export interface PlotTick {
  readonly at: number;
  readonly text: string;
}

/** All that is drawn. What has the same looks in the same order is drawn by the same plot. */
export interface PlotContent {
  readonly x: readonly number[];
  readonly series: readonly PlotSeries[];
  /** From the first to the last moment of the axis. */
  readonly whole: Range;
  /** What stands below the axis for a part of it that is so many pixels wide. */
  readonly xTicks: (shown: Range, widthPx: number) => readonly PlotTick[];
  readonly yTicks: readonly PlotTick[];
  readonly marks: readonly PlotMark[];
}

/** What a style sheet says of one look. */
export interface LookColours {
  readonly line: string;
  readonly fill: string;
}

export interface PlotOptions {
  readonly place: HTMLElement;
  readonly content: PlotContent;
  readonly canZoom: boolean;
  /** The colours in force now; asked for at each drawing. */
  readonly coloursOf: (look: Look | 'grid' | 'text' | 'night') => LookColours;
  readonly font: string;
  readonly onPoint: (index: number | undefined) => void;
  /** What is shown has come to stay; while a gesture lasts it is not told. */
  readonly onRange: (range: Range, isByHand: boolean) => void;
}

export interface Plot {
  set(content: PlotContent): void;
  /** At once. */
  show(range: Range, isByHand?: boolean): void;
  shown(): Range;
  moveCursor(index: number | undefined): void;
  resize(): void;
  redraw(): void;
  destroy(): void;
}

const DASHES: Partial<Record<Look, number[]>> = {
  limit: [6, 4],
  line2: [7, 3],
  line3: [2, 3],
  line5: [9, 3, 2, 3],
  line6: [4, 4],
};
const LINE_PX = 2;
const LONELY_PX = 7;
const AXIS_FONT_PX = 12;
const X_AXIS_PX = 26;
/** So that a name at the very edge is not cut. */
const EDGE_PX = 20;
const ORDER_PX = 8;
const DIGIT_PX = 7;

const isBars = (look: Look) => look === 'bars' || look === 'barsBefore';

/** A chart on a canvas, by uPlot; everything of React, words and keys stands around it. */
export function createPlot(options: PlotOptions): Plot {
  const { place, coloursOf, onPoint } = options;
  let content = options.content;
  let shown = content.whole;
  let stopGestures: (() => void) | undefined;

  const fontOf = () => `${AXIS_FONT_PX}px ${options.font}`;
  const axis = { font: fontOf(), stroke: () => coloursOf('text').line } as const;
  const grid = { stroke: () => coloursOf('grid').line, width: 1 } as const;
  let xTicks: readonly PlotTick[] = [];
  let ticksOf: Range | undefined;
  let ticksWidthPx = 0;

  const plot = new UPlot(
    {
      width: Math.max(place.clientWidth, 1),
      height: Math.max(place.clientHeight, 1),
      padding: [10, EDGE_PX, 0, 0],
      legend: { show: false },
      cursor: {
        y: false,
        // Left to itself, uPlot takes each click for the end of a drag, for nobody tells it where a button went down.
        drag: { x: false, y: false, setScale: false, click: nothing },
        // Pointers are followed by `followGestures`, fingers and mouse alike.
        bind: {
          mousedown: nothing,
          mouseup: nothing,
          mousemove: nothing,
          mouseenter: nothing,
          mouseleave: nothing,
          dblclick: nothing,
          click: nothing,
        },
        points: {
          show: pointOf,
          fill: lineColour,
          stroke: lineColour,
          width: 0,
        },
      },
      scales: {
        x: { time: false, range: () => [shown.min, shown.max] },
        y: { range: () => [0, content.yTicks.at(-1)?.at ?? 1] },
      },
      axes: [
        {
          ...axis,
          size: X_AXIS_PX,
          gap: 6,
          grid: { show: false },
          ticks: { show: false },
          splits: (self) => {
            // Asked for several times in each drawing.
            const widthPx = self.bbox.width / UPlot.pxRatio;
            if (ticksOf !== shown || ticksWidthPx !== widthPx) xTicks = content.xTicks(shown, widthPx);
            ticksOf = shown;
            ticksWidthPx = widthPx;
            return xTicks.map(({ at }) => at);
          },
          values: () => xTicks.map(({ text }) => text),
        },
        {
          ...axis,
          grid,
          ticks: { show: false },
          gap: 8,
          size: () => 12 + DIGIT_PX * Math.max(2, ...content.yTicks.map(({ text }) => text.length)),
          splits: () => content.yTicks.map(({ at }) => at),
          values: () => content.yTicks.map(({ text }) => text),
        },
      ],
      series: [{}, ...content.series.flatMap((series) => drawn(series, coloursOf))],
      bands: bandsOf(content.series, coloursOf),
      hooks: {
        drawClear: [(self) => drawMarks(self, content.marks, coloursOf)],
      },
    },
    dataOf(content),
    place,
  );

  let frame: number | undefined;

  /** Of a gesture: drawn once in each picture of the screen, however many fingers move. */
  function follow(range: Range): void {
    shown = range;
    frame ??= requestAnimationFrame(drawShown);
  }

  function drawShown(): void {
    stopFrame();
    plot.batch(() => plot.setScale('x', shown));
  }

  function stopFrame(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
  }

  function pointAt(leftPx: number | undefined): void {
    if (leftPx === undefined) {
      plot.setCursor({ left: -10, top: -10 }, false);
      onPoint(undefined);
      return;
    }
    if (content.x.length === 0) return;
    const index = plot.posToIdx(leftPx);
    moveTo(index);
    onPoint(index);
  }

  function moveTo(index: number): void {
    plot.setCursor({ left: plot.valToPos(content.x[index] ?? 0, 'x'), top: 0 }, false);
  }

  stopGestures = followGestures(plot.over, {
    shown: () => shown,
    whole: () => content.whole,
    show: (range) => options.canZoom && follow(range),
    settle: () => options.canZoom && options.onRange(shown, true),
    point: pointAt,
  });

  return {
    set(next) {
      const before = shown;
      shown = rangeAfter(shown, content.whole, next.whole);
      content = next;
      ticksOf = undefined;
      stopFrame();
      plot.batch(() => {
        plot.setData(dataOf(content), false);
        plot.setScale('x', shown);
        plot.setScale('y', { min: 0, max: content.yTicks.at(-1)?.at ?? 1 });
        plot.redraw(false, true); // scales that are the same would keep the words of before
      });
      if (shown.min !== before.min || shown.max !== before.max) options.onRange(shown, false);
    },
    show(range, isByHand = true) {
      shown = rangeWithin(range, content.whole);
      drawShown();
      options.onRange(shown, isByHand);
    },
    shown: () => shown,
    moveCursor(index) {
      if (index === undefined) plot.setCursor({ left: -10, top: -10 }, false);
      else moveTo(index);
    },
    resize() {
      const { clientWidth: width, clientHeight: height } = place;
      if (width > 0 && (width !== plot.width || height !== plot.height)) plot.setSize({ width, height });
    },
    redraw: () => plot.redraw(false, true),
    destroy() {
      stopGestures?.();
      stopFrame();
      plot.destroy();
    },
  };
}

function nothing(): null {
  return null;
}

/** The dot of the cursor on a line, as large as the style sheet says; bars and the edges of bands have none. */
function pointOf(self: UPlot, index: number): HTMLElement {
  const isLine = self.series[index]?.width !== 0;
  return (isLine ? document.createElement('div') : undefined) as HTMLElement; // uPlot takes nothing for none
}

function lineColour(self: UPlot, index: number): string {
  const stroke = self.series[index]?.stroke;
  return typeof stroke === 'function' ? String(stroke(self, index)) : 'transparent';
}

function dataOf({ x, series }: PlotContent): UPlot.AlignedData {
  return [
    x as number[],
    ...series.flatMap(
      ({ values, low, high }) =>
        (low !== undefined && high !== undefined ? [high, low, values] : [values]) as (
          | number
          | null
          | undefined
        )[][],
    ),
  ];
}

type ColoursOf = PlotOptions['coloursOf'];

function drawn({ look, low, high }: PlotSeries, coloursOf: ColoursOf): UPlot.Series[] {
  const line = () => coloursOf(look).line;
  const fill = () => coloursOf(look).fill;
  const hidden: UPlot.Series = { width: 0, points: { show: false } };
  const edges = low !== undefined && high !== undefined ? [hidden, hidden] : [];
  // What is expected is an area without an outline: between its edges, or below it.
  if (look === 'expected') return [...edges, { ...hidden, ...(edges.length === 0 && { fill }) }];
  return [...edges, seriesOf(look, line, fill)];
}

function seriesOf(look: Look, stroke: () => string, fill: () => string): UPlot.Series {
  const points = { show: false };
  if (isBars(look)) {
    const share = look === 'bars' ? 0.62 : 0.86;
    return {
      fill,
      width: 0,
      points,
      paths: UPlot.paths.bars?.({ size: [share, 72], radius: 0.08 }) as UPlot.Series.PathBuilder,
    };
  }
  if (look === 'before') return { fill, stroke, width: 1, points };
  const dash = DASHES[look];
  const paths = look === 'limit' ? UPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    ...{ stroke, width: look === 'limit' ? 1.5 : LINE_PX },
    ...(look === 'main' && { fill }),
    ...(dash !== undefined && { dash }),
    ...(paths !== undefined && { paths }),
    // A reading between two gaps makes no line: it is drawn as a point.
    points: { show: false, filter: lonelyOnes(), size: LONELY_PX },
  };
}

/** Asked for at each drawing, also of a gesture: the same values are looked through once. */
function lonelyOnes(): UPlot.Series.Points.Filter {
  let of: unknown;
  let places: number[] = [];
  return (self, index) => {
    const values = self.data[index] ?? [];
    if (values !== of) places = lonelyPlaces(values as ChartValue[]);
    of = values;
    return places.length === 0 ? null : places;
  };
}

function bandsOf(series: readonly PlotSeries[], coloursOf: ColoursOf): UPlot.Band[] {
  let place = 1;
  return series.flatMap(({ look, low, high }) => {
    const hasSpread = low !== undefined && high !== undefined;
    const band: UPlot.Band[] = hasSpread
      ? [{ series: [place, place + 1], fill: () => coloursOf(look).fill }]
      : [];
    place += hasSpread ? 3 : 1;
    return band;
  });
}

/** Behind everything: the night in a shade of its own. */
function drawMarks(self: UPlot, marks: readonly PlotMark[], coloursOf: ColoursOf): void {
  const { ctx, bbox } = self;
  const placeOf = (at: number) =>
    Math.min(Math.max(self.valToPos(at, 'x', true), bbox.left), bbox.left + bbox.width);
  ctx.save();
  for (const { at, kind } of marks) {
    const x = placeOf(at);
    if (kind === 'order' || kind === 'trouble') {
      drawOrder(ctx, { x, top: bbox.top, size: ORDER_PX * UPlot.pxRatio }, kind, coloursOf('text').line);
      continue;
    }
    ctx.fillStyle = coloursOf('night').fill;
    if (kind === 'rise') ctx.fillRect(bbox.left, bbox.top, x - bbox.left, bbox.height);
    else ctx.fillRect(x, bbox.top, bbox.left + bbox.width - x, bbox.height);
  }
  ctx.restore();
}

/** At the upper edge, where the power seldom comes: a triangle, or a cross. */
function drawOrder(
  ctx: CanvasRenderingContext2D,
  { x, top, size }: { readonly x: number; readonly top: number; readonly size: number },
  kind: 'order' | 'trouble',
  colour: string,
): void {
  const [left, right, bottom] = [x - size / 2, x + size / 2, top + size];
  ctx.beginPath();
  ctx.moveTo(left, top);
  ctx.lineTo(right, kind === 'order' ? top : bottom);
  if (kind === 'trouble') ctx.moveTo(right, top);
  ctx.lineTo(kind === 'order' ? x : left, bottom);
  ctx.fillStyle = colour;
  ctx.strokeStyle = colour;
  ctx.lineWidth = size / 4;
  if (kind === 'order') ctx.fill();
  else ctx.stroke();
}
