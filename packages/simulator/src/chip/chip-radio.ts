/**
 * A `Radio` made of the driver and a model of the chip that it drives, with simulated inverters at the far end: what a Raspberry Pi with
 * a real chip runs, but for the kernel in between.
 *
 * Chip and driver live in microseconds, the clock of the gateway ticks in milliseconds and is late when the machine is busy. So they are
 * not driven by its timers: whenever one of those rings, all that was due until then happens, each at its own time.
 */

import { pipeAddress } from '@heliograph/protocol';
import type { ChipEvent, ChipFault, ChipLink, Packet, Radio, SendResult } from '@heliograph/radio';
import { chanceAt, seedFor } from '../seeded-random.ts';
import { createSimulatedPlant } from '../simulated-plant.ts';
import type { SimulatedRadio, SimulatedRadioOptions } from '../simulated-radio.ts';
import { createDrivenChip } from './driven-chip.ts';
import { createEther } from './ether.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { createNrf24Chip } from './nrf24-chip.ts';
import { createSlottedInverter } from './slotted-inverter.ts';
import { createWiring, type Wiring, type WiringFault } from './wiring.ts';

export interface ChipRadioOptions extends SimulatedRadioOptions {
  /** How late the machine comes to the chip, microseconds; each time it is asked. */
  readonly latenessUs?: () => number;
}

export interface ChipRadio extends SimulatedRadio {
  /** Undefined: all wires are as they should be. */
  setWiring(fault: WiringFault | undefined): void;
  /** The chip loses its power for a moment, and gets it back. */
  cutPower(): void;
  /** What the driver says is wrong. */
  fault(): ChipFault | undefined;
  /** What the driver did that the chip forbids. */
  offences(): readonly string[];
  /** How much is planned in the simulated chip and at the inverters. */
  pending(): number;
}

const US_PER_MS = 1000;
const SLOTS_ROUND_US = 20_440;

export function createChipRadio(options: ChipRadioOptions): ChipRadio {
  const { scenario, clock, seed, latenessUs = () => 0 } = options;
  const present = new Set(
    scenario.inverters.filter(({ isPresent }) => isPresent).map(({ serial }) => serial),
  );
  const { inverters, remember, rememberWhenDue } = createSimulatedPlant(options);
  const hostUs = () => hostUsOf(clock);
  const queue = createEventQueue(hostUs());
  const ether = createEther(queue, scenario.air, seedFor(seed, 'air'));
  const chip = createNrf24Chip({ queue, ether, isPlus: scenario.radio.plusVariant, isWarm: true });
  const wiring = createWiring(chip);
  if (!scenario.radio.connected) wiring.setFault('unplugged');
  for (const inverter of inverters.values()) {
    const phase = chanceAt(seedFor(seed, 'slots'), Number(inverter.serial.slice(-6)));
    createSlottedInverter({
      ...{ queue, ether, pipeAddress: inverter.pipeAddress },
      phaseUs: hostUs() - Math.floor(phase * SLOTS_ROUND_US),
      isThere: () => present.has(inverter.serial) && inverter.isAwake(),
      answer(packet) {
        const revision = inverter.revision();
        const answer = inverter.hear(packet);
        rememberWhenDue(inverter.revision() !== revision);
        return answer;
      },
    });
  }

  const driven = createDrivenRadio({ clock, queue, wiring, latenessUs });
  const { link, change, ...radio } = driven;
  return {
    ...radio,
    stop() {
      if (!driven.isStopped()) remember();
      radio.stop();
    },
    setAir: ether.setConditions,
    setPresence(serial, isPresent) {
      if (isPresent) present.add(serial);
      else present.delete(serial);
    },
    inspect: (serial) => inverters.get(pipeAddress(serial))?.inspect(),
    setWiring: (fault) => change(() => wiring.setFault(fault)),
    cutPower: () =>
      change(() => {
        chip.setPower(false);
        chip.setPower(true);
      }),
    fault: () => link.status().fault,
    offences: () => chip.offences,
    pending: () => queue.size(),
  };
}

interface DrivenRadio extends Radio {
  readonly link: ChipLink;
  /** Changes something between two events, and then goes on. */
  change(action: () => void): void;
  isStopped(): boolean;
}

interface DrivenRadioOptions {
  readonly clock: SimulatedRadioOptions['clock'];
  /** Of the chip and of the air. */
  readonly queue: EventQueue;
  readonly wiring: Wiring;
  readonly latenessUs?: () => number;
}

const hostUsOf = (clock: DrivenRadioOptions['clock']) => Math.round(clock.monotonicMs() * US_PER_MS);

/** The driver and its chip as a `Radio`, whoever is at the far end. */
export function createDrivenRadio({
  clock,
  queue,
  wiring,
  latenessUs = () => 0,
}: DrivenRadioOptions): DrivenRadio {
  const hostUs = () => hostUsOf(clock);
  const listeners = new Set<(packet: Packet) => void>();
  const driven = createDrivenChip({ queue, wiring, latenessUs, tell });
  const { link } = driven;
  let tellSent: ((result: SendResult) => void) | undefined;
  let isClosed = false;
  let cancelTimer: () => void = () => {};

  function tell(event: ChipEvent): void {
    if (event.kind === 'sent') {
      const told = tellSent;
      tellSent = undefined;
      told?.(event.result);
    } else if (event.kind === 'packet') {
      for (const listener of [...listeners]) if (!isClosed) listener(event.packet);
    }
  }

  function catchUp(): void {
    if (isClosed) return;
    cancelTimer();
    driven.runUntil(hostUs());
    plan();
  }

  function plan(): void {
    const nextUs = driven.nextUs();
    if (isClosed || nextUs === Number.POSITIVE_INFINITY) return;
    cancelTimer = clock.after(Math.max(1, (nextUs - hostUs()) / US_PER_MS), catchUp);
  }

  function change(action: () => void): void {
    catchUp();
    action();
    driven.wake();
    catchUp();
  }

  plan();
  return {
    bands: ['nrf24'],
    link,
    change,
    isStopped: () => isClosed,
    exchange(request, onSent) {
      if (isClosed) return;
      change(() => {
        tellSent = onSent;
        link.start(request);
      });
    },
    onPacket(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setReadingPipe: (address) => link.setReadingPipe(address),
    setPaLevel: (level) => link.setPaLevel(level),
    setHopMode: (mode) => link.setHopMode(mode),
    status() {
      const { connected, plusVariant } = link.status();
      return { connected, plusVariant };
    },
    stop() {
      if (isClosed) return;
      isClosed = true;
      cancelTimer();
      listeners.clear();
      link.stop();
    },
  };
}
