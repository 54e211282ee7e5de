import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINTS } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { login, send } from '../../apps/gateway/test/http-client.ts';
import { openRow } from '../plan/row.ts';
import { crowdGuards, HANDLES_LEFT } from '../tools/copies/crowd-guards.ts';
import { addressesOf, type Listener, letIn, openListener } from '../tools/network/listeners.ts';
import { countOf, sendTraffic } from '../tools/network/traffic.ts';
import {
  type GatewayProcess,
  type GatewayProcessOptions,
  startGatewayProcess,
} from '../tools/process/gateway-process.ts';

/** F27: a host with little memory, and one with few handles of files. */

const row = openRow('F27');
const SOCKETS = 32;
const SAVES = row.scale(5, 50);
const LITTLE_MEMORY = ['--max-old-space-size=64', '--max-semi-space-size=1'];
const HANDLES = 128;
const FEW_HANDLES = ['sh', '-c', `ulimit -n ${HANDLES} && exec "$@"`, 'sh'];
/** More than the handles; and so many that some of them find no place, but are told. */
const CROWD = 240;
const SMALL_CROWD = 48;
const LOST = `saves lost with ${HANDLES} handles, of ${SAVES}`;
const PATIENCE = { timeout: 60_000 };

async function withGateway(options: GatewayProcessOptions, work: (gateway: GatewayProcess) => Promise<void>) {
  const gateway = await startGatewayProcess({ scenario: 'ten-inverters', ...options });
  try {
    await work(gateway);
  } finally {
    await gateway.dispose();
  }
}

async function listen(port: number): Promise<readonly Listener[]> {
  const homes = addressesOf(8, 1);
  const from = (index: number) => homes[index % homes.length] ?? '';
  return letIn(
    await Promise.all(
      Array.from({ length: SOCKETS }, (_, index) => openListener(port, { from: from(index) })),
    ),
  );
}

/** Sockets of these that are open and hear something new. */
async function countAlive(listeners: readonly Listener[]): Promise<number> {
  const before = listeners.map(({ arrivalsMs }) => arrivalsMs.length);
  const isAlive = ({ socket, arrivalsMs }: Listener, index: number) =>
    socket.readyState === socket.OPEN && arrivalsMs.length > (before[index] ?? 0);
  await expect
    .poll(() => listeners.every((one, index) => isAlive(one, index) || one.socket.readyState > 1), PATIENCE)
    .toBe(true);
  return listeners.filter(isAlive).length;
}

/** Connections that ask for nothing, from many addresses. */
function crowd(port: number, size: number): Promise<readonly Socket[]> {
  const homes = addressesOf(8, 2);
  const enter = (localAddress: string) =>
    new Promise<Socket>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket));
      socket.on('error', () => resolve(socket)); // being sent away is what is tested
    });
  return Promise.all(Array.from({ length: size }, (_, index) => enter(homes[index % homes.length] ?? '')));
}

type Saved = 'saved' | 'refused' | 'no-place';

/** Saves over a connection that is kept; should it be closed for being quiet, it comes back when there is a place. */
async function startSaver(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { path, method } = ENDPOINTS.setNtpConfig;
  const headers = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };

  function ask(number: number): Promise<Saved> {
    const settings = {
      ntp_server: `time${number}.test`,
      ntp_timezone: 'UTC0',
      ntp_timezone_descr: 'Etc/UTC',
    };
    return new Promise((resolve) => {
      const target = { port, host: '127.0.0.1', path, method, headers, agent };
      const outgoing = request(target, async (incoming) => {
        let text = '';
        for await (const piece of incoming) text += String(piece);
        const isSaved = incoming.statusCode === 200 && JSON.parse(text).code === 1001;
        resolve(isSaved ? 'saved' : incoming.statusCode === 503 ? 'no-place' : 'refused');
      });
      outgoing.on('error', () => resolve('no-place'));
      outgoing.end(`data=${encodeURIComponent(JSON.stringify(settings))}`);
    });
  }

  async function save(number: number): Promise<Saved> {
    for (let tries = 0; tries < 200; tries++) {
      const saved = await ask(number);
      if (saved !== 'no-place') return saved;
      await wait(100);
    }
    return 'no-place';
  }

  expect(await save(0)).toBe('saved');
  return {
    /** How many of some saves were not answered as saved. */
    async lost(): Promise<number> {
      let lost = 0;
      for (let number = 1; number <= SAVES; number++) if ((await save(number)) !== 'saved') lost += 1;
      return lost;
    },
    end: () => agent.destroy(),
  };
}

const leave = (connections: readonly Socket[]) => {
  for (const connection of connections) connection.destroy();
};

describe('little memory', { timeout: 300_000 }, () => {
  it('is enough for a household', async () => {
    await withGateway({ nodeFlags: LITTLE_MEMORY }, async (gateway) => {
      const { port } = gateway;
      const listeners = await listen(port);
      const homes = addressesOf(10, 2);
      const calls = ['/api/livedata/status', '/api/system/status', '/'].map((path) => ({ path }));
      const forMs = row.scale(500, 60_000);
      const { failures, statuses } = await sendTraffic({
        port,
        from: homes,
        calls,
        forMs,
        requestsPerS: 100,
      });
      const bad =
        countOf(failures) + [...statuses.keys()].filter((status) => status >= 500 && status !== 503).length;
      row.figure({ what: 'requests that failed with 64 MB', value: bad, goal: { exactly: 0 } });
      const alive = await countAlive(listeners);
      row.figure({ what: 'sockets alive with 64 MB', value: alive, goal: { exactly: SOCKETS } });
      row.figure({ what: 'crashes with 64 MB', value: gateway.isRunning() ? 0 : 1, goal: { exactly: 0 } });
    });
  });
});

describe('few handles of files', { timeout: 300_000 }, () => {
  it('are kept for settings and for who is there, and newcomers are told', async () => {
    await withGateway({ under: FEW_HANDLES }, async (gateway) => {
      const { port } = gateway;
      const listeners = await listen(port);
      const saver = await startSaver(port);
      let inside: readonly Socket[] = [];
      let status = 0;
      const statusOfNewcomer = async () => {
        leave(inside);
        inside = await crowd(port, SMALL_CROWD);
        const answer = await send(port, '/', { from: '127.0.4.2' }).catch(() => undefined);
        status = answer?.status ?? 0;
        return status;
      };
      await expect.poll(statusOfNewcomer, PATIENCE).toBe(503);
      row.figure({ what: 'status of a newcomer', value: status, goal: { exactly: 503 } });
      const more = await crowd(port, CROWD);
      const before = await gateway.figures();
      const startMs = performance.now();
      row.figure({ what: LOST, value: await saver.lost(), goal: { exactly: 0 } });
      const alive = await countAlive(listeners);
      row.figure({ what: `sockets alive with ${HANDLES} handles`, value: alive, goal: { exactly: SOCKETS } });
      const cpuMs = (await gateway.figures()).cpuMs - before.cpuMs;
      const value = Math.round((cpuMs / (performance.now() - startMs)) * 100);
      row.figure({
        what: 'of one core while it is full',
        value,
        unit: '%',
        goal: { below: 60 },
        isTimed: true,
      });
      leave([...inside, ...more]);
      await expect.poll(async () => (await send(port, '/api/livedata/status')).status, PATIENCE).toBe(200);
      const crashes = gateway.isRunning() ? 0 : 1;
      row.figure({ what: `crashes with ${HANDLES} handles`, value: crashes, goal: { exactly: 0 } });
      saver.end();
    });
  });

  it('would be used up by connections otherwise', async () => {
    await withGateway({ under: FEW_HANDLES, without: crowdGuards(HANDLES_LEFT) }, async ({ port }) => {
      await listen(port);
      const saver = await startSaver(port);
      let lost = 0;
      for (let round = 0; round < 5 && lost === 0; round++) {
        const inside = await crowd(port, CROWD);
        await expect
          .poll(
            () =>
              send(port, '/').then(
                () => 'came in',
                () => 'cut off',
              ),
            PATIENCE,
          )
          .toBe('cut off');
        lost = await saver.lost();
        leave(inside);
      }
      row.counterProof({ what: LOST, without: HANDLES_LEFT.name, value: lost, goal: { exactly: 0 } });
      saver.end();
    });
  });
});
