import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../i18n/i18n-context.ts';
import { createPlantTime } from '../i18n/plant-time.ts';
import { Chart } from './chart.tsx';
import type { ChartSeries } from './chart-content.ts';
import { alignCurves, type Curve, daylightOf, movedCurve } from './curves.ts';
import type { Look, PlotMark } from './plot.ts';
import { timeWithZone } from './ticks.ts';

/** A curve with its name. */
export interface NamedCurve {
  readonly key: string;
  readonly label: string;
  readonly curve: Curve;
}

interface DayChartProps {
  readonly label: string;
  /** The day, in unix seconds. */
  readonly fromS: number;
  readonly toS: number;
  readonly utcOffsetS: (unixS: number) => number;
  /** One, or several beside each other. */
  readonly curves: readonly NamedCurve[];
  /** That of another day, which begins at `fromS`. */
  readonly before?: (NamedCurve & { readonly fromS: number }) | undefined;
  /** Up to where power was allowed, in W; only while it was less than all. */
  readonly limit?: NamedCurve | undefined;
  /** What a clear sky would have given. */
  readonly expected?: NamedCurve | undefined;
  readonly sunriseS?: number | undefined;
  readonly sunsetS?: number | undefined;
  /** Whatever else happened on that day. */
  readonly marks?: readonly PlotMark[] | undefined;
  readonly isWaiting?: boolean;
  readonly isSmall?: boolean;
  /** The part that is looked at more closely, in unix seconds, and who is told of another one. */
  readonly closer?: { readonly fromS: number; readonly toS: number } | undefined;
  readonly onCloser?: (span: { readonly fromS: number; readonly toS: number } | undefined) => void;
  readonly children?: ReactNode;
}

const LINES: readonly Look[] = ['line1', 'line3', 'line5', 'line2', 'line4', 'line6'];

/** The power of a day: one curve with what it went between, or several lines. */
export function DayChart(props: DayChartProps) {
  const { fromS, toS, utcOffsetS, curves, before, limit, expected, sunriseS, sunsetS } = props;
  const { marks: others } = props;
  const { format } = useI18n();
  const times = useMemo(() => createPlantTime(format.tag, utcOffsetS), [format, utcOffsetS]);
  const { at, series, part } = useMemo(() => {
    const moved = before && { ...before, curve: movedCurve(before.curve, before.fromS, fromS, utcOffsetS) };
    const all = [
      ...(expected ? [expected] : []),
      ...(moved ? [moved] : []),
      ...curves,
      ...(limit ? [limit] : []),
    ];
    const aligned = alignCurves(all.map(({ curve }) => curve));
    const lookOf = (one: NamedCurve): Look => {
      if (one === expected) return 'expected';
      if (one === moved) return 'before';
      if (one === limit) return 'limit';
      return curves.length === 1 ? 'main' : (LINES[curves.indexOf(one) % LINES.length] ?? 'line1');
    };
    const drawn = all.map((one, place): ChartSeries => {
      const { mean = [], min, max } = aligned.curves[place] ?? {};
      const look = lookOf(one);
      const hasBand = (look === 'main' || look === 'expected') && hasSpread(one.curve);
      return { key: one.key, label: one.label, look, values: mean, ...(hasBand && { low: min, high: max }) };
    });
    const sun =
      sunriseS === undefined || sunsetS === undefined ? undefined : { riseS: sunriseS, setS: sunsetS };
    const power = all.filter((one) => one !== limit).map(({ curve }) => curve);
    return { at: aligned.at, series: drawn, part: daylightOf({ fromS, toS }, sun, power) };
  }, [curves, before, limit, expected, fromS, toS, utcOffsetS, sunriseS, sunsetS]);
  const marks = useMemo(
    () => [
      ...(sunriseS === undefined ? [] : [{ at: sunriseS, kind: 'rise' } satisfies PlotMark]),
      ...(sunsetS === undefined ? [] : [{ at: sunsetS, kind: 'set' } satisfies PlotMark]),
      ...(others ?? []),
    ],
    [sunriseS, sunsetS, others],
  );
  const axis = useMemo(() => {
    const timeText = (unixS: number) => timeWithZone(unixS, utcOffsetS, times.time);
    return { kind: 'time', at, ...part, utcOffsetS, timeText } as const;
  }, [at, part, utcOffsetS, times]);
  const { closer, onCloser } = props;
  const range = useMemo(() => closer && { min: closer.fromS, max: closer.toS }, [closer]);
  return (
    <Chart
      label={props.label}
      axis={axis}
      unit="W"
      series={series}
      marks={marks}
      isWaiting={props.isWaiting ?? false}
      isSmall={props.isSmall ?? false}
      range={range}
      onRange={(next) => onCloser?.(next && { fromS: next.min, toS: next.max })}
    >
      {props.children}
    </Chart>
  );
}

/** Single readings have nothing between. */
const hasSpread = ({ mean, max }: Curve) => max.some((value, index) => value !== mean[index]);
