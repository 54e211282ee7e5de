import type { DataDirectory } from '../platform/data-directory.ts';
import { keepBoth, setAside } from './corrupt-files.ts';
import { saveSection } from './section-file.ts';
import { SECTION_NAMES, SECTION_SCHEMAS, type SectionName, type Sections } from './sections.ts';
import {
  DamagedFileError,
  type Generation,
  loadSettingsFile,
  removeUnfinished,
  saveSettingsFile,
} from './settings-file.ts';

/**
 * Everything that is set, replaced in one step although it lies in several files: the new values are first written to
 * one file of their own, `replacement.json`. Once that is on the disk they are what counts; whoever finds the file
 * writes the sections from it (again) and removes it.
 */
export type Replacement = { readonly [S in SectionName]: Generation<Sections[S]> };

const NAME = 'replacement';

/** Throws for values that make no sense: nobody could read them afterwards. */
export function replacementOf(sections: Sections, numberOf: (section: SectionName) => number): Replacement {
  const sent = Object.fromEntries(
    SECTION_NAMES.map((section) => [section, { number: numberOf(section), body: sections[section] }]),
  );
  const replacement = readReplacement(sent);
  if (replacement === undefined) throw new Error('values of a section make no sense');
  return replacement;
}

/** Writes down what is to come. When this resolves the new values count, when it rejects the old ones do. */
export function announceReplacement(directory: DataDirectory, replacement: Replacement): Promise<void> {
  return saveSettingsFile(directory, NAME, { number: 1, body: replacement });
}

/**
 * As above, where files are damaged: an announcement that is itself damaged is kept for its owner, and stays what is
 * found until this one is in its place.
 */
export async function announceOverDamage(directory: DataDirectory, replacement: Replacement): Promise<void> {
  const isDamaged = await loadReplacement(directory).then(() => false, isDamage);
  if (isDamaged) await keepBoth(directory, NAME);
  await announceReplacement(directory, replacement);
}

/** What was written down and is not done yet; undefined when there is nothing to do. */
export async function loadReplacement(directory: DataDirectory): Promise<Replacement | undefined> {
  const announced = await loadSettingsFile(directory, NAME, readReplacement);
  await removeUnfinished(directory, NAME);
  return announced?.body;
}

/** Does what was written down, whole. When it rejects it can be done again. */
export async function carryOutReplacement(directory: DataDirectory, replacement: Replacement): Promise<void> {
  for (const section of SECTION_NAMES) {
    const isDamaged = await loadSettingsFile<unknown>(directory, section, SECTION_SCHEMAS[section].read).then(
      () => false,
      isDamage,
    );
    if (isDamaged) await setAside(directory, section); // for its owner; from now on nothing needs it
    await saveSection(directory, section, replacement[section]);
  }
  await directory.remove(`${NAME}.json`);
  await directory.remove(`${NAME}.json.bak`);
  // Later saves must not meet it again after a power cut.
  await directory.syncFolder();
}

const isDamage = (error: unknown) => error instanceof DamagedFileError;

function readReplacement(value: unknown): Replacement | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const sent = value as Readonly<Record<string, unknown>>;
  const entries = SECTION_NAMES.map((section) => [section, readGeneration(section, sent[section])] as const);
  if (entries.some(([, generation]) => generation === undefined)) return undefined;
  return Object.fromEntries(entries) as unknown as Replacement; // each section is there, read by its schema
}

function readGeneration(section: SectionName, value: unknown): Generation<unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { number, body } = value as { readonly number?: unknown; readonly body?: unknown };
  const read = SECTION_SCHEMAS[section].read(body);
  return typeof number === 'number' && read !== undefined ? { number, body: read } : undefined;
}
