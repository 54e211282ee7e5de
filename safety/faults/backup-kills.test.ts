import { beforeAll, describe, expect, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { buildForTests } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import { runBackupTrials } from '../tools/process/kill-backup.ts';
import { runRecoveryTrials } from '../tools/process/kill-recovery.ts';

/** F34: a process that is killed while it makes backups and takes them. */

const row = openRow('F34');
const HOUR_MS = 3_600_000;
const KILLS = row.scale(12, 500);
const BROKEN = {
  what: 'folders with a damaged file, old and new mixed, something acknowledged lost, or half of a nightly copy',
  goal: { exactly: 0 },
} as const;

/** The first that is found ends it; on a busy machine that is not among the first. */
const UNTIL_FOUND = 200;
const RECOVERY_KILLS = row.scale(8, 300);
const MIXED = {
  what: 'folders with damaged settings in which a restore that was cut short counts in part, or nothing can be restored any more',
  goal: { exactly: 0 },
} as const;

let script = '';
let recoveryScript = '';
beforeAll(async () => {
  script = await buildForTests('safety/tools/process/backup-child.ts');
  recoveryScript = await buildForTests('safety/tools/process/recovery-child.ts');
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

  it.runIf(row.isNightly).each<SeamName>(['stagedRestore', 'nightlyDraft'])(
    'would not without %s',
    async (seam) => {
      const { failures } = await runBackupTrials({
        program: { script, without: [seam] },
        ...{ trials: UNTIL_FOUND, seed: row.seed },
      });
      row.counterProof({ ...BROKEN, without: SEAMS[seam], value: failures.length });
    },
  );
});

describe('recovery mode killed while it restores a backup of everything', { timeout: HOUR_MS }, () => {
  it('leaves what was remembered, and takes the backup again, or has restored all of it', async () => {
    const { trials, before, after, failures } = await runRecoveryTrials({
      ...{ program: { script: recoveryScript, without: [] }, trials: RECOVERY_KILLS, seed: row.seed },
    });
    expect(failures).toEqual([]);
    row.figure({ what: 'kills in recovery mode', value: trials, goal: { atLeast: RECOVERY_KILLS } });
    for (const [when, value] of [
      ['before the settings count again', before],
      ['after that', after],
    ] as const)
      row.figure({ what: `kills in recovery mode ${when}`, value, goal: { atLeast: 1 }, isTimed: true });
    row.figure({ ...MIXED, value: failures.length });
  });

  it.runIf(row.isNightly)('would not without stagedRestore', async () => {
    const { failures } = await runRecoveryTrials({
      program: { script: recoveryScript, without: ['stagedRestore'] },
      ...{ trials: UNTIL_FOUND, seed: row.seed },
    });
    row.counterProof({ ...MIXED, without: SEAMS.stagedRestore, value: failures.length });
  });
});
