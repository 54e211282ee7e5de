import { createHash } from 'node:crypto';
import type { DataDirectory } from '../platform/data-directory.ts';
import { fileNames, type Generation, type ReadBody, readGenerations } from '../platform/generation-file.ts';
import { DamagedFileError, WAYS_ON } from './damaged-file-error.ts';
import { SECTION_NAMES, type SectionName } from './sections.ts';
import type { StoredSection, StoredSections } from './stored-section.ts';

/**
 * Reads the settings of release 0.1.0, which had a file for each section, and changes nothing in its folder
 * (docs/reference/data-folder.md#files-of-release-010): two generations of each (`generation-file.ts`). Two more files say which
 * sections were once written, and, where a restore was not carried out yet, what all of them are.
 */

const MANIFEST = 'manifest';
const REPLACEMENT = 'replacement';

/** What a folder of 0.1.0 holds. */
export interface OldSettings {
  readonly sections: { readonly [S in SectionName]?: StoredSection };
  /** The files in which nothing could be used, in the order in which they were found. */
  readonly lost: readonly DamagedFileError[];
  /** The previous generation of a file counts, since the current one is damaged. */
  readonly isRestored: boolean;
  /** How often something was saved. */
  readonly saveCount: number;
}

const bothFiles = (name: string) => {
  const { current, previous } = fileNames(name);
  return [current, previous];
};
const OLD_FILES = [...SECTION_NAMES, MANIFEST, REPLACEMENT].flatMap(bothFiles);

/** Everything that 0.1.0 may have left of its settings. */
export function isOldFile(name: string): boolean {
  const [file = ''] = /^.*?\.json(\.bak)?/.exec(name) ?? [];
  if (OLD_FILES.includes(file))
    return /^(\.bak)?(\.tmp|\.corrupt-\d)?$/.test(name.slice(name.indexOf('.json') + 5));
  return name === LOCK_NAME || /^gateway\.lock\.(\d+\.new|takeover(\..*)?)$/.test(name);
}

/** Whether these are files of settings as 0.1.0 had them. */
export function hasOldSettings(names: readonly string[]): boolean {
  return names.some((name) => OLD_FILES.includes(name));
}

export async function readOldSettings(
  directory: DataDirectory,
  stored: StoredSections,
): Promise<OldSettings> {
  const names = await directory.names();
  const lost: DamagedFileError[] = [];
  const sections: { [S in SectionName]?: StoredSection } = {};
  const numbers: { [S in SectionName]?: number } = {};
  let isRestored = false;

  /** Undefined where there is none, or none that can be used. */
  async function load<Body>(name: string, read: ReadBody<Body>): Promise<Generation<Body> | undefined> {
    try {
      const loaded = await loadFile(directory, name, read);
      isRestored ||= loaded?.fallbackReason !== undefined;
      return loaded?.generation;
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      lost.push(error);
      return undefined;
    }
  }

  const announced = (await load(REPLACEMENT, (value) => readReplacement(value, stored)))?.body;
  for (const section of SECTION_NAMES) {
    const found = announced?.[section] ?? (await load(section, (value) => stored.read(section, value)));
    if (found === undefined) continue;
    sections[section] = found.body;
    numbers[section] = found.number;
  }
  // What was announced has every section that there was.
  const required = announced === undefined ? await requiredSections(directory, names, numbers) : [];
  for (const section of required) {
    if (!hasFile(names, section)) lost.push(missing(directory, section));
  }
  return { sections, lost, isRestored, saveCount: sumOf(Object.values(numbers)) };
}

const sumOf = (numbers: readonly (number | undefined)[]) =>
  numbers.reduce<number>((sum, number = 0) => sum + number, 0);

/** The names and check sums of the old files, to notice when 0.1.0 has written to them again. */
export async function oldFileSums(directory: DataDirectory): Promise<Readonly<Record<string, string>>> {
  const sums: Record<string, string> = {};
  for (const name of (await directory.names()).filter((file) => OLD_FILES.includes(file)).sort()) {
    const bytes = await directory.read(name).catch(() => undefined); // what cannot be read was not written either
    if (bytes !== undefined) sums[name] = createHash('sha256').update(bytes).digest('hex');
  }
  return sums;
}

/** Whether somebody has written to the old files since they had these sums; those that are gone were removed by their owner. */
export function wereWritten(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(now).some(([name, sum]) => before[name] !== sum);
}

const LOCK_NAME = 'gateway.lock';

/** The process of 0.1.0 that has this folder, as its lock says. */
export async function oldLockHolder(
  directory: DataDirectory,
): Promise<{ readonly pid: number; readonly identity: string } | undefined> {
  try {
    const bytes = await directory.read(LOCK_NAME);
    const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    const { pid, identity } = Object(value) as { readonly pid?: unknown; readonly identity?: unknown };
    return typeof pid === 'number' && typeof identity === 'string' ? { pid, identity } : undefined;
  } catch {
    return undefined; // not written by 0.1.0
  }
}

/**
 * The sections that there must be: those that the manifest names. Where that is damaged or gone, those that 0.1.0 had, and whatever
 * stands before one that is there, as they are written in their order. A first start that was cut short has written only the
 * first few, without a manifest, each in its first generation.
 */
async function requiredSections(
  directory: DataDirectory,
  names: readonly string[],
  numbers: { readonly [S in SectionName]?: number | undefined },
): Promise<readonly string[]> {
  let isGone = false;
  try {
    const manifest = await loadFile(directory, MANIFEST, readManifest);
    if (manifest !== undefined)
      return SECTION_NAMES.filter((name) => manifest.generation.body.includes(name));
    isGone = true;
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
  }
  const last = SECTION_NAMES.findLastIndex((section) => hasFile(names, section));
  const wasSaved = Object.values(numbers).some((number = 0) => number > 1);
  const isUnfinished = isGone && !wasSaved;
  return SECTION_NAMES.slice(0, Math.max(isUnfinished ? 0 : OF_FIRST_RELEASE, last + 1));
}

/** The sections that 0.1.0 had. */
const OF_FIRST_RELEASE = 7;

function readManifest(value: unknown): readonly string[] | undefined {
  const { sections } = Object(value) as { readonly sections?: unknown };
  const isList = Array.isArray(sections) && sections.every((name) => typeof name === 'string');
  return isList ? sections : undefined;
}

const hasFile = (names: readonly string[], name: string) =>
  bothFiles(name).some((file) => names.includes(file));

type Replacement = { readonly [S in SectionName]?: Generation<StoredSection> };

async function readReplacement(value: unknown, stored: StoredSections): Promise<Replacement | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  const replacement: { [S in SectionName]?: Generation<StoredSection> } = {};
  for (const section of SECTION_NAMES) {
    const sent = (value as Readonly<Record<string, unknown>>)[section];
    if (sent === undefined) continue; // not known to the version that wrote it: it stays
    const { number, body } = Object(sent) as { readonly number?: unknown; readonly body?: unknown };
    const read = await stored.read(section, body);
    if (typeof number !== 'number' || read === undefined) return undefined;
    replacement[section] = { number, body: read };
  }
  return replacement;
}

/** Undefined where there is no such file; throws a `DamagedFileError` where neither generation can be used. */
async function loadFile<Body>(directory: DataDirectory, name: string, read: ReadBody<Body>) {
  const loaded = await readGenerations(directory, name, read);
  if (loaded.kind === 'missing') return undefined;
  if (loaded.kind === 'good') return loaded;
  throw new DamagedFileError(
    { fileName: `${name}.json`, isMissing: false },
    `The settings file ${name}.json in ${directory.path} cannot be used (${loaded.reason}), and neither can its previous ` +
      `version; ${WAYS_ON}`,
  );
}

function missing(directory: DataDirectory, name: string): DamagedFileError {
  return new DamagedFileError(
    { fileName: `${name}.json`, isMissing: true },
    `The settings file ${name}.json in ${directory.path} is missing, and so is its previous version; ${WAYS_ON}`,
  );
}
