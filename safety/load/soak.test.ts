import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { buildForTests, environmentWithout } from '../../seams/test-build.ts';
import { openRow } from '../plan/row.ts';
import type { SoakReport, SoakSample } from '../tools/process/soak.ts';
import { highest, percentile, slopeOf } from '../tools/statistics.ts';

/** L2: a day of a gateway in a few minutes. */

const row = openRow('L2');
const HOURS = row.scale(0.03, 24);
/** A leak of a text for each push shows at once. */
const LEAK_HOURS = row.scale(0.012, 2);
const SAMPLE_EVERY_S = row.scale(4, 1_000);
const SAVE_EVERY_S = row.scale(30, 600);
const SOCKETS = 20;
/** Of a push a second for each: sometimes nothing has changed, and who has just come has missed one. */
const NEARLY_ALL = 0.95;
const ENTRY = 'safety/tools/process/soak.ts';
const GROWTH = 'growth of the heap in an hour, over the last half';
const GOAL = { below: 0.2 } as const;

async function soak(hours: number, without: readonly SeamName[]): Promise<SoakReport> {
  const program = await buildForTests(ENTRY);
  const numbers = [hours, SAMPLE_EVERY_S, SAVE_EVERY_S, row.seed].map(String);
  const args = [program, ...numbers];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...environmentWithout(without) },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const lastHalf = ({ samples }: SoakReport) => samples.slice(Math.floor(samples.length / 2));
const growthMb = (report: SoakReport) => slopeOf(lastHalf(report).map(({ hour, heapMb }) => [hour, heapMb]));
const middle = (samples: readonly SoakSample[]) =>
  percentile(
    samples.map(({ rssMb }) => rssMb),
    0.5,
  );

describe.runIf(row.isNightly)('a day', { timeout: row.scale(300_000, 3_600_000) }, () => {
  it('leaves nothing behind', async () => {
    const report = await soak(HOURS, []);
    const half = lastHalf(report);
    const rounded = (value: number) => Math.round(value * 100) / 100;
    const isTimed = !row.isNightly; // minutes tell little of hours
    row.figure({ what: GROWTH, value: rounded(growthMb(report)), unit: 'MB', goal: GOAL, isTimed });
    const fifth = Math.max(1, Math.floor(half.length / 5));
    const rss = middle(half.slice(-fifth)) - middle(half.slice(0, fifth));
    row.figure({
      what: 'growth of the RSS, over the last half',
      value: rounded(rss),
      unit: 'MB',
      goal: { below: 5 },
      isTimed,
    });
    const handles = (samples: readonly SoakSample[]) => highest(samples.map(({ resources }) => resources));
    row.figure({
      what: 'handles more in the last half than in the first, the most of each',
      value: handles(half) - handles(report.samples.slice(0, -half.length)),
      goal: { atMost: 0 },
      isTimed,
    });
    row.figure({
      what: 'saves',
      value: report.saves,
      goal: { exactly: Math.floor((HOURS * 3600) / SAVE_EVERY_S) },
    });
    row.figure({ what: 'saves not counted', value: report.saves - report.counted, goal: { exactly: 0 } });
    row.figure({ what: 'sockets open at the end', value: report.open, goal: { exactly: SOCKETS } });
    const pushes = SOCKETS * HOURS * 3600;
    row.figure({ what: 'pushes that arrived', value: report.pushes, goal: { atLeast: NEARLY_ALL * pushes } });
    row.figure({
      what: 'MQTT messages that arrived',
      value: report.published,
      goal: { atLeast: Math.max(HOURS * 3600, NEARLY_ALL * report.publishesDue) },
    });
  });

  it('would leave memory behind where texts are kept', async () => {
    const value = growthMb(await soak(LEAK_HOURS, ['oldTexts']));
    row.counterProof({
      what: GROWTH,
      without: SEAMS.oldTexts,
      value: Math.round(value),
      unit: 'MB',
      goal: GOAL,
    });
  });
});
