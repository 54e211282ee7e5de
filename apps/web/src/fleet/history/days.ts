const two = (value: number) => String(value).padStart(2, '0');

/** `2026-06-21`: the day of a moment by the clock of this browser. */
export function dayOf(unixMs: number): string {
  const date = new Date(unixMs);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The day that comes so many days after another one; no change of the clock makes it a different one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000)
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length);
}
