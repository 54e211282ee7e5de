import * as z from 'zod/mini';
import { degrees, type FieldRule, keysPresent, rules, text, wireObject } from './constraints.ts';
import {
  LATITUDE_MAX_DEG,
  LATITUDE_MIN_DEG,
  LONGITUDE_MAX_DEG,
  LONGITUDE_MIN_DEG,
  NTP_SERVER_MAX_LENGTH,
  NTP_SERVER_MIN_LENGTH,
  TIMEZONE_MAX_LENGTH,
  TIMEZONE_MIN_LENGTH,
} from './limits.ts';

const SERVER = text({ min: NTP_SERVER_MIN_LENGTH, max: NTP_SERVER_MAX_LENGTH, fail: 'NtpServerLength' });

/** The time server alone, to try it. */
export const TimeServerSchema = wireObject({ ntp_server: SERVER });
export type TimeServer = z.infer<typeof TimeServerSchema>;

/** Server, POSIX rule, zone name. Source: docs/reference/original-device.md#time. */
const FIELDS = {
  ntp_server: SERVER,
  ntp_timezone: text({ min: TIMEZONE_MIN_LENGTH, max: TIMEZONE_MAX_LENGTH, fail: 'NtpTimezoneLength' }),
  ntp_timezone_descr: text({
    min: TIMEZONE_MIN_LENGTH,
    max: TIMEZONE_MAX_LENGTH,
    fail: 'NtpTimezoneDescriptionLength',
  }),
};

/** Where a plant stands, in decimal degrees (WGS84): north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where the plant stands, as it is kept; both null where nobody has said. Later originals have them too. */
const PLACE = {
  latitude: degrees({ min: LATITUDE_MIN_DEG, max: LATITUDE_MAX_DEG, fail: 'LatitudeRange' }),
  longitude: degrees({ min: LONGITUDE_MIN_DEG, max: LONGITUDE_MAX_DEG, fail: 'LongitudeRange' }),
};

type PlaceFields = { readonly [K in keyof typeof PLACE]?: number | null | undefined };

/** Half a place is none; the failure is that of the half that is missing. */
const PLACE_RULES: readonly FieldRule<PlaceFields>[] = [
  halfMissing('latitude', 'longitude'),
  halfMissing('longitude', 'latitude'),
];

function halfMissing(key: keyof PlaceFields, other: keyof PlaceFields): FieldRule<PlaceFields> {
  const isBroken = ({ [key]: half, [other]: otherHalf }: PlaceFields) =>
    (half === undefined && otherHalf !== undefined) || (half === null && typeof otherHalf === 'number');
  return { key, result: 'PlaceIncomplete', isBroken };
}

const NtpConfigFields = z.object({ ...FIELDS, ...PLACE });

/** Time settings and the place of the plant, as they are kept. */
export const NtpConfigSchema = z.pipe(
  keysPresent((has) => Object.keys({ ...FIELDS, ...PLACE }).every(has)),
  NtpConfigFields.check(rules<PlaceFields>(PLACE_RULES)),
);
export type NtpConfig = z.infer<typeof NtpConfigFields>;

/** Where the plant stands, as far as somebody has said. */
export function placeOf({
  latitude,
  longitude,
}: Pick<NtpConfig, 'latitude' | 'longitude'>): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

const NtpUpdateFields = z.object({
  ...FIELDS,
  latitude: z.optional(PLACE.latitude),
  longitude: z.optional(PLACE.longitude),
});

/** Time settings as posted: without a place the one that is kept stays. */
export const NtpUpdateSchema = z.pipe(
  keysPresent((has) => Object.keys(FIELDS).every(has)),
  NtpUpdateFields.check(rules<PlaceFields>(PLACE_RULES)),
);
export type NtpUpdate = z.infer<typeof NtpUpdateFields>;
