/** A `Radio` whose far end are simulated inverters. The same seed and the same clock give the same packets. */

import { pipeAddress } from '@heliograph/protocol';
import type { Packet, PaLevel, Radio, Transmission } from '@heliograph/radio';
import { createAir } from './air.ts';
import { createPast, type SimulationMemory } from './past.ts';
import { createPhysicalClock, type SimulatorClock } from './physical-clock.ts';
import { type AirConditions, type Scenario, SIMULATED_SITE, type Site } from './scenarios/scenario.ts';
import { seedFor } from './seeded-random.ts';
import {
  createSimulatedInverter,
  type InverterAnswer,
  type InverterTruth,
  type SimulatedInverter,
} from './simulated-inverter.ts';
import { createGrid, createWeather } from './weather.ts';

export interface SimulatedRadioOptions {
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

export interface SimulatedRadio extends Radio {
  /** Other air from now on; packets on their way still arrive. */
  setAir(air: AirConditions): void;
  /** Takes an inverter of the scenario away, or brings it back. */
  setPresence(serial: string, isPresent: boolean): void;
  /** What an inverter really holds at this moment; undefined when the scenario has no such inverter. */
  inspect(serial: string): InverterTruth | undefined;
}

/** Orders and events are remembered at once, what only grows so often. */
const REMEMBER_INTERVAL_MS = 60_000;

export function createSimulatedRadio(options: SimulatedRadioOptions): SimulatedRadio {
  const { scenario, clock, seed } = options;
  const present = new Set(
    scenario.inverters.filter(({ isPresent }) => isPresent).map(({ serial }) => serial),
  );
  const { inverters, remember, rememberWhenDue } = createInverters(options);
  const air = createAir(scenario.air, seedFor(seed, 'air'), () => clock.monotonicMs());
  const mailbox = createMailbox(clock);
  // Without the "+" chip there is no 250 kbit/s, so nobody understands us.
  const works = scenario.radio.connected && scenario.radio.plusVariant;
  let paLevel: PaLevel = 0;
  let readingPipe: string | undefined;

  function deliver(answer: InverterAnswer, rfChannel: Transmission['rfChannel']): void {
    for (const arrival of air.carryAnswer(answer.packets, rfChannel)) {
      mailbox.after(arrival.afterMs, () => {
        if (answer.pipeAddress !== readingPipe) return;
        mailbox.put({ bytes: arrival.bytes, rfChannel: arrival.rfChannel });
      });
    }
  }

  return {
    transmit({ bytes, pipeAddress: address, rfChannel }) {
      if (!works || mailbox.isClosed()) return;
      const heard = air.carryRequest(bytes, rfChannel, paLevel);
      const inverter = inverters.get(address);
      if (heard === undefined || inverter === undefined || !present.has(inverter.serial)) return;
      const revision = inverter.revision();
      const answer = inverter.hear(heard);
      rememberWhenDue(inverter.revision() !== revision);
      if (answer !== undefined) mailbox.after(answer.afterMs, () => deliver(answer, rfChannel));
    },
    onPacket: mailbox.onPacket,
    setReadingPipe(address) {
      readingPipe = address;
    },
    setPaLevel(level) {
      paLevel = level;
    },
    status: () => scenario.radio,
    stop() {
      if (!mailbox.isClosed()) remember();
      mailbox.close();
    },
    setAir: air.setConditions,
    setPresence(serial, isPresent) {
      if (isPresent) present.add(serial);
      else present.delete(serial);
    },
    inspect: (serial) => inverters.get(pipeAddress(serial))?.inspect(),
  };
}

interface Inverters {
  /** By pipe address. */
  readonly inverters: ReadonlyMap<string, SimulatedInverter>;
  readonly remember: () => void;
  /** `isUrgent`: something has happened that is worth remembering at once. */
  readonly rememberWhenDue: (isUrgent: boolean) => void;
}

function createInverters(options: SimulatedRadioOptions): Inverters {
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

interface Mailbox {
  after(delayMs: number, action: () => void): void;
  put(packet: Packet): void;
  onPacket(listener: (packet: Packet) => void): () => void;
  isClosed(): boolean;
  close(): void;
}

/** Holds what is on its way and who listens; after `close` nothing moves any more. */
function createMailbox(clock: SimulatorClock): Mailbox {
  const listeners = new Set<(packet: Packet) => void>();
  const cancels = new Set<() => void>();
  let isClosed = false;
  return {
    after(delayMs, action) {
      if (isClosed) return;
      const cancel = clock.after(delayMs, () => {
        cancels.delete(cancel);
        action();
      });
      cancels.add(cancel);
    },
    put(packet) {
      for (const listener of [...listeners]) if (!isClosed) listener(packet);
    },
    onPacket(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      for (const cancel of cancels) cancel();
      cancels.clear();
      listeners.clear();
    },
  };
}
