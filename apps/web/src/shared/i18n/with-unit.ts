import type { Formats } from './format.ts';

/** A whole number with its unit; nothing for a zero, which often stands for what a device does not know. */
export function withUnit(format: Formats, value: number | undefined, unit: string): string {
  return !value ? '' : `${format.noDigits(value)}${format.unitGap(unit)}${unit}`;
}
