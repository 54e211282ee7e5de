import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Opening, openSettingsIn, tryOpening } from '@heliograph/testbed/disk/settings-on-disk.ts';
import {
  BOTH_FILES,
  type Files,
  filesOf,
  passingFolder,
  putFiles,
} from '@heliograph/testbed/disk/stored-settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsInThisThread } from '../../apps/gateway/src/platform/worker-thread.ts';
import { openSettingsDatabase } from '../../apps/gateway/src/settings/settings-database.ts';
import type { connectSettings } from '../../apps/gateway/src/settings/settings-storage.ts';
import { isWholeDatabase, openDatabase } from '../../apps/gateway/src/storage/database.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { cutAndFilled, type Damage, flipped, zeroedPages } from '../tools/disk/damages.ts';

/** F4, the files: the database damaged, its copy, and both. What the gateway makes of it is in recovery-mode.test.ts. */

const row = openRow('F4');
const [DATABASE, COPY] = BOTH_FILES;
const CUT_EVERY_BYTES = row.scale(512, 64);
const FLIPS = row.scale(64, 504);
const NONE = { exactly: 0 } as const;

let folder: string;
let whole: Files;
let good: Opening;

beforeAll(async () => {
  folder = passingFolder();
  const { settings, end } = await openSettingsIn(folder);
  for (const value of [7, 8]) {
    await settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: value }));
    await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: `n${value}.test` }));
    await settings.update('network', (network) => ({ ...network, hostname: `h${value}` }));
  }
  await end();
  whole = filesOf(folder);
  good = await tryOpening(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytesOf = (name: string) => whole[name] ?? new Uint8Array();

function damagesOf(bytes: Uint8Array): Damage[] {
  return [
    ...[...cutAndFilled(bytes, CUT_EVERY_BYTES), ...zeroedPages(bytes), ...changedLetters(bytes)],
    ...flipped(bytes, FLIPS, row.seed),
  ];
}

/** Bits of which SQLite knows nothing: each makes another name of a server. */
function changedLetters(bytes: Uint8Array): Damage[] {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/n8\.test/g)].map(({ index }) => ({
    how: `another letter at ${index}`,
    bytes: bytes.map((byte, at) => (at === index ? byte ^ 1 : byte)),
  }));
}

interface Tally {
  damages: number;
  /** Starts that are refused although the copy is good. */
  refused: string[];
  /** Values that nobody has set. */
  wrong: string[];
  /** Starts that go on with a file of which SQLite itself says that it is damaged. */
  unnoticed: string[];
}

async function damageOne(name: string, damages: readonly Damage[]): Promise<Tally> {
  const tally: Tally = { damages: 0, refused: [], wrong: [], unnoticed: [] };
  for (const { how, bytes } of damages) {
    putFiles(folder, { ...whole, [name]: bytes });
    const isDamaged = !isSound(join(folder, name));
    const found = await tryOpening(folder);
    tally.damages++;
    if (found.kind !== 'opened') tally.refused.push(`${name}: ${how}`);
    else if (!isDeepStrictEqual(found.sections, sectionsOfGood())) tally.wrong.push(`${name}: ${how}`);
    else if (isDamaged && !isSound(join(folder, name))) tally.unnoticed.push(`${name}: ${how}`);
  }
  return tally;
}

const sectionsOfGood = () => (good.kind === 'opened' ? good.sections : undefined);

/** What SQLite says of a file. */
function isSound(path: string): boolean {
  try {
    const database = openDatabase(path, undefined, 'read');
    const isWhole = isWholeDatabase(database);
    database.close();
    return isWhole;
  } catch {
    return false;
  }
}

describe('a damaged database', { timeout: 300_000 }, () => {
  it.each([DATABASE, COPY])('is found out, and what was set counts: %s', async (name) => {
    const { damages, refused, wrong, unnoticed } = await damageOne(name, damagesOf(bytesOf(name)));
    row.figure({ what: `damages of ${name} tried`, value: damages, goal: { atLeast: row.scale(100, 540) } });
    row.figure({
      what: `starts refused although the other file is good (${name})`,
      value: refused.length,
      goal: NONE,
    });
    row.figure({ what: `wrong values taken (${name})`, value: wrong.length, goal: NONE });
    row.figure({
      ...{ what: `damages that a start leaves as they are (${name})`, value: unnoticed.length, goal: NONE },
    });
    expect([...refused, ...wrong, ...unnoticed]).toEqual([]);
  });

  it('is not found out without the check sums or the check, and of no use without the copy', async () => {
    const bits = changedLetters(bytesOf(DATABASE));
    const unchecked = await without(['fileChecksum'], () => damageOne(DATABASE, bits));
    row.counterProof({
      ...{ what: `wrong values taken (${DATABASE})`, without: SEAMS.fileChecksum },
      ...{ value: unchecked.wrong.length, goal: NONE },
    });
    const unlooked = await without(['integrityCheck'], () =>
      damageOne(DATABASE, zeroedPages(bytesOf(DATABASE))),
    );
    row.counterProof({
      ...{ what: `damages that a start leaves as they are (${DATABASE})`, without: SEAMS.integrityCheck },
      ...{ value: unlooked.unnoticed.length, goal: NONE },
    });
    const alone = await without(['lastGoodCopy'], () =>
      damageOne(DATABASE, cutAndFilled(bytesOf(DATABASE), 65_536)),
    );
    row.counterProof({
      ...{
        what: `starts refused although the other file is good (${DATABASE})`,
        without: SEAMS.lastGoodCopy,
      },
      ...{ value: alone.refused.length, goal: NONE },
    });
  });

  it('whose place a folder has gives way to the copy', async () => {
    putFiles(folder, whole);
    rmSync(join(folder, DATABASE));
    mkdirSync(join(folder, DATABASE));
    const found = await tryOpening(folder);
    const isRight = found.kind === 'opened' && isDeepStrictEqual(found.sections, sectionsOfGood());
    row.figure({
      what: 'folders in the place of the database that keep it from starting',
      value: Number(!isRight),
      goal: NONE,
    });
  });

  it('is kept, but never more than three of them', async () => {
    putFiles(folder, whole);
    const counts: number[] = [];
    for (let time = 0; time < 5; time++) {
      writeFileSync(join(folder, DATABASE), `damaged ${time}`);
      await tryOpening(folder);
      counts.push(readdirSync(folder).filter((name) => /\.corrupt-\d$/.test(name)).length);
    }
    row.figure({ what: 'most damaged files kept of one', value: Math.max(...counts), goal: { exactly: 3 } });
    expect(counts).toEqual([1, 2, 3, 3, 3]);
  });

  const SET_ASIDE = 'good databases that one failed read sets aside';

  it('is read again before it is given up: a moment of the disk costs nothing', async () => {
    row.figure({ what: SET_ASIDE, value: await setAsideByOneRead(), goal: NONE });
    const value = await without(['secondRead'], setAsideByOneRead);
    row.counterProof({ what: SET_ASIDE, without: SEAMS.secondRead, value, goal: NONE });
  });
});

/** Whether a start gives up a database that could not be opened once. */
async function setAsideByOneRead(): Promise<number> {
  putFiles(folder, whole);
  let isFirst = true;
  const calls = openSettingsDatabase({
    folder,
    open(path, engine, access) {
      if (path !== join(folder, DATABASE) || !isFirst) return openDatabase(path, engine, access);
      isFirst = false;
      throw new Error('disk I/O error');
    },
  });
  const names = Object.keys(calls) as (keyof typeof calls)[];
  const connect: typeof connectSettings = () => ({
    calls: callsInThisThread(calls, names),
    end: async () => undefined,
  });
  const found = await tryOpening(folder, (path) => connect(path, undefined));
  expect(found.kind).toBe('opened');
  return readdirSync(folder).filter((name) => name.includes('.corrupt-')).length;
}

/** Damages the database and its copy in the same way. */
async function damageBoth({ bytes }: Damage) {
  putFiles(folder, { ...whole, [DATABASE]: bytes, [COPY]: bytes });
  const found = await tryOpening(folder);
  // What is damaged where nothing lies is no damage.
  const isHarmless = found.kind === 'opened' && isDeepStrictEqual(found.sections, sectionsOfGood());
  const left = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return {
    isNoticed: isHarmless || found.kind === 'damaged',
    isKept: isHarmless || left.some((file) => Buffer.compare(file, bytes) === 0),
  };
}

describe('a database that is damaged as its copy is', { timeout: 300_000 }, () => {
  it('never turns into defaults, and is never thrown away', async () => {
    const results: Awaited<ReturnType<typeof damageBoth>>[] = [];
    for (const damage of damagesOf(bytesOf(DATABASE))) results.push(await damageBoth(damage));
    const count = (isBad: (result: (typeof results)[number]) => boolean) => results.filter(isBad).length;
    row.figure({ what: 'damages of both', value: results.length, goal: { atLeast: row.scale(90, 480) } });
    row.figure({
      ...{ what: 'of these, taken for good or for a fresh folder', goal: NONE },
      value: count(({ isNoticed }) => !isNoticed),
    });
    row.figure({ what: 'damaged files thrown away', value: count(({ isKept }) => !isKept), goal: NONE });
  });
});
