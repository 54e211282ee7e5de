/** The thread as the product has it, by the calls of this system, but with a chip and wires that are not there. */

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { ChipPins } from '../../src/linux/chip-pins.ts';
import { runChipThread } from '../../src/linux/chip-thread.ts';
import { createPollSet, loadSystemCalls } from '../../src/linux/system-calls.ts';
import type { ToThread } from '../../src/linux/thread-messages.ts';
import { createFakeLink } from './fake-link.ts';

const port = parentPort;
if (port === null) throw new Error('This file is for a thread of its own.');

/** What an exchange of these bytes makes of the thread. */
const DEATH = 0xde;
const HANG = 0xaa;

function misbehave(message: ToThread | undefined): ToThread | undefined {
  const first = message?.kind === 'exchange' ? message.request.bytes[0] : undefined;
  if (first === DEATH) throw new Error('The test wants it so.');
  while (first === HANG) {
    // until it is ended from outside
  }
  return message;
}

runChipThread({
  data: workerData,
  loadCalls: loadSystemCalls,
  createLink: () => createFakeLink(),
  takeMessage: () => misbehave(receiveMessageOnPort(port)?.message as ToThread | undefined),
  tell: (message) => port.postMessage(message),
  openPins(calls): ChipPins {
    const irq = calls.createWaker(); // never readable: nobody writes to it
    createPollSet([irq]);
    return {
      spi: { fd: irq, transfer: (bytes) => bytes, close: () => undefined },
      ce: { fd: irq, set: () => undefined },
      irq: { fd: irq, isHigh: () => true, forgetFalls: () => undefined },
      labels: [],
      fds: [irq],
      close: () => calls.close(irq),
    };
  },
});
