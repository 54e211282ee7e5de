import { describe, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import * as bench from '../tools/copies/firmware-bench.ts';
import { guard } from '../tools/copies/guard.ts';

/** F9: what keeps a bad image from running, and that it would run without. */

const row = openRow('F9');

/** Starts of an image that fail, until another one runs. */
async function startsUntilFallback({
  diskWithImage,
  sendImage,
  startFirmware,
}: typeof bench): Promise<number> {
  const disk = await diskWithImage();
  await sendImage(await startFirmware(disk), 'v2');
  let starts = 0;
  while ((await startFirmware(disk)).version === 'v2' && starts < 10) starts++;
  return starts;
}

/** 1 where an image whose MD5 is wrong becomes active. */
async function wrongImagesTaken({ activeImage, diskWithImage, sendImage, startFirmware }: typeof bench) {
  const disk = await diskWithImage();
  await sendImage(await startFirmware(disk), 'v2', { md5: '0'.repeat(32) }).catch(() => undefined); // refused, as long as it is checked
  return Number((await activeImage(disk))?.slot.version !== 'v1');
}

/** 1 where an image that was damaged on the disk runs. */
async function damagedImagesRun({
  activeImage,
  diskWithImage,
  startFirmware,
}: typeof bench): Promise<number> {
  const disk = await diskWithImage();
  const image = await activeImage(disk);
  const name = (await disk.names()).find((file) => file.endsWith('.bin')) ?? '';
  disk.put(
    name,
    (image?.bytes ?? new Uint8Array()).map((byte, index) => (index === 500 ? byte ^ 1 : byte)),
  );
  return Number((await startFirmware(disk)).version === 'v1');
}

const FIRMWARE = 'apps/gateway/src/firmware/firmware.ts';
const PROOFS = [
  {
    what: 'starts that fail before the image gives way',
    measure: startsUntilFallback,
    goal: { exactly: 3 },
    guard: guard('the count of starts', FIRMWARE, '(startsUnconfirmed ?? 0) >= STARTS_MAX', 'false'),
  },
  {
    what: 'images with a wrong MD5 that become active',
    measure: wrongImagesTaken,
    goal: { exactly: 0 },
    guard: guard('the check of the MD5', FIRMWARE, "digest.digest('hex') !== md5", 'false'),
  },
  {
    what: 'damaged images that run',
    measure: damagedImagesRun,
    goal: { exactly: 0 },
    guard: guard(
      'the check at each start',
      FIRMWARE,
      "sha256 === slot.sha256 ? undefined : 'its file is damaged'",
      'undefined',
    ),
  },
] as const;

describe('an image that', { timeout: 120_000 }, () => {
  it.each(PROOFS)('is bad is found out: $what', async ({ what, measure, goal }) => {
    row.figure({ what, value: await measure(bench), goal });
  });

  it('is bad would run without the guards', async () => {
    const guards = PROOFS.map((proof) => proof.guard);
    const entry = 'safety/tools/copies/firmware-bench.ts';
    const all = row.isNightly ? undefined : await loadEntry<typeof bench>({ entry, without: guards });
    for (const { what, measure, goal, guard } of PROOFS) {
      const copy = all ?? (await loadEntry<typeof bench>({ entry, without: [guard] }));
      row.counterProof({ what, without: guard.name, value: await measure(copy), goal });
    }
  });
});
