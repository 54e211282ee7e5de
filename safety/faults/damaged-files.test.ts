import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { type Opening, openSettingsOn, tryOpening } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it } from 'vitest';
import { openDataDirectory } from '../../apps/gateway/src/platform/data-directory.ts';
import { SECTION_NAMES } from '../../apps/gateway/src/settings/sections.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { cutAndFilled, type Damage, flipped } from '../tools/disk/damages.ts';

/** F4, the files: damaged in one generation and in both. What the gateway makes of it is in recovery-mode.test.ts. */

const row = openRow('F4');
const NAMES = [...SECTION_NAMES, 'manifest'];
const CUT_EVERY_BYTES = 64;
const FLIPS = row.scale(64, 504);

/** Of every section two generations, which differ in the poll interval, the server and the host name. */
async function changedDisk(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  const settings = await openSettingsOn(disk);
  for (const value of [7, 8]) {
    await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: value }));
    await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: `n${value}.test` }));
    await settings.update('network', (network) => ({ ...network, hostname: `h${value}` }));
  }
  return disk;
}

/** A real folder with the files of that disk. */
async function folderOf(disk: CrashDisk): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of await disk.names()) await writeFile(join(folder, name), bytesOf(disk, name));
  return folder;
}

const bytesOf = (disk: CrashDisk, name: string) => new TextEncoder().encode(disk.text(name));

function damagesOf(bytes: Uint8Array, index: number): Damage[] {
  return [...cutAndFilled(bytes, CUT_EVERY_BYTES), ...flipped(bytes, FLIPS / NAMES.length, row.seed + index)];
}

interface Tally {
  damages: number;
  /** Starts that are refused although the other generation is good. */
  refused: string[];
  /** Values that are neither the current nor the previous ones, or older ones that nobody is told of. */
  wrong: string[];
}

/** Damages the current generation of each file in each way. */
async function damageCurrent(damages: (bytes: Uint8Array, index: number) => Damage[]): Promise<Tally> {
  const disk = await changedDisk();
  const good = await tryOpening(disk.copy());
  const tally: Tally = { damages: 0, refused: [], wrong: [] };
  for (const [index, name] of NAMES.entries()) {
    const older = disk.copy();
    older.put(`${name}.json`, bytesOf(disk, `${name}.json.bak`));
    const previous = await tryOpening(older);
    for (const { how, bytes } of damages(bytesOf(disk, `${name}.json`), index)) {
      const damaged = disk.copy();
      damaged.put(`${name}.json`, bytes);
      const found = await tryOpening(damaged);
      tally.damages++;
      if (found.kind !== 'opened') tally.refused.push(`${name}: ${how}`);
      else if (!isOneOf(found, good, previous, name !== 'manifest')) tally.wrong.push(`${name}: ${how}`);
    }
  }
  return tally;
}

/** As it was, or as it was before and that is told. */
function isOneOf(found: Opening, good: Opening, previous: Opening, isTold: boolean): boolean {
  if (found.kind !== 'opened' || good.kind !== 'opened' || previous.kind !== 'opened') return false;
  if (isDeepStrictEqual(found.sections, good.sections) && (!isTold || !found.isRestored)) return true;
  return isDeepStrictEqual(found.sections, previous.sections) && found.isRestored === isTold;
}

describe('a damaged current generation', { timeout: 300_000 }, () => {
  it('is found out, and the previous one counts', async () => {
    const { damages, refused, wrong } = await damageCurrent(damagesOf);
    row.figure({ what: 'damages tried', value: damages, goal: { atLeast: row.scale(100, 540) } });
    row.figure({
      what: 'starts refused although the previous generation is good',
      value: refused.length,
      goal: { exactly: 0 },
    });
    row.figure({
      what: 'wrong values taken, or older ones without a word',
      value: wrong.length,
      goal: { exactly: 0 },
    });
  });

  it('is not found out without the checksum, and of no use without the previous one', async () => {
    const bits = (bytes: Uint8Array) => flipped(bytes, row.scale(40, 100), row.seed);
    const unchecked = await without(['fileChecksum'], () => damageCurrent(bits));
    row.counterProof({
      what: 'wrong values taken, or older ones without a word',
      without: SEAMS.fileChecksum,
      value: unchecked.wrong.length,
      goal: { exactly: 0 },
    });
    const alone = await without(['previousGeneration'], () =>
      damageCurrent((bytes) => cutAndFilled(bytes, 4096)),
    );
    row.counterProof({
      what: 'starts refused although the previous generation is good',
      without: SEAMS.previousGeneration,
      value: alone.refused.length,
      goal: { exactly: 0 },
    });
  });

  it('that cannot be read, as one of another owner, gives way to the previous one', async () => {
    const disk = await changedDisk();
    let wrong = 0;
    for (const name of NAMES) {
      const copy = disk.copy();
      const { read } = copy;
      const refuse = () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
      const unreadable = {
        ...copy,
        read: (file: string) => (file === `${name}.json` ? refuse() : read(file)),
      };
      const older = disk.copy();
      older.put(`${name}.json`, '');
      if (!isDeepStrictEqual(await tryOpening(unreadable), await tryOpening(older))) wrong++;
    }
    row.figure({
      what: 'files that cannot be read and keep it from starting',
      value: wrong,
      goal: { exactly: 0 },
    });
  });

  it('whose place a folder has gives way to the previous one', async () => {
    const disk = await changedDisk();
    let wrong = 0;
    for (const name of row.isNightly ? NAMES : NAMES.slice(0, 2)) {
      const older = disk.copy();
      older.put(`${name}.json`, '');
      const folder = await folderOf(disk);
      await rm(join(folder, `${name}.json`));
      await mkdir(join(folder, `${name}.json`));
      const opening = await tryOpening(await openDataDirectory(folder));
      if (!isDeepStrictEqual(opening, await tryOpening(older))) wrong++;
    }
    row.figure({
      what: 'folders in the place of the current generation that keep it from starting',
      value: wrong,
      goal: { exactly: 0 },
    });
  });

  it('is kept, but never more than three of a file', async () => {
    const disk = await changedDisk();
    const counts: number[] = [];
    for (let time = 0; time < 5; time++) {
      disk.put('dtu.json', `damaged ${time}`);
      await tryOpening(disk);
      counts.push((await disk.names()).filter((name) => name.startsWith('dtu.json.corrupt-')).length);
    }
    const isAsPlanned = isDeepStrictEqual(counts, [1, 2, 3, 3, 3]);
    row.figure({ what: 'most damaged files kept of one', value: Math.max(...counts), goal: { exactly: 3 } });
    expect(isAsPlanned, counts.join()).toBe(true);
  });

  it('is read again before it is given up: a moment of the disk costs nothing', async () => {
    const disk = await changedDisk();
    const good = await tryOpening(disk.copy());
    let wrong = 0;
    for (const name of NAMES) {
      const { read } = disk;
      let isFirst = true;
      const moody = {
        ...disk.copy(),
        read(file: string) {
          if (file !== `${name}.json` || !isFirst) return read(file);
          isFirst = false;
          return Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
        },
      };
      if (!isDeepStrictEqual(await tryOpening(moody), good)) wrong++;
    }
    row.figure({ what: 'failed reads that turn a file back', value: wrong, goal: { exactly: 0 } });
  });
});

/** Damages both generations of a section in the same way. */
async function damageBoth(disk: CrashDisk, name: string, { bytes }: Damage) {
  const whole = bytesOf(disk, `${name}.json`);
  const damaged = disk.copy();
  for (const file of [`${name}.json`, `${name}.json.bak`]) damaged.put(file, bytes);
  const found = await tryOpening(damaged);
  const isWhole = Buffer.from(whole).toString().trim() === Buffer.from(bytes).toString(); // only its last line end is gone
  const left = (await damaged.names()).map((file) => damaged.text(file));
  return {
    isNoticed: isWhole || found.kind === 'damaged',
    isKept: left.includes(new TextDecoder().decode(bytes)),
  };
}

describe('two damaged generations', { timeout: 300_000 }, () => {
  it('never turn into defaults, and are never thrown away', async () => {
    const disk = await changedDisk();
    const results: Awaited<ReturnType<typeof damageBoth>>[] = [];
    for (const [index, name] of SECTION_NAMES.entries()) {
      const damages = damagesOf(bytesOf(disk, `${name}.json`), index);
      for (const damage of damages) results.push(await damageBoth(disk, name, damage));
    }
    const count = (isBad: (result: (typeof results)[number]) => boolean) => results.filter(isBad).length;
    row.figure({
      what: 'files damaged in both generations',
      value: results.length,
      goal: { atLeast: row.scale(90, 480) },
    });
    row.figure({
      what: 'of these, taken for good or for a fresh folder',
      value: count(({ isNoticed }) => !isNoticed),
      goal: { exactly: 0 },
    });
    row.figure({
      what: 'damaged files thrown away',
      value: count(({ isKept }) => !isKept),
      goal: { exactly: 0 },
    });
  });
});
