import type { ChartValue } from './curves.ts';

/** A row of the table that says what a chart shows: the mean over a span of time. */
export interface SpanRow {
  readonly fromS: number;
  readonly values: readonly (number | undefined)[];
}

/** A table of a whole day is read in steps of so long. */
const ROWS_MAX = 100;
const STEPS_S = [60, 300, 900, 1800, 3600, 7200] as const;

/** What columns show from one time to another, in steps that make a table that can be read; spans without anything are left out. */
export function spanRows(
  at: readonly number[],
  columns: readonly (readonly ChartValue[])[],
  fromS: number,
  toS: number,
): readonly SpanRow[] {
  const stepS = STEPS_S.find((step) => (toS - fromS) / step <= ROWS_MAX) ?? 14_400;
  const rows = new Map<number, { sum: number; count: number }[]>();
  at.forEach((time, index) => {
    if (time < fromS || time >= toS) return;
    const start = fromS + Math.floor((time - fromS) / stepS) * stepS;
    columns.forEach((column, place) => {
      const value = column[index];
      if (typeof value !== 'number') return;
      const row = rows.get(start) ?? columns.map(() => ({ sum: 0, count: 0 }));
      rows.set(start, row);
      const cell = row[place];
      if (cell === undefined) return;
      cell.sum += value;
      cell.count += 1;
    });
  });
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([start, cells]) => ({
      fromS: start,
      values: cells.map(({ sum, count }) => (count === 0 ? undefined : sum / count)),
    }));
}
