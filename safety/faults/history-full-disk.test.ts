import { appendFile, copyFile, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { openTestHistory, runStep } from '../tools/disk/history-batches.ts';
import { canMount, mountSmallDisk } from '../tools/disk/small-disk.ts';

/** F33: history on a disk of 3 MB, until nothing fits any more and long after that. */

const row = openRow('F33');
const STEPS = row.scale(600, 1500);
const REFUSED = {
  what: 'batches refused while there were readings to give up',
  goal: { exactly: 0 },
} as const;
const NO_MOUNT = 'nobody may mount a disk here';

type History = ReturnType<typeof openTestHistory>;

const totalOf = (history: History) =>
  (
    history.energy({ serial: '', string: undefined, step: 'year', fromS: 0, toS: 4_000_000_000 }) ?? []
  ).reduce((sum, { energyWh }) => sum + energyWh, 0);

/** How many batches are refused, and the problems that were told on the way. */
function runAll(history: History, steps: number) {
  const problems = new Set<string>();
  let refused = 0;
  for (let index = 0; index < steps; index += 1) {
    try {
      // Nothing is ever too old here: only the disk sets a limit.
      runStep({ ...history, prune: () => undefined }, row.seed, index);
    } catch {
      refused += 1;
    }
    const { problem } = index % 25 === 0 ? history.status() : {};
    if (problem !== undefined) problems.add(problem);
  }
  return { refused, problems: [...problems] };
}

describe.runIf(row.can(canMount(), 'the whole row', NO_MOUNT))('a full disk', { timeout: 600_000 }, () => {
  it.each(['ended well', 'was killed'])(
    'that is read-only when a gateway starts that %s shows what is kept',
    async (end) => {
      const disk = await mountSmallDisk(6);
      const path = join(disk.dataFolder, 'history.db');
      const before = openTestHistory(path);
      runAll(before, 30);
      const kept = totalOf(before);
      expect(kept).toBeGreaterThan(0);
      if (end === 'was killed')
        for (const suffix of ['', '-wal', '-shm']) await copyFile(path + suffix, `${path}.copy${suffix}`);
      before.close();
      const after = end === 'was killed' ? `${path}.copy` : path;
      await disk.setReadOnly();
      const history = openTestHistory(after);
      expect(history.status().problem).toBe('read-only');
      expect(totalOf(history)).toBe(kept);
      expect(() => runStep(history, row.seed, 31)).toThrow();
      expect(history.status().problem).toBe('read-only');
      expect(totalOf(history)).toBe(kept);
      history.close();
      await disk.mend();
    },
  );

  it.each([0, 12_288, 28_672])(
    'with %i bytes left at the first start is told as a full one',
    async (left) => {
      const disk = await mountSmallDisk(1);
      const filling = join(disk.dataFolder, 'filling');
      await appendFile(filling, Buffer.alloc(2_000_000)).catch(() => undefined); // until nothing fits any more
      await truncate(filling, (await stat(filling)).size - left);
      const history = openTestHistory(join(disk.dataFolder, 'history.db'));
      expect(history.status().problem).toBe('full');
      history.close();
      expect(await readdir(disk.dataFolder)).not.toContain('history-trial.tmp');
      await disk.mend();
    },
  );

  it('takes new readings in the place of the oldest, and keeps all energy', async () => {
    const disk = await mountSmallDisk(row.scale(2, 3));
    const path = join(disk.dataFolder, 'history.db');
    const history = openTestHistory(path);
    const { refused, problems } = runAll(history, STEPS);
    row.figure({ ...REFUSED, value: refused });
    row.figure({
      what: 'times that this was told',
      value: problems.filter((one) => one === 'giving-way').length,
      goal: { exactly: 1 },
    });
    const all = openTestHistory(join(await temporaryFolder(), 'history.db'));
    runAll(all, STEPS);
    row.figure({ what: 'Wh that are missing', value: totalOf(all) - totalOf(history), goal: { exactly: 0 } });
    all.close();
    history.close();
    const again = openTestHistory(path);
    expect(again.status().problem).toBeUndefined();
    again.close();
  });

  it.runIf(row.isNightly)('would refuse them without that', async () => {
    const disk = await mountSmallDisk(3);
    const value = await without(['historyRoom'], async () => {
      const history = openTestHistory(join(disk.dataFolder, 'history.db'));
      const { refused } = runAll(history, STEPS);
      history.close();
      return refused;
    });
    row.counterProof({ ...REFUSED, without: SEAMS.historyRoom, value });
  });
});
