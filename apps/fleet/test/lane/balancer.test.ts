import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  fleetFolder,
  fleetPort,
  HAPROXY,
  NATS_SERVER,
  type NatsCluster,
  startNats,
} from '@heliograph/testbed/fleet/fleet-servers.ts';
import { type ServerProcess, startServer } from '@heliograph/testbed/fleet/server-process.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { connect, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteUser, usersFile } from '../../src/broker-users.ts';
import { hashSitePassword } from '../../src/secrets.ts';

/** Three nodes behind deploy/fleet/haproxy.cfg, here without TLS, and sites that know one address only. */

const CAN_RUN = NATS_SERVER !== undefined && HAPROXY !== undefined;
const CONFIG = fileURLToPath(new URL('../../../../deploy/fleet/haproxy.cfg', import.meta.url));
const SITES = ['barn', 'mill', 'hut', 'shed', 'dairy', 'loft'];
const PASSWORD = 'password-of-the-site';

let folder: Awaited<ReturnType<typeof fleetFolder>>;
let nats: NatsCluster;
let balancer: ServerProcess;
let port = 0;
const clients: MqttClient[] = [];

beforeAll(async () => {
  if (!CAN_RUN) return;
  folder = await fleetFolder();
  const hash = await hashSitePassword(PASSWORD);
  nats = await startNats(folder.folder, usersFile(SITES.map((id) => siteUser(id, hash))));
  port = await fleetPort();
  const healthPort = await fleetPort();
  const places = [
    ['bind :8883', `bind 127.0.0.1:${port}`],
    ['127.0.0.1:8404', `127.0.0.1:${healthPort}`],
    [' check-ssl verify none', ''],
    ...nats.nodes.map(({ mqttPort }, index) => [` nats-${index + 1}:8883`, ` 127.0.0.1:${mqttPort}`]),
  ] as const;
  const text = places.reduce(
    (so, [from = '', to = '']) => {
      expect(so).toContain(from);
      return so.replace(from, to);
    },
    await readFile(CONFIG, 'utf8'),
  );
  const file = join(folder.folder, 'haproxy.cfg');
  await writeFile(file, text);
  balancer = await startServer({
    command: [HAPROXY ?? 'haproxy', '-db', '-f', file],
    isReady: async () => (await fetch(`http://127.0.0.1:${healthPort}/healthz`)).ok,
  });
}, 60_000);
afterAll(async () => {
  for (const client of clients) client.end(true);
  await balancer?.end('SIGKILL');
  await nats?.stop();
  await folder?.remove();
});

/** How many sites each node has now. */
const connections = () =>
  Promise.all(
    nats.nodes.map(async ({ httpPort, isRunning }) => {
      if (!isRunning()) return 0;
      const answer = await fetch(`http://127.0.0.1:${httpPort}/connz?mqtt_client=&auth=true`);
      const { connections: all } = (await answer.json()) as { connections: { authorized_user?: string }[] };
      return all.filter(({ authorized_user: user = '' }) => SITES.includes(user)).length;
    }),
  );

describe.skipIf(!CAN_RUN)('sites at one address', () => {
  it('come to all nodes in turn, and to another one when theirs is killed', async () => {
    for (const id of SITES) {
      clients.push(
        connect(`mqtt://127.0.0.1:${port}`, {
          ...{ username: id, password: PASSWORD, clientId: id, keepalive: 60 },
          ...{ reconnectPeriod: 200, connectTimeout: 4000 },
        }).on('error', () => undefined), // it tries again
      );
    }
    const areThere = async (wanted: readonly (number | undefined)[]) => {
      expect(clients.map(({ connected }) => connected)).toEqual(SITES.map(() => true));
      const found = await connections();
      expect(found.map((count, index) => (wanted[index] === undefined ? 'any' : count))).toEqual(
        wanted.map((count) => count ?? 'any'),
      );
      return true;
    };
    await eventually(() => areThere([undefined, undefined, undefined]), { everyMs: 100, timeoutMs: 30_000 });
    expect((await connections()).every((count) => count > 0)).toBe(true);
    await nats.nodes[0]?.end('SIGKILL');
    await eventually(
      async () => {
        await areThere([0, undefined, undefined]);
        expect((await connections()).reduce((sum, count) => sum + count, 0)).toBe(SITES.length);
        return true;
      },
      { everyMs: 100, timeoutMs: 45_000 },
    );
  }, 120_000);
});
