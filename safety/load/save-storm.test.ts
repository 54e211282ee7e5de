import { describe, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import { guard } from '../tools/copies/guard.ts';
import { saveInAStorm } from '../tools/disk/save-storm.ts';

/** L5: save after save. */

const row = openRow('L5');
const SAVES = row.scale(60, 500);
const ENTRY = 'safety/tools/disk/save-storm.ts';
const ONE = { exactly: 1 } as const;
const WRITES = 'settings files being written at the same time';
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

  it('would be written and announced all at once otherwise', async () => {
    const copy = await loadEntry<typeof import('../tools/disk/save-storm.ts')>({
      ...{ entry: ENTRY, without: [QUEUE, INTERVAL] },
    });
    const { writesAtOnce, ...storm } = await copy.saveInAStorm(SAVES);
    row.counterProof({ what: WRITES, without: QUEUE.name, value: writesAtOnce, goal: ONE });
    const value = Math.max(0, storm.announcements - storm.announcementsMax);
    row.counterProof({ what: ANNOUNCEMENTS, without: INTERVAL.name, value, goal: { exactly: 0 } });
  });
});

const QUEUE = guard(
  'the queue of writes',
  'apps/gateway/src/settings/settings-store.ts',
  'const done = lastWrite.then(async () => {',
  'const done = Promise.resolve().then(async () => {',
);
const INTERVAL = guard(
  'the least time between announcements',
  'apps/gateway/src/mqtt/discovery-announcer.ts',
  'if (waitMs > 0) {',
  'if (waitMs > 1e9) {',
);
