import type { Formats } from './format.ts';

/** What is measured in watts, and what is counted in watt-hours. */
export type AmountUnit = 'W' | 'Wh';

const PREFIXES = ['', 'k', 'M', 'G'] as const;

/** How many thousands an amount is told in: 9,999 Wh are 10.0 kWh, and 12 MW are not 12,000 kW. */
function powerOf(value: number): number {
  const size = Math.abs(value);
  if (size < 999.5) return 0;
  return size < 9_999_500 ? 1 : size < 9_999_500_000 ? 2 : 3;
}

/** Power or energy as a person reads it: 742 W, 3.1 kW, 12.4 kWh, 15.2 MWh. */
export function amountText(format: Formats, value: number, unit: AmountUnit): string {
  const power = powerOf(value);
  const scaled = value / 1000 ** power;
  const decimals = power === 0 ? 0 : Math.abs(scaled) < 9.995 ? 2 : Math.abs(scaled) < 999.5 ? 1 : 0;
  return `${format.digits(scaled, decimals)}${format.unitGap(unit)}${PREFIXES[power]}${unit}`;
}

/** The same for the numbers beside a chart, all in the unit of the largest; that unit stands once above them. */
export function axisTexts(
  format: Formats,
  values: readonly number[],
  unit: AmountUnit,
): { readonly unit: string; readonly texts: readonly string[] } {
  const power = powerOf(Math.max(0, ...values));
  const scaled = values.map((value) => Number((value / 1000 ** power).toPrecision(6)));
  return { unit: `${PREFIXES[power]}${unit}`, texts: scaled.map((value) => format.decimal(value)) };
}
