import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { buildImage, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFirmware } from '../../apps/gateway/src/firmware/firmware.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { type MutatedImage, mutatedImage } from '../tools/input/mutate-image.ts';

/**
 * Source: docs/reference/original-device.md#firmware and docs/decisions/0016-firmware-slots.md. What an upload with one
 * mistake is answered has tests of its own.
 */

const row = openRow('B8');
const timeout = row.scale(120_000, 300_000);
const RUNNING = buildImage({ version: 'v1' }).bytes;
const GOOD = buildImage({ version: 'v2' }).bytes;
/** Nothing but its checksum tells a mistake in its data. */
const WITHOUT_HASH = buildImage({ version: 'v2', hasHash: false }).bytes;
const DATA = { from: 24 + 8 + 256, to: 4096 };
const SLOT_BYTES = 0x18_0000;
const DAMAGED = 'damaged images that were taken';
const WRONG_BYTE = 'images without a hash and with one wrong byte of data that were taken';
const NONE = { exactly: 0 } as const;

function start(disk: CrashDisk) {
  const log = createLog({ level: 'silent', writeLine() {} });
  return openFirmware({ directory: disk, clock: createVirtualClock(), log });
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 3000) yield bytes.subarray(at, at + 3000);
}

/** A disk on which the first image is active. */
async function diskWithImage(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  await (await (await start(disk)).receive(md5Of(RUNNING), pieces(RUNNING))).commit();
  return disk;
}

async function contentOf(disk: CrashDisk): Promise<ReadonlyMap<string, string>> {
  const names = [...(await disk.names())].sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, md5Of(await bytesIn(disk, name))] as const)),
  );
}

async function bytesIn(disk: CrashDisk, name: string): Promise<Uint8Array> {
  return (await disk.read(name)) ?? new Uint8Array();
}

interface Outcome {
  taken: number;
  refused: number;
  /** Taken although there is a mistake in it that its sums tell. */
  readonly takenDamaged: string[];
  /** Refusals that are none of ours, or that changed something. */
  readonly badRefusals: string[];
  /** What was taken and is not what the next start runs, or left nothing to fall back to. */
  readonly badStarts: string[];
}

async function sendMutated(count: number): Promise<Outcome> {
  const outcome: Outcome = { taken: 0, refused: 0, takenDamaged: [], badRefusals: [], badStarts: [] };
  let disk = await diskWithImage();
  let firmware = await start(disk);
  let before = await contentOf(disk);

  async function sendOne({ bytes, isRehashed }: MutatedImage): Promise<void> {
    const what = Buffer.from(bytes).toString('base64').slice(0, 800);
    const error: unknown = await firmware.receive(md5Of(bytes), pieces(bytes)).then(
      (staged) => staged.commit(),
      (thrown: unknown) => thrown,
    );
    if (error !== undefined) {
      outcome.refused += 1;
      const isOurs = error instanceof Error && error.constructor.name === 'UnfitImageError';
      const isSame = JSON.stringify([...(await contentOf(disk))]) === JSON.stringify([...before]);
      if (!isOurs || !isSame || !/^[A-Z].+\.$/.test(error.message))
        outcome.badRefusals.push(`${error}: ${what}`);
      return;
    }
    outcome.taken += 1;
    const stored = await Promise.all([...(await disk.names())].map((name) => bytesIn(disk, name)));
    const isWhole = stored.some((file) => Buffer.from(file).equals(GOOD));
    if (!isWhole && !isRehashed) outcome.takenDamaged.push(what);
    const version = (await start(disk)).active?.version ?? '';
    const hasFormer = stored.some((file) => Buffer.from(file).equals(RUNNING));
    if (version === 'v1' || !/^[!-~]{1,32}$/.test(version) || !hasFormer) outcome.badStarts.push(what);
    disk = await diskWithImage();
    firmware = await start(disk);
    before = await contentOf(disk);
  }

  const property = fc.asyncProperty(mutatedImage(GOOD), sendOne);
  await fc.assert(property, { numRuns: count, seed: row.seed, examples: FIXED, endOnFailure: true });
  return outcome;
}

/** How many of these images are taken. */
async function countWrongBytes(count: number): Promise<number> {
  const dice = createDice(row.seed);
  const firmware = await start(await diskWithImage());
  let taken = 0;
  for (let image = 0; image < count; image++) {
    const bytes = Buffer.from(WITHOUT_HASH);
    const at = DATA.from + Math.floor(dice() * (DATA.to - DATA.from));
    bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(dice() * 255));
    const staged = await firmware.receive(md5Of(bytes), pieces(bytes)).catch(() => undefined);
    if (staged === undefined) continue;
    taken += 1;
    await staged.discard();
  }
  return taken;
}

/** Looked at each time: nothing, a byte too many, another program. */
const FIXED = [
  Buffer.alloc(0),
  buildImage({ segments: [SLOT_BYTES - 49] }).bytes,
  Buffer.concat([Buffer.from('MZ'), GOOD]),
].map((bytes): [MutatedImage] => [{ bytes, isRehashed: false }]);

describe('firmware with mistakes', { timeout }, () => {
  it('is refused before anything of it becomes active, or is whole', async () => {
    const count = row.scale(150, 5000);
    const outcome = await sendMutated(count);
    const { taken, refused, takenDamaged, badRefusals, badStarts } = outcome;
    row.figure({ what: 'mutated images', value: taken + refused, goal: { exactly: count } });
    row.figure({ what: DAMAGED, value: takenDamaged.length, goal: NONE });
    row.figure({
      ...{ what: 'refusals without a reason of ours, or that changed something', value: badRefusals.length },
      goal: { exactly: 0 },
    });
    row.figure({
      ...{ what: 'taken images that the next start does not run, or without one to go back to' },
      ...{ value: badStarts.length, goal: { exactly: 0 } },
    });
    row.figure({ what: 'images that were whole after all', value: taken, goal: { atLeast: 1 } });
    const wrongBytes = await countWrongBytes(row.scale(20, 1000));
    row.figure({ what: WRONG_BYTE, value: wrongBytes, goal: NONE });
    expect([...takenDamaged, ...badRefusals, ...badStarts]).toEqual([]);
  });

  it('is missed where nothing looks at its SHA-256', async () => {
    const { takenDamaged } = await without(['imageHash'], () => sendMutated(row.scale(100, 2000)));
    const value = takenDamaged.length;
    row.counterProof({ what: DAMAGED, without: SEAMS.imageHash, value, goal: NONE });
  });

  it('is missed where nothing looks at its checksum', async () => {
    const value = await without(['imageChecksum'], () => countWrongBytes(10));
    row.counterProof({ what: WRONG_BYTE, without: SEAMS.imageChecksum, value, goal: NONE });
  });
});
