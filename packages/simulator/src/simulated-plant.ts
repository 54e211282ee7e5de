/** The inverters of a scenario under one sun, with what they remember of the time before. */

import { createPast, type SimulationMemory } from './past.ts';
import { createPhysicalClock, type SimulatorClock } from './physical-clock.ts';
import { type Scenario, SIMULATED_SITE, type Site } from './scenarios/scenario.ts';
import { seedFor } from './seeded-random.ts';
import { createSimulatedInverter, type SimulatedInverter } from './simulated-inverter.ts';
import { createGrid, createWeather } from './weather.ts';

export interface SimulatedPlantOptions {
  readonly scenario: Scenario;
  /** At another speed than 1 its wall clock has to keep pace, see `keepPace`. */
  readonly clock: SimulatorClock;
  /** Whole number; everything random depends on it alone. */
  readonly seed: number;
  /** How many times faster than real time sun, weather and energy run; radio timing is always real. */
  readonly speed: number;
  /** Where the plant stands; matters in scenarios with a real sun. */
  readonly site?: Site;
  /** What the inverters remember over restarts; without it they begin anew at each start. */
  readonly memory?: SimulationMemory;
}

/** What can be asked of a plant. */
export interface SimulatedPlant {
  /** By pipe address. */
  readonly inverters: ReadonlyMap<string, SimulatedInverter>;
  readonly remember: () => void;
  /** `isUrgent`: something has happened that is worth remembering at once. */
  readonly rememberWhenDue: (isUrgent: boolean) => void;
}

/** Orders and events are remembered at once, what only grows so often. */
const REMEMBER_INTERVAL_MS = 60_000;

/** Throws a RangeError when serial and strings of an inverter do not fit together: a mistake in the scenario. */
export function createSimulatedPlant(options: SimulatedPlantOptions): SimulatedPlant {
  const { scenario, clock, seed, speed, memory } = options;
  const physicalClock = createPhysicalClock(clock, speed);
  const site = options.site ?? SIMULATED_SITE;
  const past = createPast(scenario, site, physicalClock.startMs, memory?.remembered);
  const surroundings = {
    sky: past.sky,
    weather: createWeather(seedFor(seed, 'weather')),
    grid: createGrid(seedFor(seed, 'grid')),
  };
  const simulated = scenario.inverters.map((inverter) =>
    createSimulatedInverter({
      inverter,
      surroundings,
      clock: physicalClock,
      unixMs: () => clock.unixMs(),
      seed,
      past: past.ofInverter(inverter),
    }),
  );
  let rememberedAtMs = clock.monotonicMs();

  function remember(): void {
    rememberedAtMs = clock.monotonicMs();
    memory?.remember(
      past.memoryWith(Object.fromEntries(simulated.map((inverter) => [inverter.serial, inverter.memory()]))),
    );
  }

  return {
    inverters: new Map(simulated.map((inverter) => [inverter.pipeAddress, inverter])),
    remember,
    rememberWhenDue(isUrgent) {
      if (isUrgent || clock.monotonicMs() - rememberedAtMs >= REMEMBER_INTERVAL_MS) remember();
    },
  };
}
