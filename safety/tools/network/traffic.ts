import { Agent, type IncomingMessage, request } from 'node:http';
import { send } from '@heliograph/testbed/outside/http-client.ts';

/** One request of a mix. */
export interface TrafficCall {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TrafficOptions {
  readonly port: number;
  /** One kept connection from each of these addresses of this machine; the same one may stand there often. */
  readonly from: readonly string[];
  /** Sent in turn, over all connections. */
  readonly calls: readonly TrafficCall[];
  readonly forMs: number;
  /** No more than so many, however long it takes. */
  readonly requestsMax?: number;
  /** Over all connections; default: the next one as soon as the last one is answered. */
  readonly requestsPerS?: number;
}

export interface TrafficReport {
  /** Milliseconds that each answer took. */
  readonly latenciesMs: readonly number[];
  /** How often each status came. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests without an answer, with the code of what happened. */
  readonly failures: ReadonlyMap<string, number>;
  /** Answers that are neither 200 nor an honest refusal: 429 or 503 with the time after which to come again. */
  readonly unfit: number;
}

/** What a browser asks for beside calls, where the web app has been built. */
export async function pagesOf(port: number): Promise<readonly TrafficCall[]> {
  const isBuilt = (await send(port, '/')).status === 200;
  return isBuilt ? [{ path: '/' }, { path: '/settings/ntp' }] : [];
}

const ANSWER_TIMEOUT_MS = 30_000;
/** A server that refuses is not asked in a tight loop. */
const AFTER_FAILURE_MS = 50;

/** Sends requests to a gateway of this machine for a while, and tells how it answered. */
export async function sendTraffic(options: TrafficOptions): Promise<TrafficReport> {
  const { port, from, calls, forMs, requestsMax = Number.POSITIVE_INFINITY, requestsPerS } = options;
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  const failures = new Map<string, number>();
  const startMs = performance.now();
  const untilMs = startMs + forMs;
  let next = 0;
  let unfit = 0;

  async function sendOne(call: TrafficCall, agent: Agent, localAddress: string): Promise<void> {
    const sentMs = performance.now();
    try {
      const { status, isFit } = await ask({ port, agent, localAddress, ...call });
      count(statuses, status);
      if (!isFit) unfit += 1;
      latenciesMs.push(performance.now() - sentMs);
    } catch (error) {
      count(failures, error instanceof Error && 'code' in error ? String(error.code) : String(error));
      await waitUntil(performance.now() + AFTER_FAILURE_MS);
    }
  }

  async function useConnection(localAddress: string, index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const periodMs = requestsPerS === undefined ? 0 : (from.length / requestsPerS) * 1000;
    let dueMs = startMs + (periodMs * index) / from.length;
    while (performance.now() < untilMs && next < requestsMax) {
      await waitUntil(dueMs);
      const call = calls[next++ % calls.length];
      if (call !== undefined) await sendOne(call, agent, localAddress);
      dueMs = Math.max(dueMs + periodMs, performance.now() - periodMs); // who is late does not catch up in a burst
    }
    agent.destroy();
  }

  await Promise.all(from.map(useConnection));
  return { latenciesMs, statuses, failures, unfit };
}

export function countOf(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function waitUntil(dueMs: number): Promise<void> {
  const waitMs = dueMs - performance.now();
  return waitMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, waitMs));
}

interface Asked extends TrafficCall {
  readonly port: number;
  readonly agent: Agent;
  readonly localAddress: string;
}

/** Resolves when the answer has been read to its end. */
function ask(asked: Asked): Promise<{ status: number; isFit: boolean }> {
  const { port, agent, localAddress, path, headers = {} } = asked;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers, agent, localAddress }, (incoming) => {
      incoming.resume();
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, isFit: isFit(incoming) }));
      incoming.once('error', reject);
    });
    outgoing.setTimeout(ANSWER_TIMEOUT_MS, () => outgoing.destroy(new Error('no answer')));
    outgoing.once('error', reject);
    outgoing.end();
  });
}

function isFit({ statusCode = 0, headers }: IncomingMessage): boolean {
  if (statusCode === 429 || statusCode === 503) return Number(headers['retry-after']) > 0;
  return statusCode === 200;
}
