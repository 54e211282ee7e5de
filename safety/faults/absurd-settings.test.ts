import { isDeepStrictEqual } from 'node:util';
import { type CrashDisk, createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { fileOf, openSettingsOn, tryOpening } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { describe, it } from 'vitest';
import { SECTION_NAMES, type SectionName, type Sections } from '../../apps/gateway/src/settings/sections.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { outsideOfSections } from '../tools/input/settings-ranges.ts';

/** F7: files that are whole, checksum and all, and say what no gateway could do. */

const row = openRow('F7');

const ABSURD: readonly unknown[] = [
  ...[null, [], {}, '', ' ', 'x', 'ü'.repeat(10_000), '\u0000', '-1', '1e999', true, false, 0, -1, 1.5],
  ...[2 ** 31, 2 ** 53, 1e308, [[[]]], { id: 0 }],
];
/** How many of these each field gets; all of them at night. */
const PER_FIELD = row.scale(5, ABSURD.length);
/** The number of the current generation. */
const GENERATION = 3;

type Json = unknown;
type Path = readonly string[];

/** Every place in a value, the whole of it included. */
function placesIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => placesIn(member, [...path, key]))];
}

function withValue(whole: Json, [key, ...rest]: Path, value: Json): Json {
  if (key === undefined) return value;
  const branch = whole as Readonly<Record<string, Json>>;
  if (Array.isArray(whole)) {
    return whole.map((item, index) => (String(index) === key ? withValue(item, rest, value) : item));
  }
  return { ...branch, [key]: withValue(branch[key], rest, value) };
}

/** Of every section two generations, with inverters. */
async function usedDisk(): Promise<CrashDisk> {
  const disk = createCrashDisk();
  const settings = await openSettingsOn(disk);
  const inverter = [4, 7].map((id) => ({
    ...{ id, serial: `11418273012${id}`, name: `Roof ${id}` },
    channel: [{ name: 'East', max_power: 400 }],
  }));
  for (const server of ['a.test', 'b.test']) {
    await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: server }));
    await settings.update('inverters', () => ({ inverter }));
  }
  return disk;
}

interface Case {
  readonly section: SectionName;
  readonly body: Json;
}

function casesOf(disk: CrashDisk): Case[] {
  return SECTION_NAMES.flatMap((section) => {
    const { body } = JSON.parse(disk.text(`${section}.json`) ?? '');
    return placesIn(body).flatMap((path, place) =>
      Array.from({ length: PER_FIELD }, (_, index) => ABSURD[(place * PER_FIELD + index) % ABSURD.length])
        .map((value) => ({ section, body: withValue(body, path, value) }))
        .filter((changed) => !isDeepStrictEqual(changed.body, body)),
    );
  });
}

/** Whether something counts that the product itself would never save. */
function isAbsurd(sections: Sections): boolean {
  try {
    const { password_hash, ...flags } = sections.security;
    const isFlag = (value: unknown) => typeof value === 'boolean';
    const isSecurity = /^\$scrypt\$/.test(password_hash) && Object.values(flags).every(isFlag);
    return !isSecurity || outsideOfSections(sections).length > 0;
  } catch {
    return true; // not even of the right shape
  }
}

interface Tally {
  tried: number;
  refused: number;
  absurd: number;
  /** The previous generation counts, and that is told. */
  previous: number;
}

async function tryAll(): Promise<Tally> {
  const disk = await usedDisk();
  const tally: Tally = { tried: 0, refused: 0, absurd: 0, previous: 0 };
  for (const { section, body } of casesOf(disk)) {
    const changed = disk.copy();
    changed.put(`${section}.json`, fileOf(GENERATION, body));
    const found = await tryOpening(changed);
    tally.tried++;
    if (found.kind !== 'opened') tally.refused++;
    else if (isAbsurd(found.sections)) tally.absurd++;
    else if (found.isRestored) tally.previous++;
  }
  return tally;
}

describe('absurd values in whole files', { timeout: 300_000 }, () => {
  it('give way to the previous generation, which is told, and keep no gateway from starting', async () => {
    const { tried, refused, absurd, previous } = await tryAll();
    row.figure({ what: 'absurd values tried', value: tried, goal: { atLeast: row.scale(200, 900) } });
    row.figure({ what: 'starts refused because of one', value: refused, goal: { exactly: 0 } });
    row.figure({ what: 'absurd values that count', value: absurd, goal: { exactly: 0 } });
    row.figure({
      what: 'starts with the previous generation and a notice',
      value: previous,
      goal: { atLeast: row.scale(100, 500) },
    });
  });

  it('lead to recovery mode when both generations have them, and never to a default', async () => {
    const disk = await usedDisk();
    const cases = casesOf(disk).filter((_, index) => index % row.scale(8, 2) === 0);
    let unexpected = 0;
    for (const { section, body } of cases) {
      const changed = disk.copy();
      const current = await tryOpening(withBoth(disk.copy(), section, body, true));
      const both = await tryOpening(withBoth(changed, section, body, false));
      // What was fit to be used in one generation is so in both.
      const isFit = current.kind === 'opened' && !current.isRestored;
      if (both.kind !== (isFit ? 'opened' : 'damaged')) unexpected++;
      else if (both.kind === 'damaged' && both.fileName !== `${section}.json`) unexpected++;
    }
    row.figure({
      what: 'files absurd in both generations that are not noticed',
      value: unexpected,
      goal: { exactly: 0 },
    });
  });

  it('would count without the schemas', async () => {
    const { absurd } = await without(['diskSchemas'], tryAll);
    row.counterProof({
      what: 'absurd values that count',
      without: SEAMS.diskSchemas,
      value: absurd,
      goal: { exactly: 0 },
    });
  });
});

function withBoth(disk: CrashDisk, section: SectionName, body: Json, isCurrentOnly: boolean): CrashDisk {
  disk.put(`${section}.json`, fileOf(GENERATION, body));
  if (!isCurrentOnly) disk.put(`${section}.json.bak`, fileOf(GENERATION - 1, body));
  return disk;
}
