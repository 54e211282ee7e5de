import * as z from 'zod/mini';
import {
  CONTRAST_MAX,
  LIGHT_BRIGHTNESS_MAX,
  LIGHT_COUNT_MAX,
  PROFILE_NAME_MAX_LENGTH,
  PROFILE_NAME_MIN_LENGTH,
} from './constants.ts';
import {
  keysPresent,
  lenientBoolean,
  lenientText,
  lenientUnsigned,
  nearestUnsigned,
  text,
  wireObject,
} from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import type { NewerPins, PinAssignment } from './pin-profiles.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { readSettings, rememberSent } from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

const DISPLAY = {
  show_logo: lenientBoolean(),
  power_safe: lenientBoolean(),
  screensaver: lenientBoolean(),
  contrast: z.pipe(
    lenientUnsigned(32),
    z.transform((contrast: number) => Math.min(contrast, CONTRAST_MAX)),
  ),
};

function knownOf(sent: unknown): Readonly<Record<string, unknown>> {
  const { show_logo, power_safe, screensaver, contrast } = isRecord(sent) ? sent : {};
  return { show_logo, power_safe, screensaver, contrast };
}

/** A missing switch is off, a missing contrast 0; more than the most is the most. Keys in the order of the wire. */
export const DisplayConfigSchema = z.pipe(z.transform(knownOf), z.object(DISPLAY));
export type DisplayConfig = z.infer<typeof DisplayConfigSchema>;

const isLocale = (text: unknown) => typeof text === 'string' && /^[a-z]{2}$/.test(text);

/** Quarter turns; two letters; seconds; off, small or the whole display. */
const NEWER_DISPLAY = {
  rotation: nearestUnsigned({ min: 0, max: 3 }),
  locale: z.pipe(
    lenientText(),
    z.transform((locale: string) => (isLocale(locale) ? locale : 'en')),
  ),
  diagramduration: lenientUnsigned(32),
  diagrammode: nearestUnsigned({ min: 0, max: 2 }),
};

/** What displays of original devices since v23.4.4 to v24.11.7 can do beside. The gateway has none, and keeps it for programs. */
export type NewerDisplay = z.infer<ReturnType<typeof newerDisplay>>;
const newerDisplay = () => z.object(NEWER_DISPLAY);

/** The whole display, as it is stored. */
export const StoredDisplaySchema = z.pipe(
  z.transform((sent: unknown) => ({ ...knownOf(sent), ...newerOf(sent) })),
  z.object({ ...DISPLAY, ...NEWER_DISPLAY }),
);

const LIGHT = { brightness: nearestUnsigned({ min: 0, max: LIGHT_BRIGHTNESS_MAX }) };

/** A light of theirs, in the same way. */
export const DeviceLightSchema = z.object(LIGHT);
export type DeviceLight = z.infer<typeof DeviceLightSchema>;

/** Those that are there; a language that is none is as good as not there. */
function newerOf(sent: unknown): Readonly<Record<string, unknown>> {
  const known = Object.keys(NEWER_DISPLAY);
  const told = Object.entries(isRecord(sent) ? sent : {});
  return Object.fromEntries(
    told.filter(([key, value]) => known.includes(key) && (key !== 'locale' || isLocale(value))),
  );
}

/** As posted: devices since v23.4.4 show no logo, so what their programs leave out of it stays; so do all newer keys. */
const DisplayUpdateSchema = z.pipe(
  z.transform((sent: unknown): unknown => {
    const { show_logo, ...others } = knownOf(sent);
    const isNewer = isRecord(sent) && ('rotation' in sent || 'locale' in sent || 'language' in sent);
    const of2023 = isNewer && show_logo === undefined ? others : { show_logo: show_logo ?? false, ...others };
    return { ...of2023, ...newerOf(sent) };
  }),
  z.object({
    ...DISPLAY,
    show_logo: z.optional(DISPLAY.show_logo),
    rotation: z.optional(NEWER_DISPLAY.rotation),
    locale: z.optional(NEWER_DISPLAY.locale),
    diagramduration: z.optional(NEWER_DISPLAY.diagramduration),
    diagrammode: z.optional(NEWER_DISPLAY.diagrammode),
  }),
);

/** As posted: one that says nothing of its brightness stays, and so do all where there is no list of them. */
const LightsUpdateSchema = z.pipe(
  z.transform((sent: unknown): unknown =>
    Array.isArray(sent) ? sent.slice(0, LIGHT_COUNT_MAX).map((light) => (isRecord(light) ? light : {})) : [],
  ),
  z.array(z.object({ brightness: z.optional(LIGHT.brightness) })),
);

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
    display: z.optional(DisplayUpdateSchema),
    led: z.optional(LightsUpdateSchema),
  }),
);
export type DeviceConfig = z.infer<typeof DeviceConfigSchema>;

/**
 * The chosen profile's name, the pins in use since the start, and the display. What came after 2023 stands behind what was
 * there then. Source: docs/reference/api-generations.md#pins-and-display and
 * docs/reference/api-for-other-programs.md#device.
 */
export interface DeviceSettings {
  readonly curPin: { readonly name: string } & PinAssignment & NewerPins;
  readonly display: DisplayConfig & NewerDisplay;
  /** The gateway has no lights, and keeps what is said of them. */
  readonly led: readonly DeviceLight[];
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
