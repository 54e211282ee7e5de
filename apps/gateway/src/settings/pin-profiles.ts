import {
  completePins,
  DEFAULT_PINS,
  PIN_PROFILE_FILE,
  type PinAssignment,
  readPinProfiles,
} from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';

/**
 * The pins of the profile with this name in the file of profiles; the generic board's where there is no such profile,
 * or no file that can be read. Source: device contract, section 11.5.
 */
export async function loadPins(directory: DataDirectory, name: string, log: Log): Promise<PinAssignment> {
  const bytes = await directory.read(PIN_PROFILE_FILE);
  if (bytes === undefined) return DEFAULT_PINS;
  const profiles = readPinProfiles(parsed(bytes));
  if (profiles === undefined)
    log.warn(`The file ${PIN_PROFILE_FILE} cannot be read; the default pins are used.`);
  const profile = profiles?.find((candidate) => candidate.name === name);
  return profile === undefined ? DEFAULT_PINS : completePins(profile);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined; // told by the caller
  }
}
