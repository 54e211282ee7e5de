import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fleetFolder, fleetPort, NATS_SERVER } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { type ServerProcess, startServer } from '@heliograph/testbed/fleet/server-process.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { createTestAuthority, hasOpenssl } from '@heliograph/testbed/outside/test-authority.ts';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteUser, usersFile } from '../../src/broker-users.ts';
import { hashSitePassword } from '../../src/secrets.ts';

/** A node as deploy/fleet/compose.yaml starts it: by start-nats.sh, with TLS, and with users that come later. */

const CAN_RUN = NATS_SERVER !== undefined && hasOpenssl;
const here = (name: string) => fileURLToPath(new URL(`../../../../deploy/fleet/${name}`, import.meta.url));
const PASSWORD = 'password-of-the-site';

let folder: Awaited<ReturnType<typeof fleetFolder>>;
let node: ServerProcess;
let port = 0;
let users = '';
const authority = CAN_RUN ? createTestAuthority() : undefined;

beforeAll(async () => {
  if (!CAN_RUN) return;
  folder = await fleetFolder();
  const at = (name: string) => join(folder.folder, name);
  await mkdir(at('users'));
  users = at('users/broker-users.conf');
  port = await fleetPort();
  const httpPort = await fleetPort();
  const text = (await readFile(here('nats.conf'), 'utf8'))
    .replace('0.0.0.0:4222', `127.0.0.1:${await fleetPort()}`)
    .replace('127.0.0.1:8222', `127.0.0.1:${httpPort}`)
    .replace('0.0.0.0:8883', `127.0.0.1:${port}`)
    .replace('"/data"', JSON.stringify(at('data')))
    // One node alone.
    .replace('stream_replicas: 3', 'stream_replicas: 1')
    .replace(/^cluster \{.*?^\}/ms, '');
  await writeFile(at('nats.conf'), text);
  const issued = authority?.issue();
  const certificate = at('certificate.pem');
  // Both come after the start: Caddy and the fleet page need a while.
  const late = new Promise((resolve) => setTimeout(resolve, 2500)).then(async () => {
    await writeFile(at('key.pem'), issued?.key ?? '');
    await writeFile(certificate, issued?.certificate ?? '');
    await writeFile(users, usersFile([siteUser('barn', await hashSitePassword(PASSWORD))]));
  });
  node = await startServer({
    command: ['sh', here('start-nats.sh'), NATS_SERVER ?? '', '-c', at('nats.conf')],
    spawnOptions: {
      env: {
        ...{ PATH: process.env.PATH, NATS_NAME: 'nats-1', NATS_USERS: users },
        ...{ NATS_CERTIFICATE: certificate, NATS_KEY: at('key.pem') },
      },
    },
    isReady: async () => (await fetch(`http://127.0.0.1:${httpPort}/healthz`)).ok,
  });
  await late;
});
afterAll(async () => {
  await node?.end('SIGTERM');
  await folder?.remove();
});

async function enter(username: string, password = PASSWORD) {
  const client = await Promise.race([
    connectAsync({
      ...{
        host: '127.0.0.1',
        port,
        protocol: 'mqtts',
        protocolVersion: 4,
        reconnectPeriod: 0,
        username,
        password,
      },
      ca: authority?.certificate ?? '',
    }),
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('nobody is let in')), 3000)),
  ]);
  client.on('error', () => undefined);
  return client;
}

describe.skipIf(!CAN_RUN)('a node of the broker', () => {
  it('waits for its users and its certificate, and speaks TLS then', async () => {
    const client = await enter('barn');
    await client.publishAsync('sites/barn/site', '{}', { qos: 1 });
    await client.endAsync();
  });

  it('lets a site in a few seconds after it was added, without a restart, and throws out one that is gone', async () => {
    await expect(enter('mill')).rejects.toThrow();
    const pid = node.pid();
    const barn = await enter('barn');
    await writeFile(users, usersFile([siteUser('mill', await hashSitePassword(PASSWORD))]));
    await eventually(async () => (await enter('mill')).endAsync(), { timeoutMs: 10_000, everyMs: 200 });
    await eventually(() => !barn.connected);
    expect(node.isRunning() && node.pid() === pid).toBe(true);
  });

  it('keeps the users that it has where the file makes no sense', async () => {
    await writeFile(users, 'users: [ {user: ');
    await new Promise((resolve) => setTimeout(resolve, 4500));
    await (await enter('mill')).endAsync();
    await writeFile(users, usersFile([siteUser('barn', await hashSitePassword(PASSWORD))]));
    await eventually(async () => (await enter('barn')).endAsync(), { timeoutMs: 10_000, everyMs: 200 });
  });

  it('ends when it is told to', async () => {
    const startMs = performance.now();
    await node.end('SIGTERM');
    expect(performance.now() - startMs).toBeLessThan(15_000);
    await expect(enter('barn')).rejects.toThrow();
  });
});
