import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINTS } from '@heliograph/contract';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { addressesOf, type Listener, letIn, openListener } from '../tools/network/listeners.ts';
import { countOf, pagesOf, sendTraffic } from '../tools/network/traffic.ts';
import { type GatewayProcess, withGatewayProcess } from '../tools/process/gateway-process.ts';

/** F27: a host with little memory, and one with few handles of files. */

const row = openRow('F27');
const SOCKETS = 32;
const SAVES = row.scale(5, 50);
const LITTLE_MEMORY = ['--max-old-space-size=64', '--max-semi-space-size=1'];
/** A form so long that its text alone does not fit. */
const FORM_BYTES = row.scale(1, 16) * 2 ** 20;
const CRASHES = 'crashes with 64 MB';
const HANDLES = 128;
const FEW_HANDLES = ['sh', '-c', `ulimit -n ${HANDLES} && exec "$@"`, 'sh'];
/** More than the handles; and so many that some of them find no place, but are told. */
const CROWD = 240;
const SMALL_CROWD = 48;
const NEWCOMERS = 5;
const LOST = `saves lost with ${HANDLES} handles, of ${SAVES}`;
const PATIENCE = { timeout: 60_000 };

const HOUSE = { scenario: 'ten-inverters', seed: row.seed } as const;

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

/** Whether a gateway ends over a form that is far too long. */
async function crashesOverForm(gateway: GatewayProcess): Promise<boolean> {
  const { path, method } = ENDPOINTS.setNtpConfig;
  const headers = { ...login(), 'content-type': 'application/x-www-form-urlencoded' };
  const body = `data=${'%7B'.repeat(FORM_BYTES / 3)}`;
  // It may be refused while it is still under way.
  await send(gateway.port, path, { method, headers, body }).catch(() => undefined);
  return gateway.figures().then(
    () => false,
    () => true,
  );
}

/** How many newcomers, one after the other, are served at the cost of who is idle, or told that there is no room. */
async function countTold(port: number): Promise<number> {
  let told = 0;
  for (let count = 0; count < NEWCOMERS; count++) {
    const answer = await send(port, '/api/livedata/status', { from: '127.0.4.2' }).catch(() => undefined);
    const isTold = answer?.status === 503 && Number(answer.headers['retry-after']) > 0;
    if (isTold || answer?.status === 200) told += 1;
  }
  return told;
}

const leave = (connections: readonly Socket[]) => {
  for (const connection of connections) connection.destroy();
};

describe('little memory', { timeout: 300_000 }, () => {
  it('is enough for a household, also when somebody sends a form that is far too long', async () => {
    await withGatewayProcess({ ...HOUSE, nodeFlags: LITTLE_MEMORY }, async (gateway) => {
      const { port } = gateway;
      const listeners = await listen(port);
      const homes = addressesOf(10, 2);
      const calls = [
        ...['/api/livedata/status', '/api/system/status'].map((path) => ({ path })),
        ...(await pagesOf(port)),
      ];
      const forMs = row.scale(500, 60_000);
      const { failures, statuses } = await sendTraffic({
        port,
        from: homes,
        calls,
        forMs,
        requestsPerS: 100,
      });
      const bad = countOf(failures) + countOf(statuses) - (statuses.get(200) ?? 0);
      row.figure({ what: 'requests that failed with 64 MB', value: bad, goal: { exactly: 0 } });
      const hasCrashed = await crashesOverForm(gateway);
      row.figure({ what: CRASHES, value: hasCrashed ? 1 : 0, goal: { exactly: 0 } });
      const alive = await countAlive(listeners);
      row.figure({ what: 'sockets alive with 64 MB', value: alive, goal: { exactly: SOCKETS } });
    });
  });

  it.runIf(row.isNightly)('would not do without the limit of a body', async () => {
    await withGatewayProcess(
      { ...HOUSE, nodeFlags: LITTLE_MEMORY, without: ['bodyMaximum'] },
      async (gateway) => {
        const value = (await crashesOverForm(gateway)) ? 1 : 0;
        row.counterProof({ what: CRASHES, without: SEAMS.bodyMaximum, value, goal: { exactly: 0 } });
        expect(gateway.output()).toContain('heap out of memory');
      },
    );
  });
});

describe('few handles of files', { timeout: 300_000 }, () => {
  it('are kept for settings and for who is there, and newcomers are told', async () => {
    await withGatewayProcess({ ...HOUSE, under: FEW_HANDLES }, async (gateway) => {
      const { port } = gateway;
      const listeners = await listen(port);
      const saver = await startSaver(port);
      let inside: readonly Socket[] = [];
      let told = 0;
      // Who has been quiet for too long is closed, and leaves room: on a busy machine it takes more than one try.
      for (let tries = 0; tries < 20 && told < NEWCOMERS; tries++) {
        leave(inside);
        inside = await crowd(port, SMALL_CROWD);
        told = await countTold(port);
      }
      row.figure({
        what: `newcomers that are served, or told to come again, of ${NEWCOMERS}`,
        value: told,
        goal: { exactly: NEWCOMERS },
      });
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

  it.runIf(row.isNightly)('would be used up by connections otherwise', async () => {
    await withGatewayProcess(
      { ...HOUSE, under: FEW_HANDLES, without: ['handlesForFiles'] },
      async ({ port }) => {
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
        row.counterProof({ what: LOST, without: SEAMS.handlesForFiles, value: lost, goal: { exactly: 0 } });
        saver.end();
      },
    );
  });
});
