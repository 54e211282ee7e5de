import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINTS, type EndpointName } from '@heliograph/contract';
import { createLoneGateway } from '@heliograph/testbed/gateway/create-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { memoryBytes } from '@heliograph/testbed/outside/memory-bytes.ts';
import { Aedes } from 'aedes';
import { addressesOf, type Listener, openListener } from '../network/listeners.ts';

/**
 * A program: lets a gateway live through so many simulated hours (the first argument) with twenty sockets, of which
 * one leaves and comes back each second, a save now and then, and MQTT. Looks at its own memory and saves every so many
 * seconds (the second and the third argument); the plant is random from a seed on (the fourth one). Says everything at
 * its end as one line of JSON.
 */

export interface SoakSample {
  readonly hour: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly resources: number;
}

export interface SoakReport {
  readonly samples: readonly SoakSample[];
  /** Saves that were answered as saved, and by how much the gateway's own count rose. */
  readonly saves: number;
  readonly counted: number;
  /** Of all twenty, whoever they were. */
  readonly pushes: number;
  /** MQTT messages of the plant; and as many as come to its topics when no round is missing. */
  readonly published: number;
  readonly publishesDue: number;
  /** Sockets that are open at the end. */
  readonly open: number;
}

const SOCKETS = 20;
const ADDRESSES = 4;
const TOPIC = 'soak/';
const PUBLISH_INTERVAL_S = 5;
const MIB = 2 ** 20;

const seconds = Math.round(Number(process.argv[2]) * 3600);
const sampleEveryS = Number(process.argv[3]);
const saveEveryS = Number(process.argv[4]);
const seed = Number(process.argv[5]);

const aedes = await Aedes.createBroker();
const broker = createServer(aedes.handle).listen(0, '127.0.0.1');
await once(broker, 'listening');
let published = 0;
const topics = new Set<string>();
aedes.on('publish', ({ topic }) => {
  if (!topic.startsWith(TOPIC)) return; // the broker's own, and what is announced once
  published += 1;
  topics.add(topic);
});

const folder = await mkdtemp(join(tmpdir(), 'heliograph-soak-'));
const { gateway, clock } = createLoneGateway({ dataFolder: folder, scenario: 'three-inverters', seed });
const { port } = await gateway.start();
const headers = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };

async function read(name: EndpointName) {
  return JSON.parse((await send(port, ENDPOINTS[name].path, { headers })).text);
}

async function save(name: EndpointName, settings: object): Promise<number> {
  const body = `data=${encodeURIComponent(JSON.stringify(settings))}`;
  const { text } = await send(port, ENDPOINTS[name].path, { method: 'POST', headers, body });
  return JSON.parse(text).type === 'success' ? 1 : 0;
}

const homes = addressesOf(ADDRESSES, 1);
let pushes = 0;

/** Comes, as soon as there is a place. */
async function comeIn(index: number): Promise<Listener> {
  for (;;) {
    const listener = await openListener(port, { from: homes[index % ADDRESSES] ?? '' });
    if (typeof listener !== 'number') return listener;
    await wait(1);
  }
}

async function sample(second: number): Promise<SoakSample> {
  const bytes = await memoryBytes(); // takes a moment: who has just left is gone then
  const resources = process.getActiveResourcesInfo().filter((name) => name !== 'Immediate').length;
  return { hour: second / 3600, heapMb: bytes / MIB, rssMb: process.memoryUsage.rss() / MIB, resources };
}

const mqtt = {
  ...{ mqtt_topic: TOPIC, mqtt_publish_interval: PUBLISH_INTERVAL_S },
  mqtt_enabled: true,
  mqtt_hostname: '127.0.0.1',
  mqtt_port: (broker.address() as AddressInfo).port,
};
await save('setMqttConfig', { ...(await read('getMqttConfig')), ...mqtt, mqtt_hass_enabled: true });
const countBefore = (await read('getSystemStatus')).cfgsavecount;
const listeners = await Promise.all(Array.from({ length: SOCKETS }, (_, index) => comeIn(index)));
const samples: SoakSample[] = [];
let saves = 0;

for (let second = 1; second <= seconds; second++) {
  await clock.advanceAsync(1_000);
  const leaving = listeners[second % SOCKETS];
  pushes += leaving?.arrivalsMs.length ?? 0;
  leaving?.socket.terminate();
  listeners[second % SOCKETS] = await comeIn(second);
  if (second % saveEveryS === 0) {
    const zone = { ntp_timezone: 'UTC0', ntp_timezone_descr: 'Etc/UTC' };
    saves += await save('setNtpConfig', { ...zone, ntp_server: `time${second}.test` });
  }
  if (second % sampleEveryS === 0) samples.push(await sample(second));
}

const counted = (await read('getSystemStatus')).cfgsavecount - countBefore;
const open = listeners.filter(({ socket }) => socket.readyState === socket.OPEN).length;
const publishesDue = topics.size * Math.floor(seconds / PUBLISH_INTERVAL_S);
for (const { arrivalsMs } of listeners) pushes += arrivalsMs.length;
const report: SoakReport = { samples, saves, counted, pushes, published, publishesDue, open };
await rm(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit());
