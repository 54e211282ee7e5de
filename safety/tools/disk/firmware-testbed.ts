import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { buildImage, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import { openFirmware } from '../../../apps/gateway/src/firmware/firmware.ts';
import { imageFile, type Slot } from '../../../apps/gateway/src/firmware/firmware-slot.ts';
import type { DataDirectory } from '../../../apps/gateway/src/platform/data-directory.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';

/** The firmware over a disk in memory. */

/** More than the time after which an image has proven itself. */
const PROOF_MS = 60_000;
const PIECE_BYTES = 3_000;

/** A start; `confirm` lets it prove itself. */
export async function startFirmware(directory: DataDirectory) {
  const clock = createVirtualClock();
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const firmware = await openFirmware({ directory, clock, log });
  return {
    firmware,
    version: firmware.active?.version,
    async confirm() {
      firmware.startProof();
      clock.advance(PROOF_MS);
      await firmware.close();
    },
  };
}

export type StartedFirmware = Awaited<ReturnType<typeof startFirmware>>;

/** An image of that version, mostly a small one. */
export const imageOf = (version: string, length = 12_000): Uint8Array =>
  buildImage({ version, segments: [length] }).bytes;

/** Sends an image, up to its answer. */
export async function sendImage(
  { firmware }: Pick<StartedFirmware, 'firmware'>,
  version: string,
  options: { readonly md5?: string } = {},
): Promise<void> {
  const bytes = imageOf(version);
  const { md5 = md5Of(bytes) } = options;
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
  await (await firmware.receive(md5, pieces())).commit();
}

/** A disk on which v1 runs and has proven itself. */
export async function diskWithImage(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  await sendImage(await startFirmware(disk), 'v1');
  await (await startFirmware(disk)).confirm();
  return disk;
}

/** What is in the active slot, and its file; undefined where none is active. */
export async function activeImage(
  disk: DataDirectory,
): Promise<{ slot: Slot; bytes: Uint8Array } | undefined> {
  const state = await disk.read('firmware.json');
  if (state === undefined) return undefined;
  const { active, slots } = JSON.parse(new TextDecoder().decode(state)).body;
  const slot: Slot | undefined = slots[active] ?? undefined;
  return slot && { slot, bytes: (await disk.read(imageFile(slot))) ?? new Uint8Array() };
}
