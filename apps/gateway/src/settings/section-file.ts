import type { DataDirectory } from '../platform/data-directory.ts';
import type { SectionName } from './sections.ts';
import {
  completeSettingsFile,
  encodeGeneration,
  type FileNames,
  fileNames,
  type Generation,
  saveSettingsFile,
  writeCopy,
} from './settings-file.ts';

/**
 * Sections of which both generations are the same. For the others a damage costs the last change; here it would bring
 * back a password of before, perhaps the default one, or open what was closed.
 */
const TWINS: ReadonlySet<string> = new Set<SectionName>(['security']);

/** Whether the previous generation of a file says what its current one says. */
export function hasTwin(name: string): boolean {
  return TWINS.has(name) && !__WITHOUT__.passwordCopy;
}

/** Writes the next generation of a section, as `saveSettingsFile` does. */
export function saveSection(
  directory: DataDirectory,
  section: SectionName,
  generation: Generation<unknown>,
): Promise<void> {
  return hasTwin(section)
    ? saveTwins(directory, section, generation)
    : saveSettingsFile(directory, section, generation);
}

/** Puts a previous generation right that a start or a save that was cut short has left missing, or unlike the current one. */
export async function completeFile(directory: DataDirectory, name: string): Promise<void> {
  if (!hasTwin(name)) return completeSettingsFile(directory, name);
  const files = fileNames(name);
  const [current, previous] = await bothOf(directory, files);
  if (!isSame(current, previous)) await writeCopy(directory, files);
}

/**
 * The previous generation is written first, and is on the disk before the current one changes: at no moment it is the
 * older one of the two. When this rejects the old one is current; its twin then is the same, or, on a disk that takes
 * nothing any more, what nobody was told is saved until the next start.
 */
async function saveTwins(
  directory: DataDirectory,
  name: string,
  generation: Generation<unknown>,
): Promise<void> {
  const files = fileNames(name);
  const [current, previous] = await bothOf(directory, files);
  if (current === undefined) {
    if (previous === undefined) return saveSettingsFile(directory, name, generation);
    await putInPlace(directory, files, previous);
  }
  const bytes = encodeGeneration(generation);
  try {
    await directory.remove(files.nextPrevious); // it may be a second name of the current one
    for (const draft of [files.nextPrevious, files.next]) {
      await directory.write(draft, bytes);
      await directory.sync(draft);
    }
    await directory.rename(files.nextPrevious, files.previous);
    await directory.syncFolder();
    await directory.link(files.current, files.nextPrevious); // the way back, which takes no room
    await directory.rename(files.next, files.current);
    await directory.syncFolder();
  } catch (error) {
    await undoSave(directory, files, current ?? previous).catch(() => undefined); // the first failure is the one to report
    throw error;
  }
  await directory.remove(files.nextPrevious).catch(() => undefined); // the next start removes it
}

async function undoSave(
  directory: DataDirectory,
  files: FileNames,
  before: Uint8Array | undefined,
): Promise<void> {
  const isUnchanged = isSame(await directory.read(files.current), before);
  if (!isUnchanged) await directory.rename(files.nextPrevious, files.current);
  await directory.remove(files.next);
  await directory.remove(files.nextPrevious);
  await directory.syncFolder();
  if (!isSame(await directory.read(files.previous), before)) await writeCopy(directory, files);
}

/** A damaged current generation was moved away, and nothing could be written then. */
async function putInPlace(directory: DataDirectory, files: FileNames, bytes: Uint8Array): Promise<void> {
  await directory.write(files.next, bytes);
  await directory.sync(files.next);
  await directory.rename(files.next, files.current);
}

function bothOf(directory: DataDirectory, { current, previous }: FileNames) {
  return Promise.all([directory.read(current), directory.read(previous).catch(() => undefined)]);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;
}
