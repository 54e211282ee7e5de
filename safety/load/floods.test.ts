import { setTimeout as wait } from 'node:timers/promises';
import { watchGatewayEnds } from '@heliograph/testbed/gateway/gateway-ends.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openRawConnection } from '@heliograph/testbed/outside/raw-connection.ts';
import { frameOf, handshakeOf } from '@heliograph/testbed/outside/socket-frames.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow, type Row } from '../plan/row.ts';
import { type Flood, floodedPath, startRequestFlood, startSocketFlood } from '../tools/network/floods.ts';
import { addressesOf } from '../tools/network/listeners.ts';
import { countOf, sendTraffic, type TrafficReport } from '../tools/network/traffic.ts';
import { type GatewayProcess, withGatewayProcess } from '../tools/process/gateway-process.ts';
import { pollPeriodMs, pollsOffBeatMs, pollTimesMs, setPollInterval } from '../tools/radio/poll-beat.ts';
import { highest, longestGap, percentile } from '../tools/statistics.ts';

/** L10 and L12: clients that send without end, over sockets and over HTTP, and somebody else who wants to be served. */

const FOR_MS = 30_000;
const POLL_INTERVAL_S = 1;
const LATE_MS = 250;
const P99 = 'p99 of the answers to a neighbour';
const P99_GOAL = { atMost: 200 } as const;
const NEIGHBOUR = ['127.0.9.9'];

function withGateway<T>(
  row: Row,
  without: readonly SeamName[],
  work: (gateway: GatewayProcess) => Promise<T>,
): Promise<T> {
  return withGatewayProcess({ scenario: 'ten-inverters', seed: row.seed, without }, async (gateway) => {
    await setPollInterval(gateway.port, POLL_INTERVAL_S); // and the login is known from now on
    return work(gateway);
  });
}

interface Measured extends TrafficReport {
  readonly p99Ms: number;
  readonly failed: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A neighbour asks for live data again and again while others flood. */
async function underFlood(
  port: number,
  start: () => Flood,
  forMs = FOR_MS,
): Promise<Measured & { flood: Flood }> {
  const fromMs = Date.now();
  const flood = start();
  const calls = [{ path: '/api/livedata/status' }];
  const report = await sendTraffic({ port, from: NEIGHBOUR, calls, forMs, requestsPerS: 10 });
  const untilMs = Date.now();
  flood.end();
  const failed = countOf(report.statuses) - (report.statuses.get(200) ?? 0) + countOf(report.failures);
  // Who never got an answer has waited all the time.
  const waitedMs = report.latenciesMs.length === 0 ? [untilMs - fromMs] : report.latenciesMs;
  return { ...report, flood, p99Ms: percentile(waitedMs, 0.99), failed, fromMs, untilMs };
}

function notePolls(row: Row, gateway: GatewayProcess, { fromMs, untilMs }: Measured, what: string): void {
  const polls = pollTimesMs(gateway.output()).filter((atMs) => atMs >= fromMs && atMs <= untilMs);
  const late = highest(pollsOffBeatMs(polls, POLL_INTERVAL_S));
  const gap = longestGap(polls, fromMs, untilMs) - pollPeriodMs(POLL_INTERVAL_S);
  const value = Math.round(Math.max(late, gap));
  row.figure({ what: `polls late, ${what}`, value, unit: 'ms', goal: { atMost: LATE_MS }, isTimed: true });
}

const ONE = Array<string>(16).fill('127.0.5.2');
const SEVERAL = addressesOf(16, 6);
const SOCKET_FLOODS = [
  ['empty frames, from one address', ONE, 'empty frames'],
  ['empty frames, from 16 addresses', SEVERAL, 'empty frames'],
  ['long texts, from one address', ONE, 'long texts'],
  ['long texts, from 16 addresses', SEVERAL, 'long texts'],
  ['inverters to show, from 16 addresses', SEVERAL, 'inverters to show'],
] as const;

describe('sockets that send without end (L10)', { timeout: 300_000 }, () => {
  const row = openRow('L10');
  const SENT_BYTES = 16 * 2 ** 20;
  const TAKEN = 'megabytes that the gateway reads at once, of 16 that sixteen sockets send';
  const TAKEN_GOAL = { atMost: 2 } as const;

  /** All of it is sent at once, while the clock stands still. */
  async function takenMb({ port }: TestGateway): Promise<number> {
    const ends = watchGatewayEnds(port);
    const frames = Buffer.concat(Array<Buffer>(Math.floor(SENT_BYTES / 16 / 6)).fill(frameOf({ opcode: 1 })));
    const clients = await Promise.all(ONE.map((from) => openRawConnection(port, { from })));
    for (const [index, { socket }] of clients.entries()) {
      socket.write(handshakeOf(floodedPath(index)));
      socket.write(frames);
    }
    let before = -1;
    while (before !== ends.bytesRead()) {
      before = ends.bytesRead();
      await wait(200);
    }
    for (const { socket } of clients) socket.destroy();
    return before / 2 ** 20;
  }

  it('are read as fast as they may send, and no faster', async () => {
    const limits = {}; // those of the product
    const taken = async () => takenMb(await startTestGateway({ scenario: 'no-inverters', limits }));
    const figure = { what: TAKEN, unit: 'MB', goal: TAKEN_GOAL };
    row.figure({ ...figure, value: await taken() });
    const value = await without(['readingGate'], taken);
    row.counterProof({ ...figure, without: SEAMS.readingGate, value });
  });

  it.runIf(row.isNightly)('make nobody wait, neither neighbours nor inverters', async () => {
    await withGateway(row, ['quietPolls'], async (gateway) => {
      for (const [what, from, kind] of SOCKET_FLOODS) {
        const measured = await underFlood(gateway.port, () => startSocketFlood(gateway.port, from, kind));
        const figure = { unit: 'ms', goal: P99_GOAL, isTimed: true } as const;
        row.figure({ ...figure, what: `${P99}, ${what}`, value: Math.round(measured.p99Ms) });
        row.figure({
          what: `requests of it that failed, ${what}`,
          value: measured.failed,
          goal: { exactly: 0 },
        });
        notePolls(row, gateway, measured, what);
        const closed = measured.flood.closedWith(1008);
        row.figure({ what: `sockets closed with 1008, ${what}`, value: closed, goal: { atLeast: 16 } });
      }
      const { rssBytes } = await gateway.figures();
      const value = Math.round(rssBytes / 2 ** 20);
      row.figure({ what: 'memory afterwards', value, unit: 'MB', goal: { atMost: 200 }, isTimed: true });
      expect(gateway.isRunning()).toBe(true);
    });
    const [[what, from, kind]] = SOCKET_FLOODS;
    await withGateway(row, ['readingGate'], async ({ port }) => {
      const { p99Ms } = await underFlood(port, () => startSocketFlood(port, from, kind));
      row.counterProof({
        ...{ what: `${P99}, ${what}`, without: SEAMS.readingGate, value: Math.round(p99Ms), unit: 'ms' },
        goal: P99_GOAL,
      });
    });
  });
});

describe('requests that are sent ahead, or that nobody can read (L12)', { timeout: 300_000 }, () => {
  const row = openRow('L12');
  const CONNECTIONS = 100;
  const SHORT_MS = row.scale(1_000, 5_000);
  /** A busy machine may take so long to answer more than the budget. */
  const PROOF_MS = 5_000;
  const BURST = 120;
  const PER_SECOND = 60;
  const BEYOND = 'requests for a path that nobody can read, answered beyond the budget';
  const FLOODS = [
    [
      'sent ahead over 100 connections of one address',
      Array<string>(CONNECTIONS).fill('127.0.5.2'),
      '/api/livedata/status',
    ],
    [
      'sent ahead over 100 connections of 50 addresses',
      [...addressesOf(50, 6), ...addressesOf(50, 6)],
      '/api/livedata/status',
    ],
    ['for a path that nobody can read, of one address', Array<string>(CONNECTIONS).fill('127.0.5.3'), '/%zz'],
  ] as const;

  /** Answers other than a refusal with a time to come again. */
  async function beyondBudget(port: number, forMs: number): Promise<number> {
    const startMs = performance.now();
    const from = Array<string>(4).fill('127.0.7.2');
    const { flood } = await underFlood(port, () => startRequestFlood(port, from, '/%zz'), forMs);
    const budget = BURST + (PER_SECOND * (performance.now() - startMs)) / 1000;
    return Math.max(0, Math.floor(countOf(flood.statuses) - (flood.statuses.get(429) ?? 0) - budget));
  }

  it.runIf(row.isNightly)('count like all others', async () => {
    await withGateway(row, [], async ({ port }) => {
      row.figure({ what: BEYOND, value: await beyondBudget(port, SHORT_MS), goal: { exactly: 0 } });
    });
    await withGateway(row, ['requestBudget'], async ({ port }) => {
      const value = await beyondBudget(port, PROOF_MS);
      row.counterProof({ what: BEYOND, without: SEAMS.requestBudget, value, goal: { exactly: 0 } });
    });
  });

  it.runIf(row.isNightly)('make nobody wait', async () => {
    await withGateway(row, ['quietPolls'], async (gateway) => {
      for (const [what, from, path] of FLOODS) {
        const measured = await underFlood(gateway.port, () => startRequestFlood(gateway.port, from, path));
        const figure = { unit: 'ms', goal: P99_GOAL, isTimed: true } as const;
        row.figure({ ...figure, what: `${P99}, ${what}`, value: Math.round(measured.p99Ms) });
        row.figure({
          what: `requests of it that failed, ${what}`,
          value: measured.failed,
          goal: { exactly: 0 },
        });
        notePolls(row, gateway, measured, what);
        const refused = measured.flood.statuses.get(429) ?? 0;
        row.figure({ what: `answered 429, ${what}`, value: refused, goal: { atLeast: 1_000 } });
      }
    });
    const [[what, from, path]] = FLOODS;
    await withGateway(row, ['readingGate'], async ({ port }) => {
      const { p99Ms } = await underFlood(port, () => startRequestFlood(port, from, path));
      row.counterProof({
        ...{ what: `${P99}, ${what}`, without: SEAMS.readingGate, value: Math.round(p99Ms), unit: 'ms' },
        goal: P99_GOAL,
      });
    });
  });
});
