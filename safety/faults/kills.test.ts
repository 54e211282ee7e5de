import { beforeAll, describe, expect, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import { requireInPlace } from '../tools/copies/build-entry.ts';
import type { Guard } from '../tools/copies/guard.ts';
import type { KillFigures } from '../tools/process/kill-books.ts';
import { runGatewayTrials } from '../tools/process/kill-gateway.ts';
import { buildKillChild } from '../tools/process/kill-process.ts';
import { runStoreTrials } from '../tools/process/kill-store.ts';

/** F1: a process that is killed while it saves, restores, resets, changes the password and takes firmware. */

const row = openRow('F1');
const SETTINGS = 'apps/gateway/src/settings';

/** What is done to a copy of the product, and how many kills find it out at the latest. */
const GUARDS: readonly Guard[] = [
  {
    name: 'the answer that waits for the disk',
    edits: [
      {
        file: `${SETTINGS}/settings-store.ts`,
        find: 'return enqueue(() => write(section, change));',
        replace:
          'void enqueue(() => write(section, change)).catch(() => undefined); return Promise.resolve();',
      },
    ],
  },
  {
    name: 'the new generation beside the old one',
    edits: [
      {
        file: `${SETTINGS}/settings-file.ts`,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
        find: 'next: `${name}.json.tmp`',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source
        replace: 'next: `${name}.json`',
      },
    ],
  },
  {
    name: 'the file that announces a restore',
    edits: [
      {
        file: `${SETTINGS}/replacement.ts`,
        find: 'return saveSettingsFile(directory, NAME, { number: 1, body: replacement });',
        replace:
          'return carryOutReplacement(directory, replacement, { read: async (_section, found) => found });',
      },
    ],
  },
];

const HOUR_MS = 3_600_000;
const STORE_KILLS = row.scale(10, 3000);
const GATEWAY_KILLS = row.scale(2, 500);
const GATEWAY_WITHIN_MS = row.scale(1500, 2000);
/** Each of the guards is missed sooner. */
const FOUND_OUT_KILLS = 1000;

let script = '';
let storeScript = '';
beforeAll(async () => {
  script = await buildKillChild();
  // By the rule of three starts nothing happens to the store: each look at it is a start that goes well.
  storeScript = row.isNightly ? await buildKillChild([]) : script;
}, 120_000);

/** Several at once: a process that is killed mostly waits. */
const LANES = row.scale(1, 4);

type Run = (trials: number, seed: number) => Promise<KillFigures>;

async function killed(what: string, kills: number, run: Run): Promise<void> {
  const lanes = Array.from({ length: LANES }, (_, lane) => run(kills / LANES, row.seed + lane));
  const all = await Promise.all(lanes);
  const sum = (count: (figures: KillFigures) => number) => all.reduce((total, one) => total + count(one), 0);
  const failures = all.flatMap((figures) => figures.failures);
  row.figure({ what: `kills of ${what}`, value: sum(({ trials }) => trials), goal: { atLeast: kills } });
  row.figure({
    ...{ what: `operations of ${what} acknowledged before`, value: sum(({ acknowledged }) => acknowledged) },
    ...{ goal: { atLeast: kills }, isTimed: true },
  });
  row.figure({
    what: `broken or lost after a kill of ${what}`,
    value: failures.length,
    goal: { exactly: 0 },
  });
  const ended = all.flatMap((figures) => figures.ended);
  row.figure({
    what: `processes of ${what} that ended before they were killed`,
    value: ended.length,
    goal: { exactly: 0 },
  });
  expect([...failures, ...ended]).toEqual([]);
}

describe('a process killed at any moment', { timeout: HOUR_MS }, () => {
  it('leaves the old or the new settings, whole, and what was acknowledged', () =>
    killed('the store', STORE_KILLS, (trials, seed) =>
      runStoreTrials({ script: storeScript, trials, seed }),
    ));

  it('comes back whole as a whole gateway', () =>
    killed('the gateway', GATEWAY_KILLS, (trials, seed) =>
      runGatewayTrials({ script, trials, seed, withinMs: GATEWAY_WITHIN_MS }),
    ));

  it.each(GUARDS)('would not without $name', async (guard) => {
    if (!row.isNightly) return requireInPlace(guard);
    const without = await buildKillChild([guard]);
    const trials = FOUND_OUT_KILLS;
    const { failures, ended } = await runStoreTrials({ script: without, trials, seed: row.seed });
    row.counterProof({
      ...{ what: `broken or lost within ${FOUND_OUT_KILLS} kills of the store`, without: guard.name },
      ...{ value: failures.length, goal: { exactly: 0 } },
    });
    expect(ended).toEqual([]); // a copy that does not work; it ends the trials, and proves nothing
  });
});
