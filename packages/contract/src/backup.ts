import { type ChangedSection, readChangedSections } from './changes.ts';
import type { Endpoint } from './endpoint.ts';
import { isNumber, isRecord } from './unknown-values.ts';
import type { Upload } from './upload.ts';

/** The name under which a backup of everything is kept. Ours, no original device knows it (docs/decisions/0023-extensions.md). */
export const BACKUP_FILE = 'heliograph.backup';
/** Bytes that one may have. */
export const BACKUP_MAX_BYTES = 4_294_967_296;

/** A file that is sent while it is read. */
export interface BackupFile {
  readonly size: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** What restoring a backup would change. */
export interface BackupPreview {
  /** Of the gateway that has made it. */
  readonly version: string;
  /** Unix seconds; not there where nobody had set the clock. */
  readonly at?: number;
  /** What was measured is in it. */
  readonly has_history: boolean;
  /** Values as they are, and as they would be; of passwords only that they would change. */
  readonly sections: readonly ChangedSection[];
}

/**
 * Everything that is set, lossless and with its versions, as one file; with `history=1` everything that was measured, too. Passwords are
 * in it as they are stored. It is made before it is sent, so the first byte may take a while.
 */
export const getBackup: Endpoint<BackupFile, string, undefined, never, 'history'> = {
  method: 'GET',
  path: '/api/heliograph/backup',
  access: 'owner',
  query: [],
  optionalQuery: ['history'],
  read: (_, text) => text,
};

function readBackupPreview(value: unknown): BackupPreview | undefined {
  if (!isRecord(value)) return undefined;
  const { version, at, sections } = value;
  return {
    version: typeof version === 'string' ? version : '',
    ...(isNumber(at) && { at }),
    has_history: value.has_history === true,
    sections: readChangedSections(sections),
  };
}

/** Replaces everything by what a backup has, its history where `history` is 1: the counterpart of `getBackup`. The gateway restarts. */
export const restoreBackup = {
  method: 'POST',
  path: '/api/heliograph/backup',
  access: 'owner',
  query: ['history'],
} as const satisfies Upload;

/** What that would change; nothing is changed and nothing restarts. */
export const previewBackup = {
  method: 'POST',
  path: '/api/heliograph/backup-preview',
  access: 'admin',
  query: [],
  read: readBackupPreview,
} as const satisfies Upload & { readonly read: unknown };
