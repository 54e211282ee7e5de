import { type Log } from './log.ts';
import type { TimeseriesAddresses } from './options.ts';
import { type LinesPoster } from './post-lines.ts';
/** VictoriaMetrics: lines are brought there, and PromQL is asked of it. */
export interface Timeseries {
  /** `taken` only once it has all of them. */
  write(lines: Uint8Array): Promise<'taken' | 'refused' | 'away'>;
  /** `data.result` of an answer; undefined: it did not answer, or not in time. */
  query(path: 'query' | 'query_range', parameters: Readonly<Record<string, string>>): Promise<unknown>;
  /** Unix milliseconds; undefined: it answers. */
  failingSinceMs(): number | undefined;
  stop(): void;
}
export interface TimeseriesOptions {
  readonly addresses: TimeseriesAddresses;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly fetch?: typeof fetch;
  readonly poster?: LinesPoster;
}
/** Posts at once. */
export declare const FORWARDS = 16;
export declare function createTimeseries({ addresses, log, nowMs, ...world }: TimeseriesOptions): Timeseries;
