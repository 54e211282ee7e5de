/**
 * What one push of live data costs, from the change in the fleet until the last client has it: building, printing
 * and sending, for 1 and 10 inverters and 1, 8 and 32 clients.
 *
 * The floor, measured in turns with it in the same run, is a bare `ws` server that sends the same bytes, made
 * beforehand, to as many clients. Clients and server share this process both times.
 *
 * Exits non-zero when a client does not get what was pushed, never because the machine is slow.
 */

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  configuredInverters,
  createSimulatedRadio,
  SCENARIOS,
  type ScenarioName,
} from '@heliograph/simulator';
import { WebSocket, WebSocketServer } from 'ws';
import { createAir } from '../apps/gateway/src/air/air.ts';
import { createFleet } from '../apps/gateway/src/fleet/fleet.ts';
import { createHttpRim } from '../apps/gateway/src/http/http-rim.ts';
import { createDeviceClock } from '../apps/gateway/src/platform/device-clock.ts';
import { createLog } from '../apps/gateway/src/platform/log.ts';
import { createFirstSettings } from '../apps/gateway/src/settings/first-settings.ts';
import { openSettingsStore } from '../apps/gateway/src/settings/settings-store.ts';
import { CHEAP_HASH } from '../apps/gateway/test/cheap-hash.ts';
import { rimParts } from '../apps/gateway/test/rim-parts.ts';
import { createVirtualPlatform } from '../apps/gateway/test/virtual-platform.ts';

const CLIENT_COUNTS = [1, 8, 32];
const ROUNDS = 9;
const PUSHES_PER_ROUND = 40;
const DELIVERY_TIMEOUT_MS = 10_000;

/** Something that can push one message to all clients of a port. */
interface Pusher {
  readonly port: number;
  /** Makes the next message and sends it. */
  push(): void;
  stop(): Promise<void>;
}

/** The gateway's rim over a fleet that has heard from all of its inverters. */
async function createGatewayPusher(scenarioName: ScenarioName): Promise<Pusher> {
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-bench-'));
  const platform = createVirtualPlatform(log);
  const { clock } = platform;
  const scenario = SCENARIOS[scenarioName];
  const inverters = configuredInverters(scenario);
  const first = createFirstSettings({
    host: platform.host,
    randomBytes: platform.randomBytes,
    hashCost: CHEAP_HASH,
    firstPassword: undefined,
    inverters,
    pollIntervalS: 1,
  });
  const settings = await openSettingsStore({
    directory: await platform.openDataDirectory(folder),
    first,
    log,
  });
  const fleet = createFleet({ clock, configs: inverters });
  const radio = createSimulatedRadio({ scenario, clock, seed: 1, speed: 1 });
  const deviceClock = createDeviceClock({ clock, startSet: true, timezoneRule: 'UTC0' });
  const air = createAir({ radio, fleet, clock, deviceClock, dtu: settings.get('dtu'), log: () => undefined });
  air.start();
  clock.advance(60_000);
  air.stop();
  radio.stop();
  const rim = await createHttpRim({ ...(await rimParts(platform, folder)), platform, settings, fleet });
  return {
    port: await rim.listen({ port: 0, host: '127.0.0.1' }),
    push() {
      fleet.update(inverters[0]?.serial ?? '', (_, nowMs) => ({ readingsAtMs: nowMs }));
      clock.advance(1000);
    },
    async stop() {
      const stopped = rim.stop();
      clock.advance(2000);
      await stopped;
      await rm(folder, { recursive: true });
    },
  };
}

/** Sends the same bytes again and again, and does nothing else. */
async function createBarePusher(bytes: Buffer): Promise<Pusher> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    push() {
      for (const client of sockets.clients) client.send(bytes, { binary: false });
    },
    async stop() {
      for (const client of sockets.clients) client.terminate();
      server.close();
    },
  };
}

/** Clients of a port that know when all of them got a message. */
async function connectClients(port: number, count: number) {
  let missing = 0;
  let lastBytes: Buffer = Buffer.alloc(0);
  let onComplete: () => void = () => undefined;
  const sockets = Array.from({ length: count }, () => new WebSocket(`ws://127.0.0.1:${port}/livedata`));
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      lastBytes = data;
      missing -= 1;
      if (missing === 0) onComplete();
    });
  }
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  return {
    lastBytes: () => lastBytes,
    /** Pushes once and waits until every client has it. */
    async deliver(push: () => void): Promise<void> {
      missing = count;
      const complete = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a client got nothing')), DELIVERY_TIMEOUT_MS);
        onComplete = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      push();
      await complete;
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

type Clients = Awaited<ReturnType<typeof connectClients>>;

/** Microseconds of one push in a round of many. */
async function roundUs(pusher: Pusher, clients: Clients): Promise<number> {
  const startedAtMs = performance.now();
  for (let count = 0; count < PUSHES_PER_ROUND; count++) await clients.deliver(pusher.push);
  return ((performance.now() - startedAtMs) * 1000) / PUSHES_PER_ROUND;
}

function report(what: string, value: number, unit: string): void {
  console.log(JSON.stringify({ what, value, unit }));
}

/** Measures the gateway and its floor in turns, so that a noisy machine hits both. */
async function measure(gateway: Pusher, inverterCount: number, clientCount: number): Promise<void> {
  const clients = await connectClients(gateway.port, clientCount);
  await clients.deliver(gateway.push);
  const bytes = clients.lastBytes();
  if (JSON.parse(bytes.toString()).inverters.length !== inverterCount) throw new Error('wrong live data');
  const bare = await createBarePusher(bytes);
  const bareClients = await connectClients(bare.port, clientCount);
  let pushUs = Number.POSITIVE_INFINITY;
  let floorUs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    pushUs = Math.min(pushUs, await roundUs(gateway, clients));
    floorUs = Math.min(floorUs, await roundUs(bare, bareClients));
  }
  clients.close();
  bareClients.close();
  await bare.stop();
  const name = `push ${inverterCount} inverters (${bytes.length} bytes) to ${clientCount} clients`;
  console.log(
    `${name}: ${pushUs.toFixed(0)} us, bare ws ${floorUs.toFixed(0)} us, ${(pushUs / floorUs).toFixed(2)} x`,
  );
  report(name, pushUs, 'us');
  report(`${name} over bare ws`, pushUs / floorUs, 'x');
}

for (const [scenario, inverterCount] of [
  ['one-inverter', 1],
  ['ten-inverters', 10],
] as const) {
  const gateway = await createGatewayPusher(scenario);
  for (const clientCount of CLIENT_COUNTS) await measure(gateway, inverterCount, clientCount);
  await gateway.stop();
}
