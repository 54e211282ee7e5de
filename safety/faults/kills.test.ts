import { rmSync } from 'node:fs';
import { passingFolder } from '@heliograph/testbed/disk/stored-settings.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { afterOperation, FIRST_STATE, operationAt } from '../tools/disk/folder-model.ts';
import { openFolderStore } from '../tools/disk/folder-store.ts';
import type { KillFigures } from '../tools/process/kill-books.ts';
import { runGatewayTrials } from '../tools/process/kill-gateway.ts';
import { buildKillProgram, type KillProgram } from '../tools/process/kill-process.ts';
import { runStoreTrials } from '../tools/process/kill-store.ts';

/** F1: a process that is killed while it saves, restores, resets, changes the password and takes firmware. */

const row = openRow('F1');

/** Switched off in the process, one after the other; where one stands in for the other, both. */
const SWITCHED_OFF = [
  ['answerAfterDisk'],
  ['rollbackJournal', 'lastGoodCopy'],
  ['oneTransaction', 'fileChecksum'],
] as const satisfies readonly (readonly SeamName[])[];

const HOUR_MS = 3_600_000;
const STORE_KILLS = row.scale(10, 3000);
const GATEWAY_KILLS = row.scale(2, 500);
const GATEWAY_WITHIN_MS = row.scale(1500, 2000);
/** Each of them is missed sooner, most of them within the first hundred: it has to be hit while it writes. */
const FOUND_OUT_KILLS = 4000;
const KILLS_AT_ONCE = 200;

let program: KillProgram;
let storeProgram: KillProgram;
beforeAll(async () => {
  program = await buildKillProgram();
  // By the rule of three starts nothing happens to the store: each look at it is a start that goes well.
  storeProgram = await buildKillProgram([]);
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

/** Does operations of every kind, several resets among them; what is there then, and what has to be. */
async function stateAfterAll(folder: string) {
  let store = await openFolderStore(folder);
  let expected = FIRST_STATE;
  for (let index = 0; index < 40; index += 1) {
    const operation = operationAt(3, index);
    const restart = await store.run(operation, index);
    expected = afterOperation(expected, operation, index);
    if (!restart) continue;
    await store.end();
    store = await openFolderStore(folder);
  }
  const state = await store.state([expected.password]);
  await store.end();
  rmSync(folder, { recursive: true });
  return { state, expected };
}

describe('a process killed at any moment', { timeout: HOUR_MS }, () => {
  it('leaves the old or the new settings, whole, and what was acknowledged', () =>
    killed('the store', STORE_KILLS, (trials, seed) =>
      runStoreTrials({ program: storeProgram, trials, seed }),
    ));

  it('comes back whole as a whole gateway', () =>
    killed('the gateway', GATEWAY_KILLS, (trials, seed) =>
      runGatewayTrials({ program, trials, seed, withinMs: GATEWAY_WITHIN_MS }),
    ));

  it.each(SWITCHED_OFF.map((names) => [names.join(' and '), names] as const))(
    'works without %s as long as nobody kills it, so that what is found is not its own mistake',
    async (_, names) => {
      const folder = passingFolder();
      const found = await without(names, () => stateAfterAll(folder));
      expect(found.state).toEqual(found.expected);
    },
  );

  it.runIf(row.isNightly).each(SWITCHED_OFF.map((names) => [names.join(' and '), names] as const))(
    'would not without %s',
    async (_, names) => {
      const bare = await buildKillProgram(names);
      const failures: unknown[] = [];
      const ended: unknown[] = [];
      for (let seed = row.seed, kills = 0; kills < FOUND_OUT_KILLS && failures.length === 0; ) {
        const trials = KILLS_AT_ONCE;
        const lanes = Array.from({ length: LANES }, (_, lane) =>
          runStoreTrials({ program: bare, trials, seed: seed + lane }),
        );
        for (const one of await Promise.all(lanes)) {
          failures.push(...one.failures);
          ended.push(...one.ended);
        }
        seed += LANES;
        kills += LANES * trials;
      }
      row.counterProof({
        ...{
          what: `broken or lost within ${FOUND_OUT_KILLS} kills of the store`,
          without: names.map((name) => SEAMS[name]).join(' and '),
        },
        ...{ value: failures.length, goal: { exactly: 0 } },
      });
      expect(ended).toEqual([]); // a copy that does not work; it ends the trials, and proves nothing
    },
  );
});
