import * as z from 'zod/mini';
import { keysPresent, unsignedInRange } from './constraints.ts';
import {
  DAY_MAX,
  DAY_MIN,
  HOUR_MAX,
  HOUR_MIN,
  MINUTE_MAX,
  MINUTE_MIN,
  MONTH_MAX,
  MONTH_MIN,
  SECOND_MAX,
  SECOND_MIN,
  YEAR_MAX,
  YEAR_MIN,
} from './limits.ts';

/**
 * A moment in the device's local time. A day that the month does not have rolls over into the next one. Source:
 * docs/reference/original-device.md#time.
 */
const PARTS = {
  year: unsignedInRange({ min: YEAR_MIN, max: YEAR_MAX, fail: 'TimeYear' }),
  month: unsignedInRange({ min: MONTH_MIN, max: MONTH_MAX, fail: 'TimeMonth' }),
  day: unsignedInRange({ min: DAY_MIN, max: DAY_MAX, fail: 'TimeDay' }),
  hour: unsignedInRange({ min: HOUR_MIN, max: HOUR_MAX, fail: 'TimeHour' }),
  minute: unsignedInRange({ min: MINUTE_MIN, max: MINUTE_MAX, fail: 'TimeMinute' }),
  second: unsignedInRange({ min: SECOND_MIN, max: SECOND_MAX, fail: 'TimeSecond' }),
};
export type DeviceTime = z.infer<z.ZodMiniObject<typeof PARTS>>;

/** Whole seconds of unix time within the years that a clock can be set to; undefined for anything else. */
function readUnixS(value: unknown): number | undefined {
  const isTime = typeof value === 'number' && Number.isInteger(value);
  return isTime && value >= Date.UTC(YEAR_MIN, 0, 1) / 1000 && value < Date.UTC(YEAR_MAX + 1, 0, 1) / 1000
    ? value
    : undefined;
}

/**
 * The time to set, and beside it the same moment as unix time, which is ours: an hour that comes twice when the clocks go
 * back is told apart by it alone. Where it is given it counts.
 */
export const TimeSettingSchema = z.pipe(
  keysPresent((has) => Object.keys(PARTS).every(has)),
  z.object({ ...PARTS, unix_s: z.optional(z.pipe(z.unknown(), z.transform(readUnixS))) }),
);
export interface TimeSetting extends DeviceTime {
  readonly unix_s?: number | undefined;
}
