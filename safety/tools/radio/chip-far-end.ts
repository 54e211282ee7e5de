import { addressText, decodeRequest, pipeAddress } from '@heliograph/protocol';
import type { ExchangeRequest, Radio } from '@heliograph/radio';
import type { VirtualClock } from '@heliograph/testbed/clock.ts';
import { DTU } from '@heliograph/testbed/radio/air-testbed.ts';
import { createDrivenRadio } from '../../../packages/simulator/src/chip/chip-radio.ts';
import { createEther } from '../../../packages/simulator/src/chip/ether.ts';
import { createEventQueue } from '../../../packages/simulator/src/chip/event-queue.ts';
import { createNrf24Chip } from '../../../packages/simulator/src/chip/nrf24-chip.ts';
import { createSlottedInverter } from '../../../packages/simulator/src/chip/slotted-inverter.ts';
import { createWiring } from '../../../packages/simulator/src/chip/wiring.ts';
import { type BadAir, createTeller, FIRST_PACKET_MS, SERIAL } from './far-end.ts';

/** A radio at which a test sees what is sent, at the moment it is. */
export interface TappedRadio extends Radio {
  onTransmit(listener: (request: ExchangeRequest) => void): void;
}

interface ChipFarEndParts {
  readonly clock: VirtualClock;
  readonly seed: number;
  readonly air: BadAir;
}

interface ChipFarEnd {
  readonly radio: TappedRadio;
  readonly teller: ReturnType<typeof createTeller>;
  /** What the driver did that the chip forbids. */
  offences(): readonly string[];
}

/** The inverter behind the chip: the driver, the registers, the air in time slots, and its own radio. */
export function createChipFarEnd({ clock, seed, air }: ChipFarEndParts): ChipFarEnd {
  const { loss, twice = 0, damaged = 0 } = air;
  const queue = createEventQueue(Math.round(clock.monotonicMs() * 1000));
  const conditions = { duplication: twice, corruption: damaged, jitterMs: 0, rfChannelLoss: {} };
  const ether = createEther(queue, { ...conditions, requestLoss: loss, answerLoss: loss }, seed);
  const chip = createNrf24Chip({ queue, ether, isPlus: true, isWarm: true });
  const teller = createTeller(clock);
  createSlottedInverter({
    ...{ queue, ether, pipeAddress: pipeAddress(SERIAL), phaseUs: queue.nowUs(), isThere: () => true },
    answer(packet) {
      const decoded = decodeRequest(packet);
      if (decoded?.inverter !== addressText(SERIAL)) return undefined;
      const packets = teller.packetsFor(decoded.request);
      return { packets, pipeAddress: pipeAddress(DTU.dtu_serial), afterMs: FIRST_PACKET_MS };
    },
  });
  const driven = createDrivenRadio({ clock, queue, wiring: createWiring(chip) });
  const listeners: ((request: ExchangeRequest) => void)[] = [];
  const radio: TappedRadio = {
    ...driven,
    exchange(request, onSent) {
      for (const listener of listeners) listener(request);
      driven.exchange(request, onSent);
    },
    onTransmit: (listener) => void listeners.push(listener),
  };
  return { radio, teller, offences: () => chip.offences };
}
