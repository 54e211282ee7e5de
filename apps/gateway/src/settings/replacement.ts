import type { DataDirectory } from '../platform/data-directory.ts';
import { keepBoth, setAside } from './corrupt-files.ts';
import { saveSection } from './section-file.ts';
import { SECTION_NAMES, SECTION_SCHEMAS, type SectionName, type Sections, sectionsFrom } from './sections.ts';
import {
  DamagedFileError,
  type Generation,
  loadSettingsFile,
  removeUnfinished,
  saveSettingsFile,
} from './settings-file.ts';
import type { StoredSection, StoredSections } from './stored-section.ts';

/**
 * Everything that is set, replaced in one step although it lies in several files: the new values are first written to
 * one file of their own, `replacement.json`. Once that is on the disk they are what counts; whoever finds the file
 * writes the sections from it (again) and removes it. A section that is not in it was not known to the version that wrote
 * it, and stays.
 */
export type Replacement = { readonly [S in SectionName]?: Generation<StoredSection> };

const NAME = 'replacement';

export interface ReplacementOptions {
  readonly stored: StoredSections;
  readonly numberOf: (section: SectionName) => number;
  /** What is on the disk, of which the keys that we do not know are kept; undefined where nothing is to be kept. */
  readonly before: (section: SectionName) => StoredSection | undefined;
}

/** Throws for values that make no sense: nobody could read them afterwards. */
export function replacementOf(sections: Sections, options: ReplacementOptions): Replacement {
  const { stored, numberOf, before } = options;
  const readable = sectionsFrom((section) => {
    const body = SECTION_SCHEMAS[section].read(sections[section]);
    if (body === undefined) throw new Error('values of a section make no sense');
    return body;
  });
  const entries = SECTION_NAMES.map((section) => {
    const body = stored.write(section, readable[section], before(section));
    return [section, { number: numberOf(section), body }];
  });
  return Object.fromEntries(entries);
}

/** Writes down what is to come. When this resolves the new values count, when it rejects the old ones do. */
export function announceReplacement(directory: DataDirectory, replacement: Replacement): Promise<void> {
  return saveSettingsFile(directory, NAME, { number: 1, body: replacement });
}

/**
 * As above, where files are damaged: an announcement that is itself damaged is kept for its owner, and stays what is
 * found until this one is in its place.
 */
export async function announceOverDamage(
  directory: DataDirectory,
  replacement: Replacement,
  stored: StoredSections,
): Promise<void> {
  const isDamaged = await loadReplacement(directory, stored).then(() => false, isDamage);
  if (isDamaged) await keepBoth(directory, NAME);
  await announceReplacement(directory, replacement);
}

/** What was written down and is not done yet; undefined when there is nothing to do. */
export async function loadReplacement(
  directory: DataDirectory,
  stored: StoredSections,
): Promise<Replacement | undefined> {
  const announced = await loadSettingsFile(directory, NAME, (value) => readReplacement(value, stored));
  await removeUnfinished(directory, NAME);
  return announced?.body;
}

/** Does what was written down, whole. When it rejects it can be done again. */
export async function carryOutReplacement(
  directory: DataDirectory,
  replacement: Replacement,
  stored: StoredSections,
): Promise<void> {
  for (const section of SECTION_NAMES) {
    const generation = replacement[section];
    if (generation === undefined) continue;
    const read = (value: unknown) => stored.read(section, value);
    const isDamaged = await loadSettingsFile(directory, section, read).then(() => false, isDamage);
    if (isDamaged) await setAside(directory, section); // for its owner; from now on nothing needs it
    await saveSection(directory, section, generation);
  }
  await directory.remove(`${NAME}.json`);
  await directory.remove(`${NAME}.json.bak`);
  // Later saves must not meet it again after a power cut.
  await directory.syncFolder();
}

const isDamage = (error: unknown) => error instanceof DamagedFileError;

async function readReplacement(value: unknown, stored: StoredSections): Promise<Replacement | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  const sent = value as Readonly<Record<string, unknown>>;
  const entries = await Promise.all(
    SECTION_NAMES.filter((section) => sent[section] !== undefined).map(
      async (section) => [section, await readGeneration(section, sent[section], stored)] as const,
    ),
  );
  if (entries.some(([, generation]) => generation === undefined)) return undefined;
  return Object.fromEntries(entries);
}

async function readGeneration(
  section: SectionName,
  value: unknown,
  stored: StoredSections,
): Promise<Generation<StoredSection> | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  const { number, body } = value as { readonly number?: unknown; readonly body?: unknown };
  const read = await stored.read(section, body);
  return typeof number === 'number' && read !== undefined ? { number, body: read } : undefined;
}
