import { type FileRefusal, fileRefusal } from '@heliograph/contract';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { systemErrorReason } from '../platform/start-error.ts';
import { diskRefusal } from './disk-refusal.ts';
import type { FirstSettings } from './first-settings.ts';
import { loadFile, repair } from './load-file.ts';
import { openOnce } from './manifest.ts';
import {
  announceReplacement,
  carryOutReplacement,
  loadReplacement,
  type Replacement,
  replacementOf,
} from './replacement.ts';
import { saveSection } from './section-file.ts';
import { createSectionListeners } from './section-listeners.ts';
import { SECTION_NAMES, SECTION_SCHEMAS, type SectionName, type Sections, sectionsFrom } from './sections.ts';
import { type Generation, lost } from './settings-file.ts';
import {
  bodyOf,
  createStoredSections,
  type Migrations,
  type StoredSection,
  type StoredSections,
} from './stored-section.ts';

/** What the gateway remembers. Reading is immediate, writing is done when it is on the disk. */
export interface SettingsStore {
  /** The sections that got their first value at this opening. */
  readonly newSections: ReadonlySet<SectionName>;
  /** A section was damaged, and its previous generation counts since this opening. */
  readonly isRestored: boolean;
  get<S extends SectionName>(section: S): Sections[S];
  /** How often something was written to this folder since it was fresh. */
  saveCount(): number;
  /**
   * Replaces a section by what `change` makes of its current value. Resolves when the new value is safely on disk
   * and every subscriber was told; rejects with a `NotSavedError`, with nothing changed, when it cannot be written. Where `change` returns
   * the current value itself there is nothing to do.
   */
  update<S extends SectionName>(section: S, change: (current: Sections[S]) => Sections[S]): Promise<void>;
  /**
   * Replaces every section at once by what `change` makes of the current values: after a power cut at any moment all are
   * new or all are old. It is asked when the writes before are done, and what comes later is refused, so no save is
   * lost. The new values are read at the next opening; until then the old ones are told. Rejects with a
   * `NotSavedError`, or what `change` throws, with nothing changed.
   */
  replaceAll(
    change: (current: Sections) => Sections | Promise<Sections>,
    options?: {
      /** Nothing of what was set stays, also nothing that only a newer version knows. */ readonly startsAnew?: boolean;
    },
  ): Promise<void>;
  /** Calls `listener` after each change of a section; returns the function that ends it. */
  subscribe<S extends SectionName>(section: S, listener: (value: Sections[S]) => void): () => void;
  /** Waits for the write that is under way; those that wait for their turn, and later ones, are refused. */
  close(): Promise<void>;
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

interface Held<Body> {
  body: Body;
  /** As it is on the disk. */
  stored: StoredSection;
  generation: number;
}

export interface SettingsStoreOptions {
  readonly directory: DataDirectory;
  readonly first: FirstSettings;
  readonly log: Log;
  /** Others than ours. */
  readonly migrations?: Migrations;
}

/**
 * Loads all sections, and writes the first value of those that this folder never had. Throws a
 * `DamagedFileError` when one is damaged beyond its previous generation, and the system's error when a first value cannot be written.
 */
export async function openSettingsStore(options: SettingsStoreOptions): Promise<SettingsStore> {
  const { directory, first, log } = options;
  const stored = createStoredSections(first, options.migrations);
  const replacement = await loadReplacement(directory, stored);
  const pending = replacement && (await carryOut({ directory, log }, replacement, stored));
  // What was written down has every section, so none of those on the disk is needed.
  const once = pending === undefined ? await openOnce({ directory, log, stored }) : undefined;
  const newSections = new Set<SectionName>();
  let isRestored = false;

  async function open<S extends SectionName>(section: S): Promise<Held<Sections[S]>> {
    const announced = pending?.[section];
    if (announced !== undefined) return heldOf(section, announced.number, announced.body);
    const loaded = await loadFile({ directory, log }, section, (value) => stored.read(section, value));
    if (loaded !== undefined) {
      isRestored ||= loaded.isRestored;
      return heldOf(section, loaded.isAsFound ? loaded.number : await takeOver(section, loaded), loaded.body);
    }
    if (once?.has(section)) throw lost(directory, section);
    const body = await first[section]();
    const held = { body, stored: stored.write(section, body, undefined), generation: 1 };
    await saveSection(directory, section, { number: held.generation, body: held.stored });
    newSections.add(section);
    return held;
  }

  /** Writes down what was brought up to date; what was there stays as the previous generation. */
  async function takeOver(
    section: SectionName,
    { body, number }: Generation<StoredSection>,
  ): Promise<number> {
    const next = number + 1;
    await repair(log, async () => {
      await saveSection(directory, section, { number: next, body });
      log.info('Settings of an earlier version were taken over.', { section });
    });
    return next;
  }

  const held: { [S in SectionName]: Held<Sections[S]> } = {
    security: await open('security'),
    dtu: await open('dtu'),
    ntp: await open('ntp'),
    inverters: await open('inverters'),
    network: await open('network'),
    device: await open('device'),
    mqtt: await open('mqtt'),
    sources: await open('sources'),
    history: await open('history'),
    plant: await open('plant'),
  };
  await once?.complete();
  return createStore({ directory, log, stored, held, newSections, isRestored, pending });
}

function heldOf<S extends SectionName>(
  section: S,
  generation: number,
  stored: StoredSection,
): Held<Sections[S]> {
  const body = bodyOf(section, stored);
  if (body === undefined) throw new Error(`section ${section} was not read`);
  return { body, stored, generation };
}

/**
 * Does a replacement that was written down. Where that fails its values count all the same: it is returned, and must be
 * done before anything else is written.
 */
async function carryOut(
  { directory, log }: Pick<SettingsStoreOptions, 'directory' | 'log'>,
  replacement: Replacement,
  stored: StoredSections,
): Promise<Replacement | undefined> {
  try {
    await carryOutReplacement(directory, replacement, stored);
    log.info('All settings were replaced.');
    return undefined;
  } catch (error) {
    log.warn('The replacement of all settings is not written down everywhere yet.', { error });
    return replacement;
  }
}

interface StoreParts {
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly stored: StoredSections;
  readonly held: { [S in SectionName]: Held<Sections[S]> };
  readonly newSections: ReadonlySet<SectionName>;
  readonly isRestored: boolean;
  /** A replacement whose values are held already, but still have to be written. */
  readonly pending: Replacement | undefined;
}

function createStore(parts: StoreParts): SettingsStore {
  const { directory, log, stored, held, newSections, isRestored } = parts;
  const listeners = createSectionListeners(log);
  let lastWrite: Promise<void> = Promise.resolve();
  /** Under way, and waiting for their turn. */
  let writes = 0;
  let closed = false;
  let replaced = false;
  let { pending } = parts;

  async function write<S extends SectionName>(section: S, change: (current: Sections[S]) => Sections[S]) {
    const target: Held<Sections[S]> = held[section];
    const changed = change(target.body);
    if (changed === target.body) return;
    const body = SECTION_SCHEMAS[section].read(changed);
    if (body === undefined) throw new Error(`values of section ${section} make no sense`);
    target.generation += 1; // also when the write fails: a number is never used twice
    const written = stored.write(section, body, target.stored);
    await orNotSaved(() => saveSection(directory, section, { number: target.generation, body: written }));
    target.body = body;
    target.stored = written;
    log.info('Settings were saved.', { section });
    listeners.tell(section, body);
  }

  async function finishReplacement(): Promise<void> {
    const unfinished = pending;
    if (unfinished === undefined) return;
    await orNotSaved(() => carryOutReplacement(directory, unfinished, stored));
    pending = undefined;
  }

  /** One write after the other; none begins after the store was closed, and none once everything was replaced. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    if (closed) return Promise.reject(aboutToEnd());
    const isWaiting = writes > 0;
    writes += 1;
    const turn = __WITHOUT__.queueOfWrites ? Promise.resolve() : lastWrite;
    const done = turn.then(async () => {
      if (closed && isWaiting && !__WITHOUT__.endOfWaiting) throw aboutToEnd();
      if (replaced) throw aboutToRestart();
      await finishReplacement();
      return work();
    });
    const isOver = () => {
      writes -= 1;
    };
    lastWrite = done.then(isOver, isOver); // whoever asked for it hears of a failure
    return done;
  }

  return {
    newSections,
    isRestored,
    get: (section) => held[section].body,
    saveCount: () => SECTION_NAMES.reduce((count, name) => count + held[name].generation, 0),
    update(section, change) {
      const saved = enqueue(() => write(section, change));
      if (!__WITHOUT__.answerAfterDisk) return saved;
      saved.catch(() => undefined);
      return Promise.resolve();
    },
    replaceAll(change, { startsAnew = false } = {}) {
      return enqueue(async () => {
        const current = sectionsFrom((section) => held[section].body);
        const replacement = replacementOf(await change(current), {
          stored,
          numberOf: (name) => held[name].generation + 1,
          before: (name) => (startsAnew ? undefined : held[name].stored),
        });
        const announce = __WITHOUT__.announcedRestore ? carryOutReplacement : announceReplacement;
        await orNotSaved(() => announce(directory, replacement, stored));
        replaced = true;
      });
    },
    subscribe: listeners.add,
    close() {
      closed = true;
      return lastWrite;
    },
  };
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
