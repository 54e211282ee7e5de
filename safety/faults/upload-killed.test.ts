import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { imageForm, openUpload, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { buildImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { describe, expect, it, vi } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';

/** F21, the part of the gateway: it is killed while an image arrives, and the next try has to work. */

const row = openRow('F21');
const TIMEOUT = { timeout: 900_000 };
const STAGING = 'firmware-upload.tmp';
const FORM = imageForm(buildImage({ segments: [300_000] }).bytes);
/** From here on something of it is on the disk. */
const STAGED_FROM = 0.5;
/** Which share of the form has arrived; 1: all of it, and the answer may be there. */
const PLACES = [0.6, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 0.9, 0.99, 1].slice(0, row.scale(1, 10));

const hasStaging = ({ dataFolder }: GatewayProcess) => existsSync(join(dataFolder, STAGING));

/** Kills a gateway while an image arrives, and starts it again; true when half an image is left then. */
async function killedAt(gateway: GatewayProcess, share: number): Promise<boolean> {
  const sent = openUpload(gateway.port, 'updateFirmware', {
    headers: { 'content-length': String(FORM.length) },
  });
  await sent.write(FORM.subarray(0, Math.floor(FORM.length * share)));
  if (share >= STAGED_FROM && share < 1) {
    await vi.waitFor(() => expect(hasStaging(gateway)).toBe(true), { timeout: 60_000, interval: 2 });
  }
  await gateway.end('SIGKILL');
  await gateway.startAgain();
  return hasStaging(gateway);
}

const LEFT = 'kills in mid-upload that leave half an image behind';
const NONE = { exactly: 0 } as const;

describe('a gateway killed in mid-upload', TIMEOUT, () => {
  it('has nothing left of it, and takes the image when it is sent again', async () => {
    let left = 0;
    let refused = 0;
    for (const share of PLACES) {
      const gateway = await startGatewayProcess({ scenario: 'no-inverters' });
      try {
        if (await killedAt(gateway, share)) left++;
        const { status, text } = await upload(gateway.port, 'updateFirmware', FORM);
        if (status !== 200 || text !== 'OK') refused++;
      } finally {
        await gateway.dispose();
      }
    }
    row.figure({ what: `${LEFT}, of ${PLACES.length}`, value: left, goal: NONE });
    row.figure({ what: 'uploads sent again that are not taken', value: refused, goal: NONE });
  });

  it.runIf(row.isNightly)('would leave half an image behind', async () => {
    const gateway = await startGatewayProcess({ scenario: 'no-inverters', without: ['clearedStaging'] });
    try {
      const value = Number(await killedAt(gateway, STAGED_FROM + 0.1));
      row.counterProof({ what: LEFT, without: SEAMS.clearedStaging, value, goal: NONE });
    } finally {
      await gateway.dispose();
    }
  });
});
