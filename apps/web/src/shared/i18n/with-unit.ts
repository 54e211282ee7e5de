import type { Formats } from './format.ts';

/** A whole number with its unit; nothing for a zero, which stands for what a device does not know. */
export function withUnit(format: Formats, value: number, unit: string): string {
  return value === 0 ? '' : `${format.noDigits(value)}${format.unitGap(unit)}${unit}`;
}
