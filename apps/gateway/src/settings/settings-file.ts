import { createHash } from 'node:crypto';
import type { DataDirectory } from '../platform/data-directory.ts';
import { StartError, systemErrorReason } from '../platform/start-error.ts';
import { keepCorrupt } from './corrupt-files.ts';

/**
 * A settings file on disk and its previous generation beside it.
 *
 *   <name>.json        {"format":1,"generation":7,"sha256":"...","body":{...}}   the current generation
 *   <name>.json.bak    the same, one generation older (of the first one, and of security always: a copy)
 *   <name>.json.tmp    the next generation while it is being written
 *   <name>.json.corrupt-1 to -3   damaged files, kept for their owner
 */

/** The version of the layout above. */
const FORMAT = 1;

/** One generation of a file. The number rises with each write. */
export interface Generation<Body> {
  readonly number: number;
  readonly body: Body;
}

type Read<Body> = (value: unknown) => Body | undefined | Promise<Body | undefined>;

type Outcome<Body> =
  | { readonly kind: 'good'; readonly generation: Generation<Body>; readonly isAsFound: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'bad'; readonly reason: string };

export const fileNames = (name: string) => ({
  current: `${name}.json`,
  previous: `${name}.json.bak`,
  next: __WITHOUT__.newBesideOld ? `${name}.json` : `${name}.json.tmp`,
  nextPrevious: `${name}.json.bak.tmp`,
});

/** What was found on disk: the current generation, or the previous one because the current is damaged. */
export interface Loaded<Body> extends Generation<Body> {
  /** What was read is the very value that was found: nothing was brought up to date. */
  readonly isAsFound: boolean;
  /** Why the current generation could not be used. */
  readonly fallbackReason?: string;
}

/**
 * Loads a file; undefined when neither generation exists. Throws a `StartError` when what exists is damaged: a
 * damaged file never turns into defaults.
 */
export async function loadSettingsFile<Body>(
  directory: DataDirectory,
  name: string,
  read: Read<Body>,
): Promise<Loaded<Body> | undefined> {
  const files = fileNames(name);
  const current = await readGeneration(directory, files.current, read);
  if (current.kind === 'good') return { ...current.generation, isAsFound: current.isAsFound };
  const previous = await readGeneration(directory, files.previous, read);
  if (previous.kind === 'good' && !__WITHOUT__.previousGeneration) {
    if (current.kind === 'bad') await keepCorrupt(directory, files.current);
    return {
      ...previous.generation,
      isAsFound: previous.isAsFound,
      fallbackReason: current.kind === 'bad' ? current.reason : 'it is missing',
    };
  }
  if (current.kind === 'missing' && previous.kind === 'missing') return undefined;
  throw damaged(directory, name, current);
}

/** No generation of a settings file can be used. */
export class DamagedFileError extends StartError {
  /** As in `dtu.json`. */
  readonly fileName: string;
  /** Neither generation is there at all. */
  readonly isMissing: boolean;

  constructor({ fileName, isMissing }: { fileName: string; isMissing: boolean }, message: string) {
    super(message);
    this.fileName = fileName;
    this.isMissing = isMissing;
  }
}

/** The sentence for a file of which no generation can be used. */
function damaged(
  directory: DataDirectory,
  name: string,
  outcome: { readonly kind: string; readonly reason?: string },
): DamagedFileError {
  const reason = outcome.reason ?? 'it is missing';
  return new DamagedFileError(
    { fileName: `${name}.json`, isMissing: false },
    `The settings file ${name}.json in ${directory.path} cannot be used (${reason}), and neither can its previous ` +
      `version; ${WAYS_ON}`,
  );
}

/** As above, for one that is gone although it was there. */
export function lost(directory: DataDirectory, name: string): DamagedFileError {
  return new DamagedFileError(
    { fileName: `${name}.json`, isMissing: true },
    `The settings file ${name}.json in ${directory.path} is missing, and so is its previous version; ${WAYS_ON}`,
  );
}

const WAYS_ON = 'put a good copy in its place, or start with another data folder (--data).';

async function readGeneration<Body>(
  directory: DataDirectory,
  fileName: string,
  read: Read<Body>,
): Promise<Outcome<Body>> {
  let bytes: Uint8Array | undefined;
  try {
    // What fails once may have been a moment of the disk's; going back a generation would be for good.
    const readAgain = (error: unknown) =>
      __WITHOUT__.secondRead ? Promise.reject(error) : directory.read(fileName);
    bytes = await directory.read(fileName).catch(readAgain);
  } catch (error) {
    return { kind: 'bad', reason: systemErrorReason(error) };
  }
  if (bytes === undefined) return { kind: 'missing' };
  const envelope = readEnvelope(bytes);
  if (envelope === undefined) return { kind: 'bad', reason: 'it is damaged' };
  if (envelope.format !== FORMAT) {
    throw new StartError(
      `The settings file ${fileName} in ${directory.path} was written by another version of Heliograph ` +
        `(format ${envelope.format}); start that version, or use another data folder.`,
    );
  }
  const body = await read(envelope.body);
  if (body === undefined) return { kind: 'bad', reason: 'its values are not valid' };
  const isAsFound: boolean = body === envelope.body;
  return { kind: 'good', generation: { number: envelope.generation, body }, isAsFound };
}

interface Envelope {
  readonly format: number;
  readonly generation: number;
  readonly body: unknown;
}

/** Reads the envelope; undefined when it is none or its checksum is wrong. */
function readEnvelope(bytes: Uint8Array): Envelope | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined; // cut short or overwritten
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { format, generation, sha256, body } = value as Record<string, unknown>;
  if (!Number.isSafeInteger(format) || !Number.isSafeInteger(generation)) return undefined;
  const envelope = { format: Number(format), generation: Number(generation), body };
  return sha256 === checksum(envelope) || __WITHOUT__.fileChecksum ? envelope : undefined;
}

function checksum({ format, generation, body }: Envelope): string {
  return createHash('sha256')
    .update(JSON.stringify([format, generation, body]))
    .digest('hex');
}

export function encodeGeneration(generation: Generation<unknown>): Uint8Array {
  const envelope = { format: FORMAT, generation: generation.number, body: generation.body };
  const { format, body } = envelope;
  const text = JSON.stringify({
    format,
    generation: generation.number,
    sha256: checksum(envelope),
    body,
  });
  return new TextEncoder().encode(`${text}\n`);
}

/**
 * Writes the next generation, the first one twice. When this resolves, the new generation survives a power cut; when it rejects, the old
 * one is current. At every moment in between the disk holds the old or the new one, whole.
 */
export async function saveSettingsFile(
  directory: DataDirectory,
  name: string,
  generation: Generation<unknown>,
): Promise<void> {
  const files = fileNames(name);
  let hasPrevious: boolean;
  try {
    await directory.write(files.next, encodeGeneration(generation));
    await directory.sync(files.next);
    hasPrevious = await keepPrevious(directory, files);
    await directory.rename(files.next, files.current);
  } catch (error) {
    await directory.remove(files.next).catch(() => undefined); // the first failure is the one to report
    throw error;
  }
  try {
    await directory.syncFolder();
    if (!hasPrevious) await writeCopy(directory, files);
  } catch (error) {
    await undoRename(directory, files, hasPrevious).catch(() => undefined); // as above
    throw error;
  }
}

/**
 * Makes what was loaded from the previous generation the current one again, under the next number. The previous
 * generation is left alone: it is the only good one until this resolves.
 */
export async function restoreSettingsFile(
  directory: DataDirectory,
  name: string,
  generation: Generation<unknown>,
): Promise<void> {
  const files = fileNames(name);
  await directory.write(files.next, encodeGeneration(generation));
  await directory.sync(files.next);
  await directory.rename(files.next, files.current);
  await directory.syncFolder();
}

/** Copies the current generation where a previous one is missing: the start that wrote it was cut short. */
export async function completeSettingsFile(directory: DataDirectory, name: string): Promise<void> {
  const files = fileNames(name);
  const names = await directory.names();
  if (!names.includes(files.previous)) await writeCopy(directory, files);
}

export type FileNames = ReturnType<typeof fileNames>;

/** Gives the current generation the name of the previous one as well; false on the first write: there is none. */
async function keepPrevious(directory: DataDirectory, files: FileNames): Promise<boolean> {
  await directory.remove(files.nextPrevious);
  const hasCurrent = await directory.link(files.current, files.nextPrevious);
  if (hasCurrent) {
    await directory.rename(files.nextPrevious, files.previous);
    // Where a cut has left both generations the same file, renaming one of its names to another does nothing.
    await directory.remove(files.nextPrevious);
  }
  return hasCurrent || (await directory.names()).includes(files.previous);
}

/** Gives the current generation a copy of its own: a second name would be damaged together with the first. */
export async function writeCopy(directory: DataDirectory, files: FileNames): Promise<void> {
  const bytes = await directory.read(files.current);
  if (bytes === undefined) return;
  await directory.remove(files.nextPrevious); // it may be a second name of what is copied
  await directory.write(files.nextPrevious, bytes);
  await directory.sync(files.nextPrevious);
  await directory.rename(files.nextPrevious, files.previous);
  await directory.syncFolder();
}

/** Undoes the renaming of a write of which nobody can say whether it is on the disk. */
async function undoRename(directory: DataDirectory, files: FileNames, hasPrevious: boolean): Promise<void> {
  await directory.remove(files.next);
  if (hasPrevious && (await directory.link(files.previous, files.next))) {
    await directory.rename(files.next, files.current);
    return;
  }
  for (const name of [files.nextPrevious, files.previous, files.current]) await directory.remove(name);
}

/** Removes what a crash left of an unfinished write; where that fails it stays until the next one. */
export async function removeUnfinished(directory: DataDirectory, name: string): Promise<void> {
  const files = fileNames(name);
  for (const left of [files.next, files.nextPrevious]) await directory.remove(left).catch(() => undefined);
}
