import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  availableEngines,
  createForOwner,
  type Database,
  type Engine,
  isWholeDatabase,
  openDatabase,
  textOf,
} from '../storage/database.ts';
import {
  copyDatabase,
  copyFilesOf,
  type Failure,
  failureOf,
  HISTORY_TRIAL_FILE,
  hasWayBack,
  isThere,
  kindOfFile,
  namesSetAside,
  putInPlace,
  reasonOf,
  removeDatabase,
  removeFile,
  renameFile,
  setDatabaseAside,
  syncFolder,
  systemCodeOf,
  TRIAL_FILE,
  trialCode,
  withPassingCopy,
} from '../storage/database-file.ts';
import { databaseProblemOf } from '../storage/database-problem.ts';
import { FolderInUseError, type FolderLock, lockFolder } from '../storage/folder-lock.ts';
import { migrate, NewerDatabaseError } from '../storage/migrations.ts';
import { SETTINGS_MIGRATIONS } from './settings-schema.ts';

export const DATABASE_FILE = 'settings.db';
/** The last good copy: made after each save and before anybody is told that it is saved. */
export const COPY_FILE = 'settings.db.good';
export const LOCK_FILE = 'settings.lock';

/** All that a settings database holds of now. Texts are JSON, as `stored-section.ts` makes them. */
export interface Contents {
  readonly sections: Readonly<Record<string, string>>;
  /** How often something was saved. */
  readonly saveCount: number;
  /** The files of release 0.1.0 that were taken over, with the SHA-256 of each. */
  readonly takenOver?: Readonly<Record<string, string>>;
  /** A factory reset still has to remove files. */
  readonly isResetUnfinished?: boolean;
}

/** One save, as it stays to be looked up. */
export interface ChangeRecord {
  /** Unix seconds; undefined where nobody had set the clock. */
  readonly atS: number | undefined;
  readonly actor: string;
  readonly reason: string;
  /** What has changed: of each section the keys, as JSON objects. */
  readonly sections: readonly { readonly section: string; readonly before: string; readonly after: string }[];
}

export interface Save {
  /** Those that change, whole. */
  readonly sections: Readonly<Record<string, string>>;
  readonly change: ChangeRecord;
  /** The copy must not outlive this: it would bring back a password of before, or open what was closed. */
  readonly isGuarded: boolean;
  /** Nothing of before stays: neither other sections nor the list of changes. */
  readonly startsAnew?: boolean;
}

export type ReadOutcome =
  | { readonly kind: 'whole'; readonly contents: Contents }
  | { readonly kind: 'missing' }
  /** What can still be read of it. */
  | { readonly kind: 'damaged'; readonly reason: string; readonly rest: Contents }
  /** A newer gateway has written it. */
  | { readonly kind: 'newer'; readonly version: number }
  /** It may not be read, or somebody else has it open: that says nothing of what it holds. */
  | Failure;

export type WriteOutcome =
  /** `copyProblem`: the copy could not be made; what was saved counts all the same. */
  | {
      readonly kind: 'done';
      readonly saveCount: number;
      readonly copyProblem?: string;
      /** Of the newest change. */
      readonly changeId?: number;
    }
  | Failure;

/** A change as it is kept. */
export interface KeptChange extends ChangeRecord {
  readonly id: number;
}

export type ChangesOutcome = { readonly kind: 'done'; readonly changes: readonly KeptChange[] } | Failure;

export type LockOutcome =
  | { readonly kind: 'held' }
  | { readonly kind: 'in-use' }
  /** This Node has no SQLite. */
  | { readonly kind: 'no-engine' }
  | Failure;

/** The settings on the disk. All calls are made in one thread, one after the other; nothing is written before `lock`. */
export interface SettingsCalls {
  lock(): LockOutcome;
  /** The database, or its last good copy; puts nothing right and says nothing of what the texts mean. */
  read(which: 'current' | 'copy'): ReadOutcome;
  /** Begins a database with these contents; what lies in its place is set aside. */
  create(contents: Contents, change: ChangeRecord): WriteOutcome;
  /** Puts the last good copy into the place of a database that is damaged or gone, which is set aside. */
  useCopy(): WriteOutcome;
  save(save: Save): WriteOutcome;
  /** Makes the copy anew where it is not what the database holds. */
  renewCopy(): WriteOutcome;
  /** Writes a whole copy of the database to a path and waits for the disk. Throws where that cannot be done. */
  copyTo(path: string): void;
  /** The sections as they are stored. Throws where they cannot be read. */
  sections(): Readonly<Record<string, string>>;
  /** What was changed, the newest first: so many of those before that one, or of all. */
  changes(count: number, beforeId?: number): ChangesOutcome;
  /** A reset has removed everything else: removes damaged databases that were kept, too. */
  finishReset(): WriteOutcome;
  close(): void;
}

export interface SettingsDatabaseOptions {
  readonly folder: string;
  readonly engine?: Engine | undefined;
  /** Opens a file; tests let it fail. */
  readonly open?: typeof openDatabase;
}

/** So many changes are kept, and so many bytes of them; the newest one always. */
const CHANGES_MAX = 1000;
const CHANGE_BYTES_MAX = 262_144;

export function openSettingsDatabase(options: SettingsDatabaseOptions): SettingsCalls {
  const { folder, engine, open: openFile = openDatabase } = options;
  const path = join(folder, DATABASE_FILE);
  const copyPath = join(folder, COPY_FILE);
  const withdrawnPath = join(folder, WITHDRAWN_FILE);
  let lock: FolderLock | undefined;
  /** Open while the folder is locked and the database is whole. */
  let open: { readonly database: Database; contents: Contents } | undefined;

  function takeLock(): LockOutcome {
    if (lock !== undefined) return { kind: 'held' };
    if (availableEngines().length === 0) return { kind: 'no-engine' };
    try {
      lock = lockFolder(join(folder, LOCK_FILE), engine);
      for (const name of LEFT_BY_CRASHES) removeLeft(join(folder, name));
      return { kind: 'held' };
    } catch (error) {
      return error instanceof FolderInUseError ? { kind: 'in-use' } : failureOf(error, folder);
    }
  }

  function read(which: 'current' | 'copy'): ReadOutcome {
    const file = which === 'current' ? path : copyPath;
    if (which === 'current') closeOpen();
    const first = readFile(file);
    // What fails once may have been a moment of the disk's.
    return first.kind !== 'damaged' || __WITHOUT__.secondRead ? first : readFile(file);
  }

  function readFile(file: string): ReadOutcome {
    try {
      const kind = kindOfFile(file);
      if (kind === 'missing') return { kind };
      if (kind === 'other') return damaged('a folder is in its place');
      if (kind === 'empty') return damaged('it is empty');
    } catch (error) {
      return { kind: 'failed', code: systemCodeOf(error), reason: reasonOf(error) };
    }
    if (lock !== undefined && file === path) return readToWrite(file);
    return needsWriting(file) ? readElsewhere(file) : readOnly(file);
  }

  /** The database stays open for saves. */
  function readToWrite(file: string): ReadOutcome {
    let database: Database | undefined;
    try {
      database = openToWrite(file);
      const outcome = readWhole(database);
      if (outcome.kind !== 'whole') return outcome;
      open = { database, contents: outcome.contents };
      database = undefined;
      return outcome;
    } catch (error) {
      return outcomeOf(error);
    } finally {
      database?.close();
    }
  }

  function openToWrite(file: string): Database {
    const database = openFile(file, engine);
    try {
      // The way back is a file that is there from the first save on and only shortened then: no name comes or goes.
      database.exec(`PRAGMA journal_mode = ${__WITHOUT__.rollbackJournal ? 'OFF' : 'TRUNCATE'}`);
      database.exec(`PRAGMA synchronous = ${__WITHOUT__.waitForDisk ? 'OFF' : 'FULL'}`);
      database.exec('PRAGMA secure_delete = ON'); // what is replaced may be a secret
      database.exec('PRAGMA busy_timeout = 5000'); // for whoever looks into it with a tool
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  function readOnly(file: string): ReadOutcome {
    let database: Database | undefined;
    try {
      database = openFile(file, engine, 'read');
      return readWhole(database);
    } catch (error) {
      return outcomeOf(error);
    } finally {
      database?.close();
    }
  }

  /** A crash has left something to put right, or its tables are of an earlier version: it is done to a passing copy. */
  function readElsewhere(file: string): ReadOutcome {
    try {
      return withPassingCopy(file, (copy) => {
        const database = openToWrite(copy);
        try {
          return readWhole(database);
        } finally {
          database.close();
        }
      });
    } catch (error) {
      return outcomeOf(error);
    }
  }

  function needsWriting(file: string): boolean {
    if (hasWayBack(file)) return true;
    let database: Database | undefined;
    try {
      database = openFile(file, engine, 'read');
      return versionOf(database) < COMPATIBLE_VERSION;
    } catch {
      return false; // whoever reads it hears the same
    } finally {
      database?.close();
    }
  }

  /** Where it may only be read. */
  function lookInto<Found>(look: (database: Database) => Found): Found {
    const lookAndClose = (database: Database) => {
      try {
        return look(database);
      } finally {
        database.close();
      }
    };
    if (!needsWriting(path)) return lookAndClose(openFile(path, engine, 'read'));
    return withPassingCopy(path, (copy) => lookAndClose(openToWrite(copy)));
  }

  function closeOpen(): void {
    open?.database.close();
    open = undefined;
  }

  function requireLock(): void {
    if (lock === undefined) throw new Error('The folder is not locked.');
  }

  /** Makes the copy of what was just written. An outdated one stays until the next try. */
  function makeCopy(): string | undefined {
    if (open === undefined) return undefined;
    try {
      copyDatabase(open.database, copyPath, (draft) => requireSame(draft, open?.contents));
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  /** What has rotted on the disk meanwhile must not take the place of what is good. */
  function requireSame(draft: string, contents: Contents | undefined): void {
    const found = readOnly(draft);
    if (found.kind === 'whole' && contents !== undefined && isSame(found.contents, contents)) return;
    throw new Error('the database is damaged');
  }

  function requireWhole(draft: string): void {
    if (readOnly(draft).kind !== 'whole') throw new Error('the database is damaged');
  }

  function done(): WriteOutcome {
    const copyProblem = __WITHOUT__.lastGoodCopy ? undefined : makeCopy();
    const { saveCount = 0 } = open?.contents ?? {};
    return { kind: 'done', saveCount, ...(copyProblem !== undefined && { copyProblem }) };
  }

  function attempt(work: () => WriteOutcome): WriteOutcome {
    try {
      requireLock();
      return work();
    } catch (error) {
      return failureOf(error, folder);
    }
  }

  /**
   * Before something is saved that a copy must not bring back, it gets a name under which nobody looks for it. (It is not removed yet:
   * on a full disk the save would take its room.)
   */
  function withdrawCopy(): boolean {
    if (!isThere(copyPath)) return false;
    renameFile(copyPath, withdrawnPath);
    syncFolder(folder);
    return true;
  }

  function giveCopyBack(): void {
    try {
      renameFile(withdrawnPath, copyPath);
    } catch {
      // the disk takes nothing
    }
  }

  /** Writes `next` in the place of what is held; where this throws, the disk holds what it did. */
  function replaceContents(
    next: Contents,
    save: Pick<Save, 'sections' | 'startsAnew'>,
    change: ChangeRecord,
  ): void {
    const held = open;
    if (held === undefined) throw new Error('the database is not open');
    const { database, contents: before } = held;
    try {
      for (const part of partsOf(save)) writeContents(database, next, part, change);
    } catch (error) {
      undo(database, before, next);
      throw error;
    }
    held.contents = next;
  }

  function saveOnce({ change, isGuarded, ...save }: Save): WriteOutcome {
    const isWithdrawn = isGuarded && !__WITHOUT__.passwordCopy && withdrawCopy();
    try {
      replaceContents(nextContents(openContents(), save), save, change);
    } catch (error) {
      const failure = failureOf(error, folder);
      if (isWithdrawn) giveCopyBack(); // where that fails, the next save or start makes one
      return failure;
    }
    const outcome = done();
    removeLeft(withdrawnPath);
    const changeId = open && lastChange(open.database);
    return { ...outcome, ...(typeof changeId === 'number' && { changeId }) };
  }

  function openContents(): Contents {
    if (open === undefined) throw new Error('the database is not open');
    return open.contents;
  }

  return {
    lock() {
      const first = takeLock();
      // As above: what fails once may have been a moment of the disk's.
      return first.kind === 'failed' ? takeLock() : first;
    },
    read,
    create: (contents, change) =>
      attempt(() => {
        closeOpen();
        const draft = join(folder, DRAFT_FILE);
        removeDatabase(draft);
        createForOwner(draft);
        const database = openFile(draft, engine);
        try {
          database.exec('PRAGMA journal_mode = MEMORY'); // it counts once it is whole and in its place
          migrate(database, SETTINGS_MIGRATIONS);
          writeContents(database, contents, { sections: contents.sections }, change);
        } finally {
          database.close();
        }
        setAside(path);
        putInPlace(draft, path);
        if (readFile(copyPath).kind === 'damaged')
          setAside(copyPath); // for its owner
        else removeFile(copyPath);
        return reopened();
      }),
    useCopy: () =>
      attempt(() => {
        closeOpen();
        const draft = join(folder, DRAFT_FILE);
        removeDatabase(draft);
        createForOwner(draft);
        copyFilesOf(copyPath, draft);
        setAside(path);
        putInPlace(draft, path);
        return reopened();
      }),
    save: (save) =>
      attempt(() => {
        const outcome = saveOnce(save);
        // An engine opens a file for reading alone where it cannot be written at that moment, and says nothing.
        const isReadOnly =
          outcome.kind === 'failed' && outcome.code === 'EROFS' && trialCode(folder) === undefined;
        if (!isReadOnly || read('current').kind !== 'whole') return outcome;
        return saveOnce(save);
      }),
    renewCopy: () =>
      attempt(() => {
        const copy = read('copy');
        const isRight = copy.kind === 'whole' && open !== undefined && isSame(copy.contents, open.contents);
        return isRight ? { kind: 'done', saveCount: open?.contents.saveCount ?? 0 } : done();
      }),
    changes(count, beforeId) {
      try {
        const look = (database: Database) => readChanges(database, count, beforeId);
        return { kind: 'done', changes: open === undefined ? lookInto(look) : look(open.database) };
      } catch (error) {
        return failureOf(error, folder);
      }
    },
    copyTo(target) {
      const copy = (database: Database) => copyDatabase(database, target, requireWhole);
      if (open === undefined) lookInto(copy);
      else copy(open.database);
    },
    sections() {
      const outcome = open === undefined ? readFile(path) : undefined;
      const held = open?.contents ?? (outcome?.kind === 'whole' ? outcome.contents : undefined);
      if (held === undefined) throw new Error('the settings cannot be read');
      return held.sections;
    },
    finishReset: () =>
      attempt(() => {
        const held = open;
        if (held === undefined) throw new Error('the database is not open');
        for (const name of [DATABASE_FILE, COPY_FILE].flatMap(namesSetAside)) {
          removeFile(join(folder, name));
        }
        const { isResetUnfinished: _, ...contents } = held.contents;
        held.database.transaction(() => writeMeta(held.database, contents));
        held.contents = contents;
        return done();
      }),
    close() {
      closeOpen();
      lock?.release();
      lock = undefined;
    },
  };

  function reopened(): WriteOutcome {
    const outcome = read('current');
    if (outcome.kind !== 'whole') throw new Error('what was written cannot be read');
    return done();
  }

  function setAside(file: string): void {
    if (isThere(file)) setDatabaseAside(file);
  }

  /** A write failed, perhaps after it was done: what it was for was told to nobody, so what was there is written again. */
  function undo(database: Database, before: Contents, next: Contents): void {
    try {
      const found = readRows(database);
      if (!isSame(found, next)) return;
      database.transaction(() => {
        const ofBefore = { sections: before.sections, startsAnew: true };
        writeSections(database, ofBefore);
        writeMeta(database, before);
        database.exec('DELETE FROM changed_section WHERE change = (SELECT MAX(id) FROM change)');
        database.exec('DELETE FROM change WHERE id = (SELECT MAX(id) FROM change)');
      });
    } catch {
      // The disk takes nothing: the next start finds what it holds, which is whole.
    }
  }
}

function nextContents(
  { sections, saveCount, takenOver, isResetUnfinished }: Contents,
  save: Pick<Save, 'sections' | 'startsAnew'>,
): Contents {
  if (save.startsAnew === true) {
    return { sections: save.sections, saveCount: saveCount + 1, isResetUnfinished: true };
  }
  return {
    ...{ sections: { ...sections, ...save.sections }, saveCount: saveCount + 1 },
    ...(takenOver !== undefined && { takenOver }),
    ...(isResetUnfinished === true && { isResetUnfinished }),
  };
}

type Part = Pick<Save, 'sections' | 'startsAnew'>;

/** All at once; a counter-proof writes one section after the other, which comes to the same as long as nothing happens in between. */
function partsOf({ sections, startsAnew = false }: Part): readonly Part[] {
  if (!__WITHOUT__.oneTransaction) return [{ sections, startsAnew }];
  return Object.entries(sections).map(([name, text], index) => ({
    ...{ sections: { [name]: text }, startsAnew: startsAnew && index === 0 },
  }));
}

function writeContents(
  database: Database,
  contents: Contents,
  save: Pick<Save, 'sections' | 'startsAnew'>,
  change: ChangeRecord,
): void {
  database.transaction(() => {
    if (save.startsAnew === true) database.exec('DELETE FROM changed_section; DELETE FROM change');
    writeSections(database, save);
    writeMeta(database, contents);
    writeChange(database, change);
  });
}

function writeSections(
  database: Database,
  { sections, startsAnew }: Pick<Save, 'sections' | 'startsAnew'>,
): void {
  if (startsAnew === true) database.exec('DELETE FROM section');
  const statement = database.prepare('INSERT OR REPLACE INTO section (name, body, sha256) VALUES (?, ?, ?)');
  for (const [name, text] of Object.entries(sections)) statement.run(name, text, sectionSum(name, text));
}

function writeMeta(database: Database, contents: Contents): void {
  const { saveCount, takenOver, isResetUnfinished = false } = contents;
  const statement = database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  statement.run('save_count', String(saveCount));
  statement.run('taken_over', takenOver === undefined ? '' : JSON.stringify(takenOver));
  statement.run('reset_unfinished', isResetUnfinished ? '1' : '0');
  statement.run('sha256', contentsSum(contents));
}

interface CountRow {
  readonly id: number | null;
}

const lastChange = (database: Database) =>
  database.prepare<CountRow>('SELECT MAX(id) AS id FROM change').all()[0]?.id ?? null;

function writeChange(database: Database, { atS, actor, reason, sections }: ChangeRecord): void {
  const size = sections.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
  database
    .prepare('INSERT INTO change (at, actor, reason, size) VALUES (?, ?, ?, ?)')
    .run(atS ?? null, actor, reason, size);
  const id = lastChange(database);
  const insert = database.prepare(
    'INSERT INTO changed_section (change, section, before, after) VALUES (?, ?, ?, ?)',
  );
  for (const { section, before, after } of sections) insert.run(id, section, before, after);
  database
    .prepare(
      `DELETE FROM change WHERE id IN (
        SELECT id FROM (
          SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS place, SUM(size) OVER (ORDER BY id DESC) AS bytes FROM change
        ) WHERE place > ? OR (place > 1 AND bytes > ?)
      )`,
    )
    .run(CHANGES_MAX, CHANGE_BYTES_MAX);
  database.exec('DELETE FROM changed_section WHERE change NOT IN (SELECT id FROM change)');
}

interface ChangeRow {
  readonly id: number;
  readonly at: number | null;
  readonly actor: string;
  readonly reason: string;
}

function readChanges(database: Database, count: number, beforeId: number | undefined): KeptChange[] {
  const rows = database
    .prepare<ChangeRow>(
      // A save that has changed nothing is no news.
      `SELECT id, at, actor, reason FROM change
        WHERE id < ? AND (reason <> 'saved' OR EXISTS (SELECT 1 FROM changed_section WHERE change = id))
        ORDER BY id DESC LIMIT ?`,
    )
    .all(beforeId ?? Number.MAX_SAFE_INTEGER, count);
  const sections = database.prepare<ChangeRecord['sections'][number]>(
    'SELECT section, before, after FROM changed_section WHERE change = ? ORDER BY section',
  );
  return rows.map(({ id, at, actor, reason }) => ({
    ...{ id, atS: at ?? undefined, actor, reason },
    sections: sections.all(id).map(({ section, before, after }) => ({ section, before, after })),
  }));
}

/** The settings of a version between these are read by this gateway. */
const COMPATIBLE_VERSION = 1000 + SETTINGS_MIGRATIONS.length;

function versionOf(database: Database): number {
  return database.prepare<{ user_version: number }>('PRAGMA user_version').all()[0]?.user_version ?? 0;
}

function readWhole(database: Database): ReadOutcome {
  if (!__WITHOUT__.integrityCheck) {
    if (!isWholeDatabase(database)) return damaged('it is damaged', restOf(database));
  }
  const version = versionOf(database);
  // The number stands in the file twice: a damaged one is none of a newer gateway.
  if (secondVersionOf(database) !== version) return damaged('it is damaged', restOf(database));
  try {
    migrate(database, SETTINGS_MIGRATIONS);
  } catch (error) {
    if (error instanceof NewerDatabaseError) return { kind: 'newer', version };
    throw error;
  }
  const contents = readRows(database);
  return contents === undefined ? damaged('it is damaged', restOf(database)) : { kind: 'whole', contents };
}

/** Of a file that has no such table the number is believed: a newer gateway may keep it elsewhere. */
function secondVersionOf(database: Database): number {
  try {
    return Number(readMeta(database).get('version'));
  } catch {
    const version = versionOf(database);
    return version > COMPATIBLE_VERSION ? version : Number.NaN;
  }
}

/** Texts as bytes, see `textOf`. */
interface SectionRow {
  readonly name: Uint8Array;
  readonly body: Uint8Array;
  readonly sha256: Uint8Array;
}

const READ_SECTIONS =
  'SELECT CAST(name AS BLOB) AS name, CAST(body AS BLOB) AS body, CAST(sha256 AS BLOB) AS sha256 FROM section';

interface MetaRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const READ_META = 'SELECT CAST(key AS BLOB) AS key, CAST(value AS BLOB) AS value FROM meta';

function readMeta(database: Database): ReadonlyMap<string, string> {
  const rows = database.prepare<MetaRow>(READ_META).all();
  return new Map(rows.map(({ key, value }) => [textOf(key), textOf(value)]));
}

/** Undefined where a check sum is not that of what was found. */
function readRows(database: Database): Contents | undefined {
  const contents = readSound(database);
  const isSound = contents.sum === contentsSum(contents.contents) && contents.isWhole;
  return isSound || __WITHOUT__.fileChecksum ? contents.contents : undefined;
}

/** What can be believed. */
function readSound(database: Database) {
  const rows = database.prepare<SectionRow>(READ_SECTIONS).all();
  const sound = rows.flatMap(soundTexts);
  const meta = readMeta(database);
  const takenOver = meta.get('taken_over') ?? '';
  const contents: Contents = {
    sections: Object.fromEntries(sound.map(({ name, body }) => [name, body])),
    saveCount: Number(meta.get('save_count')),
    ...(takenOver !== '' && { takenOver: JSON.parse(takenOver) as Readonly<Record<string, string>> }),
    ...(meta.get('reset_unfinished') === '1' && { isResetUnfinished: true }),
  };
  return { contents, sum: meta.get('sha256'), isWhole: sound.length === rows.length };
}

/** A section and its text; nothing where that is not what was written. */
function soundTexts(row: SectionRow): { readonly name: string; readonly body: string }[] {
  try {
    const [name, body, sha256] = [textOf(row.name), textOf(row.body), textOf(row.sha256)];
    return sha256 === sectionSum(name, body) || __WITHOUT__.fileChecksum ? [{ name, body }] : [];
  } catch {
    return []; // no text any more
  }
}

const NOTHING: Contents = { sections: {}, saveCount: 0 };

/** The sections that can still be read, each with its check sum. */
function restOf(database: Database): Contents {
  try {
    const { contents } = readSound(database);
    return Number.isSafeInteger(contents.saveCount) ? contents : { ...contents, saveCount: 0 };
  } catch {
    return NOTHING;
  }
}

const damaged = (reason: string, rest: Contents = NOTHING): ReadOutcome => ({
  kind: 'damaged',
  reason,
  rest,
});

/** What cannot be read is damaged: the last good copy counts then. */
function outcomeOf(error: unknown): ReadOutcome {
  const problem = databaseProblemOf(error);
  if (problem === 'busy') return { kind: 'failed', code: undefined, reason: 'another program has it open' };
  return damaged(problem === 'damaged' ? 'it is damaged' : reasonOf(error));
}

/** SQLite has no check sums: a bit that has tipped in a text would be another setting. */
function sectionSum(name: string, text: string): string {
  return createHash('sha256').update(`${name}\n${text}`).digest('hex');
}

function contentsSum({ sections, saveCount, takenOver, isResetUnfinished = false }: Contents): string {
  const sums = Object.keys(sections)
    .sort()
    .map((name) => [name, sectionSum(name, sections[name] ?? '')]);
  return createHash('sha256')
    .update(JSON.stringify([sums, saveCount, takenOver ?? null, isResetUnfinished]))
    .digest('hex');
}

function isSame(one: Contents | undefined, other: Contents): boolean {
  return one !== undefined && contentsSum(one) === contentsSum(other);
}

const DRAFT_FILE = `${DATABASE_FILE}.new`;
/** The copy of before while something is saved that it must not bring back. */
const WITHDRAWN_FILE = `${DATABASE_FILE}.withdrawn`;
const LEFT_BY_CRASHES = [
  TRIAL_FILE,
  HISTORY_TRIAL_FILE,
  DRAFT_FILE,
  `${DRAFT_FILE}-journal`,
  `${COPY_FILE}.tmp`,
  `${COPY_FILE}.tmp-journal`,
  WITHDRAWN_FILE,
];
/** What is unfinished is in nobody's way. */
function removeLeft(path: string): void {
  try {
    removeFile(path);
  } catch {
    // it may not be removed, and is written over
  }
}
