import {
  completePins,
  DEFAULT_PINS,
  DEFAULT_PROFILE_NAMES,
  PIN_PROFILE_FILE,
  type PinAssignment,
  type PinProfile,
  readPinProfiles,
} from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';

/** Room for a thousand profiles; reading more would keep everybody waiting. (The original stops at 6144 bytes.) */
const FILE_MAX_BYTES = 262_144;

/**
 * The pins of the profile with this name in the file of profiles; the defaults, those of the generic board, where there
 * is no such profile, or no file that can be read. Source: docs/reference/original-device.md#pin-profiles.
 */
export async function loadPins(
  directory: DataDirectory,
  name: string,
  log: Log,
  defaults: PinAssignment = DEFAULT_PINS,
): Promise<PinAssignment> {
  const profiles = await loadProfiles(directory);
  if (profiles === undefined)
    log.warn(`The file ${PIN_PROFILE_FILE} cannot be read; the default pins are used.`);
  const profile = profiles?.find((candidate) => candidate.name === name);
  if (profile === undefined) return defaults;
  const chosen = Object.entries(profile.nrf24).filter(([, pin]) => pin !== undefined);
  return { ...completePins(profile), nrf24: { ...defaults.nrf24, ...Object.fromEntries(chosen) } };
}

/**
 * Whether two names of profiles stand for the same wiring: never having chosen one is having chosen the board's own,
 * whatever a language calls it, unless the file has a profile of that name.
 */
export async function isSameWiring(directory: DataDirectory, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const profiles = await loadProfiles(directory);
  const isOwnWiring = (name: string) =>
    (name === '' || DEFAULT_PROFILE_NAMES.includes(name)) &&
    profiles?.some((profile) => profile.name === name) !== true;
  return isOwnWiring(one) && isOwnWiring(other);
}

/** The profiles of the file, none where there is no file; undefined when it cannot be read. */
async function loadProfiles(directory: DataDirectory): Promise<readonly PinProfile[] | undefined> {
  try {
    const bytes = await directory.read(PIN_PROFILE_FILE);
    if (bytes !== undefined && bytes.length > FILE_MAX_BYTES) return undefined;
    return bytes === undefined ? [] : readPinProfiles(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined; // told by the caller
  }
}
