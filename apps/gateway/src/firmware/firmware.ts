import { createHash } from 'node:crypto';
import { fileRefusal } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { checkImage, hashOf } from './check-image.ts';
import { type FirmwareFile, openFirmwareFile } from './firmware-file.ts';
import {
  activeSlot,
  type FirmwareState,
  imageFile,
  SLOT_BYTES,
  type Slot,
  unusedFiles,
  withImage,
  withoutActive,
} from './firmware-slot.ts';
import { UnfitImageError } from './unfit-image-error.ts';
import { unpackImage } from './unpack-image.ts';

/**
 * Two slots for firmware images, of which one is active, in the data folder:
 *
 *   firmware-<sha256>.bin   images, by the first 16 digits of their SHA-256
 *   firmware.json           which of them is in which slot and active, and whether it has proven itself
 *   firmware-upload.tmp     an image while it arrives
 *
 * An image never runs here, as it is made for a microcontroller: which one is active only says what was kept last.
 */
export interface Firmware {
  /** The image that is active since this start; undefined where none is. */
  readonly active: Pick<Slot, 'version' | 'length'> | undefined;
  /**
   * Takes an image while it arrives, as it is or as a gzip file, and checks it. `md5` is that of the file as sent, as
   * the sender says. Rejects with an `UnfitImageError`, or the system's error, and nothing has changed then.
   */
  receive(md5: string | undefined, file: AsyncIterable<Uint8Array>): Promise<StagedImage>;
  /**
   * The gateway listens: when it still does in a while, the image has proven itself. Returns the function that ends
   * this in order; a start that ended in order before that does not count.
   */
  startProof(): () => Promise<void>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/** An image that is good, beside the slots. */
export interface StagedImage {
  /** Puts it into the slot that is not active and makes that active from the next start on. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

export interface FirmwareOptions {
  readonly directory: DataDirectory;
  readonly clock: Clock;
  readonly log: Log;
}

const UPLOAD_FILE = 'firmware-upload.tmp';
const STARTS_MAX = 3;
const PROVEN_AFTER_MS = 10_000;
const BLOCK_BYTES = 65_536;

/** Finds out which image is active from now on, and counts this start of it, before anything else happens. */
export async function openFirmware({ directory, clock, log }: FirmwareOptions): Promise<Firmware> {
  const clear = () => directory.remove(UPLOAD_FILE).catch(() => undefined); // the next upload says why
  if (!__WITHOUT__.clearedStaging) await clear();
  const file = await openFirmwareFile({ directory, log });
  await chooseImage(directory, file, log);
  await removeUnused(directory, file);
  const atStart = file.get();
  return {
    active: activeSlot(atStart),
    receive: createReceiver(directory, file, log),
    startProof: () => startProof({ atStart, file, clock, log }),
    close: () => file.settled(),
  };
}

/** What cannot be removed now is removed by the next start. */
async function removeUnused(directory: DataDirectory, file: FirmwareFile): Promise<void> {
  try {
    for (const name of unusedFiles(await directory.names(), file.get())) await directory.remove(name);
  } catch {
    // as above
  }
}

function startProof(parts: {
  readonly atStart: FirmwareState;
  readonly file: FirmwareFile;
  readonly clock: Clock;
  readonly log: Log;
}): () => Promise<void> {
  const { file, clock, log } = parts;
  const { active, slots, startsUnconfirmed } = parts.atStart;
  if (active === null || startsUnconfirmed === null) return async () => undefined;
  let isProven = false;

  /** Not when another image was made active meanwhile. */
  const settle = (starts: number | null) =>
    file.updateAnyway((state) => (state.active === active ? { ...state, startsUnconfirmed: starts } : state));

  const cancel = clock.after(PROVEN_AFTER_MS, () => {
    isProven = true;
    log.info(`The gateway runs on with the firmware image ${slots[active]?.version} in its slot.`);
    void settle(null);
  });
  return async () => {
    cancel();
    if (!isProven) await settle(startsUnconfirmed - 1);
  };
}

/** Leaves an active image that can be used, or none, and counts the start where it has not proven itself. */
async function chooseImage(directory: DataDirectory, file: FirmwareFile, log: Log): Promise<void> {
  for (let slot = activeSlot(file.get()); slot !== undefined; slot = activeSlot(file.get())) {
    const reason = await whyNot(directory, file.get(), slot);
    if (reason === undefined) {
      await file.updateAnyway(countStart);
      return;
    }
    await file.updateAnyway(withoutActive);
    const next = activeSlot(file.get())?.version ?? 'none';
    log.error(
      `The firmware image ${slot.version} is not used, because ${reason}; ${next} is active instead.`,
    );
  }
}

function countStart(state: FirmwareState): FirmwareState {
  const { startsUnconfirmed } = state;
  return startsUnconfirmed === null ? state : { ...state, startsUnconfirmed: startsUnconfirmed + 1 };
}

async function whyNot(
  directory: DataDirectory,
  { startsUnconfirmed }: FirmwareState,
  slot: Slot,
): Promise<string | undefined> {
  const hasFailed = (startsUnconfirmed ?? 0) >= STARTS_MAX && !__WITHOUT__.failedStarts;
  if (hasFailed) return `${STARTS_MAX} starts in a row failed`;
  const readAt = (offset: number, length: number) => directory.readAt(imageFile(slot), offset, length);
  // It is read again before it is given up: a moment of the disk must not cost an image that is good.
  const hashed = hashOf(readAt).catch(() => hashOf(readAt));
  const sha256 = await hashed.catch(() => undefined);
  return sha256 === slot.sha256 || __WITHOUT__.imageAtStart ? undefined : 'its file is damaged';
}

function createReceiver(directory: DataDirectory, file: FirmwareFile, log: Log): Firmware['receive'] {
  let phase: 'free' | 'receiving' | 'committed' = 'free';

  async function discard(): Promise<void> {
    await directory.remove(UPLOAD_FILE).catch(() => undefined); // the next start tries again
    phase = 'free';
  }

  async function commit(slot: Slot): Promise<void> {
    try {
      await directory.rename(UPLOAD_FILE, imageFile(slot));
      await directory.syncFolder();
      await file.update((state) => withImage(state, slot));
    } catch (error) {
      await removeUnused(directory, file);
      await discard();
      throw error;
    }
    await removeUnused(directory, file);
    phase = 'committed';
    log.info(`The firmware image ${slot.version} was checked and kept. It does not run on this computer.`);
  }

  return async (md5Text, pieces) => {
    const md5 = readMd5(md5Text);
    if (phase === 'receiving')
      throw new UnfitImageError('Another update is in progress.', fileRefusal('update-in-progress'));
    if (phase === 'committed')
      throw new UnfitImageError('The gateway is about to restart.', fileRefusal('about-to-restart'));
    phase = 'receiving';
    try {
      await store(directory, md5, pieces);
      const readAt = (offset: number, length: number) => directory.readAt(UPLOAD_FILE, offset, length);
      const { version, length } = await checkImage(readAt);
      const slot = { sha256: await hashOf(readAt), length, version };
      await directory.sync(UPLOAD_FILE);
      return { commit: () => commit(slot), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  };
}

function readMd5(text: string | undefined): string {
  if (text === undefined)
    throw new UnfitImageError('The MD5 is missing; it has to come before the file.', fileRefusal('no-md5'));
  if (!/^[0-9a-f]{32}$/i.test(text))
    throw new UnfitImageError('The MD5 is not 32 hexadecimal digits.', fileRefusal('broken-md5'));
  return text.toLowerCase();
}

/** Writes a file to the disk while it arrives, unpacked. */
async function store(
  directory: DataDirectory,
  md5: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const digest = createHash('md5');
  let sentBytes = 0;
  async function* asSent() {
    for await (const piece of pieces) {
      sentBytes += piece.length;
      if (sentBytes > SLOT_BYTES) throw tooLarge('file', 'too-large');
      digest.update(piece);
      yield piece;
    }
  }
  let storedBytes = 0;
  await directory.write(UPLOAD_FILE, new Uint8Array());
  for await (const block of blocks(unpackImage(asSent()))) {
    storedBytes += block.length;
    if (storedBytes > SLOT_BYTES) throw tooLarge('unpacked file', 'unpacked-too-large');
    await directory.append(UPLOAD_FILE, block);
  }
  if (sentBytes === 0) throw new UnfitImageError('The file is empty.', fileRefusal('empty-file'));
  if (digest.digest('hex') !== md5 && !__WITHOUT__.imageMd5) {
    throw new UnfitImageError(
      'The file was damaged during the upload: its MD5 is different.',
      fileRefusal('other-md5'),
    );
  }
}

function tooLarge(what: string, name: 'too-large' | 'unpacked-too-large'): UnfitImageError {
  const refusal = fileRefusal(name, { max: String(SLOT_BYTES) });
  return new UnfitImageError(`The ${what} is larger than ${SLOT_BYTES} bytes.`, refusal);
}

/** Small pieces joined: each block is a write of its own. */
async function* blocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const piece of pieces) {
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes < BLOCK_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    heldBytes = 0;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
