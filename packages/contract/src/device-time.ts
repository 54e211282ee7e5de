import type * as z from 'zod/mini';
import { unsignedInRange, wireObject } from './constraints.ts';
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
 * A moment in the device's local time. A day that the month does not have rolls over into the next one. Source: device
 * contract, section 1.13.
 */
export const DeviceTimeSchema = wireObject({
  year: unsignedInRange({ min: YEAR_MIN, max: YEAR_MAX, fail: 'TimeYear' }),
  month: unsignedInRange({ min: MONTH_MIN, max: MONTH_MAX, fail: 'TimeMonth' }),
  day: unsignedInRange({ min: DAY_MIN, max: DAY_MAX, fail: 'TimeDay' }),
  hour: unsignedInRange({ min: HOUR_MIN, max: HOUR_MAX, fail: 'TimeHour' }),
  minute: unsignedInRange({ min: MINUTE_MIN, max: MINUTE_MAX, fail: 'TimeMinute' }),
  second: unsignedInRange({ min: SECOND_MIN, max: SECOND_MAX, fail: 'TimeSecond' }),
});
export type DeviceTime = z.infer<typeof DeviceTimeSchema>;
