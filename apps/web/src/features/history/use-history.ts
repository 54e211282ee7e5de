import {
  getHistory,
  getHistoryCurve,
  getHistoryEnergy,
  getPlantDay,
  type HistoryBar,
  type HistoryCurve,
  type HistoryPlace,
  type HistoryStatus,
  type PlantDay,
  type ReceivedInverter,
  type ReceivedLiveData,
  timezoneOf,
} from '@heliograph/contract';
import { useMemo, useState } from 'react';
import type { CallFailure } from '../../shared/api/call.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import {
  BAR_STEP,
  dateAfter,
  firstDayOf,
  lastDayOf,
  type Period,
  spanOf,
  type UnixSpan,
} from '../../shared/lib/periods.ts';
import type { PlantMoment } from '../../shared/page/plant-curves.ts';
import { spanOfPart, withFiner } from './day-part.ts';
import { type Comparison, type DayPart, type HistoryView, PLANT, type Subject } from './history-address.ts';
import { namedInverter } from './subjects.ts';

/** What is known before anything of a period is asked for. */
export interface Kept {
  readonly status: HistoryStatus;
  readonly day: PlantDay;
  /** What time it was there when it said so. */
  readonly moment: PlantMoment;
  readonly utcOffsetS: (unixS: number) => number;
}

/** The period that is shown, or the one it is compared with. */
export interface ShownPeriod {
  readonly period: Period;
  readonly date: string;
  readonly span: UnixSpan;
  readonly first: string;
  readonly last: string;
}

/** As many points as a wide screen tells apart, and a day has of minutes. */
const POINTS = '1500';
/** So many that all lines have the same times. */
const POINTS_OF_EACH = '120';
const LIVE_REPEAT_MS = 30_000;
const STATUS_REPEAT_MS = 60_000;

/** Whether history is kept, since when, and what time it is at the plant. */
export function useKept(): {
  readonly kept: Kept | undefined;
  readonly failure: CallFailure | undefined;
  readonly reload: () => void;
} {
  const status = useAnswers<HistoryStatus>(getHistory, NO_QUERY, STATUS_REPEAT_MS);
  const day = useAnswers<PlantDay>(getPlantDay, NO_QUERY, STATUS_REPEAT_MS);
  const [statusNow] = status.answers ?? [];
  const [dayNow] = day.answers ?? [];
  const rule = dayNow?.timezone ?? '';
  const zone = useMemo(() => timezoneOf(rule), [rule]);
  const utcOffsetS = zone.utcOffsetS;
  return {
    kept: statusNow &&
      dayNow && {
        ...{ status: statusNow, day: dayNow, utcOffsetS },
        moment: { unixS: dayNow.now, elapsedMs: day.atMs },
      },
    failure: status.failure ?? day.failure,
    reload() {
      status.reload();
      day.reload();
    },
  };
}

const NO_QUERY: readonly Asked[] = [{}];

/** What a period is told by besides its own date. */
interface KnownDays {
  readonly utcOffsetS: (unixS: number) => number;
  readonly firstDay: string | undefined;
  readonly today: string;
}

export const daysOf = ({ utcOffsetS, status, day }: Kept): KnownDays => ({
  ...{ utcOffsetS, today: day.today },
  firstDay: status.first_day,
});

export function shownPeriod(
  { period, date }: Pick<HistoryView, 'period' | 'date'>,
  { utcOffsetS, firstDay, today }: KnownDays,
): ShownPeriod {
  const wanted = date ?? today;
  const first = firstDay ?? today;
  return {
    period,
    date: wanted,
    span: spanOf(period, wanted, utcOffsetS, { first, last: today }),
    first: period === 'all' ? first : firstDayOf(period, wanted),
    last: period === 'all' ? today : lastDayOf(period, wanted),
  };
}

/** The period that it is compared with; everything has nothing beside it. */
export function comparedPeriod(
  shown: ShownPeriod,
  comparison: Comparison,
  days: KnownDays,
): ShownPeriod | undefined {
  const { period, date } = shown;
  if (comparison === undefined || period === 'all') return undefined;
  if (comparison === 'before') return shownPeriod({ period, date: dateAfter(period, date, -1) }, days);
  if (comparison === 'last-year') return shownPeriod({ period, date: dateAfter('year', date, -1) }, days);
  return shownPeriod({ period, date: comparison.date }, days);
}

const subjectQuery = ({ serial, string }: Subject): Asked => ({
  ...(serial !== '' && { inv: serial }),
  ...(string !== undefined && { string: String(string) }),
});
const spanQuery = ({ fromS, toS }: UnixSpan): Asked => ({ from: String(fromS), to: String(toS) });

/** Energy of a period, bar by bar; of a day in one piece. */
export interface PeriodEnergy {
  readonly bars: readonly HistoryBar[];
}

/** All that is shown of one period; its parts come together, so that none is of another day. */
export interface ReadyPeriod {
  readonly subject: Subject;
  readonly shown: ShownPeriod;
  readonly compared: ShownPeriod | undefined;
  readonly energy: readonly PeriodEnergy[];
  readonly curves: readonly HistoryCurve[];
  readonly limit: HistoryCurve | undefined;
  readonly day: PlantDay | undefined;
}

/** What is known of what is asked for. */
export interface PeriodAnswers {
  /** Until everything is there: what was shown before. */
  readonly ready: ReadyPeriod | undefined;
  readonly isWaiting: boolean;
  readonly failure: CallFailure | undefined;
  readonly reload: () => void;
}

/** The parts of a subject that have a line each. */
export function partsOf(
  subject: Subject,
  inverters: readonly ReceivedInverter[],
  places: readonly HistoryPlace[],
): readonly Subject[] {
  if (!subject.isEach) return [subject];
  const { serial } = subject;
  if (serial === '')
    return inverters.map((one) => ({ serial: one.serial, string: undefined, isEach: false }));
  const { strings } = namedInverter(serial, inverters, places);
  return strings.map((_, place) => ({ serial, string: place + 1, isEach: false }));
}

function energyQuestions(periods: readonly (ShownPeriod | undefined)[], subject: Subject): readonly Asked[] {
  return periods.flatMap((one) => {
    if (one === undefined) return [];
    const step = one.period === 'day' ? 'day' : BAR_STEP[one.period];
    return [{ step, ...spanQuery(one.span), ...subjectQuery(subject) }];
  });
}

/** A line for each part, and one for the day that is compared; parts are enough to look at by themselves. */
function curveQuestions(
  day: ShownPeriod | undefined,
  compared: ShownPeriod | undefined,
  subject: Subject,
  parts: readonly Subject[],
  points = subject.isEach ? POINTS_OF_EACH : POINTS,
): readonly Asked[] {
  if (day === undefined) return [];
  const ofParts = parts.map((part) => ({
    ...{ ...spanQuery(day.span), ...subjectQuery(part), points },
  }));
  const isAlone = compared === undefined || subject.isEach;
  return isAlone ? ofParts : [...ofParts, { ...spanQuery(compared.span), ...subjectQuery(subject), points }];
}

function limitQuestions(day: ShownPeriod | undefined, subject: Subject): readonly Asked[] {
  if (day === undefined || subject.string !== undefined || subject.isEach) return [];
  return [{ ...spanQuery(day.span), ...subjectQuery(subject), measure: 'limit', points: POINTS_OF_EACH }];
}

export interface Wanted {
  readonly subject: Subject;
  readonly shown: ShownPeriod;
  readonly compared: ShownPeriod | undefined;
  readonly part: DayPart | undefined;
}

/** Energy, curves and sun of what is shown and of what it is compared with; those of today again and again. */
export function usePeriod(
  kept: Kept,
  wanted: Wanted | undefined,
  live: ReceivedLiveData | undefined,
): PeriodAnswers {
  const { subject, shown, compared, part } = wanted ?? NOTHING;
  const isLive = shown !== undefined && shown.last >= kept.day.today;
  const repeatMs = isLive ? LIVE_REPEAT_MS : undefined;
  const shownDay = shown?.period === 'day' ? shown : undefined;
  const parts = partsOf(subject, live?.inverters ?? [], kept.status.places);

  const energy = useAnswers<PeriodEnergy>(
    getHistoryEnergy,
    shown && energyQuestions([shown, compared], { ...subject, isEach: false }),
    repeatMs,
  );
  const curves = useAnswers<HistoryCurve>(
    getHistoryCurve,
    curveQuestions(shownDay, compared, subject, parts),
    repeatMs,
  );
  const partSpan = shownDay && part && spanOfPart(part, shownDay.span, kept.utcOffsetS);
  const finer = useAnswers<HistoryCurve>(
    getHistoryCurve,
    curveQuestions(
      shownDay && partSpan && { ...shownDay, span: partSpan },
      undefined,
      subject,
      parts,
      POINTS,
    ),
    repeatMs,
  );
  const limit = useAnswers<HistoryCurve>(getHistoryCurve, limitQuestions(shownDay, subject), repeatMs);
  const day = useAnswers<PlantDay>(getPlantDay, shownDay ? [{ date: shownDay.date }] : []);

  const isAnswered = (one: { readonly answers: unknown; readonly failure: unknown }) =>
    one.answers !== undefined || one.failure !== undefined;
  const isComplete = isAnswered(limit) && isAnswered(day);
  const [energyNow, curvesNow, finerNow] = [energy.answers, curves.answers, finer.answers];
  const [limitNow, dayNow] = [firstOf(limit.answers), firstOf(day.answers)];
  const ready = useMemo((): ReadyPeriod | undefined => {
    if (!isComplete || shown === undefined || !energyNow || !curvesNow) return undefined;
    return {
      ...{ subject, shown, compared, energy: energyNow, limit: limitNow, day: dayNow },
      curves: curvesNow.map((curve, place) => withFiner(curve, finerNow?.[place])),
    };
  }, [subject, shown, compared, isComplete, energyNow, curvesNow, finerNow, limitNow, dayNow]);
  const [last, setLast] = useState<ReadyPeriod>();
  if (ready !== undefined && ready !== last) setLast(ready);
  return {
    ready: ready ?? last,
    isWaiting: ready === undefined,
    failure: energy.failure ?? curves.failure,
    reload() {
      energy.reload();
      curves.reload();
    },
  };
}

const firstOf = <T>(answers: readonly T[] | undefined) => answers?.[0];

const NOTHING = { subject: PLANT, shown: undefined, compared: undefined, part: undefined };
