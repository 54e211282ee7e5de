/**
 * What a busy log costs, from the calls of the log until the last of 4 console clients has the lines: 500 lines a
 * second, as frames on the air make them, of which ten batches a second are sent.
 *
 * The floor, measured in turns with it in the same run, is a bare `ws` server that sends the same batches, made
 * beforehand, to as many clients. Clients and server share this process both times.
 *
 * Exits non-zero when a client does not get every line, never because the machine is slow.
 */

import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createConsoleSocket } from '../apps/gateway/src/http/sockets/console-socket.ts';
import { createLog } from '../apps/gateway/src/platform/log.ts';
import { startBareSockets } from './measure/bare-sockets.ts';
import { measureDelivery } from './measure/delivery-cost.ts';
import { reportFigure } from './measure/report-figure.ts';

const CLIENT_COUNT = 4;
const BATCHES_PER_ROUND = 100;
const LINES_PER_BATCH = 50;
const BATCH_INTERVAL_MS = 100;

/** A log whose own outlet is shut, and the console on top of it. */
const clock = createVirtualClock();
const log = createLog({ level: 'silent', writeLine: () => undefined });
const consoleSocket = createConsoleSocket({ clock, log });
const server = await startBareSockets((client) => consoleSocket.add(client, 'admin'));

let number = 0;
function sendBatch(): void {
  for (let line = 0; line < LINES_PER_BATCH; line++) {
    number += 1;
    const bytes = number.toString(16).padStart(54, '0');
    log.trace(`RX on RF channel 23: ${bytes}`, { serial: '116181452037' });
  }
  clock.advance(BATCH_INTERVAL_MS);
}

const { costUs, floorUs } = await measureDelivery(
  { port: server.port, send: sendBatch },
  {
    path: '',
    clientCount: CLIENT_COUNT,
    messagesPerRound: BATCHES_PER_ROUND,
    check(batch) {
      const lineCount = batch.toString().split('\r\n').length - 1;
      if (lineCount !== LINES_PER_BATCH) throw new Error(`a batch has ${lineCount} lines`);
    },
  },
);
server.stop();

const ratio = costUs / floorUs;
const batchesPerS = 1000 / BATCH_INTERVAL_MS;
const name = `console: ${LINES_PER_BATCH * batchesPerS} lines/s to ${CLIENT_COUNT} clients`;
console.log(
  `${name}: ${costUs.toFixed(0)} us a batch, bare ws ${floorUs.toFixed(0)} us, ${ratio.toFixed(2)} x`,
);
reportFigure(`${name}, ${LINES_PER_BATCH} lines`, costUs, 'us');
reportFigure(`${name} over bare ws`, ratio, 'x');
reportFigure(`${name}, share of one core`, (costUs * batchesPerS) / 10_000, '%');
