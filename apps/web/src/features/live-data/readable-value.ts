import type { Measured } from '@heliograph/contract';

/** Energies and powers by unit, and the next unit that stands for a thousand of it. */
const LARGER: Readonly<Record<string, string>> = { Wh: 'kWh', kWh: 'MWh', W: 'kW', kW: 'MW' };
/** From here on the next unit says more. A total of a roof stays in kWh for its lifetime, its power in W. */
const SCALED_FROM: Readonly<Record<string, number>> = { Wh: 1000, kWh: 1_000_000, W: 100_000, kW: 100_000 };
/** As many as a person reads at a glance. */
const DIGITS = 3;

/** A sum as a person reads it: in a unit that suits it, and no more decimals than make three digits. */
export function readableValue(sum: Measured): Measured {
  const { value, unit, digits } = sum;
  if (value === null) return sum;
  const from = SCALED_FROM[unit];
  const larger = LARGER[unit];
  const isScaled = from !== undefined && larger !== undefined && Math.abs(value) >= from;
  if (isScaled) return { value: value / 1000, unit: larger, digits: decimals(value / 1000, DIGITS) };
  return { ...sum, digits: decimals(value, digits) };
}

function decimals(value: number, max: number): number {
  const wholeDigits = Math.max(1, Math.floor(Math.log10(Math.max(1, Math.abs(value)))) + 1);
  return Math.min(max, Math.max(0, DIGITS - wholeDigits));
}
