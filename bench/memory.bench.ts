/**
 * What ten hours of work add to the memory of a gateway: ten inverters asked every second, four clients on the live
 * socket, and one more that comes, reads over HTTP and goes, every minute. Time is virtual; network and disk are
 * real. The first hour warms up; from then on memory is looked at every hour, after garbage was collected. The
 * floor is the same process before the gateway starts.
 *
 * Exits non-zero when the gateway stops working on the way, never because of a figure.
 */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLoneGateway } from '@heliograph/testbed/gateway/create-gateway.ts';
import { memoryBytes } from '@heliograph/testbed/outside/memory-bytes.ts';
import { WebSocket } from 'ws';
import { reportFigure } from './measure/report-figure.ts';

const HOURS = 10;
const MINUTES_PER_HOUR = 60;
const GOAL_MB = 5;

interface Memory {
  readonly heapMb: number;
  readonly rssMb: number;
}

async function memoryNow(): Promise<Memory> {
  const bytes = await memoryBytes();
  return { heapMb: bytes / 2 ** 20, rssMb: process.memoryUsage.rss() / 2 ** 20 };
}

const folder = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
const floor = await memoryNow();
const { gateway, clock } = createLoneGateway({ dataFolder: folder, scenario: 'ten-inverters' });
const { port } = await gateway.start();

let messageCount = 0;
async function connect(): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/livedata`);
  socket.on('message', () => {
    messageCount += 1;
  });
  await once(socket, 'open');
  return socket;
}

/** One minute of the plant, with a guest. */
async function liveOneMinute(): Promise<void> {
  const guest = await connect();
  for (let second = 0; second < 60; second++) {
    await clock.advanceAsync(1000);
    if (second === 30) await (await fetch(`http://127.0.0.1:${port}/api/livedata/status`)).text();
  }
  guest.terminate();
}

const clients = await Promise.all([connect(), connect(), connect(), connect()]);
const hours: Memory[] = [];
for (let hour = 0; hour < HOURS; hour++) {
  for (let minute = 0; minute < MINUTES_PER_HOUR; minute++) await liveOneMinute();
  hours.push(await memoryNow());
}
const stillOpen = clients.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
const [warm = floor] = hours;
const last = hours.at(-1) ?? floor;

console.log(
  `heap after each hour, MB: ${hours.map(({ heapMb }) => heapMb.toFixed(1)).join(' ')} (before the start ${floor.heapMb.toFixed(1)})`,
);
console.log(`rss after each hour, MB: ${hours.map(({ rssMb }) => rssMb.toFixed(0)).join(' ')}`);
console.log(`${messageCount} messages pushed to ${stillOpen + 1} clients; goal: growth below ${GOAL_MB} MB`);
reportFigure('heap growth, hour 1 to 10', last.heapMb - warm.heapMb, 'MB');
reportFigure('rss growth, hour 1 to 10', last.rssMb - warm.rssMb, 'MB');
reportFigure('heap at hour 10 over before the start', last.heapMb / floor.heapMb, 'x');

for (const client of clients) client.terminate();
const stopped = gateway.stop();
await clock.advanceAsync(2000);
await stopped;
await rm(folder, { recursive: true });
if (stillOpen !== clients.length || messageCount < HOURS * 3600) {
  console.error('the gateway did not serve its clients all the time');
  process.exitCode = 1;
}
process.exit();
