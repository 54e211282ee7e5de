import { createHash } from 'node:crypto';
import type { DataDirectory } from '../platform/data-directory.ts';
import { StartError, systemErrorReason } from '../platform/start-error.ts';

/**
 * A settings file on disk and its previous generation beside it.
 *
 *   <name>.json        {"format":1,"generation":7,"sha256":"...","body":{...}}   the current generation
 *   <name>.json.bak    the same, one generation older
 *   <name>.json.tmp    the next generation while it is being written
 *   <name>.json.corrupt-1 to -3   damaged files, kept for their owner
 */

/** The version of the layout above. */
const FORMAT = 1;
const CORRUPT_KEPT_MAX = 3;

/** One generation of a file. The number rises with each write. */
export interface Generation<Body> {
  readonly number: number;
  readonly body: Body;
}

type Read<Body> = (value: unknown) => Body | undefined;

type Outcome<Body> =
  | { readonly kind: 'good'; readonly generation: Generation<Body> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'bad'; readonly reason: string };

const fileNames = (name: string) => ({
  current: `${name}.json`,
  previous: `${name}.json.bak`,
  next: `${name}.json.tmp`,
  nextPrevious: `${name}.json.bak.tmp`,
});

/** What was found on disk: the current generation, or the previous one because the current is damaged. */
export interface Loaded<Body> extends Generation<Body> {
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
  if (current.kind === 'good') return current.generation;
  const previous = await readGeneration(directory, files.previous, read);
  if (previous.kind === 'good') {
    if (current.kind === 'bad') await keepCorrupt(directory, files.current);
    return {
      ...previous.generation,
      fallbackReason: current.kind === 'bad' ? current.reason : 'it is missing',
    };
  }
  if (current.kind === 'missing' && previous.kind === 'missing') return undefined;
  throw damaged(directory, name, current);
}

/** The sentence for a file of which no generation can be used. */
export function damaged(
  directory: DataDirectory,
  name: string,
  outcome: { readonly kind: string; readonly reason?: string },
): StartError {
  const reason = outcome.reason ?? 'it is missing';
  return new StartError(
    `The settings file ${name}.json in ${directory.path} cannot be used (${reason}) and neither can its previous ` +
      'generation; put a good copy in its place, or start with another data folder.',
  );
}

async function readGeneration<Body>(
  directory: DataDirectory,
  fileName: string,
  read: Read<Body>,
): Promise<Outcome<Body>> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await directory.read(fileName);
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
  const body = read(envelope.body);
  if (body === undefined) return { kind: 'bad', reason: 'its values make no sense' };
  return { kind: 'good', generation: { number: envelope.generation, body } };
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
  const text = JSON.stringify({
    format,
    generation: generation.number,
    sha256: checksum(envelope),
    body,
  });
  return new TextEncoder().encode(`${text}\n`);
}

/**
 * Writes the next generation. When this resolves, the new generation survives a power cut; when it rejects, the old
 * one is current. At every moment in between the disk holds the old or the new one, whole.
 */
export async function saveSettingsFile(
  directory: DataDirectory,
  name: string,
  generation: Generation<unknown>,
): Promise<void> {
  const files = fileNames(name);
  try {
    await directory.write(files.next, encodeGeneration(generation));
    await directory.sync(files.next);
    await keepPrevious(directory, files);
    await directory.rename(files.next, files.current);
  } catch (error) {
    await directory.remove(files.next).catch(() => undefined); // the first failure is the one to report
    throw error;
  }
  try {
    await directory.syncFolder();
  } catch (error) {
    await restorePrevious(directory, files).catch(() => undefined); // as above
    throw error;
  }
}

type FileNames = ReturnType<typeof fileNames>;

/** Gives the current generation the name of the previous one as well; there is none on the first write. */
async function keepPrevious(directory: DataDirectory, files: FileNames): Promise<void> {
  await directory.remove(files.nextPrevious);
  if (await directory.link(files.current, files.nextPrevious)) {
    await directory.rename(files.nextPrevious, files.previous);
  }
}

/** Undoes the renaming of a write of which nobody can say whether it is on the disk. */
async function restorePrevious(directory: DataDirectory, files: FileNames): Promise<void> {
  await directory.remove(files.next);
  if (await directory.link(files.previous, files.next)) {
    await directory.rename(files.next, files.current);
  } else {
    await directory.remove(files.current);
  }
}

/** Moves a damaged file out of the way of the next write; where that fails it stays until the write. */
async function keepCorrupt(directory: DataDirectory, fileName: string): Promise<void> {
  try {
    const taken = new Set(await directory.names());
    const numbers = Array.from({ length: CORRUPT_KEPT_MAX }, (_, index) => index + 1);
    const free = numbers.find((number) => !taken.has(`${fileName}.corrupt-${number}`)) ?? CORRUPT_KEPT_MAX;
    await directory.rename(fileName, `${fileName}.corrupt-${free}`);
  } catch {
    // a disk that cannot be written says so at the next write
  }
}

/** Removes what a crash left of an unfinished write. */
export async function removeUnfinished(directory: DataDirectory, name: string): Promise<void> {
  const files = fileNames(name);
  await directory.remove(files.next);
  await directory.remove(files.nextPrevious);
}
