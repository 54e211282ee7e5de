import { memo } from 'react';
import { type AmountUnit, amountText } from '../i18n/amount-text.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import type { ChartAxis, ChartSeries } from './chart-content.ts';
import type { Range } from './gestures.ts';
import styles from './table.module.css';
import { spanRows } from './table-rows.ts';

/** The same as the chart's, and which part of it. */
export interface TableProps {
  readonly label: string;
  readonly axis: ChartAxis;
  readonly unit: AmountUnit;
  readonly series: readonly ChartSeries[];
  readonly range: Range;
}

/** The numbers of the chart in rows. */
export const Table = memo(function Table({ label, axis, unit, series, range }: TableProps) {
  const { format } = useI18n();
  const { chart: t } = useTexts('history').history;
  const rows =
    axis.kind === 'time'
      ? spanRows(
          axis.at,
          series.map(({ values }) => values),
          range.min,
          range.max,
        ).map(({ fromS, values }) => ({ key: fromS, name: axis.timeText(fromS), values }))
      : axis.names.map((name, place) => ({
          key: place,
          name,
          values: series.map(({ values }) => values[place] ?? undefined),
        }));
  return (
    // A region that scrolls can be reached by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: to scroll it
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{axis.kind === 'time' ? t.time : axis.heading}</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, place) => (
                <td key={series[place]?.key}>
                  {value === undefined ? t.nothing : amountText(format, value, unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
});
