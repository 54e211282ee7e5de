import * as z from 'zod/mini';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { systemErrorReason } from '../platform/start-error.ts';
import type { FirstSettings } from './first-settings.ts';
import {
  announceReplacement,
  carryOutReplacement,
  loadReplacement,
  type Replacement,
  replacementOf,
} from './replacement.ts';
import { SECTION_NAMES, SECTION_SCHEMAS, type SectionName, type Sections, sectionsFrom } from './sections.ts';
import {
  completeSettingsFile,
  DamagedFileError,
  damaged,
  loadSettingsFile,
  removeUnfinished,
  restoreSettingsFile,
  saveSettingsFile,
  setAside,
} from './settings-file.ts';

/** What the gateway remembers. Reading is immediate, writing is done when it is on the disk. */
export interface SettingsStore {
  /** The sections that got their first value at this opening. */
  readonly newSections: ReadonlySet<SectionName>;
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
  replaceAll(change: (current: Sections) => Sections | Promise<Sections>): Promise<void>;
  /** Calls `listener` after each change of a section; returns the function that ends it. */
  subscribe<S extends SectionName>(section: S, listener: (value: Sections[S]) => void): () => void;
  /** Waits for the writes that are under way; later ones are refused. */
  close(): Promise<void>;
}

/** Settings could not be written, so nothing has changed. The message is for the owner. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
}

/** The file that tells a fresh data folder from one that lost a file: it lists the sections once written. */
const MANIFEST = 'manifest';
const ManifestSchema = z.object({ sections: z.array(z.string()) });
type Manifest = z.infer<typeof ManifestSchema>;

interface Held<Body> {
  body: Body;
  generation: number;
}

export interface SettingsStoreOptions {
  readonly directory: DataDirectory;
  readonly first: FirstSettings;
  readonly log: Log;
}

/**
 * Loads all sections, and writes the first value of those that this folder never had. Throws a `StartError` when
 * one is damaged beyond its previous generation, and the system's error when a first value cannot be written.
 */
export async function openSettingsStore(options: SettingsStoreOptions): Promise<SettingsStore> {
  const { directory, first, log } = options;
  const replacement = await loadReplacement(directory);
  const pending = replacement && (await carryOut(options, replacement));
  const manifest = await loadManifest(options);
  if (manifest === undefined) await requireUnbroken(directory);
  const once = new Set(manifest?.body.sections);
  const newSections = new Set<SectionName>();

  async function open<S extends SectionName>(section: S): Promise<Held<Sections[S]>> {
    if (pending !== undefined) return { body: pending[section].body, generation: pending[section].number };
    const loaded = await load(options, section, SECTION_SCHEMAS[section].read);
    if (loaded !== undefined) return loaded;
    if (once.has(section)) throw damaged(directory, section, { kind: 'missing' });
    const held = { body: await first[section](), generation: 1 };
    await saveSettingsFile(directory, section, { number: held.generation, body: held.body });
    newSections.add(section);
    return held;
  }

  const held: { [S in SectionName]: Held<Sections[S]> } = {
    security: await open('security'),
    dtu: await open('dtu'),
    ntp: await open('ntp'),
    inverters: await open('inverters'),
    network: await open('network'),
    device: await open('device'),
    mqtt: await open('mqtt'),
  };
  if (!SECTION_NAMES.every((name) => once.has(name))) {
    const body: Manifest = { sections: [...new Set([...once, ...SECTION_NAMES])] };
    await saveSettingsFile(directory, MANIFEST, { number: (manifest?.generation ?? 0) + 1, body });
  }
  return createStore({ directory, log, held, newSections, pending });
}

/**
 * Does a replacement that was written down. Where that fails its values count all the same: it is returned, and must be
 * done before anything else is written.
 */
async function carryOut(
  { directory, log }: SettingsStoreOptions,
  replacement: Replacement,
): Promise<Replacement | undefined> {
  try {
    await carryOutReplacement(directory, replacement);
    log.info('All settings were replaced.');
    return undefined;
  } catch (error) {
    log.warn('The replacement of all settings is not written down everywhere yet.', { error });
    return replacement;
  }
}

/**
 * Loads the manifest; undefined when this folder never had one. A damaged one is made anew, since the sections tell
 * their names themselves; until then every section counts as written once, so that a lost one is missed.
 */
async function loadManifest(options: SettingsStoreOptions): Promise<Held<Manifest> | undefined> {
  try {
    return await load(options, MANIFEST, readManifest);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
  }
  const { directory, log } = options;
  const held = { body: { sections: [...SECTION_NAMES] }, generation: 1 };
  const names = await directory.names();
  const lost = SECTION_NAMES.find((section) => !hasFile(names, section));
  if (lost !== undefined) throw damaged(directory, lost, { kind: 'missing' });
  log.warn(`The settings file ${MANIFEST}.json was damaged; it is made anew.`);
  await repair(log, async () => {
    await setAside(directory, MANIFEST);
    await saveSettingsFile(directory, MANIFEST, { number: held.generation, body: held.body });
  });
  return held;
}

/**
 * A first start that was cut short leaves the first few sections, in the order in which they are written. Where one
 * before them is missing it was lost, and the folder is no fresh one.
 */
async function requireUnbroken(directory: DataDirectory): Promise<void> {
  const names = await directory.names();
  const firstMissing = SECTION_NAMES.findIndex((section) => !hasFile(names, section));
  const lost = SECTION_NAMES[firstMissing];
  if (lost === undefined) return;
  if (SECTION_NAMES.slice(firstMissing).some((section) => hasFile(names, section))) {
    throw damaged(directory, lost, { kind: 'missing' });
  }
}

function hasFile(names: readonly string[], section: SectionName): boolean {
  return names.includes(`${section}.json`) || names.includes(`${section}.json.bak`);
}

/** Settings that could be read do not keep the gateway from starting because the disk cannot be written. */
async function repair(log: Log, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn('Settings could not be repaired on the disk.', { error });
  }
}

function readManifest(value: unknown): Manifest | undefined {
  const parsed = z.safeParse(ManifestSchema, value);
  return parsed.success ? parsed.data : undefined;
}

/** Loads a file; when its previous generation had to be used it says so and makes that the current one again. */
async function load<Body>(
  { directory, log }: SettingsStoreOptions,
  name: string,
  read: (value: unknown) => Body | undefined,
): Promise<Held<Body> | undefined> {
  const loaded = await loadSettingsFile(directory, name, read);
  if (loaded === undefined) return undefined;
  await removeUnfinished(directory, name);
  const { body, number, fallbackReason } = loaded;
  if (fallbackReason === undefined) {
    await repair(log, () => completeSettingsFile(directory, name));
    return { body, generation: number };
  }
  log.warn(`The settings file ${name}.json was damaged; its previous generation is used.`, {
    reason: fallbackReason,
  });
  const restored = { body, generation: number + 1 }; // the damaged one had that number
  await repair(log, () => restoreSettingsFile(directory, name, { number: restored.generation, body }));
  return restored;
}

type Listener = (value: never) => void;

interface StoreParts {
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly held: { [S in SectionName]: Held<Sections[S]> };
  readonly newSections: ReadonlySet<SectionName>;
  /** A replacement whose values are held already, but still have to be written. */
  readonly pending: Replacement | undefined;
}

function createStore({ directory, log, held, newSections, ...parts }: StoreParts): SettingsStore {
  const listeners = new Map<SectionName, Set<Listener>>();
  let lastWrite: Promise<void> = Promise.resolve();
  let closed = false;
  let replaced = false;
  let { pending } = parts;

  function tell<S extends SectionName>(section: S, value: Sections[S]): void {
    for (const listener of [...(listeners.get(section) ?? [])]) {
      try {
        (listener as (value: Sections[S]) => void)(value);
      } catch (error) {
        log.error('A subscriber of the settings failed.', { section, error });
      }
    }
  }

  async function write<S extends SectionName>(section: S, change: (current: Sections[S]) => Sections[S]) {
    const target: Held<Sections[S]> = held[section];
    const changed = change(target.body);
    if (changed === target.body) return;
    const body = SECTION_SCHEMAS[section].read(changed);
    if (body === undefined) throw new Error(`values of section ${section} make no sense`);
    target.generation += 1; // also when the write fails: a number is never used twice
    await orNotSaved(() => saveSettingsFile(directory, section, { number: target.generation, body }));
    target.body = body;
    log.info('Settings were saved.', { section });
    tell(section, body);
  }

  async function finishReplacement(): Promise<void> {
    const unfinished = pending;
    if (unfinished === undefined) return;
    await orNotSaved(() => carryOutReplacement(directory, unfinished));
    pending = undefined;
  }

  /** One write after the other; none after the store was closed, and none once everything was replaced. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    if (closed) return Promise.reject(new Error('the settings are closed'));
    const done = lastWrite.then(async () => {
      if (replaced) throw new NotSavedError('The gateway is about to restart; nothing was changed.');
      await finishReplacement();
      return work();
    });
    lastWrite = done.catch(() => undefined); // whoever asked for it hears of the failure
    return done;
  }

  return {
    newSections,
    get: (section) => held[section].body,
    saveCount: () => SECTION_NAMES.reduce((count, name) => count + held[name].generation, 0),
    update(section, change) {
      return enqueue(() => write(section, change));
    },
    replaceAll(change) {
      return enqueue(async () => {
        const current = sectionsFrom((section) => held[section].body);
        const replacement = replacementOf(await change(current), (name) => held[name].generation + 1);
        await orNotSaved(() => announceReplacement(directory, replacement));
        replaced = true;
      });
    },
    subscribe(section, listener) {
      const entry = listener as Listener;
      const ofSection = listeners.get(section) ?? new Set();
      listeners.set(section, ofSection.add(entry));
      return () => ofSection.delete(entry);
    },
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
    const message = `The settings could not be saved (${systemErrorReason(error)}); nothing was changed.`;
    throw new NotSavedError(message, { cause: error });
  }
}
