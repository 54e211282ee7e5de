/** Whether a value of unknown origin is an object with keys (an array counts as one without ours). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What a text means as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // refused like any other text that makes no sense
  }
}

/** Whether a value of unknown origin is a number that can be shown and calculated with. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
