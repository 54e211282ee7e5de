import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  fleetFolder,
  fleetPort,
  NATS_SERVER,
  type NatsCluster,
  startNats,
} from '@heliograph/testbed/fleet/fleet-servers.ts';
import { type ServerProcess, startServer } from '@heliograph/testbed/fleet/server-process.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { findProgram } from '@heliograph/testbed/outside/find-program.ts';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fleetUser, siteUser, usersFile } from '../../src/broker-users.ts';
import { hashSitePassword } from '../../src/secrets.ts';

/** The bridge of deploy/fleet/mosquitto-bridge.conf: a real Mosquitto in a house, and the real broker of the fleet. */

const MOSQUITTO = findProgram('mosquitto');
const CAN_RUN = NATS_SERVER !== undefined && MOSQUITTO !== undefined;
const BRIDGE = fileURLToPath(new URL('../../../../deploy/fleet/mosquitto-bridge.conf', import.meta.url));
const PASSWORD = 'password-of-the-site';

let folder: Awaited<ReturnType<typeof fleetFolder>>;
let nats: NatsCluster;
let mosquitto: ServerProcess;
let housePort = 0;
const open: MqttClient[] = [];

beforeAll(async () => {
  if (!CAN_RUN) return;
  folder = await fleetFolder();
  const hash = await hashSitePassword(PASSWORD);
  nats = await startNats(
    folder.folder,
    usersFile([siteUser('barn', hash), siteUser('mill', hash), fleetUser('fleet', hash)]),
  );
  housePort = await fleetPort();
  const addresses = nats.nodes.map(({ mqttPort }) => `127.0.0.1:${mqttPort}`).join(' ');
  const bridge = (await readFile(BRIDGE, 'utf8'))
    .replace(/^addresses .*$/m, `addresses ${addresses}`)
    .replace(/^bridge_capath .*$/m, '');
  const file = join(folder.folder, 'mosquitto.conf');
  await writeFile(file, `listener ${housePort} 127.0.0.1\nallow_anonymous true\nuser root\n${bridge}`);
  mosquitto = await startServer({
    command: [MOSQUITTO ?? 'mosquitto', '-c', file],
    isReady: async () => {
      open.push(await connectAsync({ host: '127.0.0.1', port: housePort, reconnectPeriod: 0 }));
      return true;
    },
  });
});
afterAll(async () => {
  for (const client of open) client.end(true);
  await mosquitto?.end('SIGKILL');
  await nats?.stop();
  await folder?.remove();
});

async function enter(port: number, login: object = {}) {
  const client = await connectAsync({
    host: '127.0.0.1',
    port,
    protocolVersion: 4,
    reconnectPeriod: 500,
    ...login,
  });
  open.push(client);
  const heard: string[] = [];
  client.on('message', (topic, payload) => heard.push(`${topic} ${payload}`));
  return { client, heard };
}
const fleetAt = (node: number) =>
  enter(nats.nodes[node]?.mqttPort ?? 0, { username: 'fleet', password: PASSWORD });

describe.skipIf(!CAN_RUN)('a broker in the house', () => {
  it('hands on what the gateway says, and brings back orders, under the topic of the site', async () => {
    const fleet = await fleetAt(1);
    await fleet.client.subscribeAsync(['sites/+/site', 'sites/+/dtu/status']);
    const house = await enter(housePort);
    await house.client.subscribeAsync('solar/+/cmd/power');
    await eventually(
      async () => {
        await house.client.publishAsync('solar/site', '{"power":1}');
        await house.client.publishAsync('solar/dtu/status', 'online', { retain: true });
        expect(fleet.heard).toEqual(
          expect.arrayContaining(['sites/barn/site {"power":1}', 'sites/barn/dtu/status online']),
        );
      },
      { everyMs: 200 },
    );
    const orders = await enter(nats.nodes[2]?.mqttPort ?? 0, { username: 'barn', password: PASSWORD });
    await orders.client.publishAsync('sites/barn/114182730124/cmd/power', '1');
    await eventually(() => house.heard.includes('solar/114182730124/cmd/power 1'));
  });

  it('does not hand on what else is said in the house', async () => {
    const barn = await enter(nats.nodes[0]?.mqttPort ?? 0, { username: 'barn', password: PASSWORD });
    await barn.client.subscribeAsync('sites/barn/#');
    const house = await enter(housePort);
    await house.client.publishAsync('zigbee/kitchen', 'private');
    await house.client.publishAsync('solar/114182730124/0/power', '100');
    await house.client.publishAsync('solar/site', 'last');
    await eventually(() => barn.heard.includes('sites/barn/site last'));
    expect(barn.heard.filter((one) => /private|0\/power/.test(one))).toEqual([]);
  });

  it('goes on at another node when its own is killed', async () => {
    const house = await enter(housePort);
    for (const index of [0, 1]) {
      const fleet = await fleetAt(2);
      await fleet.client.subscribeAsync('sites/+/site');
      await nats.nodes[index]?.end('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 500));
      await eventually(
        async () => {
          await house.client.publishAsync('solar/site', `after ${index}`);
          expect(fleet.heard).toContain(`sites/barn/site after ${index}`);
        },
        { everyMs: 300, timeoutMs: 60_000 },
      );
      await nats.nodes[index]?.start();
      fleet.client.end(true);
    }
  });
});
