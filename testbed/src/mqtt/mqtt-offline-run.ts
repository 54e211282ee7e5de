/**
 * What a time without its broker adds to the memory of a gateway under load: ten inverters asked every second, an order
 * every 10 s, settings of MQTT and of an inverter saved every 20 s. Run by `mqtt-offline.ts` in a process of its own,
 * whose memory holds nothing else, and told by it when the broker is gone and when it is back.
 *
 * Arguments: the port of the broker, a folder, seconds without the broker. Time is virtual.
 */

import { once } from 'node:events';
import { createLoneGateway } from '../gateway/create-gateway.ts';
import { login, send } from '../outside/http-client.ts';
import { memoryBytes } from '../outside/memory-bytes.ts';

const [brokerPort = '', dataFolder = '', awayS = ''] = process.argv.slice(2);
const WARM_UP_S = 120;
/** At the end nothing is saved, since every change of the settings is a reason to connect at once. */
const QUIET_S = 120;
const PATIENCE_S = 300;
const CONFIG = '/api/mqtt/config';

const { gateway, clock } = createLoneGateway({ dataFolder, scenario: 'ten-inverters' });
const { port } = await gateway.start();

const read = async (path: string) => JSON.parse((await send(port, path, { headers: login() })).text);
async function post(path: string, data: unknown): Promise<void> {
  const headers = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };
  const body = `data=${encodeURIComponent(JSON.stringify(data))}`;
  const { text } = await send(port, path, { method: 'POST', headers, body });
  if (JSON.parse(text).type !== 'success') throw new Error(`${path} answers ${text}`);
}

const wait = (seconds: number) => clock.advanceAsync(seconds * 1000);

const isConnected = async () => Boolean((await read('/api/mqtt/status')).mqtt_connected);
async function connected(): Promise<number> {
  for (let waitedS = 0; waitedS < PATIENCE_S; waitedS += 0.1) {
    if (await isConnected()) return waitedS;
    await wait(0.1);
    await new Promise((resolve) => setTimeout(resolve, 2)); // for the broker
  }
  throw new Error('never connected');
}

const { inverter: inverters } = await read('/api/inverter/list');
async function work(seconds: number, quietS = 0): Promise<void> {
  for (let second = 1; second <= seconds; second++) {
    await wait(1);
    const inverter = inverters[second % inverters.length];
    if (second % 10 === 0) {
      await post('/api/limit/config', {
        serial: inverter.serial,
        limit_value: 50 + (second % 50),
        limit_type: 1,
      });
    }
    if (second % 20 > 0 || second > seconds - quietS) continue;
    await post('/api/inverter/edit', { ...inverter, name: `At ${second}` });
    if (second % 20 === 0)
      await post(CONFIG, { ...(await read(CONFIG)), mqtt_hass_expire: second % 40 === 0 });
  }
}

/** Says something to the parent, and waits until it has done what that asks for. */
async function ask(what: 'broker away' | 'broker back'): Promise<void> {
  process.send?.(what);
  await once(process, 'message');
}

await post(CONFIG, {
  ...(await read(CONFIG)),
  mqtt_enabled: true,
  mqtt_hostname: '127.0.0.1',
  mqtt_port: Number(brokerPort),
  mqtt_publish_interval: 5,
  mqtt_hass_enabled: true,
  mqtt_hass_individualpanels: true,
});
await connected();
await work(WARM_UP_S);
await connected();
const warm = { bytes: await memoryBytes(), rss: process.memoryUsage().rss };
await ask('broker away');
await work(Number(awayS), QUIET_S);
const wasConnected = await isConnected();
const offline = { bytes: await memoryBytes(), rss: process.memoryUsage().rss };
await ask('broker back');
const reconnectS = await connected();
await work(15);
const after = { bytes: await memoryBytes() };
const live = await read('/api/livedata/status');
process.send?.({
  heapGrowthMb: (offline.bytes - warm.bytes) / 1e6,
  rssGrowthMb: (offline.rss - warm.rss) / 1e6,
  heapGrowthAfterMb: (after.bytes - warm.bytes) / 1e6,
  wasConnected,
  reconnectS,
  inverterCount: live.inverters.length,
});
process.exit();
