import { setTimeout as wait } from 'node:timers/promises';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import { describe, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { openRow } from '../plan/row.ts';
import { addressesOf } from '../tools/network/listeners.ts';
import { countOf, pagesOf, sendTraffic, type TrafficReport } from '../tools/network/traffic.ts';
import { type GatewayProcess, withGatewayProcess } from '../tools/process/gateway-process.ts';
import { pollPeriodMs, pollsOffBeatMs, pollTimesMs, setPollInterval } from '../tools/radio/poll-beat.ts';
import { highest, longestGap, percentile } from '../tools/statistics.ts';

/** L4: a few machines ask for as much as they can, and somebody else still has to be served. */

const row = openRow('L4');
const FOR_MS = 60_000;
/** The short form has an end that does not depend on how busy the machine is. */
const REQUESTS_MAX = row.scale(600, Number.POSITIVE_INFINITY);
const ADDRESSES = row.scale(1, 2);
const CONNECTIONS = row.scale(20, 200);
const POLL_INTERVAL_S = 5;
const LATE_MS = 500;
const BURST = 120;
const PER_SECOND = 60;
const MIB = 2 ** 20;
const WHAT = 'requests that were served beyond the budget';

async function withGateway(without: readonly SeamName[], work: (gateway: GatewayProcess) => Promise<void>) {
  await withGatewayProcess({ scenario: 'ten-inverters', seed: row.seed, without }, async (gateway) => {
    await setPollInterval(gateway.port, POLL_INTERVAL_S); // and the login is known from now on
    await work(gateway);
  });
}

interface Flood extends TrafficReport {
  readonly beyondBudget: number;
}

async function flood(port: number): Promise<Flood> {
  const addresses = addressesOf(ADDRESSES, 1);
  const from = Array.from({ length: CONNECTIONS }, (_, index) => addresses[index % ADDRESSES] ?? '');
  const headers = login();
  const calls = [
    { path: '/api/livedata/status' },
    { path: '/api/security/authenticate', headers },
    ...(await pagesOf(port)),
  ];
  const startMs = performance.now();
  const report = await sendTraffic({ port, from, calls, forMs: FOR_MS, requestsMax: REQUESTS_MAX });
  const budget = ADDRESSES * (BURST + (PER_SECOND * (performance.now() - startMs)) / 1000);
  const served = countOf(report.statuses) - (report.statuses.get(429) ?? 0);
  return { ...report, beyondBudget: Math.max(0, Math.floor(served - budget)) };
}

/** The most that the process takes until `isOver`. */
async function highestRssMb(gateway: GatewayProcess, isOver: () => boolean): Promise<number> {
  let mostBytes = 0;
  while (!isOver()) {
    mostBytes = Math.max(mostBytes, (await gateway.figures()).rssBytes);
    await wait(500);
  }
  return mostBytes / MIB;
}

/** Seconds until memory is back; 60 at most. */
async function settleS(gateway: GatewayProcess, rssMaxMb: number): Promise<number> {
  for (let seconds = 0; seconds < 60; seconds++) {
    if ((await gateway.figures()).rssBytes / MIB <= rssMaxMb) return seconds;
    await wait(1_000);
  }
  return 60;
}

describe('a flood of requests', { timeout: FOR_MS + 200_000 }, () => {
  it('is answered 429 beyond the budget, and takes nothing from the others', async () => {
    await withGateway(row.isNightly ? ['quietPolls'] : [], async (gateway) => {
      const { port } = gateway;
      const fromMs = Date.now();
      let isOver = false;
      const memory = highestRssMb(gateway, () => isOver);
      const neighbour = sendTraffic({
        ...{
          port,
          from: ['127.0.3.2'],
          calls: [{ path: '/api/livedata/status' }],
          forMs: FOR_MS,
          requestsPerS: 10,
          requestsMax: row.scale(20, Number.POSITIVE_INFINITY),
        },
      });
      const flooded = await flood(port);
      const untilMs = Date.now();
      isOver = true;
      const { latenciesMs, statuses, failures } = await neighbour;

      row.figure({ what: WHAT, value: flooded.beyondBudget, goal: { exactly: 0 } });
      row.figure({ what: 'answered 429', value: flooded.statuses.get(429) ?? 0, goal: { atLeast: 1 } });
      row.figure({
        what: 'requests without an answer, or with one that is neither good nor a refusal with a time to come again',
        value: countOf(flooded.failures) + flooded.unfit,
        goal: { exactly: 0 },
      });
      row.figure({ what: 'gateways that ended', value: gateway.isRunning() ? 0 : 1, goal: { exactly: 0 } });
      const refused = countOf(statuses) - (statuses.get(200) ?? 0) + countOf(failures);
      row.figure({ what: 'requests of a neighbour that failed', value: refused, goal: { exactly: 0 } });

      const timed = (
        what: string,
        value: number,
        unit: string,
        goal: { below: number } | { atMost: number },
      ) => row.figure({ what, value: Math.round(value), unit, goal, isTimed: true });
      timed('p99 of the answers to the neighbour', percentile(latenciesMs, 0.99), 'ms', { below: 200 });
      if (row.isNightly) {
        const polls = pollTimesMs(gateway.output());
        const below = pollPeriodMs(POLL_INTERVAL_S) + LATE_MS; // less than two turns
        timed('longest time without a poll', longestGap(polls, fromMs, untilMs), 'ms', { below });
        const offBeatMs = pollsOffBeatMs(polls, POLL_INTERVAL_S);
        timed('start of a poll off its time', highest(offBeatMs), 'ms', { below: LATE_MS });
      }
      timed('memory in the flood', await memory, 'MB', { atMost: 200 });
      if (row.isNightly) timed('until it is back at 128 MB', await settleS(gateway, 128), 's', { below: 60 });
    });
  });

  it.runIf(row.isNightly)('would be served whole without the budget', async () => {
    await withGateway(['requestBudget'], async ({ port }) => {
      const { beyondBudget } = await flood(port);
      const goal = { exactly: 0 } as const;
      row.counterProof({ what: WHAT, without: SEAMS.requestBudget, value: beyondBudget, goal });
    });
  });
});
