import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { HistoryCalls } from '../../apps/gateway/src/history/history.ts';
import { systemClock } from '../../apps/gateway/src/platform/clock.ts';
import { startWorkerThread } from '../../apps/gateway/src/platform/worker-thread.ts';
import { createBackupWork } from '../../apps/gateway/src/settings/backup-files.ts';
import { openDatabase } from '../../apps/gateway/src/storage/database.ts';
import { buildForTests } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import { FIRST_S, HISTORY_CONFIG, openTestHistory, runStep } from '../tools/disk/history-batches.ts';

/** L14: a long history is copied while somebody looks at it. */

const row = openRow('L14');
const LENGTH_MB = row.scale(24, 1300);
const BATCHES = 20;
const HISTORY_CALLS = ['curve', 'close'] as const satisfies readonly (keyof HistoryCalls)[];

/** A history of some hours, and so many megabytes that belong to nobody. */
function writeLongHistory(path: string): void {
  const history = openTestHistory(path);
  for (let index = 0; index < BATCHES; index += 1) runStep(history, row.seed, index);
  history.close();
  const database = openDatabase(path);
  database.exec('CREATE TABLE padding (id INTEGER PRIMARY KEY, body BLOB)');
  const insert = database.prepare('INSERT INTO padding (body) VALUES (randomblob(4000))');
  for (let megabyte = 0; megabyte < LENGTH_MB; megabyte += 1)
    database.transaction(() => {
      for (let part = 0; part < 262; part += 1) insert.run();
    });
  database.close();
}

const DAY_S = 86_400;
/** The day of those hours. */
const QUESTION: Parameters<HistoryCalls['curve']>[0] = {
  ...{ serial: '', string: undefined, measure: 'power' },
  ...{ fromS: FIRST_S, toS: FIRST_S + DAY_S, pointsMax: 500, nowS: FIRST_S + DAY_S },
};

describe('a long history that is copied', { timeout: 600_000 }, () => {
  it('is shown meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heliograph-')); // too long for one in memory
    const scriptOf = async (name: string) =>
      pathToFileURL(join(dirname(await buildForTests('safety/tools/process/backup-child.ts')), `${name}.js`));
    const path = join(folder, 'history.db');
    writeLongHistory(path);
    const data = { path, config: HISTORY_CONFIG };
    const history = startWorkerThread<HistoryCalls>(await scriptOf('history-worker'), data, HISTORY_CALLS);
    if (history === undefined) throw new Error('The thread of the history was not built.');
    const work = createBackupWork(await scriptOf('backup-worker'), systemClock);
    try {
      expect((await history.calls.curve(QUESTION))?.atS.length).toBeGreaterThan(10);
      let isUnderWay = true;
      const copied = work.copy(path, join(folder, 'copy.db')).finally(() => {
        isUnderWay = false;
      });
      let answers = 0;
      let longestMs = 0;
      while (isUnderWay) {
        const askedMs = performance.now();
        await history.calls.curve(QUESTION);
        if (!isUnderWay) break;
        answers += 1;
        longestMs = Math.max(longestMs, performance.now() - askedMs);
      }
      expect(await copied).toEqual({ kind: 'done' });
      row.figure({ what: 'answers while it is copied', value: answers, goal: { atLeast: 10 } });
      row.figure({
        what: 'the longest that one took',
        ...{ value: Math.round(longestMs), unit: 'ms', goal: { atMost: 500 }, isTimed: true },
      });
      const copy = openDatabase(join(folder, 'copy.db'), undefined, 'read');
      const padding = copy.prepare<{ count: number }>('SELECT count(*) AS count FROM padding').get()?.count;
      copy.close();
      row.figure({
        what: 'rows that the copy lacks',
        value: 262 * LENGTH_MB - (padding ?? 0),
        goal: { exactly: 0 },
      });
    } finally {
      await history.calls.close();
      await history.end();
      rmSync(folder, { recursive: true });
    }
  });
});
