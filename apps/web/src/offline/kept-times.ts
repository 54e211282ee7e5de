import type { Formats } from '../shared/i18n/format.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** How long ago a moment was, such as “3 minutes ago”. A clock that was set back makes nothing of the future. */
export function agoText(tag: string, atMs: number, nowMs: number): string {
  const ageMs = Math.max(0, nowMs - atMs);
  const [unit, unitMs] = UNITS.find(([, ms]) => ageMs >= ms) ?? ['second', 1000];
  return new Intl.RelativeTimeFormat(tag, { numeric: 'always' }).format(-Math.floor(ageMs / unitMs), unit);
}

/** The time of day, and on another day the date with it. */
export function momentText(
  format: Pick<Formats, 'day' | 'time' | 'dateMinutes'>,
  atMs: number,
  nowMs: number,
) {
  return format.day(atMs) === format.day(nowMs) ? format.time(atMs) : format.dateMinutes(atMs);
}
