/** A `Radio` whose far end are simulated inverters. The same seed and the same clock give the same packets. */

import { pipeAddress } from '@heliograph/protocol';
import type { Packet, PaLevel, Radio, Transmission } from '@heliograph/radio';
import { createAir } from './air.ts';
import type { SimulatorClock } from './physical-clock.ts';
import type { AirConditions } from './scenarios/scenario.ts';
import { seedFor } from './seeded-random.ts';
import type { InverterAnswer, InverterTruth } from './simulated-inverter.ts';
import { createSimulatedPlant, type SimulatedPlantOptions } from './simulated-plant.ts';

export type SimulatedRadioOptions = SimulatedPlantOptions;

export interface SimulatedRadio extends Radio {
  /** Other air from now on; packets on their way still arrive. */
  setAir(air: AirConditions): void;
  /** Takes an inverter of the scenario away, or brings it back. */
  setPresence(serial: string, isPresent: boolean): void;
  /** What an inverter really holds at this moment; undefined when the scenario has no such inverter. */
  inspect(serial: string): InverterTruth | undefined;
}

export function createSimulatedRadio(options: SimulatedRadioOptions): SimulatedRadio {
  const { scenario, clock, seed } = options;
  const present = new Set(
    scenario.inverters.filter(({ isPresent }) => isPresent).map(({ serial }) => serial),
  );
  const { inverters, remember, rememberWhenDue } = createSimulatedPlant(options);
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
