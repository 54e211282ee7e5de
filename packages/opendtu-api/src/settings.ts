import { PATHS } from './paths.ts';
import type { Release } from './release.ts';
import { DEVICE_KEYS } from './settings/device.ts';
import { DTU_KEYS } from './settings/dtu.ts';
import { MQTT_KEYS } from './settings/mqtt.ts';
import { NETWORK_KEYS } from './settings/network.ts';
import { SECURITY_KEYS } from './settings/security.ts';
import type { SettingKey } from './settings/setting-key.ts';
import { TIME_KEYS } from './settings/time.ts';
import { objectAt, objectIn, valueIn, type WireObject } from './untrusted-values.ts';
import { EMPTY, isInRelease, READERS } from './wire-keys.ts';

/** Settings that a device reads and saves as one document. */
export type SettingsDocument = 'network' | 'time' | 'mqtt' | 'dtu' | 'security' | 'device';

/**
 * Settings by name. The name of a setting is the key that it had first, with a dot between levels (`dtu_palevel`,
 * `display.contrast`), whatever a device of another age calls it.
 */
export type Settings = Readonly<Record<string, unknown>>;

const KEYS: Readonly<Record<SettingsDocument, readonly SettingKey[]>> = {
  network: NETWORK_KEYS,
  time: TIME_KEYS,
  mqtt: MQTT_KEYS,
  dtu: DTU_KEYS,
  security: SECURITY_KEYS,
  device: DEVICE_KEYS,
};

/** Where each document is read with GET and saved with POST. */
export const SETTINGS_PATHS: Readonly<Record<SettingsDocument, string>> = {
  network: PATHS.networkSettings,
  time: PATHS.timeSettings,
  mqtt: PATHS.mqttSettings,
  dtu: PATHS.dtuSettings,
  security: PATHS.securitySettings,
  device: PATHS.deviceSettings,
};

/** The keys that a device of that release sends and wants back, with a dot between levels. */
export function settingsKeys(document: SettingsDocument, release: Release): readonly string[] {
  return KEYS[document].filter((row) => isInRelease(row, release)).map(({ key }) => key);
}

/** The names of settings that nobody may see who does not have to. They are sent in clear. */
export function secretSettings(document: SettingsDocument): readonly string[] {
  return KEYS[document].filter(({ isSecret }) => isSecret).map(nameOf);
}

/**
 * Reads what is known of a document, under our names; what is not there, or of another kind, is left out. Undefined where
 * it is no such document.
 */
export function readSettings(document: SettingsDocument, sent: unknown): Settings | undefined {
  const raw = objectIn(sent);
  if (raw === undefined) return undefined;
  const found = KEYS[document].flatMap((row) => {
    const value = READERS[row.kind](valueAt(raw, row.key));
    return value === undefined ? [] : [[nameOf(row), value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** A document that is ready to be saved. */
export interface ChangedSettings {
  readonly body: WireObject;
  /** Names that this device has no key for; they are not in the body. */
  readonly left: readonly string[];
}

/**
 * The body of a save: everything that the device has sent, also what nobody here knows, with the changes under the
 * device's own keys. A device refuses a body that lacks keys, or sets them back
 * (docs/reference/api-generations.md#settings).
 */
export function changeSettings(
  document: SettingsDocument,
  raw: WireObject,
  changes: Settings,
): ChangedSettings {
  const left: string[] = [];
  let body = raw;
  for (const [name, value] of Object.entries(changes)) {
    const row = KEYS[document].find((one) => nameOf(one) === name && hasKey(raw, one.key));
    if (row === undefined) left.push(name);
    else body = changeRaw(body, nested(row.key, converted(row, value)));
  }
  return { body, left };
}

/**
 * A copy of an object with changes in it: objects are changed key by key, everything else is replaced, and what is not
 * changed stays, also below keys that nobody knows.
 */
export function changeRaw(raw: WireObject, changes: WireObject): WireObject {
  const changed = { ...raw };
  for (const [key, change] of Object.entries(changes)) {
    const before = objectAt(raw, key);
    const deeper = objectIn(change);
    changed[key] = before !== undefined && deeper !== undefined ? changeRaw(before, deeper) : change;
  }
  return changed;
}

/** Settings as a device of that release sends them; what has no value is as on a new device. */
export function encodeSettings(
  document: SettingsDocument,
  release: Release,
  settings: Settings = {},
): WireObject {
  return KEYS[document]
    .filter((row) => isInRelease(row, release))
    .reduce<WireObject>((sent, row) => {
      const value = settings[nameOf(row)] ?? row.first ?? EMPTY[row.kind];
      return changeRaw(sent, nested(row.key, value));
    }, {});
}

function nameOf({ name, key }: SettingKey): string {
  return name ?? key;
}

function valueAt(raw: WireObject, key: string): unknown {
  return key.split('.').reduce<unknown>((value, part) => valueIn(objectIn(value), part), raw);
}

function hasKey(raw: WireObject, key: string): boolean {
  return valueAt(raw, key) !== undefined;
}

/** `display.contrast` and 60 give `{display: {contrast: 60}}`. */
function nested(key: string, value: unknown): WireObject {
  const parts = key.split('.').reverse();
  return parts.reduce<unknown>((inner, part) => ({ [part]: inner }), value) as WireObject; // there is at least one part
}

/** Newer devices refuse a number that is a text, as some fields of forms give it. */
function converted({ kind }: SettingKey, value: unknown): unknown {
  const isSpelled = kind === 'number' && typeof value === 'string' && value.trim() !== '';
  return isSpelled && Number.isFinite(Number(value)) ? Number(value) : value;
}
