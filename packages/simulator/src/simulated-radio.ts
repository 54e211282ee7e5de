/** A `Radio` whose far end are simulated inverters. The same seed and the same clock give the same packets. */

import { pipeAddress } from '@heliograph/protocol';
import {
  FIRST_TRANSMIT_RF_CHANNEL,
  type HopMode,
  type Packet,
  type PaLevel,
  type Radio,
  type RfChannel,
} from '@heliograph/radio';
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
  let hopMode: HopMode = 'free';
  let readingPipe: string | undefined;
  /** Counts exchanges: a new one ends the one before. */
  let exchanges = 0;
  let listensUntilMs = 0;

  /** The chip of an original device listens all the time, ours as long as it is to. */
  const isListening = () => hopMode === 'free' || clock.monotonicMs() <= listensUntilMs;

  function deliver(answer: InverterAnswer, rfChannel: RfChannel): void {
    for (const arrival of air.carryAnswer(answer.packets, rfChannel)) {
      mailbox.after(arrival.afterMs, () => {
        if (answer.pipeAddress !== readingPipe || !isListening()) return;
        mailbox.put({ bytes: arrival.bytes, rfChannel: arrival.rfChannel });
      });
    }
  }

  return {
    bands: ['nrf24'],
    exchange({ bytes, pipeAddress: address, listenMs }, onSent) {
      if (mailbox.isClosed()) return;
      if (!works) {
        onSent({ isAcknowledged: false, tries: 1, rfChannel: FIRST_TRANSMIT_RF_CHANNEL });
        return;
      }
      exchanges += 1;
      const exchange = exchanges;
      const inverter = inverters.get(address);
      const isPresent = inverter !== undefined && present.has(inverter.serial);
      const revision = isPresent ? inverter.revision() : '';
      const { heard, tookMs, ...result } = air.carryRequest(
        bytes,
        paLevel,
        () => isPresent && inverter.isAwake(),
      );

      function arrive(): void {
        if (exchange !== exchanges) return;
        listensUntilMs = clock.monotonicMs() + listenMs;
        onSent(result);
        if (heard === undefined || !isPresent) return;
        const answer = inverter.hear(heard);
        rememberWhenDue(inverter.revision() !== revision);
        if (answer !== undefined) mailbox.after(answer.afterMs, () => deliver(answer, result.rfChannel));
      }
      if (tookMs === 0) arrive();
      else mailbox.after(Math.round(tookMs), arrive);
    },
    onPacket: mailbox.onPacket,
    setReadingPipe(address) {
      readingPipe = address;
    },
    setPaLevel(level) {
      paLevel = level;
    },
    setHopMode(mode) {
      hopMode = mode;
      air.setHopMode(mode);
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
