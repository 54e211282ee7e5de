import { createHash } from 'node:crypto';
import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { type Sections, sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import { DamagedFileError } from '../../../apps/gateway/src/settings/settings-file.ts';
import { openSettingsStore, type SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import { BARE_HOST } from '../gateway/platform.ts';
import { firstTestSettings } from '../gateway/test-settings.ts';

/** The settings of a data folder, opened as the gateway does. Its own file, so that guards can be taken out of a copy. */

/** What an opening came to. */
export type Opening =
  | { readonly kind: 'opened'; readonly sections: Sections; readonly isRestored: boolean }
  /** Refused because of this file. */
  | { readonly kind: 'damaged'; readonly fileName: string }
  | { readonly kind: 'failed'; readonly error: unknown };

export function openSettingsOn(directory: DataDirectory): Promise<SettingsStore> {
  const first = firstTestSettings({ host: BARE_HOST, pollIntervalS: 1 });
  return openSettingsStore({
    directory,
    first,
    log: createLog({ level: 'silent', writeLine: () => undefined }),
  });
}

export async function tryOpening(directory: DataDirectory): Promise<Opening> {
  try {
    const settings = await openSettingsOn(directory);
    return { kind: 'opened', sections: sectionsFrom(settings.get), isRestored: settings.isRestored };
  } catch (error) {
    if (error instanceof DamagedFileError) return { kind: 'damaged', fileName: error.fileName };
    return { kind: 'failed', error };
  }
}

/** The bytes of a settings file with this body, checksum and all. */
export function fileOf(generation: number, body: unknown): string {
  const sha256 = createHash('sha256')
    .update(JSON.stringify([1, generation, body]))
    .digest('hex');
  return JSON.stringify({ format: 1, generation, sha256, body });
}
