/**
 * The thread of the chip as the product has it, with its driver, in real time: it waits in this system and is woken by it. Only what SPI
 * and the pins lead to is the model of the chip, with one inverter at the far end. The model moves whenever the thread waits or reaches
 * for a wire.
 */

import { writeSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import '../../../seams/all-in-place.ts';
import { openChipPins } from '../../../packages/radio/src/linux/chip-pins.ts';
import { runChipThread, type ThreadParts } from '../../../packages/radio/src/linux/chip-thread.ts';
import {
  loadSystemCalls,
  type PollSet,
  type SystemCalls,
} from '../../../packages/radio/src/linux/system-calls.ts';
import type { ThreadData, ToThread } from '../../../packages/radio/src/linux/thread-messages.ts';
import { createChipLink } from '../../../packages/radio/src/nrf24/chip-link.ts';
import { createFakeMachine } from '../../../packages/radio/test/linux/fake-machine.ts';
import { createEther } from '../../../packages/simulator/src/chip/ether.ts';
import { createEventQueue } from '../../../packages/simulator/src/chip/event-queue.ts';
import { createNrf24Chip } from '../../../packages/simulator/src/chip/nrf24-chip.ts';
import { createSlottedInverter } from '../../../packages/simulator/src/chip/slotted-inverter.ts';
import { createWiring } from '../../../packages/simulator/src/chip/wiring.ts';
import { ANSWER_PACKETS, CHIP_WORDS, MISDEEDS, PIPES, WIRINGS } from './chip-thread-words.ts';

const port = parentPort;
const real = loadSystemCalls();
if (port === null || real === undefined) throw new Error('This file is for a thread of its own, on Linux.');

const CLEAR = {
  ...{ requestLoss: 0, answerLoss: 0, duplication: 0, corruption: 0, jitterMs: 0, rfChannelLoss: {} },
} as const;
const ANSWER_AFTER_MS = 8;
const WAKE = new Uint8Array(BigUint64Array.of(1n).buffer);

const data: ThreadData & { readonly chipWords: SharedArrayBuffer } = workerData;
const words = new Int32Array(data.chipWords);

const queue = createEventQueue(Math.floor(real.nowUs()));
const ether = createEther(queue, CLEAR, 1);
const chip = createNrf24Chip({ queue, ether, isPlus: true, isWarm: true });
const wiring = createWiring(chip);
createSlottedInverter({
  ...{ queue, ether, pipeAddress: PIPES.inverter, phaseUs: queue.nowUs(), isThere: () => true },
  answer: ([first = 0]) => ({
    packets: Array.from({ length: ANSWER_PACKETS }, (_, place) => new Uint8Array(27).fill(first + place)),
    ...{ pipeAddress: PIPES.ours, afterMs: ANSWER_AFTER_MS },
  }),
});

/** Lets the model come to the time that it is. */
function pass(calls: SystemCalls): void {
  const wanted = WIRINGS[Atomics.load(words, CHIP_WORDS.wiring)];
  queue.runUntil(Math.floor(calls.nowUs()));
  if (wanted !== wiredAs) wiring.setFault(wanted);
  wiredAs = wanted;
  Atomics.store(words, CHIP_WORDS.offences, chip.offences.length);
}
let wiredAs = WIRINGS[0];

const isAnyReadable = (set: PollSet) =>
  Array.from({ length: set.count }, (_, place) => set.isReadable(place)).includes(true);

/** The calls of this system, but for SPI and pins. What is opened has numbers of this system, so that what is left open is seen. */
function callsWithModel(calls: SystemCalls): SystemCalls {
  const machine = createFakeMachine({
    nextFd: calls.createWaker,
    wires: {
      transfer: wiring.spi.transfer,
      setLine: (_, isHigh) => wiring.ce.set(isHigh),
      isLineHigh: () => wiring.irq.isHigh(),
    },
  });
  wiring.onIrq(() => {
    const [fd] = [...machine.open].find(([, what]) => what === `line ${data.wiring.irq?.line}`) ?? [];
    if (fd !== undefined) writeSync(fd, WAKE);
  });
  return {
    ...calls,
    ...{ open: machine.calls.open, addressOf: machine.calls.addressOf },
    close(fd) {
      machine.calls.close(fd);
      calls.close(fd);
    },
    ioctl(fd, request, argument) {
      pass(calls);
      machine.calls.ioctl(fd, request, argument);
    },
    wait(set, timeoutUs) {
      const untilUs = calls.nowUs() + timeoutUs;
      do {
        pass(calls);
        calls.wait(set, Math.min(untilUs, queue.nextUs()) - calls.nowUs());
      } while (!isAnyReadable(set) && calls.nowUs() < untilUs);
    },
  };
}

function misbehave(): void {
  const misdeed = Atomics.exchange(words, CHIP_WORDS.misdeed, 0);
  if (misdeed === MISDEEDS.die) throw new Error('The test wants it so.');
  while (misdeed === MISDEEDS.hang) {
    // until it is ended from outside
  }
}

const parts: ThreadParts = {
  data,
  loadCalls: () => callsWithModel(real),
  createLink: createChipLink,
  takeMessage() {
    misbehave();
    return receiveMessageOnPort(port)?.message as ToThread | undefined;
  },
  tell: (message) => port.postMessage(message),
  openPins: (calls, wires) => openChipPins(calls, wires, () => ['gpiochip0']),
};
runChipThread(parts);
