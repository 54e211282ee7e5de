import { isDeepStrictEqual } from 'node:util';
import { ADMIN_USER_NAME, type FileRefusal, fileRefusal } from '@heliograph/contract';
import { actingUser, noteDeed } from '../platform/acting-user.ts';
import { unusable } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { StartError, systemErrorReason, writeObstacleOf } from '../platform/start-error.ts';
import { type Author, sectionChange } from './changes.ts';
import { DamagedFileError, WAYS_ON } from './damaged-file-error.ts';
import { diskRefusal } from './disk-refusal.ts';
import type { FirstSettings } from './first-settings.ts';
import { createSectionListeners } from './section-listeners.ts';
import { SECTION_NAMES, SECTION_SCHEMAS, type SectionName, type Sections, sectionsFrom } from './sections.ts';
import {
  type ChangeRecord,
  COPY_FILE,
  type Contents,
  DATABASE_FILE,
  type KeptChange,
  type ReadOutcome,
  type WriteOutcome,
} from './settings-database.ts';
import { errorOf, type SettingsStorage } from './settings-storage.ts';
import {
  bodyOf,
  createStoredSections,
  type Migrations,
  type StoredSection,
  type StoredSections,
} from './stored-section.ts';
import { hasOldSettings, isOldFile, oldFileSums, readOldSettings, wereWritten } from './takeover.ts';

/** What the gateway remembers. Reading is immediate, writing is done when it is on the disk. */
export interface SettingsStore {
  /** The sections that got their first value at this opening. */
  readonly newSections: ReadonlySet<SectionName>;
  /** The settings were damaged, and their last good copy counts since this opening. */
  readonly isRestored: boolean;
  get<S extends SectionName>(section: S): Sections[S];
  /** How often something was saved in this folder since it was fresh. */
  saveCount(): number;
  /** The same as it was found at this opening, before anything was brought up to date. */
  readonly foundSaveCount: number;
  /**
   * Replaces a section by what `change` makes of its current value. Resolves when the new value is safely on disk
   * and every subscriber was told; rejects with a `NotSavedError`, with nothing changed, when it cannot be written. Where `change` returns
   * the current value itself there is nothing to do.
   */
  update<S extends SectionName>(
    section: S,
    change: (current: Sections[S]) => Sections[S],
    author?: Author,
  ): Promise<void>;
  /**
   * The same for several sections in one save; rejects with an error where a value makes no sense. `beside`: what has changed besides, which is
   * no section; with that there is a change also where no setting is another one.
   */
  updateSeveral(
    change: (current: Sections) => Partial<Sections>,
    author: Author,
    beside?: ChangeRecord['sections'],
  ): Promise<void>;
  /** What was changed, the newest first: so many of those before that one, or of all. */
  changes(count: number, beforeId?: number): Promise<readonly KeptChange[]>;
  /**
   * Replaces every section at once by what `change` makes of the current values: after a power cut at any moment all are
   * new or all are old. It is asked when the writes before are done, and what comes later is refused, so no save is
   * lost. The new values are read at the next opening; until then the old ones are told. Rejects with a
   * `NotSavedError`, or what `change` throws, with nothing changed.
   */
  replaceAll(
    change: (current: Sections) => Sections | Promise<Sections>,
    options?: {
      /** Nothing of what was set stays, also nothing that only a newer version knows, nor that it was ever so. */
      readonly startsAnew?: boolean;
    },
  ): Promise<void>;
  /**
   * As `replaceAll`, by what is stored: `texts` of sections as they lie on the disk, of any version; those that are not among them
   * stay. `prepare` is asked right before the write, with what `saveCount` will be then; without it nothing is written where nothing is
   * another one. Rejects with an `UnfitSectionError` for a
   * section that makes no sense.
   */
  restoreStored(
    texts: Readonly<Record<string, string>>,
    prepare: RestorePreparation | undefined,
  ): Promise<void>;
  /** What such texts mean, and what is so now; rejects as above. */
  compareStored(texts: Readonly<Record<string, string>>): Promise<readonly StoredComparison[]>;
  /** Calls `listener` after each change of a section; returns the function that ends it. */
  subscribe<S extends SectionName>(section: S, listener: (value: Sections[S]) => void): () => void;
  /** Something is being written. */
  isSaving(): boolean;
  /** Waits for the write that is under way; those that wait for their turn, and later ones, are refused at once. */
  close(): Promise<void>;
}

/** Lays out what counts once so many saves were made. */
export type RestorePreparation = (saveCount: number) => Promise<void>;

/** A section as it is, and as it would be. */
export interface StoredComparison {
  readonly section: SectionName;
  readonly now: StoredSection;
  readonly next: StoredSection;
}

/** The text of a section makes no sense. */
export class UnfitSectionError extends Error {
  override readonly name = 'UnfitSectionError';
  readonly section: string;

  constructor(section: string) {
    super(`The values of section ${section} make no sense.`);
    this.section = section;
  }
}

/** Settings could not be written, so nothing has changed. The message is for the owner, the reason for pages. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
  readonly refusal: FileRefusal;

  constructor(message: string, refusal: FileRefusal, options?: ErrorOptions) {
    super(message, options);
    this.refusal = refusal;
  }
}

const aboutToEnd = () =>
  new NotSavedError('The gateway is about to end; nothing was changed.', fileRefusal('about-to-end'));
/** Everything was replaced: what comes now would be lost with the restart. */
export const aboutToRestart = () =>
  new NotSavedError('The gateway is about to restart; nothing was changed.', fileRefusal('about-to-restart'));

export interface SettingsStoreOptions {
  readonly storage: SettingsStorage;
  readonly first: FirstSettings;
  readonly log: Log;
  /** Unix seconds; undefined while nobody has set the clock. */
  readonly nowS: () => number | undefined;
  /** Told what came of each write: the error of one that failed. */
  readonly noteWrite?: (error: unknown) => void;
  /** Others than ours. */
  readonly migrations?: Migrations;
}

/** Those that every database has had since the first one; where one is missing, it is lost. */
const FIRST_SECTIONS: readonly SectionName[] = [
  ...(['security', 'dtu', 'ntp', 'inverters', 'network', 'device', 'mqtt', 'sources', 'history'] as const),
];

/** What was found on the disk. */
interface Found {
  readonly contents: Contents;
  readonly stored: { readonly [S in SectionName]?: StoredSection };
}

/**
 * Makes sense of what was read; undefined where it makes none, as of what is damaged. Throws a `StartError` for what only its
 * owner can put right.
 */
async function understand(
  outcome: ReadOutcome,
  stored: StoredSections,
  path: string,
): Promise<Found | undefined> {
  if (outcome.kind === 'failed') throw unusableBecause(path, outcome);
  if (outcome.kind === 'newer') {
    throw new StartError(
      `The settings in ${path} were written by a newer version of Heliograph (tables ${outcome.version}); ` +
        'start that version, or use another data folder (--data).',
    );
  }
  if (outcome.kind !== 'whole') return undefined;
  const { contents } = outcome;
  const sections: { [S in SectionName]?: StoredSection } = {};
  for (const section of SECTION_NAMES) {
    const text = contents.sections[section];
    if (text === undefined && !FIRST_SECTIONS.includes(section)) continue;
    const found = text === undefined ? undefined : await stored.read(section, parsed(text));
    if (found === undefined) return undefined;
    sections[section] = found;
  }
  return { contents, stored: sections };
}

function unusableBecause(path: string, failure: ReadOutcome & { readonly kind: 'failed' }): StartError {
  if (failure.code !== undefined) return unusable(path, errorOf(failure));
  return new StartError(
    `The settings in the data folder ${path} cannot be read (${failure.reason}); close it, or choose another folder with --data.`,
  );
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no text of ours
  }
}

/** Where the settings of this opening come from. */
type Origin =
  | { readonly kind: 'database'; readonly found: Found }
  /** The database is damaged or gone. */
  | { readonly kind: 'copy'; readonly found: Found }
  /** Release 0.1.0 has left them. */
  | { readonly kind: 'takeover'; readonly found: Found; readonly isRestored: boolean }
  /** Nothing was ever set here. */
  | { readonly kind: 'fresh' };

async function findOrigin(
  { storage, log }: Pick<SettingsStoreOptions, 'storage' | 'log'>,
  stored: StoredSections,
): Promise<Origin> {
  const { calls, directory } = storage;
  const { path } = directory;
  const current = await calls.read('current');
  const found = await understand(current, stored, path);
  if (found !== undefined) return { kind: 'database', found };
  const copy = await calls.read('copy');
  const ofCopy = __WITHOUT__.lastGoodCopy ? undefined : await understand(copy, stored, path);
  if (ofCopy !== undefined) {
    log.warn(`The settings file ${DATABASE_FILE} was damaged; its last good copy is used.`, {
      reason: whyUnusable(current),
    });
    return { kind: 'copy', found: ofCopy };
  }
  const names = await directory.names();
  const isGone = current.kind === 'missing' && copy.kind === 'missing';
  if (isGone && hasOldSettings(names)) return takeOver(storage, stored);
  if (isGone && !names.some((name) => TRACES.test(name))) return { kind: 'fresh' };
  throw damagedDatabase(path, { current, copy, hasHistory: names.includes(HISTORY_FILE) });
}

const HISTORY_FILE = 'history.db';
/** What nobody has who never had settings. */
const TRACES = /^(settings\.db|history\.db)/;

async function takeOver({ directory }: SettingsStorage, stored: StoredSections): Promise<Origin> {
  const { sections, lost, isRestored, saveCount } = await readOldSettings(directory, stored);
  const [first] = lost;
  if (first !== undefined) throw first;
  const contents = { sections: {}, saveCount, takenOver: await oldFileSums(directory) };
  return { kind: 'takeover', found: { contents, stored: sections }, isRestored };
}

function whyUnusable(outcome: ReadOutcome): string {
  if (outcome.kind === 'missing') return 'it is missing';
  return outcome.kind === 'damaged' ? outcome.reason : 'its values are not valid';
}

interface FoundDatabase {
  readonly current: ReadOutcome;
  readonly copy: ReadOutcome;
  readonly hasHistory: boolean;
}

function damagedDatabase(path: string, { current, copy, hasHistory }: FoundDatabase): DamagedFileError {
  const isMissing = current.kind === 'missing';
  const why = isMissing
    ? `is missing, and ${copy.kind === 'missing' ? 'so is' : 'nothing can be used of'}`
    : `cannot be used (${whyUnusable(current)}), and neither can`;
  const ofHistory = isMissing && hasHistory ? `; ${HISTORY_FILE} with what was measured is there` : '';
  return new DamagedFileError(
    { fileName: DATABASE_FILE, isMissing },
    `The settings file ${DATABASE_FILE} in ${path} ${why} its copy ${COPY_FILE}${ofHistory}; ${WAYS_ON}`,
  );
}

/**
 * Loads all sections, and writes the first value of those that this folder never had. Throws a
 * `DamagedFileError` when they are damaged and so is their copy, and a `StartError` for what only their owner can put right.
 */
export async function openSettingsStore(options: SettingsStoreOptions): Promise<SettingsStore> {
  const { storage, first, log } = options;
  const stored = createStoredSections(first, options.migrations);
  const origin = await findOrigin(options, stored);
  const found: Found = origin.kind === 'fresh' ? NOTHING : origin.found;
  const newSections = new Set<SectionName>();
  const held = {} as Record<SectionName, StoredSection>;
  for (const section of SECTION_NAMES) {
    const known = found.stored[section];
    if (known === undefined) newSections.add(section);
    held[section] = known ?? stored.write(section, await first[section](), undefined);
  }
  const isRestored = origin.kind === 'copy' || (origin.kind === 'takeover' && origin.isRestored);
  if (origin.kind === 'takeover' && isRestored) {
    log.warn('A settings file of an earlier version was damaged; its previous version is used.');
  }
  const store = createStore({ ...options, stored, held, newSections, isRestored, contents: found.contents });
  const failure = await store.writeDown(stepsOf(options, origin, held));
  if (failure !== undefined && origin.kind === 'fresh') throw unusable(storage.directory.path, failure);
  if (failure !== undefined) log.warn('Settings could not be repaired on the disk.', { error: failure });
  await warnOfOldWrites(options, found.contents);
  return store.settings;
}

const NOTHING: Found = { contents: { sections: {}, saveCount: 0 }, stored: {} };

/** Writes down what counts already. */
type Step = () => Promise<WriteOutcome>;

/** What makes the disk hold what is held. */
function stepsOf(
  { storage, log, nowS }: SettingsStoreOptions,
  origin: Origin,
  held: Readonly<Record<SectionName, StoredSection>>,
): readonly Step[] {
  const { calls } = storage;
  const texts = textsOf(held);
  const recordOf = (
    reason: Author['reason'],
    sections: ChangeRecord['sections'] = [],
  ): ChangeRecord & Author => ({ ...{ atS: nowS(), actor: 'gateway', reason, sections } });
  if (origin.kind === 'fresh') {
    return [() => calls.create({ sections: texts, saveCount: 1 }, recordOf('first-start'))];
  }
  const { contents, stored: before } = origin.found;
  if (origin.kind === 'takeover') {
    return [
      async () => {
        const outcome = await calls.create(
          { ...contents, sections: texts, saveCount: contents.saveCount + 1 },
          recordOf('takeover'),
        );
        if (outcome.kind === 'done') log.info('The settings of an earlier version were taken over.');
        return outcome;
      },
    ];
  }
  const steps: Step[] = origin.kind === 'copy' ? [() => calls.useCopy()] : [];
  const changed = SECTION_NAMES.filter((section) => contents.sections[section] !== texts[section]);
  if (changed.length > 0) {
    const record = recordOf(
      'update',
      changed.flatMap((section) => sectionChange(section, foundIn(contents, section), held[section]) ?? []),
    );
    const isGuarded = LOGIN_SECTIONS.some((section) =>
      isLoginChanged(section, foundIn(contents, section), held[section]),
    );
    const sections = Object.fromEntries(changed.map((section) => [section, texts[section] ?? '']));
    steps.push(async () => {
      const outcome = await calls.save({ sections, change: record, isGuarded });
      if (outcome.kind === 'done' && Object.keys(before).length === SECTION_NAMES.length) {
        log.info('Settings of an earlier version were brought up to date.');
      }
      return outcome;
    });
  }
  if (contents.isResetUnfinished === true) steps.push(() => finishReset(storage));
  return steps.length > 0 ? steps : [() => calls.renewCopy()];
}

function foundIn({ sections }: Contents, section: SectionName): StoredSection | undefined {
  const text = sections[section];
  return text === undefined ? undefined : (parsed(text) as StoredSection);
}

export const textsOf = (
  held: Readonly<Record<SectionName, StoredSection>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(SECTION_NAMES.map((section) => [section, JSON.stringify(held[section])]));

/** Who gets in or may read. */
const LOGIN_SECTIONS = ['security', 'accounts', 'passkeys', 'signin'] as const;

/** A copy of before must not bring that back. */
function isLoginChanged(
  section: SectionName,
  before: StoredSection | undefined,
  after: StoredSection,
): boolean {
  if (section === 'accounts' || section === 'passkeys' || section === 'signin')
    return JSON.stringify(before) !== JSON.stringify(after);
  if (section !== 'security') return false;
  return before?.password_hash !== after.password_hash || before?.allow_readonly !== after.allow_readonly;
}

/** Removes what an earlier version has left of its settings, and what was kept of damaged ones. */
async function finishReset({ calls, directory }: SettingsStorage): Promise<WriteOutcome> {
  for (const name of await directory.names()) if (isOldFile(name)) await directory.remove(name);
  return calls.finishReset();
}

async function warnOfOldWrites(
  { storage, log }: Pick<SettingsStoreOptions, 'storage' | 'log'>,
  { takenOver }: Contents,
): Promise<void> {
  if (takenOver === undefined || !wereWritten(takenOver, await oldFileSums(storage.directory))) return;
  log.warn(
    'An earlier version of Heliograph has written to the data folder since its settings were taken over; what was set there does not count.',
  );
}

/** What texts as they are stored mean, beside what is held. Rejects with an `UnfitSectionError`. */
export async function readStoredTexts(
  texts: Readonly<Record<string, string>>,
  stored: StoredSections,
  held: Readonly<Record<SectionName, StoredSection>>,
): Promise<readonly StoredComparison[]> {
  const found: StoredComparison[] = [];
  for (const section of SECTION_NAMES) {
    const text = texts[section];
    if (text === undefined) continue;
    const next = await stored.read(section, parsed(text));
    if (next === undefined) throw new UnfitSectionError(section);
    found.push({ section, now: held[section], next });
  }
  return found;
}

const BY_ADMIN: Author = { actor: 'admin', reason: 'saved' };

/** How it is written down who made a change: the admin, the gateway, or a kind of name and the name. */
function actorText({ actor }: Author): string {
  const user = actingUser();
  if (actor !== 'admin' || user === undefined) return actor;
  return user.kind === 'account' && user.name === ADMIN_USER_NAME ? actor : `${user.kind}:${user.name}`;
}

/** As it is written down. Who it is must be asked when the change is asked for: it may have to wait for its turn. */
type Signed = Pick<ChangeRecord, 'actor' | 'reason'>;
const signed = (author: Author): Signed => ({ actor: actorText(author), reason: author.reason });

interface StoreParts extends SettingsStoreOptions {
  readonly stored: StoredSections;
  readonly held: Record<SectionName, StoredSection>;
  readonly newSections: ReadonlySet<SectionName>;
  readonly isRestored: boolean;
  readonly contents: Contents;
}

interface Store {
  readonly settings: SettingsStore;
  /** Does these steps now or, where that fails, before the next save; resolves with the error then. */
  writeDown(steps: readonly Step[]): Promise<unknown>;
}

function createStore(parts: StoreParts): Store {
  const { storage, log, stored, held, newSections, isRestored, nowS, noteWrite = () => undefined } = parts;
  const { calls } = storage;
  const bodies = sectionsFrom((section) => heldBody(section, held[section])) as {
    -readonly [S in SectionName]: Sections[S];
  };
  const listeners = createSectionListeners(log);
  let { saveCount } = parts.contents;
  let lastWrite: Promise<void> = Promise.resolve();
  /** Under way, and waiting for their turn. */
  let writes = 0;
  /** Ends the wait of each write that still waits for its turn. */
  const waits = new Set<() => void>();
  let closed = false;
  let replaced = false;
  let pending: readonly Step[] = [];
  let isCopyMissing = false;

  /** Throws the system's error where it failed. */
  async function done(step: Step): Promise<void> {
    const outcome = await step();
    if (outcome.kind === 'failed') throw errorOf(outcome);
    saveCount = outcome.saveCount;
    if (outcome.changeId !== undefined) noteDeed({ change: outcome.changeId });
    const { copyProblem: reason } = outcome;
    if (reason !== undefined && !isCopyMissing) {
      log.warn('The last good copy of the settings could not be made.', { reason });
    }
    isCopyMissing = reason !== undefined;
  }

  async function finishPending(): Promise<void> {
    await storage.hold();
    for (let [step] = pending; step !== undefined; [step] = pending) {
      await done(step);
      pending = pending.slice(1);
    }
  }

  /** Writes, after what still had to be written; rejects with a `NotSavedError`. */
  function save(step: Step): Promise<void> {
    return orNotSaved(async () => {
      try {
        await finishPending();
        await done(step);
        noteWrite(undefined);
      } catch (error) {
        noteWrite(error);
        throw error;
      }
    });
  }

  /** What is to be written of a section; undefined where nothing has changed. */
  function nextOf<S extends SectionName>(section: S, changed: Sections[S] | undefined) {
    if (changed === undefined || changed === bodies[section]) return undefined;
    const body = SECTION_SCHEMAS[section].read(changed);
    if (body === undefined) throw new Error(`values of section ${section} make no sense`);
    const before = held[section];
    const written = stored.write(section, body, before);
    return {
      ...{ section, written },
      difference: sectionChange(section, before, written),
      isGuarded: isLoginChanged(section, before, written),
      count() {
        bodies[section] = body;
        held[section] = written;
        log.info('Settings were saved.', { section });
      },
      tell: () => listeners.tell(section, body),
    };
  }

  async function write(
    change: (current: Sections) => Partial<Sections>,
    author: Signed,
    beside: ChangeRecord['sections'] = [],
  ): Promise<void> {
    const changed = change(sectionsFrom((section) => bodies[section]));
    const next = SECTION_NAMES.map((section) => nextOf(section, changed[section])).filter(
      (one) => one !== undefined,
    );
    if (next.length + beside.length === 0) return;
    await save(() =>
      calls.save({
        sections: Object.fromEntries(next.map(({ section, written }) => [section, JSON.stringify(written)])),
        change: {
          ...{ atS: nowS(), ...author },
          sections: [...next.flatMap(({ difference }) => difference ?? []), ...beside],
        },
        isGuarded: next.some(({ isGuarded }) => isGuarded),
      }),
    );
    for (const { count } of next) count();
    for (const { tell } of next) tell();
  }

  async function replace(sections: Sections, startsAnew: boolean): Promise<void> {
    const next = storedAll(sections, stored, (name) => (startsAnew ? undefined : held[name]));
    const differences = SECTION_NAMES.flatMap((name) => sectionChange(name, held[name], next[name]) ?? []);
    const author = signed({ actor: 'admin', reason: startsAnew ? 'reset' : 'restored' });
    await save(() =>
      calls.save({
        sections: textsOf(next),
        change: { atS: nowS(), ...author, sections: startsAnew ? [] : differences },
        isGuarded: startsAnew || SECTION_NAMES.some((name) => isLoginChanged(name, held[name], next[name])),
        startsAnew,
      }),
    );
    replaced = true;
    if (startsAnew) pending = [() => finishReset(storage)];
    if (startsAnew)
      await finishPending().catch((error: unknown) => log.warn('Old files could not be removed.', { error }));
  }

  const readTexts: SettingsStore['compareStored'] = (texts) => readStoredTexts(texts, stored, held);

  async function restore(
    texts: Readonly<Record<string, string>>,
    prepare: RestorePreparation | undefined,
  ): Promise<void> {
    const found = await readTexts(texts);
    const isKnown = Object.keys(texts).length === found.length;
    const isSame = isKnown && found.every(({ now, next }) => isDeepStrictEqual(now, next));
    if (isSame && prepare === undefined) return;
    const next = Object.fromEntries(found.map((one) => [one.section, JSON.stringify(one.next)]));
    await save(async () => {
      await prepare?.(saveCount + 1);
      return calls.save({
        sections: { ...texts, ...next },
        change: {
          ...{ atS: nowS(), ...signed({ actor: 'admin', reason: 'restored' }) },
          sections: found.flatMap((one) => sectionChange(one.section, one.now, one.next) ?? []),
        },
        isGuarded: found.some(({ section, next: after }) => isLoginChanged(section, held[section], after)),
      });
    });
    replaced = true;
  }

  /** One write after the other; none begins after the store was closed, and none once everything was replaced. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    if (closed) return Promise.reject(aboutToEnd());
    const isWaiting = writes > 0;
    writes += 1;
    const before = lastWrite;
    const turn = __WITHOUT__.queueOfWrites ? Promise.resolve() : turnAfter(before);
    const done = turn.then(() => {
      if (closed && isWaiting && !__WITHOUT__.endOfWaiting) throw aboutToEnd();
      if (replaced) throw aboutToRestart();
      return work();
    });
    const isOver = () => {
      writes -= 1;
    };
    // Whoever asked for it hears of a failure; one that is refused at an end is over before the one under way.
    lastWrite = done.then(isOver, isOver).then(() => before);
    return done;
  }

  /** Resolves after the write before, or when the store is closed. */
  function turnAfter(before: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        waits.delete(go);
        resolve();
      };
      waits.add(go);
      void before.then(go);
    });
  }

  const settings: SettingsStore = {
    newSections,
    isRestored,
    get: (section) => bodies[section],
    saveCount: () => saveCount,
    foundSaveCount: parts.contents.saveCount,
    restoreStored: (texts, prepare) => enqueue(() => restore(texts, prepare)),
    compareStored: readTexts,
    update(section, change, author = BY_ADMIN) {
      const by = signed(author);
      const saved = enqueue(() => write((current) => ({ [section]: change(current[section]) }), by));
      if (!__WITHOUT__.answerAfterDisk) return saved;
      saved.catch(() => undefined);
      return Promise.resolve();
    },
    updateSeveral(change, author, beside) {
      const by = signed(author);
      return enqueue(() => write(change, by, beside));
    },
    async changes(count, beforeId) {
      const outcome = await calls.changes(count, beforeId);
      if (outcome.kind === 'failed') throw errorOf(outcome);
      return outcome.changes;
    },
    replaceAll(change, { startsAnew = false } = {}) {
      return enqueue(async () =>
        replace(await change(sectionsFrom((section) => bodies[section])), startsAnew),
      );
    },
    subscribe: listeners.add,
    isSaving: () => writes > 0,
    close() {
      closed = true;
      if (!__WITHOUT__.endOfWaiting) for (const endWait of [...waits]) endWait();
      return lastWrite;
    },
  };
  return {
    settings,
    async writeDown(steps) {
      pending = steps;
      try {
        await finishPending();
        return undefined;
      } catch (error) {
        if (writeObstacleOf(error) !== undefined) noteWrite(error);
        return error;
      }
    },
  };
}

function heldBody<S extends SectionName>(section: S, found: StoredSection): Sections[S] {
  const body = bodyOf(section, found);
  if (body === undefined) throw new Error(`section ${section} was not read`);
  return body;
}

/** Throws for values that make no sense: nobody could read them afterwards. */
export function storedAll(
  sections: Sections,
  stored: StoredSections,
  before: (section: SectionName) => StoredSection | undefined,
): Record<SectionName, StoredSection> {
  const entries = SECTION_NAMES.map((section) => {
    const body = SECTION_SCHEMAS[section].read(sections[section]);
    if (body === undefined) throw new Error('values of a section make no sense');
    return [section, stored.write(section, body as Sections[typeof section], before(section))];
  });
  return Object.fromEntries(entries) as Record<SectionName, StoredSection>; // one entry for each section
}

/** Does a write; rejects with a `NotSavedError` when it fails. */
export async function orNotSaved(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (__WITHOUT__.refusalToSave) return;
    const message = `The settings could not be saved (${systemErrorReason(error)}); nothing was changed.`;
    throw new NotSavedError(message, diskRefusal(error), { cause: error });
  }
}
