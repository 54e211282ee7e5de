import { createHash } from 'node:crypto';
import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { openDataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { DamagedFileError } from '../../../apps/gateway/src/settings/damaged-file-error.ts';
import { type Sections, sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import type { ConnectSettings } from '../../../apps/gateway/src/settings/settings-storage.ts';
import { BARE_HOST } from '../gateway/platform.ts';
import { firstTestSettings, type OpenedStore, openStore } from '../gateway/test-settings.ts';

/** The settings of a data folder, opened as the gateway does. Its own file, so that guards can be taken out of a copy. */

/** What an opening came to. */
export type Opening =
  | { readonly kind: 'opened'; readonly sections: Sections; readonly isRestored: boolean }
  /** Refused because of this file. */
  | { readonly kind: 'damaged'; readonly fileName: string }
  | { readonly kind: 'failed'; readonly error: unknown };

export async function openSettingsIn(
  folder: string | DataDirectory,
  connect?: ConnectSettings,
): Promise<OpenedStore> {
  const first = firstTestSettings({ host: BARE_HOST, pollIntervalS: 1 });
  return openStore({
    directory: typeof folder === 'string' ? await openDataDirectory(folder) : folder,
    first,
    ...(connect && { connect }),
    log: createLog({ level: 'silent', writeLine: () => undefined }),
  });
}

export async function tryOpening(
  folder: string | DataDirectory,
  connect?: ConnectSettings,
): Promise<Opening> {
  try {
    const { settings, end } = await openSettingsIn(folder, connect);
    await end();
    return { kind: 'opened', sections: sectionsFrom(settings.get), isRestored: settings.isRestored };
  } catch (error) {
    if (error instanceof DamagedFileError) return { kind: 'damaged', fileName: error.fileName };
    return { kind: 'failed', error };
  }
}

/** The bytes of a settings file of release 0.1.0 with this body, checksum and all. */
export function fileOf(generation: number, body: unknown): string {
  const sha256 = createHash('sha256')
    .update(JSON.stringify([1, generation, body]))
    .digest('hex');
  return JSON.stringify({ format: 1, generation, sha256, body });
}
