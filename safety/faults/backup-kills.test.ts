import { beforeAll, describe, expect, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { buildForTests } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import { runBackupTrials } from '../tools/process/kill-backup.ts';

/** F34: a process that is killed while it makes backups and takes them. */

const row = openRow('F34');
const HOUR_MS = 3_600_000;
const KILLS = row.scale(12, 500);
const BROKEN = {
  what: 'folders with a damaged file, old and new mixed, something acknowledged lost, or half of a nightly copy',
  goal: { exactly: 0 },
} as const;

let script = '';
beforeAll(async () => {
  script = await buildForTests('safety/tools/process/backup-child.ts');
}, 120_000);

describe('a process killed at any moment', { timeout: HOUR_MS }, () => {
  it('leaves all of before a backup was restored, or all of what is in it, and whole copies', async () => {
    const { trials, inStep, acknowledged, failures } = await runBackupTrials({
      ...{ program: { script, without: [] }, trials: KILLS, seed: row.seed },
    });
    expect(failures).toEqual([]);
    row.figure({ what: 'kills', value: trials, goal: { atLeast: KILLS } });
    const inSteps = [
      ['while a nightly copy is made', inStep.night],
      ['while a backup is restored', inStep.restore],
    ] as const;
    for (const [when, value] of inSteps) {
      row.figure({
        what: `kills ${when}`,
        ...{ value, goal: { atLeast: Math.ceil(KILLS / 10) }, isTimed: true },
      });
    }
    row.figure({
      what: 'saves, batches, copies, backups and restores that were acknowledged before',
      ...{ value: acknowledged, goal: { atLeast: KILLS }, isTimed: true },
    });
    row.figure({ ...BROKEN, value: failures.length });
  });

  it.each<SeamName>(['stagedRestore', 'nightlyDraft'])('would not without %s', async (seam) => {
    const { failures } = await runBackupTrials({
      program: { script, without: [seam] },
      ...{ trials: 60, seed: row.seed },
    });
    row.counterProof({ ...BROKEN, without: SEAMS[seam], value: failures.length });
  });
});
