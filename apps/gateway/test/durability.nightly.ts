import { beforeAll, expect, it } from 'vitest';
import { runGatewayTrials } from './kill-gateway.ts';
import { buildKillChild, type KillFigures, runStoreTrials } from './kill-trials.ts';

/** Zero failures in so many trials bound the true rate. Each run takes moments of its own and names its seed. */

const HOUR_MS = 3_600_000;

let script = '';
beforeAll(async () => {
  const child = await buildKillChild();
  script = child.script;
  return child.remove;
}, HOUR_MS);

function report(what: string, seed: number, figures: KillFigures): void {
  process.stdout.write(`${JSON.stringify({ what, seed, ...figures })}\n`);
  expect(figures.failures).toEqual([]);
}

it('the settings are whole after 1,000 kills', { timeout: HOUR_MS }, async () => {
  const seed = Date.now();
  const figures = await runStoreTrials({ script, trials: 1000, seed });
  report('settings', seed, figures);
  expect(figures.trials).toBe(1000);
});

it('the gateway is whole after 100 kills', { timeout: HOUR_MS }, async () => {
  const seed = Date.now();
  const figures = await runGatewayTrials({ script, trials: 100, seed, withinMs: 3000 });
  report('gateway', seed, figures);
  expect(figures.trials).toBe(100);
});
