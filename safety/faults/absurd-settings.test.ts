import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { openSettingsIn, tryOpening } from '@heliograph/testbed/disk/settings-on-disk.ts';
import {
  BOTH_FILES,
  type Files,
  filesOf,
  passingFolder,
  putFiles,
  putSections,
  storedSection,
} from '@heliograph/testbed/disk/stored-settings.ts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  SECTION_NAMES,
  type SectionName,
  type Sections,
  sectionsFrom,
} from '../../apps/gateway/src/settings/sections.ts';
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
const PER_FIELD = row.scale(1, ABSURD.length);

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

let folder: string;
let used: Files;
let bodies: ReadonlyMap<SectionName, Json>;
let good: Sections;

/** A folder that was in use, with inverters. */
beforeAll(async () => {
  folder = passingFolder();
  const { settings, end } = await openSettingsIn(folder);
  const inverter = [4, 7].map((id) => ({
    ...{ id, serial: `11418273012${id}`, name: `Roof ${id}` },
    channel: [{ name: 'East', max_power: 400 }],
  }));
  await settings.update('ntp', (ntp) => ({ ...ntp, ntp_server: 'b.test' }));
  await settings.update('inverters', () => ({ inverter }));
  good = sectionsFrom(settings.get);
  await end();
  used = filesOf(folder);
  bodies = new Map(SECTION_NAMES.map((section) => [section, storedSection(folder, section)]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Case {
  readonly section: SectionName;
  readonly body: Json;
}

function allCases(): Case[] {
  return SECTION_NAMES.flatMap((section) => {
    const body = bodies.get(section);
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
  /** The copy counts, and that is told. */
  restored: number;
}

/** Puts a section, with right check sums, into the database, and into its copy as well. */
function put({ section, body }: Case, { isCopyKept }: { readonly isCopyKept: boolean }): void {
  putFiles(folder, used);
  putSections(folder, { [section]: body }, { isCopyKept });
}

async function tryAll(): Promise<Tally> {
  const tally: Tally = { tried: 0, refused: 0, absurd: 0, restored: 0 };
  for (const changed of allCases()) {
    put(changed, { isCopyKept: true });
    const found = await tryOpening(folder);
    tally.tried++;
    if (found.kind !== 'opened') tally.refused++;
    else if (isAbsurd(found.sections)) tally.absurd++;
    else if (found.isRestored && isDeepStrictEqual(found.sections, good)) tally.restored++;
  }
  return tally;
}

describe('absurd values in a whole database', { timeout: 600_000 }, () => {
  it('give way to the copy, which is told, and keep no gateway from starting', async () => {
    const { tried, refused, absurd, restored } = await tryAll();
    row.figure({ what: 'absurd values tried', value: tried, goal: { atLeast: row.scale(70, 900) } });
    row.figure({ what: 'starts refused because of one', value: refused, goal: { exactly: 0 } });
    row.figure({ what: 'absurd values that count', value: absurd, goal: { exactly: 0 } });
    row.figure({
      what: 'starts with the last good copy and a notice',
      value: restored,
      goal: { atLeast: row.scale(35, 500) },
    });
  });

  it('lead to recovery mode when the copy has them too, and never to a default', async () => {
    const cases = allCases().filter((_, index) => index % row.scale(8, 2) === 0);
    let unexpected = 0;
    for (const changed of cases) {
      put(changed, { isCopyKept: true });
      const one = await tryOpening(folder);
      put(changed, { isCopyKept: false });
      const both = await tryOpening(folder);
      // What is fit to be used in the database is so in both.
      const isFit = one.kind === 'opened' && !one.isRestored;
      if (both.kind !== (isFit ? 'opened' : 'damaged')) unexpected++;
      else if (both.kind === 'damaged' && both.fileName !== BOTH_FILES[0]) unexpected++;
    }
    row.figure({
      what: 'databases absurd as their copies are that are not noticed',
      value: unexpected,
      goal: { exactly: 0 },
    });
  });

  it.runIf(row.isNightly)('would count without the schemas', async () => {
    const { absurd } = await without(['diskSchemas'], tryAll);
    row.counterProof({
      what: 'absurd values that count',
      without: SEAMS.diskSchemas,
      value: absurd,
      goal: { exactly: 0 },
    });
  });
});
