import * as z from 'zod/mini';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { setAside } from './corrupt-files.ts';
import { loadFile, repair } from './load-file.ts';
import { SECTION_NAMES } from './sections.ts';
import { DamagedFileError, loadSettingsFile, lost, saveSettingsFile } from './settings-file.ts';
import type { StoredSections } from './stored-section.ts';

/** The file that tells a fresh data folder from one that lost a file: it lists the sections once written. */
const MANIFEST = 'manifest';
const ManifestSchema = z.object({ sections: z.array(z.string()) });
type Manifest = z.infer<typeof ManifestSchema>;

/** What was once written to a folder. */
export interface Once {
  has(section: string): boolean;
  /** Notes that by now every section was. */
  complete(): Promise<void>;
}

interface OnceOptions {
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly stored: StoredSections;
}

/** Throws a `DamagedFileError` when a section is gone that was there, as far as the other files tell. */
export async function openOnce(options: OnceOptions): Promise<Once> {
  const { directory, log, stored } = options;
  const manifest = await loadManifest({ directory, log });
  if (manifest === undefined) await requireUnbroken(directory, stored);
  const once = new Set(manifest?.body.sections);
  return {
    has: (section) => once.has(section),
    async complete() {
      if (SECTION_NAMES.every((name) => once.has(name))) return;
      const body: Manifest = { sections: [...new Set([...once, ...SECTION_NAMES])] };
      await saveSettingsFile(directory, MANIFEST, { number: (manifest?.number ?? 0) + 1, body });
    },
  };
}

/**
 * Loads the manifest; undefined when this folder never had one. A damaged one is made anew, since the sections tell
 * their names themselves; until then every section counts as written once, so that a lost one is missed.
 */
async function loadManifest(options: Pick<OnceOptions, 'directory' | 'log'>) {
  try {
    return await loadFile(options, MANIFEST, readManifest);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
  }
  const { directory, log } = options;
  const anew = { body: { sections: [...SECTION_NAMES] }, number: 1 };
  const names = await directory.names();
  const gone = SECTION_NAMES.find((section) => !hasFile(names, section));
  if (gone !== undefined) throw lost(directory, gone);
  log.warn(`The settings file ${MANIFEST}.json was damaged; it is created again.`);
  await repair(log, async () => {
    await setAside(directory, MANIFEST);
    await saveSettingsFile(directory, MANIFEST, anew);
  });
  return anew;
}

/**
 * A first start that was cut short leaves the first few sections, in the order in which they are written, each in its
 * first generation. Where one before them is missing, or one was saved since, the folder is no fresh one.
 */
async function requireUnbroken(directory: DataDirectory, stored: StoredSections): Promise<void> {
  const names = await directory.names();
  const firstMissing = SECTION_NAMES.findIndex((section) => !hasFile(names, section));
  const gone = SECTION_NAMES[firstMissing];
  if (gone === undefined) return;
  if (SECTION_NAMES.slice(firstMissing).some((section) => hasFile(names, section)))
    throw lost(directory, gone);
  for (const section of SECTION_NAMES.slice(0, firstMissing)) {
    const found = await loadSettingsFile(directory, section, (value) => stored.read(section, value));
    if ((found?.number ?? 0) > 1) throw lost(directory, gone);
  }
}

function hasFile(names: readonly string[], section: string): boolean {
  return names.includes(`${section}.json`) || names.includes(`${section}.json.bak`);
}

function readManifest(value: unknown): Manifest | undefined {
  const parsed = z.safeParse(ManifestSchema, value);
  return parsed.success ? parsed.data : undefined;
}
