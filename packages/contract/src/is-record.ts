/** Whether a value of unknown origin is an object with keys (an array counts as one without ours). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
