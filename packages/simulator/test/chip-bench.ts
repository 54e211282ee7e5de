import type { ChipEvent, ChipFault, ChipLink, Packet, SendResult } from '@heliograph/radio';
import { createDrivenChip } from '../src/chip/driven-chip.ts';
import { createEther, type Ether } from '../src/chip/ether.ts';
import { createEventQueue } from '../src/chip/event-queue.ts';
import { createNrf24Chip, type Nrf24Chip } from '../src/chip/nrf24-chip.ts';
import { createSlottedInverter } from '../src/chip/slotted-inverter.ts';
import { createWiring, type Wiring } from '../src/chip/wiring.ts';
import type { AirConditions } from '../src/index.ts';
import type { InverterAnswer } from '../src/simulated-inverter.ts';

export const CLEAR: AirConditions = {
  requestLoss: 0,
  answerLoss: 0,
  duplication: 0,
  corruption: 0,
  jitterMs: 0,
  rfChannelLoss: {},
};
const OURS = '4523118001';

/** An exchange as it went. */
export interface Exchanged {
  readonly result: SendResult | undefined;
  readonly packets: readonly Packet[];
  /** What reached the inverter. */
  readonly heard: readonly Uint8Array[];
  /** From the start to the last packet, or to the end of the sending. */
  readonly tookUs: number;
}

/** The driver on the model, and one inverter that says what a test wants. */
export interface ChipBench {
  readonly link: ChipLink;
  readonly chip: Nrf24Chip;
  readonly wiring: Wiring;
  readonly ether: Ether;
  readonly faults: readonly (ChipFault | undefined)[];
  nowUs(): number;
  pass(us: number): void;
  exchange(bytes: Uint8Array, options?: { pipeAddress?: string; listenMs?: number }): Exchanged;
  /** What the inverter says to the next requests. */
  setAnswer(packets: readonly Uint8Array[] | undefined): void;
}

export interface ChipBenchOptions {
  readonly air?: Partial<AirConditions>;
  readonly seed?: number;
  readonly isPlus?: boolean;
  readonly pipeAddress?: string;
  readonly phaseUs?: number;
  readonly latenessUs?: () => number;
  /** Puts something between the driver and the wires; `lose` lets time pass in the midst of what the driver does. */
  readonly tap?: (wiring: Wiring, nowUs: () => number, lose: (us: number) => void) => Wiring;
}

const LISTEN_MS = 200;
const SENDING_US = 150_000;

export function createChipBench(options: ChipBenchOptions = {}): ChipBench {
  const { air, seed = 1, isPlus = true, pipeAddress: address = '0123456701', phaseUs = 0 } = options;
  const { latenessUs = () => 0, tap = (wiring) => wiring } = options;
  const queue = createEventQueue(0);
  const ether = createEther(queue, { ...CLEAR, ...air }, seed);
  const chip = createNrf24Chip({ queue, ether, isPlus });
  const wiring = createWiring(chip);
  const heard: Uint8Array[] = [];
  let answers: readonly Uint8Array[] | undefined;
  createSlottedInverter({
    ...{ queue, ether, pipeAddress: address, phaseUs, isThere: () => true },
    answer(packet): InverterAnswer | undefined {
      heard.push(packet);
      return answers && { packets: answers, pipeAddress: OURS, afterMs: 8 };
    },
  });
  const faults: (ChipFault | undefined)[] = [];
  let result: SendResult | undefined;
  let packets: Packet[] = [];
  let lastUs = 0;
  function tell(event: ChipEvent): void {
    if (event.kind === 'fault') {
      faults.push(event.fault);
      return;
    }
    lastUs = queue.nowUs();
    if (event.kind === 'sent') result = event.result;
    else packets.push(event.packet);
  }
  const driven = createDrivenChip({
    queue,
    wiring: tap(wiring, queue.nowUs, (us) => queue.runUntil(queue.nowUs() + us)),
    latenessUs,
    tell,
  });
  const { link } = driven;
  link.setReadingPipe(OURS);
  const pass = (us: number) => driven.runUntil(queue.nowUs() + us);

  return {
    link,
    chip,
    wiring,
    ether,
    faults,
    nowUs: queue.nowUs,
    pass,
    exchange(bytes, { pipeAddress = address, listenMs = LISTEN_MS } = {}) {
      result = undefined;
      packets = [];
      heard.length = 0;
      const beganUs = queue.nowUs();
      link.start({ bytes, pipeAddress, listenMs });
      driven.wake();
      pass(SENDING_US + listenMs * 1000 + 1000);
      return { result, packets, heard: [...heard], tookUs: lastUs - beganUs };
    },
    setAnswer(next) {
      answers = next;
    },
  };
}
