import type * as z from 'zod/mini';
import { text, wireObject } from './constraints.ts';
import {
  NTP_SERVER_MAX_LENGTH,
  NTP_SERVER_MIN_LENGTH,
  TIMEZONE_MAX_LENGTH,
  TIMEZONE_MIN_LENGTH,
} from './limits.ts';

const SERVER = text({ min: NTP_SERVER_MIN_LENGTH, max: NTP_SERVER_MAX_LENGTH, fail: 'NtpServerLength' });

/** The time server alone, to try it. */
export const TimeServerSchema = wireObject({ ntp_server: SERVER });
export type TimeServer = z.infer<typeof TimeServerSchema>;

/** Time settings: server, POSIX rule, zone name. Source: device contract, section 1.13. */
export const NtpConfigSchema = wireObject({
  ntp_server: SERVER,
  ntp_timezone: text({ min: TIMEZONE_MIN_LENGTH, max: TIMEZONE_MAX_LENGTH, fail: 'NtpTimezoneLength' }),
  ntp_timezone_descr: text({
    min: TIMEZONE_MIN_LENGTH,
    max: TIMEZONE_MAX_LENGTH,
    fail: 'NtpTimezoneDescriptionLength',
  }),
});
export type NtpConfig = z.infer<typeof NtpConfigSchema>;
