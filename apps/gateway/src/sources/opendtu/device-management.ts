import type { SourceFactsName, SourceProblem } from '@heliograph/contract';
import {
  changeInverter,
  changeSettings,
  type DeviceResult,
  decodeInverterList,
  decodeResult,
  devicePaths,
  type InverterChanges,
  ofFile,
  PATHS,
  readSettings,
  SETTINGS_PATHS,
  type Settings,
  type SettingsDocument,
  secretSettings,
} from '@heliograph/opendtu-api';
import type { DeviceAnswer } from './device-http.ts';
import type { DeviceConnection } from './device-source.ts';
import { readInvertersBehind, renameBehind } from './heliograph-calls.ts';

/** What came of changing something on a device. */
export type DeviceChange =
  | { readonly kind: 'done' }
  /** In the device's own words and code. */
  | { readonly kind: 'refused'; readonly result: DeviceResult }
  /** It could not be asked, or nobody knows whether it has taken it. */
  | { readonly kind: 'problem'; readonly problem: SourceProblem }
  /** The device has no such thing. */
  | { readonly kind: 'missing' }
  /** It has none of the settings that were to be changed, so nothing was sent. */
  | { readonly kind: 'unknown' };

/** What was read from a device, or why not. */
export type DeviceReading<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'problem'; readonly problem: SourceProblem };

/**
 * Gives an inverter other names on the device itself; everything else of it stays, also what we do not know. Another Heliograph
 * names also the inverters that it has from its own devices.
 */
export async function renameOnDevice(
  { http, facts }: DeviceConnection,
  serial: string,
  changes: InverterChanges,
): Promise<DeviceChange> {
  const answer = await http.get(PATHS.inverterList);
  if (answer.kind === 'problem') return answer;
  const entry = decodeInverterList(answer.value)?.find((inverter) => inverter.serial === serial);
  if (entry !== undefined)
    return changeOf(await http.post(PATHS.inverterEdit, changeInverter(entry, changes)));
  const behind = facts.kind === 'heliograph' ? await readInvertersBehind(http) : undefined;
  const there = behind?.find(({ inverter }) => inverter.serial === serial);
  return there === undefined ? { kind: 'missing' } : changeOf(await renameBehind(http, there, changes));
}

const FACT_PATHS: Readonly<Record<SourceFactsName, string>> = {
  system: PATHS.systemStatus,
  network: PATHS.networkStatus,
  ntp: PATHS.timeStatus,
  mqtt: PATHS.mqttStatus,
};

/** What a device tells of itself, as it came. */
export async function readFacts(
  { http }: DeviceConnection,
  document: SourceFactsName,
): Promise<DeviceReading<Readonly<Record<string, unknown>>>> {
  return objectOf(await http.get(FACT_PATHS[document]));
}

/** The settings that a device has, under our names; those that are secret and set are named in `secrets` instead. */
export interface DeviceSettings {
  readonly settings: Settings;
  readonly secrets: readonly string[];
}

export async function readDocument(
  { http }: DeviceConnection,
  document: SettingsDocument,
): Promise<DeviceReading<DeviceSettings>> {
  const answer = objectOf(await http.get(SETTINGS_PATHS[document]));
  if (answer.kind === 'problem') return answer;
  const settings = { ...readSettings(document, answer.value) };
  const secrets = secretSettings(document).filter((name) => {
    const isSet = settings[name] !== undefined && settings[name] !== '';
    if (isSet) delete settings[name];
    return isSet;
  });
  return { kind: 'read', value: { settings, secrets } };
}

/**
 * Changes settings on a device: what was read only just now is sent back whole, with the changes in it, since a device sets
 * back what a body leaves out. Settings that it does not have are not sent.
 */
export async function changeDocument(
  { http }: DeviceConnection,
  document: SettingsDocument,
  changes: Settings,
): Promise<DeviceChange> {
  const path = SETTINGS_PATHS[document];
  const before = objectOf(await http.get(path));
  if (before.kind === 'problem') return before;
  const { body, left } = changeSettings(document, before.value, changes);
  const names = Object.keys(changes);
  if (names.length > 0 && left.length === names.length) return { kind: 'unknown' };
  return changeOf(await http.post(path, body));
}

export async function rebootDevice({ http }: DeviceConnection): Promise<DeviceChange> {
  return changeOf(await http.post(PATHS.restart, { reboot: true }));
}

const CONFIG_FILE = 'config.json';

/** The device's own backup, which holds its secrets in clear. */
export async function readConfigFile({ http, facts }: DeviceConnection): Promise<DeviceReading<object>> {
  return objectOf(await http.getFile(ofFile(devicePaths(facts.capabilities).fileGet, CONFIG_FILE)));
}

function changeOf(answer: DeviceAnswer): DeviceChange {
  if (answer.kind === 'problem') return answer;
  const result = decodeResult(answer.value);
  if (result === undefined) return { kind: 'problem', problem: 'not-a-device' };
  return result.isSuccess ? { kind: 'done' } : { kind: 'refused', result };
}

function objectOf(answer: DeviceAnswer): DeviceReading<Readonly<Record<string, unknown>>> {
  if (answer.kind === 'problem') return answer;
  const { value } = answer;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return { kind: 'problem', problem: 'not-a-device' };
  return { kind: 'read', value: value as Readonly<Record<string, unknown>> };
}
