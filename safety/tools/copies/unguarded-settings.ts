import { loadEntry } from './build-entry.ts';
import { guard } from './guard.ts';

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
    'throw new NotSavedError(message, { cause: error });',
    'void message;',
  ),
} as const;

/** The settings without any of these guards, each of which another test misses. */
export function loadUnguardedSettings(): Promise<typeof import('../disk/settings-on-disk.ts')> {
  return loadEntry<typeof import('../disk/settings-on-disk.ts')>({
    entry: 'safety/tools/disk/settings-on-disk.ts',
    without: Object.values(SETTINGS_GUARDS),
  });
}
