import type { HistoryBar, Money, ReceivedLiveData } from '@heliograph/contract';
import { moneyOf } from '@heliograph/contract';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Chart } from '../../shared/chart/chart.tsx';
import type { ChartSeries } from '../../shared/chart/chart-content.ts';
import { DayChart, type NamedCurve } from '../../shared/chart/day-chart.tsx';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { amountText } from '../../shared/i18n/amount-text.ts';
import { bytesText } from '../../shared/i18n/byte-format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames, createPlantTime, type DateNames } from '../../shared/i18n/plant-time.ts';
import { barNames, type Period, standing } from '../../shared/lib/periods.ts';
import { limitCurve, ratedPowerW, useNewest, withNewest } from '../../shared/page/plant-curves.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { partOfSpan, spanOfPart } from './day-part.ts';
import styles from './history.module.css';
import type { HistoryView, Subject } from './history-address.ts';
import { type NamedInverter, namedInverter } from './subjects.ts';
import { changePercent, peakDay, type Sum, sumOf } from './summary.ts';
import {
  comparedPeriod,
  type Kept,
  partsOf,
  type ReadyPeriod,
  type ShownPeriod,
  shownPeriod,
  usePeriod,
} from './use-history.ts';
import type { ShowView } from './use-view.ts';

interface PeriodViewProps {
  readonly view: HistoryView;
  readonly kept: Kept;
  readonly live: ReceivedLiveData | undefined;
  readonly isLost: boolean;
  readonly onShow: ShowView;
}

/** Everything about the period that is asked for: its sum in words, its chart, its table. */
export function PeriodView(props: PeriodViewProps) {
  const { view, kept, live, isLost, onShow } = props;
  const { history: t } = useTexts('history');
  const { first_day: firstDay } = kept.status;
  const { period, date, subject, comparison, part } = view;
  const { utcOffsetS } = kept;
  const { today } = kept.day;
  const { shown, compared } = useMemo(() => {
    const days = { utcOffsetS, firstDay, today };
    const wanted = shownPeriod({ period, date }, days);
    return { shown: wanted, compared: comparedPeriod(wanted, comparison, days) };
  }, [period, date, comparison, utcOffsetS, firstDay, today]);
  const place = standing(shown, { first: firstDay, today: kept.day.today });
  const isThere = firstDay !== undefined && place === 'within';
  const answers = usePeriod(kept, isThere ? { subject, shown, compared, part } : undefined, live);
  if (!isThere) return <NotThere place={place} kept={kept} onShow={onShow} />;
  const { failure, ready, isWaiting } = answers;
  return (
    <div className={styles.card}>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={answers.reload} />
      )}
      {isLost && <Lost kept={kept} />}
      {ready === undefined ? (
        failure === undefined && <Skeleton height="32rem" />
      ) : (
        <Answered {...props} ready={ready} isWaiting={isWaiting} />
      )}
      {shown.date === firstDay && firstDay === kept.day.today && <p className={styles.note}>{t.first}</p>}
      <Foot kept={kept} />
    </div>
  );
}

/** Since when, and what it takes. */
function Foot({ kept: { status } }: { readonly kept: Kept }) {
  const { format } = useI18n();
  const { history: t } = useTexts('history');
  const names = useMemo(() => createDateNames(format.tag), [format]);
  if (status.first_day === undefined) return null;
  return (
    <p className={styles.foot}>{t.kept(names.day(status.first_day), bytesText(format.tag, status.size))}</p>
  );
}

function Lost({ kept }: { readonly kept: Kept }) {
  const { format } = useI18n();
  const { history: t } = useTexts('history');
  const { time } = createPlantTime(format.tag, kept.utcOffsetS);
  return <Alert kind="warning">{t.asOf(time(kept.day.now))}</Alert>;
}

interface NotThereProps {
  readonly place: 'future' | 'before' | 'within';
  readonly kept: Kept;
  readonly onShow: ShowView;
}

/** Why there is nothing, and where there is something. */
function NotThere({ place, kept, onShow }: NotThereProps) {
  const { format } = useI18n();
  const { history: t } = useTexts('history');
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const { first_day: first } = kept.status;
  if (first === undefined) {
    return (
      <Empty title={t.empty.ever}>
        <p>{t.empty.everNext}</p>
      </Empty>
    );
  }
  if (place === 'future') {
    return (
      <Empty title={t.empty.future}>
        <Button variant="primary" onClick={() => onShow({ date: undefined })}>
          {t.empty.toToday}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty title={t.empty.before(names.day(first))}>
      <Button variant="primary" onClick={() => onShow({ date: first })}>
        {t.empty.toFirst}
      </Button>
    </Empty>
  );
}

function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface AnsweredProps extends PeriodViewProps {
  readonly ready: ReadyPeriod;
  readonly isWaiting: boolean;
}

function Answered(props: AnsweredProps) {
  const { kept, ready, isWaiting } = props;
  const { shown, compared, energy } = ready;
  const { format } = useI18n();
  const { history: t } = useTexts('history');
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const sum = useMemo(() => sumOf(energy[0]?.bars ?? []), [energy]);
  const sumBefore = useMemo(() => compared && sumOf(energy[1]?.bars ?? []), [energy, compared]);
  return (
    <>
      <div className={styles.words} data-waiting={isWaiting}>
        <h2>{periodName(shown, names, t)}</h2>
        <p className={styles.sum}>
          {amountText(format, sum.energyWh, 'Wh')}
          {shown.last >= kept.day.today && shown.first <= kept.day.today && <small>{t.soFar}</small>}
        </p>
        <p className={styles.facts}>
          {[
            ...peakWords(props, sum, names),
            ...moneyWords(sum),
            ...comparedWords(props, sum, sumBefore, names),
          ].map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      </div>
      {shown.period === 'day' ? (
        <Day {...props} names={names} sum={sum} />
      ) : (
        <Bars {...props} names={names} period={shown.period} />
      )}
      {sum.isEstimated && <p className={styles.note}>{t.estimated}</p>}
      {kept.status.meter_first_day !== undefined && isWholePlant(ready.subject) && (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={<Skeleton height="20rem" />}>
            <MeteredPart kept={kept} ready={ready} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );

  function peakWords(
    { kept: { utcOffsetS } }: AnsweredProps,
    { peakW, peakAtS, best }: Sum,
    dates: DateNames,
  ): string[] {
    const time = createPlantTime(format.tag, utcOffsetS);
    const peak = peakW === undefined || peakW <= 0 ? undefined : amountText(format, peakW, 'W');
    const words: string[] = [];
    if (peak !== undefined && peakAtS === undefined) words.push(t.mostPower(peak));
    if (peak !== undefined && peakAtS !== undefined) {
      words.push(
        shown.period === 'day'
          ? t.most(peak, time.time(peakAtS))
          : t.mostOn(peak, peakDay(dates, shown.period, time.dayOf(peakAtS))),
      );
    }
    if (best === undefined || shown.period === 'day') return words;
    const energy = amountText(format, best.energy, 'Wh');
    const best_ = {
      month: () => t.bestDay(energy, dates.shortDay(best.name)),
      year: () => t.bestMonth(energy, dates.longMonth(best.name)),
      all: () => t.bestYear(energy, best.name),
    };
    return [...words, best_[shown.period]()];
  }

  function moneyWords({ energyWh }: Sum): string[] {
    const money = moneyOf(energyWh, kept.status.prices);
    if (money === undefined || energyWh === 0) return [];
    return [t.money[money.basis](moneyText(format.tag, money))];
  }

  function comparedWords(
    _: AnsweredProps,
    { energyWh }: Sum,
    before: Sum | undefined,
    dates: DateNames,
  ): string[] {
    if (before === undefined || compared === undefined) return [];
    // Of what nothing is kept nobody knows whether it was nothing.
    if (!before.isKnown) return [t.compared(periodName(compared, dates, t), t.nothingKept)];
    const percent = changePercent(energyWh, before.energyWh);
    const text = t.compared(periodName(compared, dates, t), amountText(format, before.energyWh, 'Wh'));
    // What is not over cannot be compared yet.
    if (percent === undefined || shown.last >= kept.day.today) return [text];
    return [`${text} (${percent >= 0 ? '+' : '−'}${format.percent(Math.abs(percent))})`];
  }
}

/** Few have a meter. */
const MeteredPart = lazy(async () => ({ default: (await import('./metered-part.tsx')).MeteredPart }));

const isWholePlant = ({ serial, isEach }: Subject) => serial === '' && !isEach;

/** A currency that the browser does not know stands behind the amount as it is. */
function moneyText(tag: string, { amount, currency }: Money): string {
  try {
    return new Intl.NumberFormat(tag, { style: 'currency', currency }).format(amount);
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}

type HistoryTexts = ReturnType<typeof useTexts<'history'>>['history'];

function periodName(
  { period, date }: Pick<ShownPeriod, 'period' | 'date'>,
  names: DateNames,
  t: HistoryTexts,
): string {
  switch (period) {
    case 'day':
      return names.day(date);
    case 'month':
      return names.month(date.slice(0, 7));
    case 'year':
      return date.slice(0, 4);
    case 'all':
      return t.periods.all;
  }
}

type NamesOf = (serial: string) => NamedInverter;

function useNames({ kept, live }: Pick<PeriodViewProps, 'kept' | 'live'>): NamesOf {
  return (serial) => namedInverter(serial, live?.inverters ?? [], kept.status.places);
}

function subjectName(subject: Subject, namesOf: NamesOf, t: HistoryTexts): string {
  if (subject.serial === '') return subject.isEach ? t.eachInverter : t.plant;
  const inverter = namesOf(subject.serial);
  if (subject.isEach) return t.eachString(inverter.name);
  if (subject.string === undefined) return inverter.name;
  return t.stringOf(inverter.name, stringName(inverter, subject.string, t));
}

function stringName({ strings }: NamedInverter, string: number, t: HistoryTexts): string {
  return strings[string - 1] || t.string(string);
}

interface PartProps extends AnsweredProps {
  readonly names: DateNames;
}

/** The power of a day, which goes on while it lasts. What has not changed is not drawn again with each message. */
function Day(props: PartProps & { readonly sum: Sum }) {
  const { view, kept, live, ready, isWaiting, names, sum, onShow } = props;
  const { subject, shown, compared, curves: answered, limit: percent } = ready;
  const { utcOffsetS } = kept;
  const { format } = useI18n();
  const { history: t } = useTexts('history');
  const newest = useNewest(subject, shown.date === kept.day.today ? kept.moment : undefined);
  const namesOf = useNames(props);
  const parts = partsOf(subject, live?.inverters ?? [], kept.status.places);
  const labels = parts.map(nameOfPart).join('\n');
  const [atS, powerW] = [newest?.atS, newest?.powerW];
  const curves = useMemo(
    () =>
      labels.split('\n').flatMap((label, place, all): NamedCurve[] => {
        const curve = answered[place];
        if (curve === undefined) return [];
        const isOne = all.length === 1 && atS !== undefined && powerW !== undefined;
        const whole = isOne ? withNewest(curve, { atS, powerW }) : curve;
        return [{ key: String(place), label, curve: whole }];
      }),
    [labels, answered, atS, powerW],
  );
  const ratedW = ratedPowerW(subject, live);
  const limit = useMemo(() => {
    const watts = limitCurve(percent, ratedW);
    return watts && { key: 'limit', label: t.limit, curve: watts };
  }, [percent, ratedW, t]);
  const before = useMemo(() => {
    const curve = compared && !subject.isEach ? answered.at(-1) : undefined;
    const { fromS } = compared?.span ?? {};
    if (curve === undefined || compared === undefined || fromS === undefined) return undefined;
    if (curve.mean.every((value) => value === null)) return undefined;
    return { key: 'before', label: periodName(compared, names, t), curve, fromS };
  }, [answered, compared, subject, names, t]);
  const hasCurve = curves.some(({ curve }) => curve.mean.some((value) => value !== null));
  const { sunrise, sunset } = ready.day ?? {};
  const times = createPlantTime(format.tag, utcOffsetS);
  const { part } = view;
  const closer = useMemo(
    () => (part === undefined ? undefined : spanOfPart(part, shown.span, utcOffsetS)),
    [part, shown, utcOffsetS],
  );

  function nameOfPart(one: Subject): string {
    if (!subject.isEach) return periodName(shown, names, t);
    if (subject.serial === '') return subjectName(one, namesOf, t);
    return stringName(namesOf(one.serial), one.string ?? 0, t);
  }

  if (!hasCurve && before === undefined && !isWaiting) {
    return (
      <div className={styles.noCurve}>
        <p>{emptyDayText(shown, kept, sum, t)}</p>
      </div>
    );
  }
  return (
    <DayChart
      label={[t.power, subjectName(subject, namesOf, t), periodName(shown, names, t)].join(', ')}
      fromS={shown.span.fromS}
      toS={shown.span.toS}
      utcOffsetS={utcOffsetS}
      curves={curves}
      before={before}
      limit={limit}
      sunriseS={sunrise}
      sunsetS={sunset}
      isWaiting={isWaiting}
      closer={closer}
      onCloser={(span) =>
        onShow({ part: span === undefined ? undefined : partOfSpan(span, shown.span, utcOffsetS) }, true)
      }
    >
      {sunrise !== undefined && sunset !== undefined && (
        <p className={styles.note}>{t.sun(times.time(sunrise), times.time(sunset))}</p>
      )}
    </DayChart>
  );
}

function emptyDayText(shown: ShownPeriod, kept: Kept, sum: Sum, t: HistoryTexts): string {
  if (sum.energyWh > 0) return t.empty.noCurve;
  return shown.date === kept.day.today ? `${t.empty.today} ${t.empty.todayNext}` : t.empty.nothing;
}

/** Energy bar by bar; a bar leads to what it stands for. */
function Bars(props: PartProps & { readonly period: Exclude<Period, 'day'> }) {
  const { kept, ready, isWaiting, names, period, onShow } = props;
  const { subject, shown, compared, energy } = ready;
  const { history: t } = useTexts('history');
  const namesOf = useNames(props);
  const { today } = kept.day;
  const firstDay = kept.status.first_day ?? today;
  const { bars, axis, next } = useMemo(() => {
    const bars = barNames(period, shown.date, { first: firstDay, last: today });
    const texts = {
      month: { long: names.day, short: names.dayNumber, heading: t.periods.day, next: 'day' },
      year: { long: names.longMonth, short: names.shortMonth, heading: t.periods.month, next: 'month' },
      all: {
        long: (name: string) => name,
        short: (name: string) => name,
        heading: t.periods.year,
        next: 'year',
      },
    } as const;
    const { long, short, heading, next } = texts[period];
    const axis = { kind: 'names', names: bars.map(long), shortNames: bars.map(short), heading } as const;
    return { bars, axis, next };
  }, [period, shown, firstDay, today, names, t]);
  const series = useMemo((): readonly ChartSeries[] => {
    const [now, before] = energy;
    const label = period === 'all' ? t.energy : periodName(shown, names, t);
    const main = { key: 'now', label, look: 'bars', values: valuesOf(now?.bars ?? [], bars) } as const;
    if (compared === undefined || before === undefined || before.bars.length === 0) return [main];
    const namesBefore = barNames(period, compared.date);
    const values = valuesOf(before.bars, namesBefore);
    const aligned = bars.map((_, place) => values[place] ?? null);
    const other = periodName(compared, names, t);
    return [{ key: 'before', label: other, look: 'barsBefore', values: aligned }, main];
  }, [energy, bars, period, shown, compared, names, t]);

  function choose(index: number): void {
    const name = bars[index];
    if (name === undefined) return;
    const date = today.startsWith(name) ? undefined : name.padEnd(today.length, '-01');
    onShow({ period: next, date });
  }

  return (
    <Chart
      label={[t.energy, subjectName(subject, namesOf, t), periodName(shown, names, t)].join(', ')}
      axis={axis}
      unit="Wh"
      series={series}
      isWaiting={isWaiting}
      onChoose={choose}
    />
  );
}

function valuesOf(list: readonly HistoryBar[], wanted: readonly string[]): (number | null)[] {
  const known = new Map(list.map((bar) => [bar.name, bar.energy]));
  return wanted.map((name) => known.get(name) ?? null);
}
