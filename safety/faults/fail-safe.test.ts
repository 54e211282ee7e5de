import { createDice } from '@heliograph/testbed/dice.ts';
import { HAS_MOSQUITTO } from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { describe, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import {
  DEATHS,
  type Manner,
  type Mortal,
  PROMISE_S,
  startMortalHouse,
  type TrialResult,
} from '../tools/house/fail-safe-trial.ts';

/** F48: what dies beside an armed rule. */

const row = openRow('F48');
const TRIALS = 200;
const HOUSES = 8;
const NONE = { exactly: 0 } as const;
const TOO_MUCH = {
  what: 'trials in which more was fed in than is safe once the promised time was over',
  goal: NONE,
};

function mannerBy(dice: () => number): Manner {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T;
  return {
    network: pick(['all', 'inverters', 'meter']),
    meter: pick(['silent', 'dead']),
    broker: pick(['dead', 'hangs']),
    inverter: pick(['restarts', 'out-of-reach']),
    index: Math.floor(dice() * 3),
    apartMs: Math.round(dice() * 3000),
    awayMs: 3000 + Math.round(dice() * 22_000),
    isLoadLow: dice() < 0.3,
  };
}

async function runTrials(trials: readonly (readonly Mortal[])[], dice: () => number, seed: number) {
  const house = await startMortalHouse({ seed });
  const results: TrialResult[] = [];
  for (const deaths of trials) {
    await house.settle();
    const result = await house.trial(deaths, mannerBy(dice));
    process.stdout.write(`F48: ${result.seconds?.toFixed(1) ?? 'never'} s, ${result.name}\n`);
    results.push(result);
  }
  await house.stop();
  return results;
}

/** One trial in a gateway whose guard is switched off: how often was more fed in than is safe? */
async function failuresWithout(name: SeamName, deaths: readonly Mortal[], seed: number): Promise<number> {
  const house = await startMortalHouse({ seed, without: [name] });
  await house.settle();
  const manner = { ...mannerBy(createDice(seed)), meter: 'dead', isLoadLow: false } as const;
  const { seconds } = await house.trial(deaths, manner);
  await house.stop();
  return seconds === undefined ? 1 : 0;
}

const TIMEOUT = { timeout: 3_500_000 };

describe.runIf(row.isNightly && row.can(HAS_MOSQUITTO, 'the trials', 'there is no Mosquitto'))(
  'the gateway, the network, the meter, the broker or an inverter dies, or two of them',
  TIMEOUT,
  () => {
    it('and no more is fed in than is safe within the time that the page promises', async () => {
      const dice = createDice(row.seed);
      const trials = Array.from({ length: TRIALS }, (_, index) => DEATHS[index % DEATHS.length] ?? []);
      const ofHouse = (number: number) => trials.filter((_, index) => index % HOUSES === number);
      const results = (
        await Promise.all(
          Array.from({ length: HOUSES }, (_, number) =>
            runTrials(ofHouse(number), createDice(Math.floor(dice() * 2 ** 31)), row.seed + number),
          ),
        )
      ).flat();
      const longestS = Math.max(...results.map(({ seconds = Number.POSITIVE_INFINITY }) => seconds));
      row.figure({ what: 'trials', value: results.length, goal: { atLeast: TRIALS } });
      row.figure({
        ...TOO_MUCH,
        value: results.filter(({ seconds }) => seconds === undefined).length,
      });
      row.figure({
        what: 'trials in which more was fed in again while the meter was dead',
        value: results.filter(({ isKept }) => !isKept).length,
        goal: NONE,
      });
      row.figure({
        what: 'until no more was fed in than is safe, the longest',
        value: Math.round(longestS * 10) / 10,
        unit: 's',
        goal: { atMost: PROMISE_S },
        isTimed: true,
      });
    });

    it.each([
      ['staleMeter', 'meter'],
      ['safeStart', 'gateway'],
    ] as const)('would go on as before without %s', async (name, death) => {
      const value = await failuresWithout(name, [death], row.seed);
      row.counterProof({ ...TOO_MUCH, without: SEAMS[name], value });
    });
  },
);
