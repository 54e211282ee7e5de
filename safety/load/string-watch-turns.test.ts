import { EAST, runRoof, SOUTH, WEST } from '@heliograph/testbed/gateway/roof.ts';
import { it } from 'vitest';
import { createDetector, type Detector } from '../../apps/gateway/src/findings/detector.ts';
import { openRow } from '../plan/row.ts';

/** L7: how long the watch over the strings of 50 inverters holds up everything else. */

const row = openRow('L7');
const DAYS = 9;
/** Of the same steps; whatever the machine did besides in one of them is left out. */
const RUNS = 3;
const SIDES = [EAST, SOUTH, WEST] as const;
const STRINGS = Array.from({ length: 200 }, (_, index) => ({
  ...{ serial: `1141827401${String(index >> 2).padStart(2, '0')}`, string: (index % 4) + 1, peakW: 400 },
  ...(SIDES[index % 3] ?? SOUTH),
}));

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Notes the least that each turn has cost so far. */
function watchRoof(leastMs: Map<string, number>): void {
  const detector = createDetector();
  const note = (turn: string, work: () => void) =>
    leastMs.set(turn, Math.min(leastMs.get(turn) ?? Number.POSITIVE_INFINITY, cpuMs(work)));
  const noted: Detector = {
    ...detector,
    step(step) {
      let isMore = true;
      for (let piece = 0; isMore; piece += 1) {
        note(`${step.atS} piece ${piece}`, () => {
          isMore = detector.goOn();
        });
      }
      note(`${step.atS}`, () => detector.step(step));
    },
  };
  runRoof({ seed: row.seed, days: DAYS, strings: STRINGS }, noted);
  note('clear days', () => detector.clearDays());
}

it.runIf(row.isNightly)(
  'the watch over 200 strings takes no turn for long',
  () => {
    const leastMs = new Map<string, number>();
    for (let run = 0; run < RUNS; run += 1) watchRoof(leastMs);
    row.figure({
      what: 'the longest turn of the watch over 200 strings, of a core',
      ...{ value: Math.round(Math.max(...leastMs.values())), unit: 'ms', isTimed: true },
      goal: { atMost: 50 },
    });
  },
  1_800_000,
);
