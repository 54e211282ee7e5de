import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chance } from '@heliograph/testbed/dice.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { buildForTests } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import { contentOf, createReference } from '../tools/disk/history-batches.ts';
import { cutPower, LEFTOVERS } from '../tools/disk/power-cut.ts';
import { recordWrites } from '../tools/disk/write-log.ts';
import { MEMORY } from '../tools/process/kill-process.ts';
import { STRACE } from '../tools/process/strace.ts';

/** F32: the power fails while history is written. */

const row = openRow('F32');
const HOUR_MS = 3_600_000;
const STEPS = row.scale(24, 130);
const STEPS_PER_START = row.scale(9, 50);
const CUTS = row.scale(80, 4000);
const LOST = {
  what: 'files damaged, or without what was said to be written down',
  goal: { exactly: 0 },
} as const;

/** Lets a process keep history, and the power fail so many times, each at an operation by chance. */
async function findings(cuts: number, without: readonly SeamName[]) {
  const root = await mkdtemp(join(MEMORY, 'heliograph-power-'));
  const folder = join(root, 'history');
  await mkdir(folder);
  const script = await buildForTests('safety/tools/process/history-child.ts');
  const words = [join(folder, 'history.db'), row.seed, 0, STEPS, STEPS_PER_START].map(String);
  const operations = await recordWrites({
    ...{ folder, script: [script, ...words], without, logFile: join(root, 'log') },
  });
  const reference = createReference(join(root, 'reference.db'), row.seed);
  const contents = Array.from({ length: STEPS + 1 }, (_, count) => {
    const content = reference.contentAfter(count);
    if (count % STEPS_PER_START === 0) reference.restart();
    return content;
  });
  reference.close();
  const wrong: string[] = [];
  for (let number = 0; number < cuts; number += 1) {
    const leftover = LEFTOVERS[number % LEFTOVERS.length] ?? 'nothing';
    const after = Math.floor(chance(row.seed, number, 'after') * (operations.length + 1));
    const disk = join(root, 'disk');
    await mkdir(disk);
    const said = await cutPower(operations, { after, leftover, seed: row.seed + number }, disk);
    const done = said.filter((text) => /^\d+$/.test(text)).length;
    const content = contentOf(join(disk, 'history.db'));
    if (content !== contents[done] && content !== contents[done + 1]) {
      const which = contents.indexOf(content);
      wrong.push(`${leftover} after ${after}: ${which < 0 ? content : `${which} steps`} and not ${done}`);
    }
    await rm(disk, { recursive: true });
  }
  await rm(root, { recursive: true });
  return { wrong, operations: operations.length };
}

describe.runIf(row.can(STRACE !== undefined, 'the whole row', 'there is no strace'))(
  'after a power cut',
  { timeout: HOUR_MS },
  () => {
    it('the history is whole, and has all that was written down', async () => {
      const { wrong, operations } = await findings(CUTS, []);
      row.figure({
        what: 'operations on the disk in which it was cut',
        value: operations,
        goal: { atLeast: 300 },
      });
      row.figure({ what: 'power cuts', value: CUTS, goal: { atLeast: 80 } });
      expect(wrong).toEqual([]);
      row.figure({ ...LOST, value: wrong.length });
    });

    it.runIf(row.isNightly)('it would not be without the wait for the disk', async () => {
      const { wrong } = await findings(40, ['historySync']);
      row.counterProof({ ...LOST, without: SEAMS.historySync, value: wrong.length });
    });
  },
);
