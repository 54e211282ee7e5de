import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A yield of a day that a site of three inverters can have, in Wh, and longer than any message is on its way, in ms. */
export const STAMP_TURN_MS = 300_000;

/** Simulated sites that tell a broker and post readings, all in one process beside this one. */
export interface LoadOptions {
  readonly sites: readonly { readonly id: string; readonly password: string }[];
  /** Of the nodes, of which each site takes one and goes on to the next when it is thrown out; none: no summaries. */
  readonly mqttPorts: readonly number[];
  /** Addresses that take readings, as behind a proxy; not there: none are posted. */
  readonly write?: readonly string[] | undefined;
  readonly measureEveryS?: number;
  readonly postEveryS?: number;
  readonly enterEveryMs?: number;
  readonly sockets?: number;
  readonly seed?: number;
  /** What was yielded today is when it was sent, in ms since the last multiple of `STAMP_TURN_MS`. */
  readonly stamps?: boolean;
}

export interface LoadStats {
  readonly connected: number;
  readonly summaries: number;
  readonly posts: number;
  readonly failures: number;
  /** Samples: a value of a series at a time. */
  readonly measured: number;
  /** Of these those that were answered with 204. */
  readonly acknowledged: number;
  /** Sum of the power of all sites in what was acknowledged. */
  readonly power: number;
  /** Readings that are not acknowledged. */
  readonly waiting: number;
  /** Milliseconds until a post was answered, of those since this was asked last. */
  readonly postMs: { readonly median: number; readonly p99: number };
}

export type LoadOrder =
  | { readonly kind: 'stats' | 'stop-measuring' }
  | { readonly kind: 'cut' | 'join'; readonly ids: readonly string[] };

export interface Load {
  readonly child: ChildProcess;
  order(order: LoadOrder): Promise<LoadStats>;
  stats(): Promise<LoadStats>;
  stop(): void;
}

const MAIN = fileURLToPath(new URL('load-child.ts', import.meta.url));

export async function startLoad(options: LoadOptions): Promise<Load> {
  const child = fork(MAIN, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  async function order(wanted: LoadOrder): Promise<LoadStats> {
    const answered = once(child, 'message');
    child.send(wanted);
    const [stats] = await answered;
    return stats as LoadStats;
  }
  return { child, order, stats: () => order({ kind: 'stats' }), stop: () => void child.kill('SIGKILL') };
}
