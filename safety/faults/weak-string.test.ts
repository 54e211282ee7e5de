import { eastAndWest, MARCH_MS, type RoofOptions, runRoof } from '@heliograph/testbed/gateway/roof.ts';
import { describe, it } from 'vitest';
import { createDetector } from '../../apps/gateway/src/findings/detector.ts';
import { STEP_S } from '../../apps/gateway/src/findings/watch.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F36: whether a loss is told from clouds, snow, limits and trees. */

const row = openRow('F36');

const ROOFS = row.scale(2, 50);
const DAYS = 40;
const LOSS_DAY = 20;
const LOSS_HOUR = 12;
const SNOW_DAYS = [9, 30];
const LIMITS = [
  { day: 14, share: 0.5 },
  { day: 15, share: 0.5 },
  { day: 16, share: 0.6 },
];
const STRINGS = eastAndWest();
/** One of those that look to the west. */
const LOSER = { serial: STRINGS[12]?.serial ?? '', string: STRINGS[12]?.string ?? 0 };
const LOSS_S = MARCH_MS / 1000 + LOSS_DAY * 86_400 + LOSS_HOUR * 3600;

/** Its last mornings hold a quarter of an hour that was never all in the shade, with much noise after it. */
const SHADE_MOVES_SEED = 209_212_793;

interface Outcome {
  readonly falseAlarms: number;
  /** Five-minute steps in which there was light enough, from the loss until it was told. */
  readonly stepsOfSun: number;
  readonly isStillOpen: boolean;
}

function watchRoof(seed: number, options: Partial<RoofOptions> = {}): Outcome {
  const detector = createDetector();
  let stepsOfSun = 0;
  const ofLoser = ({ serial, string }: { serial: string; string: number | undefined }) =>
    serial === LOSER.serial && string === LOSER.string;
  const isTold = () => detector.findings().some((one) => ofLoser(one) && one.foundAtS >= LOSS_S);
  const losses = [{ ...LOSER, fromDay: LOSS_DAY, fromHour: LOSS_HOUR, left: 0.85 }];
  runRoof(
    { seed, days: DAYS, strings: STRINGS, snowDays: SNOW_DAYS, limits: LIMITS, losses, ...options },
    detector,
    ({ atS }) => {
      if (atS < LOSS_S || isTold()) return;
      const verdict = detector.verdicts().find(ofLoser)?.verdict;
      if (verdict !== 'dark' && verdict !== 'unheard' && verdict !== 'limited') stepsOfSun += 1;
    },
  );
  const findings = detector.findings();
  return {
    falseAlarms: findings.filter((one) => !ofLoser(one) || one.foundAtS < LOSS_S).length,
    stepsOfSun: isTold() ? stepsOfSun : Number.POSITIVE_INFINITY,
    isStillOpen: findings.some((one) => ofLoser(one) && one.state === 'open' && one.kind === 'weak'),
  };
}

const falseAlarmsOf = (outcomes: readonly Outcome[]) =>
  outcomes.reduce((sum, { falseAlarms }) => sum + falseAlarms, 0);

describe('a string that loses 15 %', () => {
  const seeds = Array.from({ length: ROOFS }, (_, index) => row.seed + index);

  it('is told within an hour of sun, and no other one is', () => {
    const outcomes = seeds.map((seed) => watchRoof(seed));
    row.figure({ what: 'simulated roofs', value: outcomes.length, goal: { atLeast: ROOFS } });
    row.figure({ what: 'false alarms', value: falseAlarmsOf(outcomes), goal: { exactly: 0 } });
    row.figure({
      what: 'time of sun until it was told, the longest',
      value: (Math.max(...outcomes.map(({ stepsOfSun }) => stepsOfSun)) * STEP_S) / 60,
      unit: 'min',
      goal: { atMost: 60 },
    });
    row.figure({
      what: 'losses that were taken back although they went on',
      value: outcomes.filter(({ isStillOpen }) => !isStillOpen).length,
      goal: { exactly: 0 },
    });
  }, 1_800_000);

  it.runIf(row.isNightly)(
    'is told alone where shade lasts longer from week to week',
    () => {
      row.figure({
        what: 'false alarms on the roof whose tree was taken for a loss',
        value: watchRoof(SHADE_MOVES_SEED).falseAlarms,
        goal: { exactly: 0 },
      });
    },
    600_000,
  );

  it.runIf(row.isNightly).each([
    ['ownHabit', {}],
    ['snowPatience', { snowDays: [9, 12, 30] }],
  ] as const)(
    'without its guard %s others are told',
    async (seam, options) => {
      const outcome = await without([seam], () => watchRoof(row.seed, options));
      row.counterProof({
        what: 'false alarms',
        without: SEAMS[seam],
        value: outcome.falseAlarms,
        goal: { exactly: 0 },
      });
    },
    600_000,
  );
});
