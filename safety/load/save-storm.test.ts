import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { saveInAStorm } from '../tools/disk/save-storm.ts';

/** L5: save after save. */

const row = openRow('L5');
const SAVES = row.scale(60, 500);
const ONE = { exactly: 1 } as const;
const WRITES = 'saves being written at the same time';
const ANNOUNCEMENTS = 'announcements above one in 5 s';

describe('a storm of saves', { timeout: 300_000 }, () => {
  it('is written one by one, and announced once in a while', async () => {
    const { lost, writesAtOnce, isLastOnDisk, ...storm } = await saveInAStorm(SAVES);
    row.figure({ what: `saves lost, of ${SAVES}`, value: lost, goal: { exactly: 0 } });
    row.figure({ what: WRITES, value: writesAtOnce, goal: ONE });
    row.figure({ what: 'last value on the disk', value: isLastOnDisk ? 1 : 0, goal: ONE });
    const value = storm.announcements - storm.announcementsMax;
    row.figure({ what: ANNOUNCEMENTS, value: Math.max(0, value), goal: { exactly: 0 } });
  });

  it.runIf(row.isNightly)('would be written and announced all at once otherwise', async () => {
    const { writesAtOnce, ...storm } = await without(['queueOfWrites', 'announcementPause'], () =>
      saveInAStorm(SAVES),
    );
    row.counterProof({ what: WRITES, without: SEAMS.queueOfWrites, value: writesAtOnce, goal: ONE });
    const value = Math.max(0, storm.announcements - storm.announcementsMax);
    row.counterProof({ what: ANNOUNCEMENTS, without: SEAMS.announcementPause, value, goal: { exactly: 0 } });
  });
});
