import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { countHashes } from '../tools/access/count-hashes.ts';
import { openLoginDoor } from './login-door.ts';

/** A few milliseconds, in which what else is done counts little, as with the real cost. */
const COST = { logCost: 12, blockSize: 8, parallelism: 1 };

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Logs in wrongly as the admin and as somebody unknown, in turns; what each took. */
async function timeLogins(times: number) {
  const { clock, knock } = await openLoginDoor(COST);
  const hashes = countHashes();
  const took: Record<'admin' | 'nobody', number[]> = { admin: [], nobody: [] };
  const hashed = { admin: 0, nobody: 0 };
  for (let time = 0; time < times; time++) {
    for (const userName of time % 2 === 0 ? (['admin', 'nobody'] as const) : (['nobody', 'admin'] as const)) {
      clock.advance(60_000); // so that nothing has to wait
      hashes.take();
      const startMs = performance.now();
      await knock(`wrong ${time}`, `10.0.${time % 250}.${userName.length}`, userName);
      took[userName].push(performance.now() - startMs);
      hashed[userName] += hashes.take();
    }
  }
  hashes.end();
  const [right, unknown] = [medianOf(took.admin), medianOf(took.nobody)];
  return { differencePercent: (Math.abs(right - unknown) / right) * 100, hashed };
}

describe('a wrong login (A11)', { timeout: 600_000 }, () => {
  it('takes as long for an unknown user as for the admin', async () => {
    const row = openRow('A11');
    const times = row.scale(30, 2_000);
    const { differencePercent, hashed } = await timeLogins(times);
    const what = 'difference of the medians';
    const unit = '%';
    row.figure({ what, value: differencePercent, unit, goal: { atMost: 5 }, isTimed: true });
    row.figure({
      what: 'logins of unknown users that were hashed',
      value: hashed.nobody,
      goal: { exactly: times },
    });
    const bare = await without(['hashForUnknown'], () => timeLogins(row.scale(10, 100)));
    row.counterProof({
      what,
      without: SEAMS.hashForUnknown,
      value: bare.differencePercent,
      unit,
      goal: { atMost: 5 },
    });
  });
});
