import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './database-file.ts';

/** What is copied, by the name of its file: writes a whole copy to a path and waits for the disk. */
export type Copies = Readonly<Record<string, (path: string) => Promise<void>>>;

/** So many stay. */
const KEPT = 7;

const NAME = /^heliograph-\d{4}-\d\d-\d\d$/;
/** One that is not whole yet. */
const UNFINISHED = /^heliograph-\d{4}-\d\d-\d\d\.tmp$/;

/**
 * Makes the backup of a night, such as `heliograph-2026-11-24/` with a copy of each file; false where it is there already. It gets its name
 * when all of it is on the disk, so what lies there is whole, whenever the power fails. Those before the last seven go.
 */
export async function writeBackup(folder: string, night: string, copies: Copies): Promise<boolean> {
  await makeFolder(folder);
  const name = `heliograph-${night}`;
  const names = await readdir(folder);
  if (names.includes(name)) return false;
  for (const left of names) if (UNFINISHED.test(left)) await removeAll(join(folder, left));
  const draft = join(folder, __WITHOUT__.nightlyDraft ? name : `${name}.tmp`);
  try {
    await mkdir(draft, { mode: 0o700 }); // passwords are in it
    for (const [file, copyTo] of Object.entries(copies)) await copyTo(join(draft, file));
    await rename(draft, join(folder, name));
    syncFolder(folder);
  } catch (error) {
    await removeAll(draft).catch(() => undefined); // the first failure is the one to tell
    throw error;
  }
  const kept = (await readdir(folder)).filter((one) => NAME.test(one)).sort();
  for (const old of kept.slice(0, -KEPT)) await removeBackup(folder, old);
  return true;
}

/** Rejects with the system's error where no backup could be made now. */
export async function tryBackupFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const trial = join(folder, 'backup-trial.tmp');
  await removeAll(trial); // or a link that somebody has put there
  await writeFile(trial, '', { mode: 0o600, flag: 'wx' });
  await removeAll(trial);
}

/** Only where the folder above it is there: one of a disk that is away is not begun on another one. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (isThereAlready(error)) return;
    throw error;
  }
  syncFolder(dirname(folder));
}

/** First its name: half of one that was cut short is not to pass for a backup. */
async function removeBackup(folder: string, name: string): Promise<void> {
  const unfinished = join(folder, `${name}.tmp`);
  await rename(join(folder, name), unfinished);
  syncFolder(folder);
  await removeAll(unfinished);
}

const removeAll = (path: string) => rm(path, { recursive: true, force: true });

const isThereAlready = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';
