import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { activeImage, diskWithImage, sendImage, startFirmware } from '../tools/disk/firmware-testbed.ts';

/** F9: what keeps a bad image from running, and that it would run without. */

const row = openRow('F9');

/** Starts of an image that fail, until another one runs. */
async function startsUntilFallback(): Promise<number> {
  const disk = await diskWithImage();
  await sendImage(await startFirmware(disk), 'v2');
  let starts = 0;
  while ((await startFirmware(disk)).version === 'v2' && starts < 10) starts++;
  return starts;
}

/** 1 where an image whose MD5 is wrong becomes active. */
async function wrongImagesTaken(): Promise<number> {
  const disk = await diskWithImage();
  await sendImage(await startFirmware(disk), 'v2', { md5: '0'.repeat(32) }).catch(() => undefined); // refused, as long as it is checked
  return Number((await activeImage(disk))?.slot.version !== 'v1');
}

/** 1 where an image that was damaged on the disk runs. */
async function damagedImagesRun(): Promise<number> {
  const disk = await diskWithImage();
  const image = await activeImage(disk);
  const name = (await disk.names()).find((file) => file.endsWith('.bin')) ?? '';
  disk.put(
    name,
    (image?.bytes ?? new Uint8Array()).map((byte, index) => (index === 500 ? byte ^ 1 : byte)),
  );
  return Number((await startFirmware(disk)).version === 'v1');
}

const PROOFS = [
  {
    what: 'starts that fail before the image gives way',
    measure: startsUntilFallback,
    goal: { exactly: 3 },
    seam: 'failedStarts',
  },
  {
    what: 'images with a wrong MD5 that become active',
    measure: wrongImagesTaken,
    goal: { exactly: 0 },
    seam: 'imageMd5',
  },
  {
    what: 'damaged images that run',
    measure: damagedImagesRun,
    goal: { exactly: 0 },
    seam: 'imageAtStart',
  },
] as const;

describe('an image that', { timeout: 120_000 }, () => {
  it.each(PROOFS)('is bad is found out: $what', async ({ what, measure, goal }) => {
    row.figure({ what, value: await measure(), goal });
  });

  it.each(PROOFS)('is bad would run without $seam', async ({ what, measure, goal, seam }) => {
    row.counterProof({ what, without: SEAMS[seam], value: await without([seam], measure), goal });
  });
});
