import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BackupContents,
  writeBackupTables,
} from '../../../apps/gateway/src/settings/backup-database.ts';
import { openDatabase } from '../../../apps/gateway/src/storage/database.ts';

const NOTHING: BackupContents = {
  version: '0.0.0',
  atS: undefined,
  hasHistory: false,
  sections: {},
  files: {},
};

/** A backup of our own with these contents, and nothing of what was measured. */
export function backupFile(contents: Partial<BackupContents> = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-'));
  try {
    const path = join(folder, 'backup');
    const database = openDatabase(path);
    writeBackupTables(database, { ...NOTHING, ...contents });
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
