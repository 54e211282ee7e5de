import {
  type ExpectedYield,
  getExpectedYield,
  getHistoryCurve,
  getPlantDay,
  type HistoryCurve,
  type PlantDay,
  timezoneOf,
} from '@heliograph/contract';
import { ChevronRight, Sunrise, Sunset } from 'lucide';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { useLinkSnapshot } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import { DayChart, type NamedCurve } from '../../shared/chart/day-chart.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createPlantTime } from '../../shared/i18n/plant-time.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { dateAfter, spanOf, type UnixSpan } from '../../shared/lib/periods.ts';
import { expectedCurve } from '../../shared/page/expected-curve.ts';
import {
  limitCurve,
  type PlantMoment,
  ratedPowerW,
  useNewest,
  withNewest,
} from '../../shared/page/plant-curves.ts';
import { WellLine } from '../../shared/page/well-line.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { OnPhone } from './on-phone.tsx';
import styles from './today-part.module.css';

const PLANT = { serial: '', string: undefined };
/** The place is small: twice as many as it is wide on a desk. */
const POINTS = '1500';
const POINTS_OF_LIMIT = '120';
const REPEAT_MS = 60_000;
/** The sun keeps its way; what is set up of the plant may change. */
const SKY_REPEAT_MS = 600_000;
const ONCE: readonly Asked[] = [{}];

/**
 * The shape of today below the totals: power until now, yesterday as a shade, when the sun rises and sets, and the limit while
 * there is one. Loaded after everything else, because the first load has no room for it.
 */
export function TodayPart() {
  const { t: frame, format } = useI18n();
  const { history: t } = useTexts('history');
  const days = useAnswers<PlantDay>(getPlantDay, ONCE, REPEAT_MS);
  const [day] = days.answers ?? [];
  const rule = day?.timezone ?? '';
  const { utcOffsetS } = useMemo(() => timezoneOf(rule), [rule]);
  const spans = day && spansOf(day, utcOffsetS);
  const curves = useAnswers<HistoryCurve>(getHistoryCurve, spans && questions(spans), REPEAT_MS);
  const { time } = createPlantTime(format.tag, utcOffsetS);
  const sky = useAnswers<ExpectedYield>(getExpectedYield, spans && [spanQuery(spans.today)], SKY_REPEAT_MS);
  const { stale, live, phase } = useLinkSnapshot();
  const isFailed = curves.failure !== undefined || days.failure !== undefined;
  const isToldAbove = live?.hints.storageProblem !== undefined || live?.hints.hasRadioProblem === true;
  const [curve, before, percent] = curves.answers ?? curves.before ?? [];
  return (
    <section className={styles.card} data-stale={stale} aria-label={t.now.day}>
      <OnPhone />
      <div className={styles.top}>
        <div className={styles.well} data-told={isToldAbove}>
          {live !== undefined && !stale && phase === 'live' && <WellLine live={live} />}
        </div>
        <div className={styles.head}>
          <h2>{t.now.day}</h2>
          {day?.sunrise !== undefined && day.sunset !== undefined && (
            <p>
              <span className="visually-hidden">{t.sun(time(day.sunrise), time(day.sunset))}</span>
              <Icon of={Sunrise} size={18} />
              <span aria-hidden="true">{time(day.sunrise)}</span>
              <Icon of={Sunset} size={18} />
              <span aria-hidden="true">{time(day.sunset)}</span>
            </p>
          )}
          <Link href={PATHS.history}>
            {frame.titles.history}
            <Icon of={ChevronRight} size={16} />
          </Link>
        </div>
        {day !== undefined && time(day.now) !== format.time(1000 * day.now) && (
          <p className={styles.clock}>{t.plantClock(time(day.now))}</p>
        )}
      </div>
      {day !== undefined && spans !== undefined && curve !== undefined && before !== undefined ? (
        <Curves
          {...{ day, spans, curve, before, percent, utcOffsetS }}
          sky={sky.answers?.[0]}
          moment={{ unixS: day.now, elapsedMs: days.atMs }}
        />
      ) : (
        <NoCurves isFailed={isFailed} hasNoSpans={day !== undefined && spans === undefined} />
      )}
    </section>
  );
}

interface NoCurvesProps {
  readonly isFailed: boolean;
  /** There is nothing to ask for. */
  readonly hasNoSpans: boolean;
}

function NoCurves({ isFailed, hasNoSpans }: NoCurvesProps) {
  const { history: t } = useTexts('history');
  const note = hasNoSpans ? t.empty.today : undefined;
  return <p className={styles.empty}>{isFailed ? t.noCurves : note}</p>;
}

interface Spans {
  readonly today: UnixSpan;
  readonly yesterday: UnixSpan;
}

/** Undefined: the clock of the gateway is not set, so it keeps nothing, and would refuse to be asked for days before 1970. */
function spansOf({ today }: PlantDay, utcOffsetS: (unixS: number) => number): Spans | undefined {
  const yesterday = spanOf('day', dateAfter('day', today, -1), utcOffsetS);
  return yesterday.fromS < 0 ? undefined : { today: spanOf('day', today, utcOffsetS), yesterday };
}

interface CurvesProps {
  readonly day: PlantDay;
  readonly moment: PlantMoment;
  readonly spans: Spans;
  readonly curve: HistoryCurve;
  readonly before: HistoryCurve;
  readonly percent: HistoryCurve | undefined;
  readonly sky: ExpectedYield | undefined;
  readonly utcOffsetS: (unixS: number) => number;
}

function Curves({ day, moment, spans, curve, before, percent, sky, utcOffsetS }: CurvesProps) {
  const { t: frame } = useI18n();
  const { history: t } = useTexts('history');
  const { live, stale } = useLinkSnapshot();
  const newest = useNewest(PLANT, moment);
  const [atS, powerW] = [newest?.atS, newest?.powerW];
  const now = useMemo(
    (): readonly NamedCurve[] => [
      {
        ...{ key: 'today', label: t.now.day },
        curve: atS === undefined || powerW === undefined ? curve : withNewest(curve, { atS, powerW }),
      },
    ],
    [t, curve, atS, powerW],
  );
  const yesterday = useMemo(
    () => ({ key: 'before', label: t.yesterday, curve: before, fromS: spans.yesterday.fromS }),
    [t, before, spans.yesterday.fromS],
  );
  const ratedW = ratedPowerW(PLANT, live);
  const limit = useMemo(() => {
    const watts = limitCurve(percent, ratedW);
    return watts && { key: 'limit', label: t.limit, curve: watts };
  }, [t, percent, ratedW]);
  const expected = useMemo(() => {
    const band = expectedCurve(sky);
    return band && { key: 'expected', label: t.clearSky, curve: band };
  }, [t, sky]);
  if (!hasPower(before) && now.every((one) => !hasPower(one.curve))) {
    const isLost = stale && live !== undefined; // nobody knows what the inverters do
    return <p className={styles.empty}>{isLost ? t.noCurves : `${t.empty.today} ${t.empty.todayNext}`}</p>;
  }
  return (
    <DayChart
      label={`${frame.totals.power}, ${t.now.day}`}
      {...spans.today}
      utcOffsetS={utcOffsetS}
      curves={now}
      before={hasPower(before) ? yesterday : undefined}
      limit={limit}
      expected={expected}
      sunriseS={day.sunrise}
      sunsetS={day.sunset}
      isSmall
    />
  );
}

const hasPower = ({ mean }: Pick<HistoryCurve, 'mean'>) => mean.some((value) => value !== null);

const questions = ({ today, yesterday }: Spans): readonly Asked[] => [
  ask(today),
  ask(yesterday),
  { ...ask(today), measure: 'limit', points: POINTS_OF_LIMIT },
];

const spanQuery = ({ fromS, toS }: UnixSpan): Asked => ({ from: String(fromS), to: String(toS) });
const ask = (span: UnixSpan): Asked => ({ ...spanQuery(span), points: POINTS });
