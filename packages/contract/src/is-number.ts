/** Whether a value of unknown origin is a number that can be shown and calculated with. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
