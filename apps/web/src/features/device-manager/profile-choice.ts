import type { PartialPins, PinProfile, ReceivedDeviceSettings } from '@heliograph/contract';
import {
  completePins,
  DEFAULT_PINS,
  DEFAULT_PROFILE_NAME,
  DEFAULT_PROFILE_NAMES,
  readPins,
} from '@heliograph/contract';

const isNamed = (name: string) => (profile: PinProfile) => profile.name === name;

/** The name to store for the board's own wiring: one that no profile of the file has. */
export function defaultNameFor(profiles: readonly PinProfile[]): string {
  return DEFAULT_PROFILE_NAMES.find((name) => !profiles.some(isNamed(name))) ?? DEFAULT_PROFILE_NAME;
}

/** The profile that counts for a stored name: of several the first, as the gateway does it. */
export function profileNamed(profiles: readonly PinProfile[], name: string): PinProfile | undefined {
  return profiles.find(isNamed(name));
}

/** Whether a stored name that no profile has means the board's own wiring, and is not a profile that is gone. */
export function meansDefault(profiles: readonly PinProfile[], name: string): boolean {
  return profileNamed(profiles, name) === undefined && (name === '' || DEFAULT_PROFILE_NAMES.includes(name));
}

/** Each name once, in the order of the language. */
export function profileNames(profiles: readonly PinProfile[], locale: string): readonly string[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...new Set(profiles.map(({ name }) => name))].sort(compare);
}

/**
 * The pins that a name stands for. The board's own wiring is the one in use where it is stored already: only the
 * device itself knows its board.
 */
export function selectedPins(
  profiles: readonly PinProfile[],
  name: string,
  stored: ReceivedDeviceSettings['curPin'],
): PartialPins {
  const profile = profileNamed(profiles, name);
  if (profile !== undefined) return { ...profile, ...completePins(profile) };
  return meansDefault(profiles, stored.name) ? readPins(stored) : DEFAULT_PINS;
}
