import type { ReadersEndpoint } from './endpoint.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/** A local day of the plant, and what time it is there. No original device tells it (docs/decisions/0023-extensions.md). */
export interface PlantDay {
  /** Such as `2026-06-21`. */
  readonly date: string;
  /** The day that it is there now. */
  readonly today: string;
  /** Unix seconds. */
  readonly now: number;
  /** The rule of the time zone whose days these are. */
  readonly timezone: string;
  /**
   * When the sun rises and sets on that day, in Unix seconds, to ten minutes, because readers are not told the place; not
   * there where the place is not set, or the sun does neither.
   */
  readonly sunrise?: number;
  readonly sunset?: number;
}

/** What time it is at the plant, and when the sun rises and sets there on `date`, today unless given. */
export const getPlantDay: ReadersEndpoint<PlantDay, PlantDay, never, 'date'> = {
  method: 'GET',
  path: '/api/heliograph/plant-day',
  access: 'readonly',
  query: [],
  optionalQuery: ['date'],
  read(value) {
    if (!isRecord(value)) return undefined;
    const { date, today, now, timezone, sunrise, sunset } = value;
    if (typeof date !== 'string' || typeof today !== 'string' || !isNumber(now)) return undefined;
    return {
      ...{ date, today, now, timezone: typeof timezone === 'string' ? timezone : '' },
      ...(isNumber(sunrise) && isNumber(sunset) && { sunrise, sunset }),
    };
  },
};
