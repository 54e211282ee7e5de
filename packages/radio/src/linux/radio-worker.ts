/** The thread in which the chip is driven. It never returns to its event loop: it waits in the system, for the chip and for orders. */

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { createChipLink } from '../nrf24/chip-link.ts';
import { runChipThread } from './chip-thread.ts';
import { loadSystemCalls } from './system-calls.ts';
import type { ToThread } from './thread-messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file is for a thread of its own.');
runChipThread({
  data: workerData,
  loadCalls: loadSystemCalls,
  createLink: createChipLink,
  takeMessage: () => receiveMessageOnPort(port)?.message as ToThread | undefined,
  tell: (message) => port.postMessage(message),
});
