import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { buildImage, type ImageOptions, md5Of } from '@heliograph/testbed/outside/firmware-image.ts';
import { describe, expect, it } from 'vitest';
import { type Firmware, openFirmware } from '../src/firmware/firmware.ts';
import type { DataDirectory } from '../src/platform/data-directory.ts';
import { createLog } from '../src/platform/log.ts';

/** The two slots over a disk that fails and loses power. Source: docs/decisions/0016-firmware-slots.md. */

const imageOf = (options: ImageOptions = {}) => buildImage(options).bytes;

/** A start, with what the log says about it. */
async function open(directory: DataDirectory) {
  const lines: string[] = [];
  const log = createLog({ level: 'silent', writeLine() {} });
  log.onLine((line) => lines.push(line));
  const clock = createVirtualClock();
  const firmware = await openFirmware({ directory, clock, log });
  return { firmware, clock, lines, version: firmware.active?.version };
}

/** A start that works, up to its end. */
async function runWell(disk: DataDirectory): Promise<string | undefined> {
  const { firmware, clock, version } = await open(disk);
  const end = firmware.startProof();
  clock.advance(10_000);
  await end();
  await firmware.close();
  return version;
}

async function load({ receive }: Firmware, bytes: Uint8Array, pieceBytes = 10_000): Promise<void> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  await (await receive(md5Of(bytes), pieces())).commit();
}

const store = async (disk: DataDirectory, version: string) =>
  load((await open(disk)).firmware, imageOf({ version }));

/** Where the image of this version is. */
const imageName = (version: string) =>
  `firmware-${createHash('sha256').update(imageOf({ version })).digest('hex').slice(0, 16)}.bin`;

/** One version has proven itself in slot a, and another one is new in slot b. */
async function diskWithTwo(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  await store(disk, 'v1');
  await runWell(disk);
  await store(disk, 'v2');
  return disk;
}

describe('an image', () => {
  it.each([
    ['as it is', imageOf(), 10_000],
    ['byte by byte', imageOf(), 1],
    ['packed', gzipSync(imageOf()), 10_000],
    ['packed, byte by byte', gzipSync(imageOf()), 1],
    [
      'packed in two parts',
      Buffer.concat([gzipSync(imageOf().subarray(0, 3000)), gzipSync(imageOf().subarray(3000))]),
      900,
    ],
    ['without a hash', imageOf({ hasHash: false }), 10_000],
    ['for another chip', imageOf({ chipId: 9 }), 10_000],
    ['as large as a slot', imageOf({ segments: [0x18_0000 - 65] }), 100_000],
    [
      'with 16 segments',
      imageOf({ segments: Array.from({ length: 16 }, (_, index) => 300 - index) }),
      10_000,
    ],
  ])('runs from the next start on: %s', async (_, bytes, pieceBytes) => {
    const disk = createCrashDisk();
    const before = await open(disk);
    await load(before.firmware, bytes, pieceBytes);
    expect(before.firmware.active).toBe(undefined);
    const { firmware } = await open(disk);
    expect(firmware.active).toMatchObject({ version: 'v26.11.21', length: expect.any(Number) });
    expect([...(await disk.names())].sort()).toEqual([
      expect.stringMatching(/^firmware-[0-9a-f]{16}\.bin$/),
      'firmware.json',
      'firmware.json.bak',
    ]);
  });

  it('shows the characters of its version that can be printed', async () => {
    const disk = createCrashDisk();
    await store(disk, 'v1\u0007 "\\\u00e9x');
    expect((await open(disk)).version).toBe('v1 "\\x');
  });

  it('goes into the slot that is not active, also when it is the one that is active', async () => {
    const disk = await diskWithTwo();
    await runWell(disk);
    await store(disk, 'v3');
    expect(await runWell(disk)).toBe('v3');
    expect((await disk.names()).filter((name) => name.endsWith('.bin'))).toHaveLength(2);
    await store(disk, 'v3');
    expect(await runWell(disk)).toBe('v3');
    expect((await disk.names()).filter((name) => name.endsWith('.bin'))).toEqual([imageName('v3')]);
  });
});

describe('starts that fail', () => {
  it('three in a row give way to the version before, which has run before and stays', async () => {
    const disk = await diskWithTwo();
    for (let count = 0; count < 3; count++) expect((await open(disk)).version).toBe('v2');
    const { version, lines } = await open(disk);
    expect(version).toBe('v1');
    expect(lines).toEqual([
      'error The firmware image v2 is not used, because 3 starts in a row failed; v1 is active instead.',
    ]);
    for (let count = 0; count < 5; count++) expect((await open(disk)).version).toBe('v1');
    expect(await disk.names()).toEqual(expect.arrayContaining([imageName('v1')]));
    expect(await disk.names()).not.toContain(imageName('v2'));
    await store(disk, 'v3');
    expect(await runWell(disk)).toBe('v3');
  });

  it('three in a row of an image that is in both slots give way to the version without an image', async () => {
    const disk = createCrashDisk();
    await store(disk, 'v1');
    await store(disk, 'v1');
    for (let count = 0; count < 3; count++) expect((await open(disk)).version).toBe('v1');
    expect((await open(disk)).version).toBe(undefined);
    expect((await disk.names()).filter((name) => name.endsWith('.bin'))).toEqual([]);
  });

  it('do not matter any more when a later one has worked', async () => {
    const disk = await diskWithTwo();
    for (let count = 0; count < 2; count++) await open(disk);
    expect(await runWell(disk)).toBe('v2');
    for (let count = 0; count < 5; count++) expect((await open(disk)).version).toBe('v2');
  });

  it('are not those that end in order before the image has proven itself', async () => {
    const disk = await diskWithTwo();
    for (let count = 0; count < 6; count++) {
      const { firmware, clock, version } = await open(disk);
      expect(version).toBe('v2');
      const end = firmware.startProof();
      clock.advance(9_999);
      await end();
    }
  });

  it('are told from those of an image that came meanwhile', async () => {
    const disk = await diskWithTwo();
    const { firmware, clock } = await open(disk);
    const end = firmware.startProof();
    await load(firmware, imageOf({ version: 'v3' }));
    clock.advance(10_000);
    await end();
    for (let count = 0; count < 3; count++) expect((await open(disk)).version).toBe('v3');
    expect((await open(disk)).version).toBe('v2');
  });
});

describe('a slot', () => {
  it.each(['has another byte', 'is cut short', 'is missing'])('that %s is not used', async (what) => {
    const disk = await diskWithTwo();
    const bytes = Buffer.from((await disk.read(imageName('v2'))) ?? []);
    bytes[500] = (bytes[500] ?? 0) ^ 1;
    if (what === 'is missing') await disk.remove(imageName('v2'));
    else await disk.write(imageName('v2'), what === 'is cut short' ? bytes.subarray(0, 500) : bytes);
    const { version, lines } = await open(disk);
    expect(version).toBe('v1');
    expect(lines[0]).toContain('v2 is not used, because its file is damaged; v1 is active instead');
  });

  it('is found by the previous generation of the state, or not at all', async () => {
    const disk = await diskWithTwo();
    await runWell(disk);
    disk.put('firmware.json', '{');
    expect((await open(disk)).version).toBe('v2');
    for (const name of ['firmware.json', 'firmware.json.bak']) disk.put(name, '{');
    expect((await open(disk)).version).toBe(undefined);
    await store(disk, 'v3');
    expect(await runWell(disk)).toBe('v3');
  });
});

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );

describe('an update', () => {
  it.each(['ENOSPC', 'EROFS'])(
    'that the disk refuses with %s changes nothing, at every step',
    async (code) => {
      for (let step = 0; ; step++) {
        const disk = await diskWithTwo();
        await runWell(disk);
        const { firmware } = await open(disk);
        disk.refuse(step, code);
        if (await succeeds(load(firmware, imageOf({ version: 'v3' })))) {
          expect(step).toBeGreaterThan(8);
          break;
        }
        expect((await open(disk)).version, `step ${step}`).toBe('v2');
        expect(await disk.names()).toEqual(expect.arrayContaining([imageName('v1'), imageName('v2')]));
        await load(firmware, imageOf({ version: 'v4' }));
        expect((await open(disk)).version, `step ${step}`).toBe('v4');
      }
    },
  );

  it('cannot keep the gateway from starting where nothing can be written', async () => {
    const disk = await diskWithTwo();
    const refuse = () => Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS' }));
    const names = ['write', 'append', 'sync', 'link', 'rename', 'remove', 'syncFolder'] as const;
    const readOnly = { ...disk, ...Object.fromEntries(names.map((name) => [name, refuse])) };
    expect((await open(readOnly)).version).toBe('v2');
    await disk.remove(imageName('v2'));
    expect((await open(readOnly)).version).toBe('v1');
  });
});
