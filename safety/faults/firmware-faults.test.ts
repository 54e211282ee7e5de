import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { DataDirectory } from '../../apps/gateway/src/platform/data-directory.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/build-entry.ts';
import type { CrashDisk } from '../tools/crash-disk.ts';
import * as bench from '../tools/firmware-bench.ts';
import { guard } from '../tools/guard.ts';

/** F9: each step of an update meets each fault. The wrong images are in `wrong-images.test.ts`. */

const { activeImage, diskWithImage, sendImage, startFirmware } = bench;
const row = openRow('F9');
const UPLOAD_FILE = 'firmware-upload.tmp';

const FAULTS = ['error', 'SIGKILL', 'no room', 'client gone', 'second upload'] as const;
type Fault = (typeof FAULTS)[number];

interface Step {
  readonly name: string;
  readonly operation: keyof DataDirectory;
  /** First name that the operation is given. */
  readonly file: RegExp;
  /** It comes with the start after the update. */
  readonly isAfterRestart?: boolean;
}

/** Verifying a signature is not among them: decisions 13 and 16 know none. */
const STEPS: readonly Step[] = [
  { name: 'receive', operation: 'append', file: /^firmware-upload/ },
  { name: 'hash', operation: 'readAt', file: /^firmware-upload/ },
  { name: 'fsync', operation: 'sync', file: /^firmware-upload/ },
  { name: 'write slot', operation: 'rename', file: /^firmware-upload/ },
  { name: 'activate', operation: 'rename', file: /^firmware\.json\.tmp/ },
  { name: 'restart', operation: 'readAt', file: /^firmware-[0-9a-f]{16}/, isAfterRestart: true },
  { name: 'pending', operation: 'write', file: /^firmware\.json\.tmp/, isAfterRestart: true },
  { name: 'confirm', operation: 'sync', file: /^firmware\.json\.tmp/, isAfterRestart: true },
];

/** Calls `meet` before the first operation that is this step, and does the operation only when that resolves. */
function watched(disk: CrashDisk, { operation, file }: Step, meet: () => Promise<void>): DataDirectory {
  let isMet = false;
  const original = disk[operation] as (...words: never[]) => Promise<unknown>;
  return {
    ...disk,
    async [operation](...words: never[]) {
      if (!isMet && file.test(String(words[0]))) {
        isMet = true;
        await meet();
      }
      return original(...words);
    },
  };
}

const failed = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const outcomeOf = (work: Promise<unknown>) => work.then(() => 'done', String);

interface Met {
  /** What a process that is killed there leaves; the disk itself where it goes on. */
  readonly left: () => CrashDisk;
  readonly wasMet: () => boolean;
  /** What a second upload was told. */
  readonly second: () => string | undefined;
  readonly meet: () => Promise<void>;
}

function fault(kind: Fault, disk: CrashDisk, started: () => bench.StartedFirmware | undefined): Met {
  let left = disk;
  let wasMet = false;
  let second: string | undefined;
  async function meet(): Promise<void> {
    wasMet = true;
    const running = started();
    if (kind === 'error') await failed('EIO');
    if (kind === 'no room') await failed('ENOSPC');
    if (kind === 'SIGKILL') {
      left = disk.copy();
      await failed('EKILLED'); // whatever the process would still do, it does to another disk
    }
    if (kind === 'second upload' && running !== undefined) second = await outcomeOf(sendImage(running, 'v9'));
  }
  return { left: () => left, wasMet: () => wasMet, second: () => second, meet };
}

/** An update from v1 to v2 in which a step meets a fault, up to the state of things after a start. */
async function tryUpdate(step: Step, kind: Fault) {
  const disk = await diskWithImage();
  let started: bench.StartedFirmware | undefined;
  const met = fault(kind, disk, () => started);
  const directory = watched(disk, step, met.meet);
  const isGone = kind === 'client gone' && step.name === 'receive';
  const atPiece = async (index: number) => {
    if (isGone && index === 2) throw new Error('the client has gone');
  };
  started = await startFirmware(step.isAfterRestart ? disk : directory);
  const update = await outcomeOf(sendImage(started, 'v2', { atPiece }));
  if (step.isAfterRestart && kind !== 'client gone') {
    started = undefined;
    const again = await startFirmware(directory).catch(() => undefined);
    started = again;
    await again?.confirm();
  }
  return { update, met, disk: met.left() };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const cells = STEPS.flatMap((step) => FAULTS.map((kind) => [step, kind, `${step.name}: ${kind}`] as const));
/** What was answered with OK runs, unless its file could not be read; what was not is not there. */
function allowedVersions(update: string, { name }: Step, kind: Fault): string[] {
  if (update !== 'done') return ['v1'];
  const isUnreadable = name === 'restart' && kind !== 'client gone' && kind !== 'second upload';
  return isUnreadable ? ['v1', 'v2'] : ['v2'];
}

let tried = 0;
let unverified = 0;
let wrong = 0;

describe('a fault in an update', { timeout: 120_000 }, () => {
  it.each(cells)('%#: $2', async (step, kind) => {
    const { update, met, disk } = await tryUpdate(step, kind);
    const { version } = await startFirmware(disk);
    const image = await activeImage(disk);
    tried++;
    if (image === undefined || sha256(image.bytes) !== image.slot.sha256) unverified++;
    const allowed = allowedVersions(update, step, kind);
    const names = (await disk.names()).filter((name) => name === UPLOAD_FILE);
    const isRight = allowed.includes(version ?? '') && names.length === 0;
    if (!isRight) wrong++;
    expect([version, names], update).toEqual([expect.toBeOneOf(allowed), []]);
    if (kind === 'second upload' && !step.isAfterRestart) {
      expect(met.second()).toBe('UnfitImageError: Another update is under way.');
    }
    if (kind !== 'client gone') expect(met.wasMet()).toBe(true);
    await sendImage(await startFirmware(disk), 'v3');
    expect((await startFirmware(disk)).version).toBe('v3');
  });

  afterAll(() => {
    row.figure({ what: 'steps with each fault', value: tried, goal: { exactly: cells.length } });
    row.figure({ what: 'active images that do not verify', value: unverified, goal: { exactly: 0 } });
    row.figure({ what: 'updates half done, or leftovers', value: wrong, goal: { exactly: 0 } });
  });
});

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
  await outcomeOf(sendImage(await startFirmware(disk), 'v2', { md5: '0'.repeat(32) }));
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
    const entry = 'safety/tools/firmware-bench.ts';
    const all = row.isNightly ? undefined : await loadEntry<typeof bench>({ entry, without: guards });
    for (const { what, measure, goal, guard } of PROOFS) {
      const copy = all ?? (await loadEntry<typeof bench>({ entry, without: [guard] }));
      row.counterProof({ what, without: guard.name, value: await measure(copy), goal });
    }
  });
});
