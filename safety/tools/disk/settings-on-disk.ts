import { createHash, randomBytes } from 'node:crypto';
import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { createFirstSettings } from '../../../apps/gateway/src/settings/first-settings.ts';
import { type Sections, sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import { DamagedFileError } from '../../../apps/gateway/src/settings/settings-file.ts';
import { openSettingsStore, type SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import { CHEAP_HASH } from '../../../apps/gateway/test/cheap-hash.ts';
import { TEST_HOST } from '../../../apps/gateway/test/test-host.ts';

/** The settings of a data folder, opened as the gateway does. Its own file, so that guards can be taken out of a copy. */

/** What an opening came to. */
export type Opening =
  | { readonly kind: 'opened'; readonly sections: Sections; readonly isRestored: boolean }
  /** Refused because of this file. */
  | { readonly kind: 'damaged'; readonly fileName: string }
  | { readonly kind: 'failed'; readonly error: unknown };

const HOST = { ...TEST_HOST, rootCertificates: () => [] };

export function openSettingsOn(directory: DataDirectory): Promise<SettingsStore> {
  const first = createFirstSettings({
    ...{ host: HOST, randomBytes, firstPassword: undefined, inverters: [], pollIntervalS: 1 },
    hashCost: CHEAP_HASH,
  });
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
