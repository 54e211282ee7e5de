import * as z from 'zod/mini';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import type { FirstSettings } from './first-settings.ts';
import { SECTION_NAMES, SECTION_SCHEMAS, type SectionName, type Sections } from './sections.ts';
import { damaged, loadSettingsFile, removeUnfinished, saveSettingsFile } from './settings-file.ts';

/** What the gateway remembers. Reading is immediate, writing is done when it is on the disk. */
export interface SettingsStore {
  /** The folder held no finished settings before this opening. */
  readonly isFresh: boolean;
  get<S extends SectionName>(section: S): Sections[S];
  /**
   * Replaces a section by what `change` makes of its current value. Resolves when the new value is safely on disk
   * and every subscriber was told; rejects, with nothing changed, when it cannot be written.
   */
  update<S extends SectionName>(section: S, change: (current: Sections[S]) => Sections[S]): Promise<void>;
  /** Calls `listener` after each change of a section; returns the function that ends it. */
  subscribe<S extends SectionName>(section: S, listener: (value: Sections[S]) => void): () => void;
  /** Waits for the writes that are under way; later ones are refused. */
  close(): Promise<void>;
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
  const manifest = await load(options, MANIFEST, readManifest);
  const once = new Set(manifest?.body.sections);

  async function open<S extends SectionName>(section: S): Promise<Held<Sections[S]>> {
    const loaded = await load(options, section, SECTION_SCHEMAS[section].read);
    if (loaded !== undefined) return loaded;
    if (once.has(section)) throw damaged(directory, section, { kind: 'missing' });
    const held = { body: await first[section](), generation: 1 };
    await saveSettingsFile(directory, section, { number: held.generation, body: held.body });
    return held;
  }

  const held: { [S in SectionName]: Held<Sections[S]> } = {
    security: await open('security'),
    dtu: await open('dtu'),
    ntp: await open('ntp'),
    inverters: await open('inverters'),
  };
  if (!SECTION_NAMES.every((name) => once.has(name))) {
    const body: Manifest = { sections: [...new Set([...once, ...SECTION_NAMES])] };
    await saveSettingsFile(directory, MANIFEST, { number: (manifest?.generation ?? 0) + 1, body });
  }
  return createStore({ directory, log, held, isFresh: manifest === undefined });
}

function readManifest(value: unknown): Manifest | undefined {
  const parsed = z.safeParse(ManifestSchema, value);
  return parsed.success ? parsed.data : undefined;
}

/** Loads a file and tells when its previous generation had to be used. */
async function load<Body>(
  { directory, log }: SettingsStoreOptions,
  name: string,
  read: (value: unknown) => Body | undefined,
): Promise<Held<Body> | undefined> {
  const loaded = await loadSettingsFile(directory, name, read);
  if (loaded === undefined) return undefined;
  await removeUnfinished(directory, name);
  const { body, number, fallbackReason } = loaded;
  if (fallbackReason === undefined) return { body, generation: number };
  log.warn(`The settings file ${name}.json was damaged; its previous generation is used.`, {
    reason: fallbackReason,
  });
  return { body, generation: number + 1 }; // the damaged one had that number
}

type Listener = (value: never) => void;

interface StoreParts {
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly held: { [S in SectionName]: Held<Sections[S]> };
  readonly isFresh: boolean;
}

function createStore({ directory, log, held, isFresh }: StoreParts): SettingsStore {
  const listeners = new Map<SectionName, Set<Listener>>();
  let lastWrite: Promise<void> = Promise.resolve();
  let closed = false;

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
    const body = SECTION_SCHEMAS[section].read(change(target.body));
    if (body === undefined) throw new Error(`values of section ${section} make no sense`);
    target.generation += 1; // also when the write fails: a number is never used twice
    await saveSettingsFile(directory, section, { number: target.generation, body });
    target.body = body;
    tell(section, body);
  }

  return {
    isFresh,
    get: (section) => held[section].body,
    update(section, change) {
      if (closed) return Promise.reject(new Error('the settings are closed'));
      const done = lastWrite.then(() => write(section, change));
      lastWrite = done.catch(() => undefined); // whoever asked for it hears of the failure
      return done;
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
