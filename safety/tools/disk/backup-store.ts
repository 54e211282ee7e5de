import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { passingFolder } from '@heliograph/testbed/disk/stored-settings.ts';
import { BARE_HOST, CHEAP_HASH, createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { firstTestSettings, openStore } from '@heliograph/testbed/gateway/test-settings.ts';
import {
  createBackupReceiver,
  createWholeBackup,
  finishRestore,
} from '../../../apps/gateway/src/config-files/whole-backup.ts';
import type { HistoryCalls } from '../../../apps/gateway/src/history/history.ts';
import { openAllSettings } from '../../../apps/gateway/src/open-settings.ts';
import { systemClock } from '../../../apps/gateway/src/platform/clock.ts';
import { openDataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { createBackupWork } from '../../../apps/gateway/src/settings/backup-files.ts';
import { sectionsFrom } from '../../../apps/gateway/src/settings/sections.ts';
import { openSettingsDatabase } from '../../../apps/gateway/src/settings/settings-database.ts';
import {
  connectSettings,
  errorOf,
  openSettingsStorage,
} from '../../../apps/gateway/src/settings/settings-storage.ts';
import { writeBackup } from '../../../apps/gateway/src/storage/backup-folder.ts';
import { contentOf, openTestHistory, runStep } from './history-batches.ts';

/** Where the nightly copies go: a folder in the data folder, so that one trace has both. */
const NIGHTS = 'nights';
const HISTORY_FILE = 'history.db';
const FINDINGS_FILE = 'findings.json';
const DEVICE_FILE = 'device-9b3f01ac-1790000000.json';
const FIRST_NIGHT_MS = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
/** More than the settings of a night may be compared with: the last ones stay. */
const NIGHTS_KEPT = 7;

/** What backups are made of and go into: settings, files and history of a folder, opened as a start of the gateway does. */
export interface BackupStore {
  save(pollIntervalS: number): Promise<void>;
  /** Writes down a batch, or whatever step of the history has this number. */
  record(seed: number, index: number): void;
  /** The nightly copy. */
  copyNight(index: number): Promise<void>;
  /** Makes a backup of everything and reads it. */
  makeBackup(): Promise<Buffer>;
  /** Takes one, with its history; the folder has to be opened anew. */
  restore(backup: Uint8Array): Promise<void>;
  /** Frees the folder, as the end of a process does. */
  end(): Promise<void>;
}

type Opened = BackupStore & Awaited<ReturnType<typeof openParts>>;

export async function openBackupStore(folder: string): Promise<BackupStore> {
  return open(folder);
}

/** No chance in it: two folders can be compared. */
const PARTS = { randomBytes: (count: number) => Buffer.alloc(count, 7), hashCost: CHEAP_HASH };

async function openParts(folder: string) {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const directory = await openDataDirectory(folder);
  const first = firstTestSettings({ ...PARTS, host: BARE_HOST, pollIntervalS: 1 });
  const { settings, storage, end } = await openStore({ directory, first, log });
  await finishRestore(directory, settings.foundSaveCount);
  return { log, directory, settings, storage, closeSettings: end };
}

async function open(folder: string): Promise<Opened> {
  const parts = await openParts(folder);
  const { log, directory, settings, storage, closeSettings } = parts;
  const history: HistoryCalls = openTestHistory(join(folder, HISTORY_FILE));
  const work = createBackupWork(undefined, systemClock);
  const copyHistory = async (path: string) => {
    const outcome = await work.copy(join(folder, HISTORY_FILE), path);
    if (outcome.kind === 'failed') throw errorOf(outcome);
  };
  const wholeBackup = createWholeBackup({
    ...{ directory, storage, work, settings, log, history: { copyTo: copyHistory } },
    ...{ version: '0.0.0', nowS: () => 1_790_000_000 },
    // A machine with one disk only.
    async *makePassingFolders() {},
  });
  return {
    ...parts,
    save: (pollIntervalS) =>
      settings.update('dtu', (dtu) => ({
        ...dtu,
        dtu_pollinterval: pollIntervalS,
        pollinterval: pollIntervalS,
      })),
    record: (seed, index) => runStep(history, seed, index),
    async copyNight(index) {
      const copies = { 'settings.db': storage.calls.copyTo, [HISTORY_FILE]: copyHistory };
      await writeBackup(join(folder, NIGHTS), nightOf(index), copies);
    },
    async makeBackup() {
      const { pieces } = await wholeBackup.make(true);
      const bytes: Uint8Array[] = [];
      for await (const piece of pieces) bytes.push(piece);
      return Buffer.concat(bytes);
    },
    async restore(backup) {
      const received = await wholeBackup.receive(inPieces(backup));
      await received.restore(true);
    },
    async end() {
      history.close();
      await closeSettings();
    },
  };
}

const nightOf = (index: number) => new Date(FIRST_NIGHT_MS + index * DAY_MS).toISOString().slice(0, 10);

const PIECE_BYTES = 65_536;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** A folder in use: some settings, a history of so many steps, and what is remembered in files. */
export async function useBackupFolder(folder: string, pollIntervalS: number, steps: number): Promise<void> {
  const store = await open(folder);
  await store.save(pollIntervalS);
  await writeFile(join(folder, FINDINGS_FILE), `{"of":${pollIntervalS}}`);
  await writeFile(join(folder, DEVICE_FILE), `{"of":${pollIntervalS}}`);
  for (let index = 0; index < steps; index += 1) store.record(pollIntervalS, index);
  await store.end();
}

/** A backup of another gateway, with settings, files and a history of its own. */
export async function backupOfAnother(pollIntervalS: number, steps: number): Promise<Buffer> {
  const folder = passingFolder();
  try {
    await useBackupFolder(folder, pollIntervalS, steps);
    const store = await open(folder);
    const backup = await store.makeBackup();
    await store.end();
    return backup;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Opens a folder whose settings are damaged as recovery mode does, and restores a backup with its history, where there is one; `looked`
 * is told when all of it has arrived and is good. The folder has to be opened anew.
 */
export async function recoverFolder(
  folder: string,
  backup: Uint8Array | undefined,
  looked: () => void = () => undefined,
): Promise<void> {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const platform = createTestPlatform();
  const storage = await openSettingsStorage({
    ...{ directory: await openDataDirectory(folder), processes: platform.processes },
    connect: (path) => connectSettings(path, undefined),
  });
  try {
    const opened = await openAllSettings({
      ...{ platform, storage, hashCost: CHEAP_HASH, firstPassword: undefined, nowS: () => 1_790_000_000 },
      ...{ inverters: [], pollIntervalS: 1 },
    });
    if (opened.kind !== 'damaged') throw new Error('The settings are not damaged.');
    const { settings } = opened;
    const { directory } = storage;
    await finishRestore(directory, settings.saveCount());
    if (backup === undefined) return;
    const receiver = createBackupReceiver({
      directory,
      work: createBackupWork(undefined, systemClock),
      settings,
      log,
    });
    const received = await receiver.receive(inPieces(backup));
    looked();
    await received.restore(true);
  } finally {
    await storage.close();
  }
}

/** What was measured and is remembered in a folder, whatever its settings are. */
export function rememberedIn(folder: string): string {
  const texts = [FINDINGS_FILE, DEVICE_FILE].map((name) => textOf(join(folder, name)));
  return JSON.stringify([texts, inPassingFolder(join(folder, HISTORY_FILE))]);
}

/** What a start finds in a folder, with all its repairs. */
export interface FoundFolder {
  /** Everything that counts, as one text; the reason where it cannot be had. */
  readonly world: string;
  readonly saveCount: number;
  /** Nightly copies of which something is missing or damaged, and what was left behind. */
  readonly wrong: readonly string[];
}

export async function findBackupFolder(folder: string): Promise<FoundFolder> {
  try {
    const { settings, end } = await open(folder);
    const sections = sectionsFrom(settings.get);
    const saveCount = settings.saveCount();
    await end();
    const texts = [FINDINGS_FILE, DEVICE_FILE].map((name) => textOf(join(folder, name)));
    const nights = nightsIn(join(folder, NIGHTS));
    const world = JSON.stringify(
      {
        ...{ sections, texts, history: contentOf(join(folder, HISTORY_FILE)) },
        nights: nights.slice(-NIGHTS_KEPT),
      },
      inOrder,
    );
    return {
      ...{ world, saveCount },
      wrong: [
        ...nights.flatMap(({ night, problem }) => (problem === undefined ? [] : [`${night} ${problem}`])),
        ...readdirSync(folder).filter((name) => LEFT.test(name)),
      ],
    };
  } catch (error) {
    return { world: String(error), saveCount: Number.NaN, wrong: [] };
  }
}

/** Of a restore or a backup that was made; each start removes it. */
const LEFT = /^restore-|^backup-/;

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** What has the name of a nightly copy, and is to be a whole one. */
function nightsIn(folder: string) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^heliograph-[\d-]+$/.test(name))
    .sort()
    .map((night) => nightIn(join(folder, night), night));
}

function nightIn(folder: string, night: string) {
  const paths = ['settings.db', HISTORY_FILE].map((name) => join(folder, name));
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) return { night, problem: `has no ${missing}` };
  const [settings = '', history = ''] = paths.map((path) => contentOfCopy(path));
  const problem = [settings, history].find((content) => !/^[\da-f]{64}$/.test(content));
  return { night, settings, history, ...(problem !== undefined && { problem }) };
}

const contents = new Map<string, string>();

/** A hash of what a copy holds, or why nothing can be read; it is opened somewhere else, and only once. */
function contentOfCopy(path: string): string {
  const key = createHash('sha256')
    .update(path.slice(path.lastIndexOf('/')))
    .update(readFileSync(path));
  const hash = key.digest('hex');
  const found = contents.get(hash) ?? inPassingFolder(path);
  contents.set(hash, found);
  return found;
}

function inPassingFolder(path: string): string {
  const folder = passingFolder();
  try {
    if (path.endsWith(HISTORY_FILE)) {
      copyFileSync(path, join(folder, HISTORY_FILE));
      // What was written last may still lie beside it: an engine puts it in its place only when all that has used the file is gone.
      if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, join(folder, `${HISTORY_FILE}-wal`));
      return contentOf(join(folder, HISTORY_FILE));
    }
    copyFileSync(path, join(folder, 'settings.db'));
    const outcome = openSettingsDatabase({ folder }).read('current');
    if (outcome.kind !== 'whole') return outcome.kind;
    return createHash('sha256').update(JSON.stringify(outcome.contents.sections, inOrder)).digest('hex');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The order of keys means nothing. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
