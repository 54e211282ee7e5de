import type { HistoryCurve } from '@heliograph/contract';
import type { UnixSpan } from '../../shared/lib/periods.ts';
import type { DayPart } from './history-address.ts';

type UtcOffset = (unixS: number) => number;

/** When a part of a day is; behind a change of the clock its times are those of the clock. Undefined: it has no length. */
export function spanOfPart(part: DayPart, day: UnixSpan, utcOffsetS: UtcOffset): UnixSpan | undefined {
  const putBackS = putBackOn(day, utcOffsetS);
  const unixOf = (wallS: number, isAgain: boolean) => {
    const firstS = day.fromS + wallS;
    const laterS = firstS + putBackS;
    const isFirst = utcOffsetS(firstS) === utcOffsetS(day.fromS);
    const isLater = utcOffsetS(laterS) === utcOffsetS(day.toS - 1);
    return isFirst && !(isAgain && isLater) ? firstS : laterS;
  };
  const { fromS, toS, isFromAgain = false, isToAgain = false } = part;
  const span = { fromS: unixOf(fromS, isFromAgain), toS: unixOf(toS, isToAgain) };
  return span.fromS < span.toS ? span : undefined;
}

/** What the clock says from the first to the last moment of a span of a day. */
export function partOfSpan({ fromS, toS }: UnixSpan, day: UnixSpan, utcOffsetS: UtcOffset): DayPart {
  const startOffsetS = utcOffsetS(day.fromS);
  const putBackS = putBackOn(day, utcOffsetS);
  const wallOf = (unixS: number) => Math.round(unixS + utcOffsetS(unixS) - day.fromS - startOffsetS);
  /** The clock has said the same before. */
  const isAgain = (unixS: number) =>
    putBackS > 0 && utcOffsetS(unixS) !== startOffsetS && utcOffsetS(unixS - putBackS) === startOffsetS;
  return {
    ...{ fromS: wallOf(fromS), toS: wallOf(toS) },
    ...(isAgain(fromS) && { isFromAgain: true }),
    ...(isAgain(toS) && { isToAgain: true }),
  };
}

/** By how much the clock is put back on a day; below 0: it is put forward. */
const putBackOn = (day: UnixSpan, utcOffsetS: UtcOffset) => utcOffsetS(day.fromS) - utcOffsetS(day.toS - 1);

/** A curve that is told in more detail from one point to another. */
export function withFiner(curve: HistoryCurve, finer: HistoryCurve | undefined): HistoryCurve {
  const [first, last] = [finer?.at[0], finer?.at.at(-1)];
  if (finer === undefined || first === undefined || last === undefined || finer.step >= curve.step)
    return curve;
  const before = curve.at.filter((at) => at < first).length;
  const after = curve.at.findIndex((at) => at > last);
  const joined = <T>(coarse: readonly T[], fine: readonly T[]) => [
    ...coarse.slice(0, before),
    ...fine,
    ...(after < 0 ? [] : coarse.slice(after)),
  ];
  return {
    ...curve,
    at: joined(curve.at, finer.at),
    mean: joined(curve.mean, finer.mean),
    min: joined(curve.min, finer.min),
    max: joined(curve.max, finer.max),
  };
}
