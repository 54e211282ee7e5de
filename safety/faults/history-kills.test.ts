import { beforeAll, describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { buildForTests } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import { runHistoryTrials } from '../tools/process/kill-history.ts';

/** F31: a process that is killed while it keeps history. */

const row = openRow('F31');
const HOUR_MS = 3_600_000;
const KILLS = row.scale(25, 500);
const BROKEN = {
  what: 'files damaged, or with more or less than was written down',
  goal: { exactly: 0 },
} as const;

let script = '';
beforeAll(async () => {
  script = await buildForTests('safety/tools/process/history-child.ts');
}, 120_000);

describe('a process killed at any moment', { timeout: HOUR_MS }, () => {
  it('leaves the history whole, up to the last batch', async () => {
    const { trials, early, acknowledged, failures } = await runHistoryTrials({
      ...{ program: { script, without: [] }, trials: KILLS, seed: row.seed },
    });
    row.figure({ what: 'kills', value: trials, goal: { atLeast: KILLS } });
    row.figure({
      ...{ what: 'kills before the first batch, while the file is opened or migrated', value: early },
      ...{ goal: { atLeast: Math.ceil(KILLS / 25) }, isTimed: true },
    });
    row.figure({
      ...{
        what: 'batches written down before',
        value: acknowledged,
        goal: { atLeast: KILLS },
        isTimed: true,
      },
    });
    row.figure({ ...BROKEN, value: failures.length });
    expect(failures).toEqual([]);
  });

  it('would not without the transaction', async () => {
    const { failures } = await runHistoryTrials({
      program: { script, without: ['wholeBatches'] },
      ...{ trials: 60, seed: row.seed },
    });
    row.counterProof({ ...BROKEN, without: SEAMS.wholeBatches, value: failures.length });
  });
});
