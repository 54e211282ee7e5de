import {
  type ChipRadio,
  createChipRadio,
  createSimulatedRadio,
  type SimulatedRadioOptions,
} from '@heliograph/simulator';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const TIMEOUT_MS = 120_000;
/** Three misses of each of three inverters that have their turns every 3 s. */
const NOTICED_S = 30;
const row = openRow('F25');

interface Live {
  readonly hints: { readonly radio_problem: boolean };
  readonly inverters: readonly { readonly data_age: number; readonly reachable: boolean }[];
}

/**
 * What can be pulled out: a radio that is simulated as a whole, or the model of the chip behind its driver, which looks at it now and
 * then. The model takes too long for the gate.
 */
const MODULES = [
  { name: 'a module', isChip: false, saidInS: 1 },
  ...(row.isNightly ? [{ name: 'a modelled chip', isChip: true, saidInS: 4 }] : []),
] as const;

/** A gateway whose radio module can be pulled out and put in again. */
async function startUnpluggable({ isChip }: { readonly isChip: boolean }, isIn = true) {
  let isPluggedIn = isIn;
  let chip: ChipRadio | undefined;
  const plugChip = () => chip?.setWiring(isPluggedIn ? undefined : 'unplugged');
  function createRadio(options: SimulatedRadioOptions) {
    if (isChip) {
      chip = createChipRadio(options);
      plugChip();
      return chip;
    }
    const radio = createSimulatedRadio(options);
    return {
      ...radio,
      exchange: (...exchange: Parameters<typeof radio.exchange>) => {
        if (isPluggedIn) radio.exchange(...exchange);
      },
      status: () => ({ connected: isPluggedIn, plusVariant: isPluggedIn }),
    };
  }
  const { port, clock } = await startTestGateway({ createRadio });
  const read = async (): Promise<Live> =>
    JSON.parse((await send(port, '/api/livedata/status', { headers: login() })).text);
  return {
    clock,
    read,
    plug(nowIn: boolean) {
      isPluggedIn = nowIn;
      plugChip();
    },
    /** Seconds of its clock until something is shown; at most a minute. */
    async secondsUntil(isSo: (live: Live) => boolean): Promise<number> {
      for (let second = 0; second < 60; second++) {
        if (isSo(await read())) return second;
        await clock.advanceAsync(1000);
      }
      return 60;
    },
  };
}

describe.each(MODULES)('$name', { timeout: TIMEOUT_MS }, (module) => {
  const { name, saidInS } = module;
  it('that is pulled out is said to be, its inverters go, and come back with it', async () => {
    const { clock, read, plug, secondsUntil } = await startUnpluggable(module);
    await clock.advanceAsync(10_000);
    expect((await read()).hints.radio_problem).toBe(false);
    plug(false);
    const inSeconds = { unit: 's', goal: { atMost: saidInS } };
    const hinted = { what: `${name} that is pulled out is said to be`, ...inSeconds };
    row.figure({ ...hinted, value: await secondsUntil(({ hints }) => hints.radio_problem) });
    const gone = await secondsUntil(({ inverters }) => inverters.every(({ reachable }) => !reachable));
    row.figure({
      what: `all inverters shown unreachable without ${name}`,
      value: gone,
      unit: 's',
      goal: { atMost: NOTICED_S },
    });
    await clock.advanceAsync(60_000);
    const youngestS = Math.min(...(await read()).inverters.map(({ data_age }) => data_age));
    row.figure({
      what: `age shown a minute after ${name} has gone`,
      value: youngestS,
      unit: 's',
      goal: { atLeast: 60 },
    });
    plug(true);
    const back = await secondsUntil(
      ({ hints, inverters }) =>
        !hints.radio_problem && inverters.every(({ reachable, data_age }) => reachable && data_age < 5),
    );
    row.figure({ what: `all inverters back with ${name}`, value: back, unit: 's', goal: { atMost: 10 } });

    const bare = await startUnpluggable(module, false);
    const value = await without(['radioHint'], () => bare.secondsUntil(({ hints }) => hints.radio_problem));
    row.counterProof({ ...hinted, without: SEAMS.radioHint, value });
  });

  it('that is not there from the start does not keep the gateway from serving', async () => {
    const { clock, read } = await startUnpluggable(module, false);
    await clock.advanceAsync(60_000);
    const { hints, inverters } = await read();
    expect([hints.radio_problem, inverters.length]).toEqual([true, 3]);
    expect(inverters.every(({ reachable }) => !reachable)).toBe(true);
    row.figure({
      what: `age shown after a minute without ${name} of what was never measured`,
      value: Math.min(...inverters.map(({ data_age }) => data_age)),
      unit: 's',
      goal: { atLeast: 60 },
    });
  });
});
