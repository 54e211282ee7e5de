import { IS_NIGHTLY } from '../../plan/lane.ts';
import { loadEntry } from './build-entry.ts';
import { type Guard, guard } from './guard.ts';

const SETTINGS = 'apps/gateway/src/settings';

/** What protects settings from what is on the disk, and those who save from what the disk does. */
export const SETTINGS_GUARDS = {
  checksum: guard(
    'the checksum',
    `${SETTINGS}/settings-file.ts`,
    'return sha256 === checksum(envelope) ?',
    'return sha256 !== 1 ?',
  ),
  previous: guard(
    'the previous generation',
    `${SETTINGS}/settings-file.ts`,
    'const previous = await readGeneration(directory, files.previous, read);',
    'const previous = await readGeneration(directory, files.next, read);',
  ),
  schemas: guard(
    'the schemas at the disk',
    `${SETTINGS}/sections.ts`,
    'return parsed.success ? parsed.data : undefined;',
    'return parsed.success ? parsed.data : (value as Body);',
  ),
  refusal: guard(
    'the refusal of what could not be written',
    `${SETTINGS}/settings-store.ts`,
    'throw new NotSavedError(message, diskRefusal(error), { cause: error });',
    'void message;',
  ),
} as const;

/** The settings without one of these guards; in the short form without all of them, each of which another test misses. */
export function loadSettingsWithout(one: Guard): Promise<typeof import('../disk/settings-on-disk.ts')> {
  return loadEntry<typeof import('../disk/settings-on-disk.ts')>({
    entry: 'safety/tools/disk/settings-on-disk.ts',
    without: IS_NIGHTLY ? [one] : Object.values(SETTINGS_GUARDS),
  });
}
