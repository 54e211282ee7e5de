import { beforeAll, describe, expect, it } from 'vitest';
import { runGatewayTrials } from './kill-gateway.ts';
import { FLAWS } from './kill-store.ts';
import { buildKillChild, runStoreTrials } from './kill-trials.ts';

/**
 * A process that is killed while it saves, restores and resets. More of it: `durability.nightly.ts`.
 */

let script = '';
beforeAll(async () => {
  const child = await buildKillChild();
  script = child.script;
  return child.remove;
}, 120_000);

const SEED = 20_261_121;

describe('a process killed at any moment', { timeout: 120_000 }, () => {
  it('leaves the old or the new settings, whole, and what was acknowledged (25 times)', async () => {
    const { failures, trials } = await runStoreTrials({ script, trials: 25, seed: SEED });
    expect(failures).toEqual([]);
    expect(trials).toBe(25);
  });

  it('comes back whole as a whole gateway (3 times)', async () => {
    const { failures, trials } = await runGatewayTrials({ script, trials: 3, seed: SEED, withinMs: 1500 });
    expect(failures).toEqual([]);
    expect(trials).toBe(3);
  });

  it('would not come back whole if it answers too early', async () => {
    const flaw = 'answers too early';
    const { failures } = await runGatewayTrials({ script, trials: 20, seed: SEED, withinMs: 1500, flaw });
    expect(failures).toHaveLength(1);
  });

  it.each(FLAWS)('would not if it %s', async (flaw) => {
    const { failures } = await runStoreTrials({ script, trials: 100, seed: SEED, flaw });
    expect(failures).toHaveLength(1);
  });
});
