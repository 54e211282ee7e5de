/**
 * What a busy log costs, from the calls of the log until the last of 4 console clients has the lines: 500 lines a
 * second, as frames on the air make them, of which ten batches a second are sent.
 *
 * The floor, measured in turns with it in the same run, is a bare `ws` server that sends the same batches, made
 * beforehand, to as many clients. Clients and server share this process both times.
 *
 * Exits non-zero when a client does not get every line, never because the machine is slow.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { SERVER_LIMITS } from '../apps/gateway/src/http/server-limits.ts';
import { createConsoleSocket } from '../apps/gateway/src/http/sockets/console-socket.ts';
import { createLog } from '../apps/gateway/src/platform/log.ts';
import { createVirtualClock } from '../apps/gateway/test/virtual-clock.ts';

const CLIENT_COUNT = 4;
const ROUNDS = 9;
const BATCHES_PER_ROUND = 100;
const LINES_PER_BATCH = 50;
const BATCH_INTERVAL_MS = 100;
const DELIVERY_TIMEOUT_MS = 10_000;

/** Sends one batch to all clients of a port. */
interface Sender {
  readonly port: number;
  sendBatch(): void;
  stop(): void;
}

async function listen(onClient: (client: WebSocket) => void): Promise<{ port: number; stop: () => void }> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', onClient);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stop() {
      for (const client of sockets.clients) client.terminate();
      server.close();
    },
  };
}

/** A log whose own outlet is shut, and the console on top of it. */
async function createConsoleSender(): Promise<Sender> {
  const clock = createVirtualClock();
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const console = createConsoleSocket({ clock, log, limits: SERVER_LIMITS });
  const server = await listen((client) => console.add(client, ''));
  let number = 0;
  return {
    ...server,
    sendBatch() {
      for (let line = 0; line < LINES_PER_BATCH; line++) {
        number += 1;
        const bytes = number.toString(16).padStart(54, '0');
        log.trace(`RX on RF channel 23: ${bytes}`, { serial: '116181452037' });
      }
      clock.advance(BATCH_INTERVAL_MS);
    },
  };
}

async function createBareSender(batch: Buffer): Promise<Sender> {
  const clients: WebSocket[] = [];
  const server = await listen((client) => clients.push(client));
  return {
    ...server,
    sendBatch() {
      for (const client of clients) client.send(batch, { binary: false });
    },
  };
}

/** Clients of a port that know when all of them got a batch. */
async function connectClients(port: number) {
  let missing = 0;
  let lastBatch: Buffer = Buffer.alloc(0);
  let onComplete: () => void = () => undefined;
  const sockets = Array.from({ length: CLIENT_COUNT }, () => new WebSocket(`ws://127.0.0.1:${port}`));
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      lastBatch = data;
      missing -= 1;
      if (missing === 0) onComplete();
    });
  }
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  return {
    lastBatch: () => lastBatch,
    async deliver(sendBatch: () => void): Promise<void> {
      missing = CLIENT_COUNT;
      const complete = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a client got nothing')), DELIVERY_TIMEOUT_MS);
        onComplete = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      sendBatch();
      await complete;
      const lineCount = lastBatch.toString().split('\r\n').length - 1;
      if (lineCount !== LINES_PER_BATCH) throw new Error(`a batch has ${lineCount} lines`);
    },
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
}

type Clients = Awaited<ReturnType<typeof connectClients>>;

/** Microseconds of one batch in a round of many. */
async function roundUs({ sendBatch }: Sender, clients: Clients): Promise<number> {
  const startedAtMs = performance.now();
  for (let count = 0; count < BATCHES_PER_ROUND; count++) await clients.deliver(sendBatch);
  return ((performance.now() - startedAtMs) * 1000) / BATCHES_PER_ROUND;
}

function report(what: string, value: number, unit: string): void {
  console.log(JSON.stringify({ what, value, unit }));
}

const consoleSender = await createConsoleSender();
const clients = await connectClients(consoleSender.port);
await clients.deliver(consoleSender.sendBatch);
const bareSender = await createBareSender(clients.lastBatch());
const bareClients = await connectClients(bareSender.port);
let batchUs = Number.POSITIVE_INFINITY;
let floorUs = Number.POSITIVE_INFINITY;
for (let round = 0; round < ROUNDS; round++) {
  batchUs = Math.min(batchUs, await roundUs(consoleSender, clients));
  floorUs = Math.min(floorUs, await roundUs(bareSender, bareClients));
}
clients.close();
bareClients.close();
consoleSender.stop();
bareSender.stop();

const batchesPerS = 1000 / BATCH_INTERVAL_MS;
const name = `console: ${LINES_PER_BATCH * batchesPerS} lines/s to ${CLIENT_COUNT} clients`;
console.log(
  `${name}: ${batchUs.toFixed(0)} us a batch, bare ws ${floorUs.toFixed(0)} us, ${(batchUs / floorUs).toFixed(2)} x`,
);
report(`${name}, ${LINES_PER_BATCH} lines`, batchUs, 'us');
report(`${name} over bare ws`, batchUs / floorUs, 'x');
report(`${name}, share of one core`, (batchUs * batchesPerS) / 10_000, '%');
