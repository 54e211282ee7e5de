import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { imageForm, openUpload } from '@heliograph/testbed/gateway/upload-form.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { DataDirectory } from '../../apps/gateway/src/platform/data-directory.ts';
import { openRow } from '../plan/row.ts';
import * as testbed from '../tools/disk/firmware-testbed.ts';

/** F9: each step of an update meets each fault. Wrong images are in `wrong-images.test.ts`, the guards in `firmware-guards.test.ts`. */

const { activeImage, diskWithImage, sendImage, startFirmware } = testbed;
const row = openRow('F9');
const UPLOAD_FILE = 'firmware-upload.tmp';

const FAULTS = ['error', 'SIGKILL', 'no room', 'client gone', 'second upload'] as const;
type Fault = (typeof FAULTS)[number];

interface Step {
  readonly name: string;
  readonly operation: keyof DataDirectory;
  /** First name that the operation is given. */
  readonly file: RegExp;
  /** Not while the image arrives: in the start after it, or when that start has gone well for a while. */
  readonly at?: 'start' | 'proof';
}

/**
 * Verifying a signature is not among them: docs/decisions/0013-upload-refusals.md and
 * docs/decisions/0016-firmware-slots.md know none.
 */
const STEPS: readonly Step[] = [
  { name: 'receive', operation: 'append', file: /^firmware-upload/ },
  { name: 'hash', operation: 'readAt', file: /^firmware-upload/ },
  { name: 'fsync', operation: 'sync', file: /^firmware-upload/ },
  { name: 'write slot', operation: 'rename', file: /^firmware-upload/ },
  { name: 'activate', operation: 'rename', file: /^firmware\.json\.tmp/ },
  { name: 'restart', operation: 'readAt', file: /^firmware-[0-9a-f]{16}/, at: 'start' },
  { name: 'pending', operation: 'write', file: /^firmware\.json\.tmp/, at: 'start' },
  { name: 'confirm', operation: 'write', file: /^firmware\.json\.tmp/, at: 'proof' },
];

/** No client has a part in what follows the answer, and no upload is taken before the gateway listens. */
function isPossible({ at }: Step, kind: Fault): boolean {
  if (kind === 'client gone') return at === undefined;
  return kind !== 'second upload' || at !== 'start';
}

interface Watched {
  readonly directory: DataDirectory;
  /** From now on the step is looked for. */
  watch(): void;
}

/** Calls `meet` before the first operation that is this step, and does the operation only when that resolves. */
function watched(disk: CrashDisk, { operation, file }: Step, meet: () => Promise<void>): Watched {
  let isWatching = false;
  const original = disk[operation] as (...words: never[]) => Promise<unknown>;
  const directory = {
    ...disk,
    async [operation](...words: never[]) {
      if (isWatching && file.test(String(words[0]))) {
        isWatching = false;
        await meet();
      }
      return original(...words);
    },
  };
  return {
    directory,
    watch: () => {
      isWatching = true;
    },
  };
}

const failed = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const outcomeOf = (work: Promise<unknown>) => work.then(() => 'done', String);

/** What a cell came to. */
interface Cell {
  /** What was answered to the update. */
  readonly update: string;
  readonly wasMet: boolean;
  /** What a second upload was told. */
  readonly second: string | undefined;
  /** What a process that is killed there leaves; the disk itself where it goes on. */
  readonly disk: CrashDisk;
}

/** An update from v1 to v2 in which a step meets a fault that the disk, the process or another client has. */
async function tryUpdate(step: Step, kind: Exclude<Fault, 'client gone'>): Promise<Cell> {
  const disk = await diskWithImage();
  let started: testbed.StartedFirmware | undefined;
  let left = disk;
  let wasMet = false;
  let second: Promise<string> | undefined;
  async function meet(): Promise<void> {
    wasMet = true;
    if (kind === 'error') await failed('EIO');
    if (kind === 'no room') await failed('ENOSPC');
    if (kind === 'SIGKILL') {
      left = disk.copy();
      await failed('EKILLED'); // whatever the process would still do, it does to another disk
    }
    // It may have to wait for what it comes into, so nobody waits for it here.
    if (kind === 'second upload' && started !== undefined) second = outcomeOf(sendImage(started, 'v9'));
  }
  const { directory, watch } = watched(disk, step, meet);
  started = await startFirmware(step.at === undefined ? directory : disk);
  if (step.at === undefined) watch();
  const update = await outcomeOf(sendImage(started, 'v2'));
  if (step.at !== undefined) {
    if (step.at === 'start') watch();
    started = await startFirmware(directory);
    if (step.at === 'proof') watch();
    await started.confirm();
  }
  return { update, wasMet, second: await second, disk: left };
}

/** An update over HTTP whose client goes in the middle of a step, up to the end of all that follows from it. */
async function tryLeaving(step: Step): Promise<Cell> {
  const disk = await diskWithImage();
  const platform = createTestPlatform();
  let wasMet = false;
  let cut: () => void = () => undefined;
  const { directory, watch } = watched(disk, step, async () => {
    wasMet = true;
    cut();
    await new Promise((resolve) => setTimeout(resolve, GONE_KNOWN_MS));
  });
  const folder = await temporaryFolder();
  const real = await platform.openDataDirectory(folder);
  const openDataDirectory = async () => beside(real, directory);
  const gateway = await startTestGateway({
    ...{ platform: { ...platform, openDataDirectory }, dataFolder: folder, scenario: 'no-inverters' },
  });
  watch();
  const form = imageForm(testbed.imageOf('v2', 200_000)); // it is stored in pieces of 64 kB
  const sent = openUpload(gateway.port, 'updateFirmware', {
    headers: { 'content-length': String(form.length) },
  });
  cut = sent.cut;
  await sent.write(step.name === 'receive' ? form.subarray(0, 100_000) : form);
  await vi.waitFor(() => expect(gateway.logLines.some((line) => OUTCOME.test(line))).toBe(true), {
    timeout: 60_000,
    interval: 5,
  });
  const isStored = gateway.logLines.some((line) => line.includes('was checked and kept'));
  return { update: isStored ? 'done' : 'cut off', wasMet, second: undefined, disk };
}

/** More than the system takes to tell a gateway that its client has gone. */
const GONE_KNOWN_MS = 50;
const OUTCOME = /An upload was cut off|The firmware image v2 was checked and kept/;

/** The files of the firmware are in one folder, everything else in another one. */
function beside(others: DataDirectory, firmware: DataDirectory): DataDirectory {
  const of = (name: string) => (name.startsWith('firmware') ? firmware : others);
  return {
    ...others,
    names: async () => [...(await others.names()), ...(await firmware.names())],
    read: (name) => of(name).read(name),
    readAt: (name, ...place) => of(name).readAt(name, ...place),
    write: (name, bytes) => of(name).write(name, bytes),
    append: (name, bytes) => of(name).append(name, bytes),
    sync: (name) => of(name).sync(name),
    link: (name, second) => of(name).link(name, second),
    rename: (name, next) => of(name).rename(name, next),
    remove: (name) => of(name).remove(name),
    syncFolder: async () => {
      await others.syncFolder();
      await firmware.syncFolder();
    },
  };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What was answered with OK runs; what was not is not there. */
function expectedVersion(update: string, { name }: Step, kind: Fault): string {
  if (update !== 'done') return 'v1';
  return name === 'confirm' && kind === 'second upload' ? 'v9' : 'v2'; // the second one is taken then
}

const UNDER_WAY = 'UnfitImageError: Another update is in progress.';
const cells = STEPS.flatMap((step) =>
  FAULTS.filter((kind) => isPossible(step, kind)).map(
    (kind) => [step, kind, `${step.name}: ${kind}`] as const,
  ),
);
/** Three clients and two uploads that cannot be. */
const IMPOSSIBLE = 5;
/** In the short form only some of those that need a whole gateway. */
const tried = cells.filter(
  ([{ name }, kind]) => kind !== 'client gone' || row.isNightly || name === 'receive' || name === 'activate',
);

let met = 0;
let unverified = 0;
let wrong = 0;

describe('a fault in an update', { timeout: 120_000 }, () => {
  it.each(tried)('%#: $2', async (step, kind) => {
    const { update, wasMet, second, disk } =
      kind === 'client gone' ? await tryLeaving(step) : await tryUpdate(step, kind);
    if (wasMet) met++;
    const { version } = await startFirmware(disk);
    const image = await activeImage(disk);
    const isVerified = image !== undefined && sha256(image.bytes) === image.slot.sha256;
    if (!isVerified) unverified++;
    const left = (await disk.names()).filter((name) => name === UPLOAD_FILE);
    const told = kind === 'second upload' ? [step.at === undefined ? UNDER_WAY : 'done'] : [undefined];
    const found = { version, left, told: [second] };
    const expected = { version: expectedVersion(update, step, kind), left: [], told };
    await sendImage(await startFirmware(disk), 'v3');
    const next = (await startFirmware(disk)).version;
    const isRight = isDeepStrictEqual(found, expected) && next === 'v3';
    if (!isRight) wrong++;
    expect({ ...found, next, wasMet, isVerified }, update).toEqual({
      ...{ ...expected, next: 'v3', wasMet: true, isVerified: true },
    });
  });

  afterAll(() => {
    row.figure({
      ...{ what: 'steps that met their fault', value: met },
      ...{ goal: { exactly: row.scale(tried.length, STEPS.length * FAULTS.length - IMPOSSIBLE) } },
    });
    row.figure({ what: 'active images that do not verify', value: unverified, goal: { exactly: 0 } });
    row.figure({
      ...{ what: 'updates half done, leftovers, wrong answers, or next updates that fail', value: wrong },
      ...{ goal: { exactly: 0 } },
    });
  });
});
