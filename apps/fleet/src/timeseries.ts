import { failureText, type Log } from './log.ts';
import type { TimeseriesAddresses } from './options.ts';
import { createLinesPoster, type LinesPoster } from './post-lines.ts';

/** VictoriaMetrics: lines are brought there, and PromQL is asked of it. */
export interface Timeseries {
  /**
   * `taken` only once it has all of them. `refused` and `too-large` are about these lines, and stay so; `away` may be better later.
   */
  write(lines: Uint8Array): Promise<'taken' | 'refused' | 'too-large' | 'away'>;
  /** `data.result` of an answer; undefined: it did not answer, or not in time. */
  query(path: 'query' | 'query_range', parameters: Readonly<Record<string, string>>): Promise<unknown>;
  /** Unix seconds at which it has started; undefined: not known, as of a cluster, which is many programs. */
  runsSinceS(): number | undefined;
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
export const FORWARDS = 16;
const QUERY_TIMEOUT_MS = 10_000;
const WRITE_TIMEOUT_MS = 10_000;
const LOOK_TIMEOUT_MS = 5000;
/** So often it is asked whether it is there. */
const LOOK_MS = 5000;
/** A day of five minutes of a thousand sites, and more than that. */
const ANSWER_MAX_BYTES = 8 * 2 ** 20;

export function createTimeseries({ addresses, log, nowMs, ...world }: TimeseriesOptions): Timeseries {
  const fetched = world.fetch ?? fetch;
  // One more, for looking whether it is there.
  const poster = world.poster ?? createLinesPoster(FORWARDS + 1);
  const write = targetOf(addresses.write, '/write');
  let failingSinceMs: number | undefined;
  let runsSinceS: number | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  function note(failure: unknown): void {
    if (isStopped) return;
    if (failure === undefined) {
      if (failingSinceMs !== undefined) log.info('The time-series database answers.');
      failingSinceMs = undefined;
      return;
    }
    if (failingSinceMs === undefined) {
      log.warn('The time-series database does not answer.', { failure: failureText(failure) });
    }
    failingSinceMs ??= nowMs();
  }

  async function ask(path: string, parameters: Readonly<Record<string, string>>, timeoutMs: number) {
    const { url, headers } = targetOf(addresses.read, `/api/v1/${path}`);
    const response = await fetched(url, {
      ...{ method: 'POST', body: new URLSearchParams(parameters).toString() },
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      ...{ signal: AbortSignal.timeout(timeoutMs), redirect: 'error' },
    });
    const text = await boundedText(response);
    if (!response.ok) throw new Error(`It answers ${response.status}.`);
    const answer: { readonly data?: { readonly result?: unknown } } = JSON.parse(text);
    return answer.data?.result;
  }

  /** A single one tells when it has started, unless what stands before it keeps that back. */
  async function lookWhenStarted(): Promise<void> {
    if (addresses.write.href !== addresses.read.href) return;
    const { url, headers } = targetOf(addresses.read, '/metrics');
    const response = await fetched(url, {
      ...{ headers, signal: AbortSignal.timeout(LOOK_TIMEOUT_MS), redirect: 'error' },
    });
    const [, startedS] = /^vm_app_start_timestamp (\d{1,10})$/m.exec(await boundedText(response)) ?? [];
    if (response.ok && startedS !== undefined) runsSinceS = Number(startedS);
  }

  /** Whether it takes anything: of a cluster that is another program than the one that answers questions. */
  async function tryWriting(): Promise<void> {
    const status = await post(new Uint8Array(), LOOK_TIMEOUT_MS);
    if (status >= 500) throw new Error(`It answers ${status}.`);
  }

  const post = (lines: Uint8Array, timeoutMs: number): Promise<number> =>
    poster.post(
      write.url,
      { ...write.headers, 'content-type': 'text/plain; charset=utf-8' },
      lines,
      timeoutMs,
    );

  function look(afterMs: number): void {
    timer = setTimeout(() => {
      Promise.all([ask('query', { query: '1' }, LOOK_TIMEOUT_MS), tryWriting()])
        .then(() => note(undefined), note)
        .then(lookWhenStarted)
        .catch(() => undefined) // it is looked again
        .finally(() => {
          if (!isStopped) look(LOOK_MS);
        });
    }, afterMs);
  }
  look(0);

  return {
    async write(lines) {
      try {
        const status = await post(lines, WRITE_TIMEOUT_MS);
        if (status >= 200 && status < 300) return 'taken';
        log.warn('The time-series database does not take readings.', { status });
        if (status === 413) return 'too-large';
        return status === 400 ? 'refused' : 'away';
      } catch (error) {
        note(error);
        return 'away';
      }
    },
    async query(path, parameters) {
      try {
        return (await ask(path, parameters, QUERY_TIMEOUT_MS)) ?? [];
      } catch (error) {
        log.warn('A curve could not be read.', { failure: failureText(error) });
        return undefined;
      }
    },
    runsSinceS: () => runsSinceS,
    failingSinceMs: () => failingSinceMs,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      poster.stop();
    },
  };
}

/** A login in an address is sent as one. */
function targetOf(
  base: URL,
  path: string,
): { readonly url: string; readonly headers: Record<string, string> } {
  const url = new URL(base.href);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  const headers: Record<string, string> =
    login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  return { url: url.href, headers };
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    for await (const part of response.body) {
      length += part.byteLength;
      if (length > ANSWER_MAX_BYTES) throw new Error('Its answer is too large.');
      parts.push(part);
    }
  }
  return Buffer.concat(parts).toString('utf8');
}
