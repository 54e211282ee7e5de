import { createHash } from 'node:crypto';
import type { DataDirectory } from './data-directory.ts';
import { StartError, systemErrorReason } from './start-error.ts';

/**
 * A file of JSON on disk and its previous generation beside it. Release 0.1.0 kept its settings in such files.
 *
 *   <name>.json        {"format":1,"generation":7,"sha256":"...","body":{...}}   the current generation
 *   <name>.json.bak    the same, one generation older (of the first one a copy)
 *   <name>.json.tmp    the next generation while it is being written
 *   <name>.json.corrupt-1 to -3   damaged files, kept for their owner; the highest number is the newest
 */

/** The version of the layout above. */
const FORMAT = 1;

/** One generation of a file. The number rises with each write. */
export interface Generation<Body> {
  readonly number: number;
  readonly body: Body;
}

export type ReadBody<Body> = (value: unknown) => Body | undefined | Promise<Body | undefined>;

type Outcome<Body> =
  | { readonly kind: 'good'; readonly generation: Generation<Body> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'bad'; readonly reason: string };

export const fileNames = (name: string) => ({
  current: `${name}.json`,
  previous: `${name}.json.bak`,
  next: `${name}.json.tmp`,
  nextPrevious: `${name}.json.bak.tmp`,
});

type FileNames = ReturnType<typeof fileNames>;

export type Loaded<Body> =
  /** `fallbackReason`: why the current generation cannot be used, where this is the previous one. */
  | {
      readonly kind: 'good';
      readonly generation: Generation<Body>;
      readonly fallbackReason: string | undefined;
    }
  | { readonly kind: 'missing' }
  /** Neither generation can be used. */
  | { readonly kind: 'damaged'; readonly reason: string };

/** Reads a file, and changes nothing. Throws a `StartError` for one of another version. */
export async function readGenerations<Body>(
  directory: DataDirectory,
  name: string,
  read: ReadBody<Body>,
): Promise<Loaded<Body>> {
  const files = fileNames(name);
  const current = await readGeneration(directory, files.current, read);
  if (current.kind === 'good') return { ...current, fallbackReason: undefined };
  const reason = current.kind === 'bad' ? current.reason : 'it is missing';
  const previous = await readGeneration(directory, files.previous, read);
  if (previous.kind === 'good') return { ...previous, fallbackReason: reason };
  const isMissing = current.kind === 'missing' && previous.kind === 'missing';
  return isMissing ? { kind: 'missing' } : { kind: 'damaged', reason };
}

async function readGeneration<Body>(
  directory: DataDirectory,
  fileName: string,
  read: ReadBody<Body>,
): Promise<Outcome<Body>> {
  let bytes: Uint8Array | undefined;
  try {
    // What fails once may have been a moment of the disk's; going back a generation would be for good.
    bytes = await directory.read(fileName).catch(() => directory.read(fileName));
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
  return { kind: 'good', generation: { number: envelope.generation, body } };
}

interface Envelope {
  readonly format: number;
  readonly generation: number;
  readonly body: unknown;
}

/** Undefined where it is none, or its check sum is wrong. */
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
  return sha256 === checksum(envelope) ? envelope : undefined;
}

function checksum({ format, generation, body }: Envelope): string {
  return createHash('sha256')
    .update(JSON.stringify([format, generation, body]))
    .digest('hex');
}

function encodeGeneration(generation: Generation<unknown>): Uint8Array {
  const envelope = { format: FORMAT, generation: generation.number, body: generation.body };
  const { format, body } = envelope;
  const sha256 = checksum(envelope);
  return new TextEncoder().encode(
    `${JSON.stringify({ format, generation: generation.number, sha256, body })}\n`,
  );
}

/**
 * Writes the next generation, the first one twice. When this resolves, the new generation survives a power cut; when it rejects, the old
 * one is current. At every moment in between the disk holds the old or the new one, whole.
 */
export async function saveGeneration(
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
async function writeCopy(directory: DataDirectory, files: FileNames): Promise<void> {
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

const KEPT_MAX = 3;

const corruptName = (fileName: string, number: number) => `${fileName}.corrupt-${number}`;

/** Moves a damaged file out of the way of the next write; where that fails it stays until the write. */
export async function keepCorrupt(directory: DataDirectory, fileName: string): Promise<void> {
  try {
    await directory.rename(fileName, await freeName(directory, fileName));
  } catch {
    // a disk that cannot be written says so at the next write
  }
}

/** The next name for a damaged file. Where all are taken the oldest one goes, and the others move up. */
async function freeName(directory: DataDirectory, fileName: string): Promise<string> {
  const names = await directory.names();
  const numbers = Array.from({ length: KEPT_MAX }, (_, index) => index + 1);
  const free = numbers.find((number) => !names.includes(corruptName(fileName, number)));
  if (free !== undefined || !names.includes(fileName)) return corruptName(fileName, free ?? KEPT_MAX);
  await directory.remove(corruptName(fileName, 1)).catch(() => undefined); // a folder is not removed, and stays the oldest
  for (const number of numbers.slice(1)) {
    await directory
      .rename(corruptName(fileName, number), corruptName(fileName, number - 1))
      .catch(() => undefined);
  }
  return corruptName(fileName, KEPT_MAX);
}
