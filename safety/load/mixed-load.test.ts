import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINTS } from '@heliograph/contract';
import { GOOD_QUERY_VALUES } from '@heliograph/testbed/gateway/good-queries.ts';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';
import { openRow } from '../plan/row.ts';
import { addressesOf, type Listener, letIn, openListener } from '../tools/network/listeners.ts';
import {
  countOf,
  pagesOf,
  sendTraffic,
  type TrafficCall,
  type TrafficReport,
} from '../tools/network/traffic.ts';
import {
  type GatewayProcess,
  type ProcessFigures,
  startGatewayProcess,
} from '../tools/process/gateway-process.ts';
import { pollPeriodMs, pollsOffBeatMs, pollTimesMs, setPollInterval } from '../tools/radio/poll-beat.ts';
import { highest, longestGap, percentile } from '../tools/statistics.ts';

/** L1: everything that a large household does, at once and for long. */

const row = openRow('L1');
const FOR_MS = row.scale(1_500, 600_000);
const SAMPLE_EVERY_MS = row.scale(500, 5_000);
const POLL_INTERVAL_S = 5;
const LATE_MS = 250;
const LIVE_SOCKETS = 32;
const CONSOLES = 4;
const CONNECTIONS = 20;
const REQUESTS_PER_S = row.scale(100, 200);
/** A household makes one a day; among the other calls it would be asked for twice a second. */
const BACKUP = ENDPOINTS.getBackup;
const BACKUP_EVERY_S = row.scale(1, 10);
const SERIAL = '112174506011';
const QUERIES: Readonly<Record<string, string>> = { ...GOOD_QUERY_VALUES, inv: SERIAL, file: 'config.json' };
const MIB = 2 ** 20;

/** Every GET of the contract but the backup, and what a browser asks for beside. */
async function everyGet(port: number): Promise<readonly TrafficCall[]> {
  const headers = login();
  const ofContract = Object.values(ENDPOINTS)
    .filter((endpoint) => endpoint.method === 'GET' && endpoint !== BACKUP)
    .map(({ path, query }) => {
      const search = query.map((name: string) => `${name}=${QUERIES[name] ?? ''}`).join('&');
      return { path: search === '' ? path : `${path}?${search}`, headers };
    });
  return [...ofContract, ...(await pagesOf(port))];
}

async function openAll(port: number) {
  const homes = addressesOf(8, 1);
  const live = Array.from({ length: LIVE_SOCKETS }, (_, index) =>
    openListener(port, { from: homes[index % homes.length] ?? '' }),
  );
  const consoles = Array.from({ length: CONSOLES }, () =>
    openListener(port, { from: '127.0.0.2', path: '/console', headers: login() }),
  );
  return { live: letIn(await Promise.all(live)), consoles: letIn(await Promise.all(consoles)) };
}

/** What the process says of itself, again and again, until it is told to stop. */
function watch(gateway: GatewayProcess) {
  const samples: ProcessFigures[] = [];
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      await wait(SAMPLE_EVERY_MS);
      samples.push(await gateway.figures());
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return samples;
  };
}

describe('mixed load', { timeout: FOR_MS + 120_000 }, () => {
  it('is carried without an error', async () => {
    const gateway = await startGatewayProcess({
      scenario: 'ten-inverters',
      seed: row.seed,
      without: row.isNightly ? ['quietPolls'] : [],
    });
    try {
      const { port } = gateway;
      await setPollInterval(port, POLL_INTERVAL_S);
      const calls = await everyGet(port);
      const { live, consoles } = await openAll(port);
      expect([live.length, consoles.length]).toEqual([LIVE_SOCKETS, CONSOLES]);
      const before = await gateway.figures('reset');
      const fromMs = Date.now();
      const endWatch = watch(gateway);
      const homes = addressesOf(CONNECTIONS / 2, 2);
      const from = [...homes, ...homes];
      const [traffic, backups] = await Promise.all([
        sendTraffic({ port, from, calls, forMs: FOR_MS, requestsPerS: REQUESTS_PER_S }),
        sendTraffic({
          ...{ port, from: addressesOf(1, 3), calls: [{ path: BACKUP.path, headers: login() }] },
          ...{ forMs: FOR_MS, requestsPerS: 1 / BACKUP_EVERY_S },
        }),
      ]);
      const untilMs = Date.now();
      const samples = await endWatch();
      const after = await gateway.figures();

      const errorsIn = ({ statuses, failures }: TrafficReport) =>
        countOf(statuses) - (statuses.get(200) ?? 0) + countOf(failures);
      const errors = errorsIn(traffic) + errorsIn(backups);
      row.figure({ what: 'requests that failed', value: errors, goal: { exactly: 0 } });
      const sockets = [...live, ...consoles];
      const hasHeard = ({ arrivalsMs }: Listener) => arrivalsMs.length > 0;
      await expect.poll(() => sockets.every(hasHeard), { timeout: 60_000 }).toBe(true);
      const closed = sockets.filter(({ socket }) => socket.readyState !== socket.OPEN).length;
      row.figure({ what: 'sockets that were closed', value: closed, goal: { exactly: 0 } });
      const least = 0.9 * REQUESTS_PER_S * (FOR_MS / 1000);
      const sent = traffic.latenciesMs.length;
      row.figure({ what: 'requests answered', value: sent, goal: { atLeast: least }, isTimed: true });
      row.figure({
        what: 'backups of everything beside them',
        value: backups.latenciesMs.length,
        goal: { atLeast: (0.9 * FOR_MS) / 1000 / BACKUP_EVERY_S },
        isTimed: true,
      });

      const timed = (
        what: string,
        value: number,
        unit: string,
        goal: { below: number } | { atMost: number },
      ) => row.figure({ what, value: Math.round(value * 10) / 10, unit, goal, isTimed: true });
      timed('p99 of the answers', percentile(traffic.latenciesMs, 0.99), 'ms', { below: 100 });
      if (row.isNightly) {
        const polls = pollTimesMs(gateway.output());
        const below = pollPeriodMs(POLL_INTERVAL_S) + LATE_MS; // less than two turns
        timed('longest time without a poll', longestGap(polls, fromMs, untilMs), 'ms', { below });
        const offBeatMs = pollsOffBeatMs(polls, POLL_INTERVAL_S);
        timed('start of a poll off its time', highest(offBeatMs), 'ms', { below: LATE_MS });
      }
      const steady = samples.slice(Math.floor(samples.length / 2)).map(({ rssBytes }) => rssBytes / MIB);
      timed('memory in the second half', highest(steady), 'MB', { atMost: 128 });
      timed('of one core', ((after.cpuMs - before.cpuMs) / FOR_MS) * 100, '%', { below: 40 });
      timed('delay of the event loop, p99', after.delayP99Ms, 'ms', { below: 50 });
      timed('delay of the event loop, most', after.delayMaxMs, 'ms', { below: 500 });
      for (const { socket } of sockets) socket.terminate();
    } finally {
      await gateway.dispose();
    }
  });
});
