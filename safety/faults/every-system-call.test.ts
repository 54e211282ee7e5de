import { createDice } from '@heliograph/testbed/dice.ts';
import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import {
  type CallOutcome,
  type CallTrial,
  type Finding,
  openCallTrials,
  type Work,
} from '../tools/process/call-trials.ts';
import { STRACE } from '../tools/process/strace.ts';

/** F3: every system call on the data folder fails, or the process ends at it. */

const row = openRow('F3');
const AT_ONCE = 2;
const SET_ASIDE = 'good databases that one failed call sets aside';

/** As many of them as wanted, by chance. */
function someOf(trials: readonly CallTrial[], count: number): readonly CallTrial[] {
  const dice = createDice(row.seed);
  return trials
    .map((trial) => ({ trial, order: dice() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ trial }) => trial);
}

async function findingsOf(
  choose: (all: readonly CallTrial[]) => readonly CallTrial[],
  ...[works, without]: Parameters<typeof openCallTrials>
) {
  const trials = await openCallTrials(works, without);
  const chosen = choose(trials.all);
  const left = [...chosen];
  const found: ({ readonly trial: CallTrial } & CallOutcome)[] = [];
  const work = async () => {
    for (let trial = left.pop(); trial !== undefined; trial = left.pop()) {
      found.push({ trial, ...(await trials.run(trial)) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await trials.close();
  const bad = found.filter(({ findings }) => findings.length > 0);
  const missed = found.filter(({ isMet }) => !isMet);
  for (const one of [...bad, ...missed]) process.stdout.write(`F3: ${JSON.stringify(one)}\n`);
  return { met: found.length - missed.length, bad };
}

const canTrace = row.can(
  STRACE !== undefined,
  'every system call that fails',
  'strace is not installed (apt-get install strace)',
);

describe.runIf(canTrace)('a system call that fails', { timeout: row.scale(120_000, 1_800_000) }, () => {
  it('leaves the old or the new settings, and what was said is so', async () => {
    const { met, bad } = await findingsOf((all) => someOf(all, row.scale(4, Number.POSITIVE_INFINITY)));
    const badOf = (...kinds: Finding[]) =>
      bad.filter(({ findings }) => kinds.some((kind) => findings.includes(kind))).length;
    row.figure({ what: 'calls that failed', value: met, goal: { atLeast: row.scale(4, 240) } });
    row.figure({
      what: 'folders with neither old nor new settings',
      value: badOf('broken'),
      goal: { exactly: 0 },
    });
    row.figure({ what: 'acknowledged writes lost', value: badOf('lost'), goal: { exactly: 0 } });
    row.figure({
      what: 'refused writes that changed memory or disk',
      value: badOf('changed'),
      goal: { exactly: 0 },
    });
    row.figure({ what: 'counts of saves that fell', value: badOf('number'), goal: { exactly: 0 } });
    row.figure({ what: SET_ASIDE, value: badOf('set aside'), goal: { exactly: 0 } });
    row.figure({ what: 'refusals without a reason', value: badOf('unexplained'), goal: { exactly: 0 } });
    row.figure({
      what: 'starts refused for one failed call',
      value: badOf('no start'),
      goal: { exactly: 0 },
    });
  });

  it.runIf(row.isNightly)('loses what was acknowledged where the answer does not wait', async () => {
    const isWrite = ({ group, injection: { call, fault } }: CallTrial) =>
      group === 'database' && call === 'fsync' && fault === 'EIO';
    const works: Work[] = ['poll'];
    const { bad } = await findingsOf((all) => all.filter(isWrite).slice(0, row.scale(1, 3)), works, [
      'answerAfterDisk',
    ]);
    row.counterProof({
      what: 'acknowledged writes lost',
      without: SEAMS.answerAfterDisk,
      value: bad.filter(({ findings }) => findings.includes('lost')).length,
      goal: { exactly: 0 },
    });
  });

  it.runIf(row.isNightly)(
    'takes a good database for a damaged one where that is read only once',
    async () => {
      const isRead = ({ group, injection: { call, fault } }: CallTrial) =>
        group === 'database' && call === 'pread64' && fault === 'EIO';
      const { bad } = await findingsOf(
        (all) => all.filter(isRead).slice(0, row.scale(6, 12)),
        ['open'],
        ['secondRead'],
      );
      row.counterProof({
        what: SET_ASIDE,
        without: SEAMS.secondRead,
        value: bad.filter(({ findings }) => findings.includes('set aside')).length,
        goal: { exactly: 0 },
      });
    },
  );
});
