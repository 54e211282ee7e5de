import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Mosquitto, startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import { startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import { runOffline } from '@heliograph/testbed/mqtt/mqtt-offline.ts';
import { HAS_MOSQUITTO } from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { inTheEnd } from '../tools/network/broker-watch.ts';
import { startChaosProxy } from '../tools/network/chaos-proxy.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';
import { percentile } from '../tools/statistics.ts';

const TIMEOUT_MS = 1_200_000;
const INVERTERS = 10;
/** Buttons, numbers, binary sensors, the AC side; panels are off. */
const ENTITIES = INVERTERS * 20;
const CONFIG = '/api/mqtt/config';
/** Two of them without an answer, and the time that the first one takes to be due. */
const SILENCE_NOTICED_S = 45;
/** At the memory, one a second; the least counts. */
const LOOKS = 10;
const WARM_UP_S = 60;
const AWAY_S = 600;
const FLAP_S = 2;
const FLAPPING_S = 300;
const SLOW_S = 30;
const READ_EVERY_MS = 50;
const TIMED_S = { unit: 's', isTimed: true } as const;

const row = openRow('F12');
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

const isConnected = async ({ port }: GatewayProcess): Promise<boolean> =>
  JSON.parse((await send(port, '/api/mqtt/status', { headers: login() })).text).mqtt_connected;

/** Seconds until something is so; `mostS` when it never is. */
async function secondsUntil(isSo: () => boolean | Promise<boolean>, mostS: number): Promise<number> {
  const startMs = performance.now();
  const passedS = () => (performance.now() - startMs) / 1000;
  while (passedS() < mostS) {
    if (await isSo()) return passedS();
    await seconds(0.05);
  }
  return mostS;
}

async function useBroker({ port }: GatewayProcess, brokerPort: number): Promise<void> {
  const config = JSON.parse((await send(port, CONFIG, { headers: login() })).text);
  await postData(port, CONFIG, {
    ...config,
    mqtt_enabled: true,
    mqtt_hostname: '127.0.0.1',
    mqtt_port: brokerPort,
    mqtt_publish_interval: 5,
    mqtt_hass_enabled: true,
  });
}

/** The 99th percentile of reads of the live data, one after the other, while something goes on. */
async function readsDuring({ port }: GatewayProcess, going: Promise<unknown>): Promise<number> {
  const tookMs: number[] = [];
  let isOver = false;
  void going.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startMs = performance.now();
    await send(port, '/api/livedata/status');
    tookMs.push(performance.now() - startMs);
    await seconds(READ_EVERY_MS / 1000);
  }
  return percentile(tookMs, 0.99);
}

const canRun = row.can(HAS_MOSQUITTO, 'a broker that is away', 'mosquitto or mosquitto_sub is missing');

describe.runIf(canRun)('a gateway under load', { timeout: TIMEOUT_MS }, () => {
  it.runIf(row.isNightly)(
    'holds nothing for a broker that is away for minutes, and everything comes after',
    async () => {
      const broker = await startMosquitto();
      const figures = await runOffline({ broker, dataFolder: await temporaryFolder(), awayS: AWAY_S });
      const memory = { unit: 'MB', goal: { below: 5 } } as const;
      row.figure({
        what: 'memory held more after minutes without a broker',
        value: figures.heapGrowthMb,
        ...memory,
      });
      row.figure({ what: 'memory held more when it is back', value: figures.heapGrowthAfterMb, ...memory });
      row.figure({
        what: 'connected after the return of a broker that was away for minutes',
        value: figures.reconnectS,
        unit: 's',
        goal: { below: 66 }, // a minute and its jitter
      });
      const late = await startMosquittoSubscriber(broker.port);
      const reachable = () => late.messages.filter(({ topic }) => topic.endsWith('/status/reachable')).length;
      row.figure({
        what: 'inverters that the broker lacks after minutes away',
        value: await inTheEnd(() => figures.inverterCount - reachable()),
        goal: { exactly: 0 },
      });
      expect(figures.wasConnected).toBe(false); // it was away
    },
  );

  it.runIf(row.isNightly)('in real time: flapping, standing still, slow', async () => {
    const broker = await startMosquitto();
    const other = await startMosquitto(); // two gateways of one machine have the same client id
    const proxy = await startChaosProxy(broker.port);
    const options = { scenario: 'ten-inverters', seed: row.seed, nodeFlags: ['--expose-gc'] } as const;
    const gateway = await startGatewayProcess(options);
    const silent = await startGatewayProcess({ ...options, without: ['brokerKeepAlive'] });
    try {
      await useBroker(gateway, proxy.port);
      await useBroker(silent, other.port);
      const calmMs = await readsDuring(gateway, seconds(WARM_UP_S));
      const beforeMb = await megabytes(gateway);
      const noteGrowth = async (what: string) => {
        const value = (await megabytes(gateway)) - beforeMb;
        row.figure({ what, value, unit: 'MB', goal: { atMost: 5 } });
      };
      const flappingMs = await readsDuring(gateway, flap(broker));
      await noteGrowth('RSS more after 5 minutes of flapping');
      row.figure({
        ...{ what: 'live data, p99 while the broker flaps, more than before', value: flappingMs - calmMs },
        ...{ unit: 'ms', goal: { atMost: 20 }, isTimed: true },
      });
      await noteReturn(gateway, broker);

      proxy.set({ bytesPerSecond: 1000 });
      await seconds(SLOW_S);
      await noteGrowth('RSS more while the broker takes 1 kB a second');
      proxy.set({});
      proxy.cut('reset'); // what is still under way would be slow
      await seconds(SLOW_S);
      const both = async () => (await isConnected(gateway)) && (await isConnected(silent));
      const value = await secondsUntil(both, 120);
      row.figure({ what: 'connected again after it was slow', value, goal: { atMost: 66 }, ...TIMED_S });

      broker.pause();
      other.pause();
      await noteSilence(gateway, silent);
      await noteGrowth('RSS more after the broker stood still');
      broker.resume();
      other.resume();
    } finally {
      await gateway.dispose();
      await silent.dispose();
      await proxy.close();
    }
  });
});

/** What was collected is given back to the system bit by bit. */
async function megabytes(gateway: GatewayProcess): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    looks.push((await gateway.figures('collect')).rssBytes / 1e6);
    await seconds(1);
  }
  return Math.min(...looks);
}

async function flap(broker: Mosquitto): Promise<void> {
  for (let round = 0; round < FLAPPING_S / (2 * FLAP_S); round++) {
    await broker.kill();
    await seconds(FLAP_S);
    await broker.restart();
    await seconds(FLAP_S);
  }
}

/** How long it takes until all is there again. */
async function noteReturn(gateway: GatewayProcess, broker: Mosquitto): Promise<void> {
  const value = await secondsUntil(() => isConnected(gateway), 90);
  row.figure({ what: 'connected after the last return', value, goal: { atMost: 66 }, ...TIMED_S });
  const late = await startMosquittoSubscriber(broker.port);
  const told = (end: RegExp) =>
    new Set(late.messages.map(({ topic }) => topic).filter((topic) => end.test(topic))).size;
  const stateS = await secondsUntil(() => told(/\/status\/reachable$/) >= INVERTERS, 30);
  row.figure({ what: 'full state', value: stateS, goal: { atMost: 5 }, ...TIMED_S });
  const discoveryS = await secondsUntil(() => told(/^homeassistant\/.*\/config$/) >= ENTITIES, 30);
  row.figure({ what: 'discovery', value: discoveryS, goal: { atMost: 10 }, ...TIMED_S });
}

/** How long it takes to notice a broker that stands still, with a keep-alive and without. */
async function noteSilence(gateway: GatewayProcess, silent: GatewayProcess): Promise<void> {
  const isLost = (of: GatewayProcess) => async () => !(await isConnected(of));
  const waits = [gateway, silent].map((of) => secondsUntil(isLost(of), SILENCE_NOTICED_S));
  const [noticedS = 0, neverS = 0] = await Promise.all(waits);
  const what = 'a broker that stands still is noticed';
  const goal = { below: SILENCE_NOTICED_S };
  row.figure({ what, value: noticedS, goal, ...TIMED_S });
  row.counterProof({ what, without: SEAMS.brokerKeepAlive, value: neverS, unit: 's', goal });
}
