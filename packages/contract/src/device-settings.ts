import * as z from 'zod/mini';
import { CONTRAST_MAX, PROFILE_NAME_MAX_LENGTH, PROFILE_NAME_MIN_LENGTH } from './constants.ts';
import { keysPresent, lenientBoolean, lenientUnsigned, text, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import type { PinAssignment } from './pin-profiles.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { readSettings, rememberSent } from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/** A missing switch is off, a missing contrast 0; more than the most is the most. Keys in the order of the wire. */
export const DisplayConfigSchema = z.pipe(
  z.transform((sent: unknown): unknown => {
    const { show_logo, power_safe, screensaver, contrast } = isRecord(sent) ? sent : {};
    return { show_logo, power_safe, screensaver, contrast };
  }),
  z.object({
    show_logo: lenientBoolean(),
    power_safe: lenientBoolean(),
    screensaver: lenientBoolean(),
    contrast: z.pipe(
      lenientUnsigned(32),
      z.transform((contrast: number) => Math.min(contrast, CONTRAST_MAX)),
    ),
  }),
);
export type DisplayConfig = z.infer<typeof DisplayConfigSchema>;

/**
 * The pin profile by its name, and the display; what is not sent stays. Pins in the answer are for reading only.
 * Source: docs/reference/original-device.md#device-settings-and-pins and #quirk-19.
 */
export const DeviceConfigSchema = z.pipe(
  keysPresent((has) => has('curPin') || has('display')),
  z.object({
    curPin: z.optional(
      wireObject({
        name: text({
          min: PROFILE_NAME_MIN_LENGTH,
          max: PROFILE_NAME_MAX_LENGTH,
          fail: 'ProfileNameLength',
        }),
      }),
    ),
    display: z.optional(DisplayConfigSchema),
  }),
);
export type DeviceConfig = z.infer<typeof DeviceConfigSchema>;

/** The chosen profile's name, the pins in use since the start, and the display. */
export interface DeviceSettings {
  readonly curPin: { readonly name: string } & PinAssignment;
  readonly display: DisplayConfig;
}

const DISPLAY_FIELDS = {
  power_safe: 'flag',
  screensaver: 'flag',
  show_logo: 'flag',
  contrast: 'number',
} as const;

/** The pins are as they came, for `readPins`; keys that are not known are kept, at all levels. */
export interface ReceivedDeviceSettings {
  readonly curPin: { readonly name: string } & Readonly<Record<string, unknown>>;
  readonly display: DisplayConfig;
}

function readDeviceSettings(value: unknown): ReceivedDeviceSettings | undefined {
  if (!isRecord(value)) return undefined;
  const { curPin } = value;
  const display = readSettings(value.display, DISPLAY_FIELDS);
  if (!isRecord(curPin) || display === undefined) return undefined;
  // A name must go back even if none came (docs/reference/original-device.md#quirk-20).
  const sent = { ...value, curPin: { ...curPin, name: typeof curPin.name === 'string' ? curPin.name : '' } };
  return rememberSent({ ...sent, display }, sent);
}

/** Pins and display. */
export const getDeviceConfig: Endpoint<DeviceSettings, ReceivedDeviceSettings> = {
  method: 'GET',
  path: '/api/device/config',
  access: 'admin',
  query: [],
  read: readDeviceSettings,
};

/** Chooses a pin profile and sets the display. The display follows at once; another profile makes the device restart about a second later. */
export const setDeviceConfig: Endpoint<ApiResult, ReceivedApiResult, DeviceConfig> = {
  method: 'POST',
  path: '/api/device/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};
