import { join } from 'node:path';
import { type BackupPreview, type FileRefusal, fileRefusal, PIN_PROFILE_FILE } from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import type { PassingFile, PassingFolder } from '../platform/passing-folder.ts';
import { systemErrorReason, writeObstacleOf } from '../platform/start-error.ts';
import { BACKUP_FORMAT, type BackupContents } from '../settings/backup-database.ts';
import type { BackupWork } from '../settings/backup-files.ts';
import { changedValues, sectionChange } from '../settings/changes.ts';
import { diskRefusal } from '../settings/disk-refusal.ts';
import { errorOf, type SettingsStorage } from '../settings/settings-storage.ts';
import { parsed, type SettingsStore, UnfitSectionError } from '../settings/settings-store.ts';
import { isDeviceBackup } from './device-backups.ts';
import { UnfitFileError } from './file-part.ts';

/**
 * Our own backup: everything that is set, as it is stored, with what is remembered besides, and what was measured where that is wanted.
 * It is a database (`settings/backup-database.ts`), made and looked at in a thread of its own (`settings/backup-files.ts`), and sent and taken piece by piece.
 */
export interface WholeBackup {
  /** Makes one. What it holds goes when it was sent, or nobody wants it any more. Rejects with a `BackupNotMadeError`. */
  make(withHistory: boolean): Promise<MadeBackup>;
  /** Takes one and looks at all of it. Rejects with an `UnfitFileError`, and leaves nothing then. */
  receive(file: AsyncIterable<Uint8Array>): Promise<ReceivedBackup>;
}

/** The message is for the owner, the reason for pages. */
export class BackupNotMadeError extends Error {
  override readonly name = 'BackupNotMadeError';
  readonly refusal: FileRefusal;

  constructor(cause: unknown) {
    super(`The backup could not be made (${systemErrorReason(cause)}).`, { cause });
    this.refusal = diskRefusal(cause);
  }
}

export interface MadeBackup {
  readonly sizeBytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

export interface ReceivedBackup {
  /** What restoring it would change. */
  preview(): Promise<BackupPreview>;
  /**
   * Replaces the settings, and at the restart that has to follow the files and, where that is wanted, the history. After a power cut at any
   * moment all of it is restored or nothing. Rejects with a `NotSavedError`, or as above, with nothing changed.
   */
  restore(withHistory: boolean): Promise<void>;
  discard(): Promise<void>;
}

export interface WholeBackupOptions {
  readonly directory: DataDirectory;
  readonly storage: Pick<SettingsStorage, 'calls' | 'hold'>;
  readonly settings: Pick<SettingsStore, 'restoreStored' | 'compareStored'>;
  readonly history: { readonly copyTo: (path: string) => Promise<void> };
  readonly work: BackupWork;
  /** Where it is made instead while the data folder takes nothing: that is when its owner needs it most. */
  readonly makePassingFolders: () => AsyncIterable<PassingFolder>;
  readonly version: string;
  readonly nowS: () => number | undefined;
  readonly log: Log;
}

/** What is remembered besides the settings, and is worth to be kept. */
const FILES = [
  ...[PIN_PROFILE_FILE, 'yields.json', 'findings.json', 'string-habits.json', 'device-identities.json'],
];
const isKept = (name: string) => FILES.includes(name) || isDeviceBackup(name);
const HISTORY_FILE = 'history.db';

const PIECE_BYTES = 65_536;
/** With the copy of the history that it is made of, and the ways back of both. */
const MADE_FILE = /^backup-\d+\.tmp(\.tmp)?(-journal)?$/;
const RECEIVED_FILE = /^backup-received-\d+\.tmp(-journal|-wal|-shm)?$/;
/** What a database may have beside its file. */
const BESIDE = ['-wal', '-journal', '-shm'];

/** `restore-7.findings.json`: becomes `findings.json` once the settings have been saved for the seventh time. */
const stagedName = (saveCount: number, name: string) =>
  __WITHOUT__.stagedRestore ? name : `restore-${saveCount}.${name}`;
const STAGED = /^restore-(\d+)\.(.+)$/;

export function createWholeBackup(options: WholeBackupOptions): WholeBackup {
  const { directory, storage, history, work, version, nowS } = options;
  let number = 0;

  async function filesNow(): Promise<Record<string, Uint8Array>> {
    const files: Record<string, Uint8Array> = {};
    for (const name of (await directory.names()).filter(isKept)) {
      const bytes = await directory.read(name);
      if (bytes !== undefined) files[name] = bytes;
    }
    return files;
  }

  async function makeInDataFolder(withHistory: boolean): Promise<MadeBackup> {
    number += 1;
    const name = `backup-${number}.tmp`;
    try {
      await storage.hold(); // also what is made for a moment lies in the folder
      await directory.remove(name);
      return await makeIn(
        {
          ...{ path: directory.path, names: directory.names },
          open: async () => ({
            read: (offset, length) => directory.readAt(name, offset, length),
            end: () => directory.remove(name),
          }),
        },
        name,
        withHistory,
      );
    } catch (error) {
      await directory.remove(name).catch(() => undefined); // the first failure is the one to tell
      throw error;
    }
  }

  /** `obstacle`: why it cannot be made in the data folder, which is told where no other place has room for it. */
  async function makeElsewhere(withHistory: boolean, obstacle: unknown): Promise<MadeBackup> {
    for await (const folder of options.makePassingFolders()) {
      try {
        return await makeIn(folder, 'backup', withHistory);
      } catch (error) {
        await folder.discard().catch(() => undefined);
        if (writeObstacleOf(error) === undefined) throw new BackupNotMadeError(error);
      }
    }
    throw new BackupNotMadeError(obstacle);
  }

  async function makeIn(folder: Omit<PassingFolder, 'discard'>, name: string, withHistory: boolean) {
    const path = join(folder.path, name);
    if (withHistory) await history.copyTo(path);
    const hasHistory = (await folder.names()).includes(name);
    const files = await filesNow();
    const sections = await storage.calls.sections();
    const written = await work.write(path, { version, atS: nowS(), hasHistory, sections, files });
    if (written.kind === 'failed') throw errorOf(written);
    return { sizeBytes: written.sizeBytes, pieces: piecesOf(await folder.open(name), written.sizeBytes) };
  }

  return {
    async make(withHistory) {
      try {
        return await makeInDataFolder(withHistory);
      } catch (error) {
        if (writeObstacleOf(error) === undefined) throw new BackupNotMadeError(error);
        return await makeElsewhere(withHistory, error);
      }
    },
    ...createBackupReceiver(options),
  };
}

/** No generator: one that was never asked for a piece would not notice that nobody wants any. */
function piecesOf(file: PassingFile, sizeBytes: number): AsyncIterable<Uint8Array> {
  let offset = 0;
  const end = async () => {
    offset = sizeBytes;
    await file.end().catch(() => undefined); // the next start removes it
    return { done: true, value: undefined } as const;
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (offset >= sizeBytes) return end();
        const value = await file.read(offset, PIECE_BYTES);
        offset += PIECE_BYTES;
        return { done: false, value } as const;
      },
      return: end,
    }),
  };
}

export type BackupReceiverOptions = Pick<WholeBackupOptions, 'directory' | 'work' | 'settings' | 'log'>;

/** What takes one: also where none can be made, because the settings are damaged. */
export function createBackupReceiver(options: BackupReceiverOptions): Pick<WholeBackup, 'receive'> {
  const { directory, work, settings, log } = options;
  let number = 0;

  async function contentsOf(name: string): Promise<BackupContents> {
    const outcome = await work.read(join(directory.path, name));
    if (outcome.kind === 'whole') return outcome.contents;
    if (outcome.kind === 'newer') {
      const theirs = String(outcome.format);
      throw new UnfitFileError(
        `The backup has format ${theirs}, which is newer than this gateway can read; update the gateway first.`,
        fileRefusal('newer-version', { version: theirs, newest: String(BACKUP_FORMAT) }),
      );
    }
    if (outcome.kind === 'damaged') {
      throw new UnfitFileError('The backup is incomplete or damaged.', fileRefusal('image-cut-short'));
    }
    throw new UnfitFileError(
      'The file is no backup of Heliograph.',
      fileRefusal('foreign-content', { file: 'heliograph.backup' }),
    );
  }

  function told<Result>(work: Promise<Result>): Promise<Result> {
    return work.catch((error: unknown) => {
      if (!(error instanceof UnfitSectionError)) throw error;
      throw new UnfitFileError(
        `The section ${error.section} of the backup cannot be used.`,
        fileRefusal('unfit-value', { path: error.section, code: '', min: '', max: '' }),
      );
    });
  }

  /** Lays out what the next start puts in its place, as soon as the settings are saved. */
  async function stage(name: string, contents: BackupContents, withHistory: boolean, saveCount: number) {
    for (const [file, bytes] of Object.entries(contents.files)) {
      if (!isKept(file)) continue; // nothing else is written to the folder, whatever a file says
      await directory.write(stagedName(saveCount, file), bytes);
      await directory.sync(stagedName(saveCount, file));
    }
    if (withHistory && contents.hasHistory) {
      const outcome = await work.leaveHistory(join(directory.path, name));
      if (outcome.kind === 'failed') throw errorOf(outcome);
      await directory.sync(name);
      await directory.rename(name, stagedName(saveCount, HISTORY_FILE));
    }
    await directory.syncFolder();
  }

  /** What lay beside an earlier file would damage the next one of this name. */
  async function removeReceived(name: string): Promise<void> {
    for (const suffix of [...BESIDE, '']) await directory.remove(name + suffix);
  }

  async function removeStaged(): Promise<void> {
    for (const name of await directory.names()) if (STAGED.test(name)) await directory.remove(name);
  }

  return {
    async receive(file) {
      number += 1;
      const name = `backup-received-${number}.tmp`;
      await removeReceived(name);
      try {
        for await (const piece of file) await directory.append(name, piece);
        if (!(await directory.names()).includes(name)) {
          throw new UnfitFileError('The file is empty.', fileRefusal('empty-file'));
        }
        const contents = await contentsOf(name);
        await told(settings.compareStored(contents.sections));
        return {
          async preview() {
            const compared = await told(settings.compareStored(contents.sections));
            const sections = compared.map(({ section, now, next }) => {
              const change = sectionChange(section, now, next);
              const values =
                change === undefined
                  ? []
                  : changedValues(section, {
                      ...{ before: parsed(change.before), after: parsed(change.after) },
                      now: parsed(change.after),
                    });
              return { section, values: values.map(({ now: _, ...value }) => value) };
            });
            return {
              version: contents.version,
              ...(contents.atS !== undefined && { at: contents.atS }),
              has_history: contents.hasHistory,
              sections: sections.filter(({ values }) => values.length > 0),
            };
          },
          async restore(withHistory) {
            try {
              const hasMore = Object.keys(contents.files).length > 0 || (withHistory && contents.hasHistory);
              await told(
                settings.restoreStored(
                  contents.sections,
                  hasMore ? (saveCount) => stage(name, contents, withHistory, saveCount) : undefined,
                ),
              );
            } catch (error) {
              await removeStaged().catch(() => undefined); // the next start knows that they do not count
              throw error;
            } finally {
              await removeReceived(name).catch(() => undefined);
            }
            log.info('A backup was restored; it takes effect after the restart.');
          },
          discard: () => removeReceived(name),
        };
      } catch (error) {
        await removeReceived(name).catch(() => undefined);
        throw error;
      }
    },
  };
}

/**
 * Puts the files of a restore in their places, where its settings were saved: then the count of saves has come as far as their names say.
 * Others are of a restore that was cut short, and go. Before anything reads them; a power cut at any moment leaves the rest to the next start.
 */
export async function finishRestore(directory: DataDirectory, saveCount: number): Promise<void> {
  for (const name of await directory.names()) {
    if (MADE_FILE.test(name) || RECEIVED_FILE.test(name)) await directory.remove(name);
    const [, count, target = ''] = STAGED.exec(name) ?? [];
    if (count === undefined) continue;
    if (Number(count) > saveCount) {
      await directory.remove(name);
      continue;
    }
    // What was written last beside the old history would damage the new one.
    if (target === HISTORY_FILE) {
      for (const suffix of BESIDE) await directory.remove(target + suffix);
      await directory.syncFolder();
    }
    await directory.rename(name, target);
  }
  await directory.syncFolder();
}
