/** How something went over time, as history tells it: null where nothing was heard. */
export interface Curve {
  /** Unix seconds at which each point begins. */
  readonly at: readonly number[];
  readonly mean: readonly (number | null)[];
  readonly min: readonly (number | null)[];
  readonly max: readonly (number | null)[];
}

/** A number; null where there is a gap; undefined where this curve has no point of its own, and its line goes on. */
export type ChartValue = number | null | undefined;

export interface AlignedCurve {
  readonly mean: readonly ChartValue[];
  readonly min: readonly ChartValue[];
  readonly max: readonly ChartValue[];
}

/** Curves over one common list of times, because a chart has only one. */
export interface AlignedCurves {
  readonly at: readonly number[];
  readonly curves: readonly AlignedCurve[];
}

export function alignCurves(curves: readonly Curve[]): AlignedCurves {
  const [only] = curves;
  if (only !== undefined && curves.length === 1) return { at: only.at, curves: [only] };
  const at = [...new Set(curves.flatMap((curve) => curve.at))].sort((one, other) => one - other);
  const places = new Map(at.map((time, index) => [time, index]));
  const spread = (curve: Curve, values: readonly (number | null)[]) => {
    const column = new Array<ChartValue>(at.length).fill(undefined);
    curve.at.forEach((time, index) => {
      column[places.get(time) ?? 0] = values[index];
    });
    // A gap is one until this curve goes on, whatever the others have meanwhile.
    for (let place = 1; place < column.length; place += 1) {
      if (column[place] === undefined && column[place - 1] === null) column[place] = null;
    }
    return column;
  };
  return {
    at,
    curves: curves.map((curve) => ({
      mean: spread(curve, curve.mean),
      min: spread(curve, curve.min),
      max: spread(curve, curve.max),
    })),
  };
}

/** A curve of another day on this one: what was at a quarter past ten there is drawn at a quarter past ten here. */
export function movedCurve(
  curve: Curve,
  fromS: number,
  toS: number,
  utcOffsetS: (unixS: number) => number,
): Curve {
  const fromOffsetS = utcOffsetS(fromS);
  const toOffsetS = utcOffsetS(toS);
  return {
    ...curve,
    at: curve.at.map((time) => {
      const wallS = time + utcOffsetS(time) - (fromS + fromOffsetS);
      // Behind a change of the clock the same time of the day is an hour nearer or farther.
      return toS + wallS + toOffsetS - utcOffsetS(toS + wallS);
    }),
  };
}

/** The value of a column at a place; where it has none of its own, that of the nearest point before, unless a gap lies between. */
export function valueAt(column: readonly ChartValue[], index: number): number | undefined {
  for (let place = index; place >= 0; place -= 1) {
    const value = column[place];
    if (value !== undefined) return value ?? undefined;
  }
  return undefined;
}

/** Where a column has a number between two gaps: no line leads there. */
export function lonelyPlaces(column: readonly ChartValue[]): number[] {
  const own = [...column.keys()].filter((place) => column[place] !== undefined);
  const isNumber = (place: number | undefined) => place !== undefined && typeof column[place] === 'number';
  return own.filter((place, nth) => isNumber(place) && !isNumber(own[nth - 1]) && !isNumber(own[nth + 1]));
}

const HOUR_S = 3600;
/** What is worth a place on paper where nobody knows when the sun is up: from four to ten in the evening. */
const USUAL_HOURS = { from: 4, to: 22 };

/**
 * The part of a day that is drawn: from the whole hour before the sun rises to the one after it sets, and whatever was
 * measured outside of that. It does not move while the day goes on.
 */
export function daylightOf(
  day: { readonly fromS: number; readonly toS: number },
  sun: { readonly riseS: number; readonly setS: number } | undefined,
  curves: readonly Curve[],
): { readonly fromS: number; readonly toS: number } {
  const known = curves.flatMap(({ at, mean }) => at.filter((_, index) => (mean[index] ?? 0) > 0));
  const first = sun?.riseS ?? day.fromS + USUAL_HOURS.from * HOUR_S;
  const last = sun?.setS ?? day.fromS + USUAL_HOURS.to * HOUR_S;
  const wholeHour = (round: (hours: number) => number, time: number) =>
    day.fromS + round((time - day.fromS) / HOUR_S) * HOUR_S;
  return {
    fromS: Math.max(
      day.fromS,
      wholeHour(
        Math.floor,
        known.reduce((least, time) => Math.min(least, time), first),
      ),
    ),
    toS: Math.min(
      day.toS,
      wholeHour(
        Math.ceil,
        known.reduce((most, time) => Math.max(most, time), last),
      ),
    ),
  };
}
