import type { HistoryCurve } from '@heliograph/contract';
import type { UnixSpan } from '../../shared/lib/periods.ts';
import type { DayPart } from './history-address.ts';

type UtcOffset = (unixS: number) => number;

/** When a part of a day is; behind a change of the clock its times are those of the clock. */
export function spanOfPart({ fromS, toS }: DayPart, day: UnixSpan, utcOffsetS: UtcOffset): UnixSpan {
  const startOffsetS = utcOffsetS(day.fromS);
  const unixOf = (wallS: number) => {
    const guessS = day.fromS + wallS;
    return guessS + startOffsetS - utcOffsetS(guessS);
  };
  return { fromS: unixOf(fromS), toS: unixOf(toS) };
}

/** What the clock says from the first to the last moment of a span of a day. */
export function partOfSpan({ fromS, toS }: UnixSpan, day: UnixSpan, utcOffsetS: UtcOffset): DayPart {
  const startS = day.fromS + utcOffsetS(day.fromS);
  const wallOf = (unixS: number) => Math.round(unixS + utcOffsetS(unixS) - startS);
  return { fromS: wallOf(fromS), toS: wallOf(toS) };
}

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
