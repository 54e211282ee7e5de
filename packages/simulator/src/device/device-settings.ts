import {
  changeRaw,
  encodeSettings,
  type Release,
  readSettings,
  type Settings,
  type SettingsDocument,
  settingsKeys,
  type WireObject,
} from '@heliograph/opendtu-api';
import { type Outcome, outcome } from './device-http.ts';
import { mannersOf } from './firmware.ts';
import { createPlantedKeys, type PlantedKeys } from './planted-keys.ts';
import { settingsRefusal } from './settings-checks.ts';
import { asKind, isOfKind, kindOf, objectWith, valueAt } from './wire-values.ts';

/** Everything that a device has stored but its inverters, by the names that it gave its settings first. */
export interface DeviceSettings {
  read(document: SettingsDocument): Settings;
  /** As the device sends it. */
  encoded(document: SettingsDocument): WireObject;
  /** Checks the body of a save and stores it; what it leaves out is refused or set back. */
  save(document: SettingsDocument, body: WireObject): Outcome;
  /** Sets something without asking, as somebody at the device. */
  change(document: SettingsDocument, changes: Settings): void;
  /** Keys of tomorrow that the device has from now on. */
  plant(document: SettingsDocument, keys: WireObject): void;
  /** How often something was saved. */
  saveCount(): number;
  countSave(): void;
  /** Back to those of a new device. */
  clear(): void;
  /** Everything that was set, as plain data. */
  stored(): StoredSettings;
  /** Takes the place of everything that was set. */
  restore(stored: StoredSettings): void;
  /** Another release: the units of some values are others. */
  update(): void;
}

export interface StoredSettings {
  readonly documents: Readonly<Partial<Record<SettingsDocument, Settings>>>;
  readonly saveCount: number;
}

/** What a device has at first that is not a default of the firmware: it was set up. */
const SET_UP: Readonly<Partial<Record<SettingsDocument, Settings>>> = {
  network: { ssid: 'Simulated network', password: 'simulated-wifi' },
  device: { 'curPin.name': 'Simulated board' },
};

const DOCUMENTS = ['network', 'time', 'mqtt', 'dtu', 'security', 'device'] as const;

/** Which keys a save needs, and which it does not change. */
interface SaveRule {
  readonly isNeeded: (key: string) => boolean;
  readonly isReadOnly?: (key: string) => boolean;
  /** Instead of single keys: one of these. */
  readonly oneOf?: readonly string[];
}

const DTU_READ_ONLY = ['nrf_enabled', 'cmt_enabled', 'cmt_chan_width', 'country_def'];
const isPin = (key: string) => key.startsWith('curPin.') && key !== 'curPin.name';

/**
 * Source: docs/reference/api-generations.md#what-a-save-needs and docs/reference/original-device.md#quirk-16, #quirk-17,
 * #quirk-19 and #quirk-21.
 */
const SAVE_RULES: Readonly<Record<SettingsDocument, (release: Release) => SaveRule>> = {
  network: () => ({ isNeeded: (key) => key !== 'mdnsenabled' && !key.startsWith('syslog') }),
  time: (release) => ({
    isNeeded: (key) => key !== 'ntp_timezone_descr' || mannersOf(release).groupedLiveData,
  }),
  mqtt: () => ({ isNeeded: (key) => key !== 'mqtt_root_ca_cert' }),
  dtu: () => ({
    isNeeded: (key) => !DTU_READ_ONLY.includes(key),
    isReadOnly: (key) => DTU_READ_ONLY.includes(key),
  }),
  security: () => ({ isNeeded: (key) => key === 'password' }),
  device: () => ({ isNeeded: () => false, isReadOnly: isPin, oneOf: ['curPin', 'display'] }),
};

/** The lights of a save that says nothing of them are dark. */
const DARK_LIGHTS = [{ brightness: 0 }, { brightness: 0 }];

export function createDeviceSettings(
  release: () => Release,
  start: Readonly<Partial<Record<SettingsDocument, Settings>>>,
): DeviceSettings {
  const stored = new Map<SettingsDocument, Settings>();
  const planted = new Map<SettingsDocument, PlantedKeys>();
  let saves = 0;

  const storedOf = (document: SettingsDocument) => stored.get(document) ?? {};
  const encodedStored = (document: SettingsDocument) =>
    encodeSettings(document, release(), storedOf(document));
  const read = (document: SettingsDocument) => readSettings(document, encodedStored(document)) ?? {};

  function plantedOf(document: SettingsDocument): PlantedKeys {
    const keys = planted.get(document) ?? createPlantedKeys();
    planted.set(document, keys);
    return keys;
  }

  function change(document: SettingsDocument, changes: Settings): void {
    stored.set(document, { ...storedOf(document), ...changes });
  }

  /** The body with the kinds that the device stores; undefined: something is missing. */
  function complete(document: SettingsDocument, body: WireObject): WireObject | undefined {
    const { isNeeded, isReadOnly = () => false, oneOf } = SAVE_RULES[document](release());
    const { strictTypes } = mannersOf(release());
    const before = encodedStored(document);
    const isSent = (key: string) => {
      const sent = valueAt(body, key);
      return sent !== undefined && (!strictTypes || isOfKind(sent, kindOf(valueAt(before, key))));
    };
    const keys = settingsKeys(document, release()).filter((key) => !isReadOnly(key));
    const hasAll = keys.every((key) => isSent(key) || !isNeeded(key));
    if (!hasAll || oneOf?.every((key) => valueAt(body, key) === undefined)) return undefined;
    return keys.reduce<WireObject>((completed, key) => {
      const sent = isSent(key) ? valueAt(body, key) : undefined;
      const value =
        sent === undefined && key === 'led' ? DARK_LIGHTS : asKind(sent, kindOf(valueAt(before, key)));
      return changeRaw(completed, objectWith(key, value));
    }, before);
  }

  for (const document of DOCUMENTS) change(document, { ...SET_UP[document], ...start[document] });

  return {
    read,
    encoded: (document) => plantedOf(document).addedTo(encodedStored(document)),
    save(document, body) {
      const completed = complete(document, body);
      const values = completed && readSettings(document, completed);
      if (values === undefined) return outcome(1005);
      const refusal = settingsRefusal(document, values, mannersOf(release()));
      if (refusal !== undefined) return refusal;
      change(document, values);
      plantedOf(document).save(body);
      saves += 1;
      return outcome(1001);
    },
    change,
    plant: (document, keys) => plantedOf(document).add(keys),
    saveCount: () => saves,
    countSave() {
      saves += 1;
    },
    clear() {
      stored.clear();
    },
    stored: () => ({ documents: Object.fromEntries(stored), saveCount: saves }),
    restore({ documents, saveCount }) {
      stored.clear();
      for (const document of DOCUMENTS) change(document, documents[document] ?? {});
      saves = saveCount;
    },
    update() {
      const { cmt_frequency: _, ...rest } = storedOf('dtu');
      stored.set('dtu', rest);
    },
  };
}
