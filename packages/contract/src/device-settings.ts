import type { ApiResult } from './api-result.ts';
import type { DeviceConfig, DisplayConfig } from './device.ts';
import type { Endpoint } from './endpoint.ts';
import { isRecord } from './is-record.ts';
import type { PinAssignment } from './pin-profiles.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { readSettings, rememberSent } from './read-settings.ts';

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
