import { getHistoryCurve, getHistoryEnergy, type HistoryBar, type HistoryCurve } from '@heliograph/contract';
import { useMemo } from 'react';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import { DayChart, type NamedCurve } from '../../shared/chart/day-chart.tsx';
import { amountText } from '../../shared/i18n/amount-text.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames } from '../../shared/i18n/plant-time.ts';
import styles from './metered-part.module.css';
import type { Kept, ReadyPeriod, ShownPeriod } from './use-history.ts';

interface MeteredPartProps {
  readonly kept: Kept;
  readonly ready: ReadyPeriod;
}

const REPEAT_MS = 30_000;
const POINTS = '700';

/** What the house took beside what the plant gave, where there is a meter: in words, as a curve of the day, and as a table. */
export function MeteredPart({ kept, ready }: MeteredPartProps) {
  const { format } = useI18n();
  const t = useTexts('house').house.metered;
  const { shown, energy } = ready;
  const bars = energy[0]?.bars ?? [];
  const sum = meteredSum(bars);
  const isDay = shown.period === 'day';
  const isLive = shown.last >= kept.day.today;
  const span = { from: String(shown.span.fromS), to: String(shown.span.toS) };
  const repeatMs = isLive ? REPEAT_MS : undefined;
  const hours = useAnswers<{ readonly bars: readonly HistoryBar[] }>(
    getHistoryEnergy,
    isDay ? [{ step: 'hour', ...span }] : undefined,
    repeatMs,
  );
  const house = useAnswers<HistoryCurve>(
    getHistoryCurve,
    isDay ? [{ ...span, measure: 'consumption', points: POINTS } satisfies Asked] : undefined,
    repeatMs,
  );
  if (sum === undefined) return <p className={styles.note}>{t.nothing}</p>;
  const { consumption, own_use: ownUse, imported, exported, metered } = sum;
  const energyText = (wh: number) => amountText(format, Math.max(0, wh), 'Wh');
  const made = ownUse + exported;
  const lengthS = Math.min(shown.span.toS, kept.day.now) - shown.span.fromS;
  const curve = house.answers?.[0];
  return (
    <section className={styles.part}>
      <h2>{t.title}</h2>
      <p>
        {`${t.consumption} ${energyText(consumption)}, ${t.ownUse} ${energyText(ownUse)}, ${t.imported} ${energyText(imported)}; ${t.exported} ${energyText(exported)}.`}
      </p>
      <ul className={styles.shares}>
        {made > 0 && <li>{t.ownShare(format.percent(shareOf(ownUse, made)))}</li>}
        {consumption > 0 && <li>{t.selfShare(format.percent(shareOf(ownUse, consumption)))}</li>}
      </ul>
      {metered < lengthS * MOSTLY && (
        <p className={styles.note}>{t.partly(format.digits(metered / 3600, metered < 36_000 ? 1 : 0))}</p>
      )}
      {isDay && curve !== undefined && curve.at.length > 0 && (
        <HouseCurve {...{ kept, ready, curve }} label={t.curve} />
      )}
      <MeteredTable bars={isDay ? (hours.answers?.[0]?.bars ?? []) : bars} period={shown.period} />
    </section>
  );
}

/** A meter that missed less than this of the time was there. */
const MOSTLY = 0.97;

const shareOf = (part: number, whole: number) => Math.min(100, Math.max(0, (100 * part) / whole));

type Metered = Required<Pick<HistoryBar, 'imported' | 'exported' | 'consumption' | 'own_use' | 'metered'>>;

/** Undefined where the meter was not heard. */
function meteredOf({ imported, exported, consumption, own_use, metered }: HistoryBar): Metered | undefined {
  if (imported === undefined || exported === undefined) return undefined;
  if (consumption === undefined || own_use === undefined) return undefined;
  return { imported, exported, consumption, own_use, metered: metered ?? 0 };
}

function meteredSum(bars: readonly HistoryBar[]): Metered | undefined {
  const known = bars.map(meteredOf).filter((one) => one !== undefined);
  return known.reduce<Metered | undefined>(
    (sum, one) =>
      sum === undefined
        ? one
        : {
            imported: sum.imported + one.imported,
            exported: sum.exported + one.exported,
            consumption: sum.consumption + one.consumption,
            own_use: sum.own_use + one.own_use,
            metered: sum.metered + one.metered,
          },
    undefined,
  );
}

interface HouseCurveProps extends MeteredPartProps {
  readonly curve: HistoryCurve;
  readonly label: string;
}

/** What the house takes over what the plant gives. */
function HouseCurve({ kept, ready, curve, label }: HouseCurveProps) {
  const { history: t } = useTexts('history');
  const { shown, curves: answered, day } = ready;
  const [plant] = answered;
  const curves = useMemo(
    (): NamedCurve[] => [
      ...(plant === undefined ? [] : [{ key: 'plant', label: t.plant, curve: plant }]),
      { key: 'house', label, curve },
    ],
    [plant, curve, label, t],
  );
  return (
    <DayChart
      label={label}
      fromS={shown.span.fromS}
      toS={shown.span.toS}
      utcOffsetS={kept.utcOffsetS}
      curves={curves}
      sunriseS={day?.sunrise}
      sunsetS={day?.sunset}
      isSmall
    />
  );
}

interface MeteredTableProps {
  readonly bars: readonly HistoryBar[];
  readonly period: ShownPeriod['period'];
}

function MeteredTable({ bars, period }: MeteredTableProps) {
  const { format } = useI18n();
  const { history: h, house } = useTexts('history', 'house');
  const t = house.metered;
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const heading = { day: t.hour, month: h.periods.day, year: h.periods.month, all: h.periods.year }[period];
  const nameOf = {
    day: (name: string) => `${name.slice('yyyy-mm-ddT'.length)}:00`,
    month: names.shortDay,
    year: names.longMonth,
    all: (name: string) => name,
  }[period];
  const rows = bars.flatMap((bar) => {
    const metered = meteredOf(bar);
    return metered === undefined ? [] : [{ start: bar.start, name: nameOf(bar.name), metered }];
  });
  const energy = (wh: number) => amountText(format, Math.max(0, wh), 'Wh');
  return (
    <details>
      <summary>{t.asTable}</summary>
      {/* A region that scrolls can be reached by keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: to scroll it */}
      <section className={styles.scroll} aria-label={t.asTable} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[heading, t.consumption, t.ownUse, t.imported, t.exported].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, name, metered }) => (
              <tr key={start}>
                <th scope="row">{name}</th>
                <td>{energy(metered.consumption)}</td>
                <td>{energy(metered.own_use)}</td>
                <td>{energy(metered.imported)}</td>
                <td>{energy(metered.exported)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
