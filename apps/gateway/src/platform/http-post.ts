import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from './clock.ts';

/** One POST to a server of somebody else. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * What came of it: an answer, whatever it says; or nobody answered.
 * - `unknown-name`, `unreachable`, `timeout`: nobody, or nobody in time, answers there
 * - `certificate`: its certificate is not trusted
 * - `fault`: what answers does not speak HTTP
 * - `refused`: Node.js refuses what no request can have in it
 */
export type PostOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterS?: number;
      /** Unix seconds at which the database behind it has started, where it says so. */
      readonly databaseSinceS?: number;
      /** How many lines of it were not taken, though the rest was, where it says so. */
      readonly linesRefused?: number;
      readonly text: string;
    }
  | { readonly kind: 'failed'; readonly problem: PostProblem };
export type PostProblem = 'unknown-name' | 'unreachable' | 'timeout' | 'certificate' | 'fault' | 'refused';

/** The whole of it: who answers later does not answer. */
const WITHIN_MS = 10_000;
/** So much of an answer is waited for, so that the other side may finish; of that the beginning is told. */
const ANSWER_MAX_BYTES = 64 * 1024;
const TEXT_MAX_BYTES = 512;

/** Sends it once. No redirect is followed: what is secret in it goes to this address and to no other one. */
export function sendPost(
  { url, headers, body }: Post,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<PostOutcome> {
  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    let isOver = false;
    const cancel = clock.after(WITHIN_MS, () => {
      if (!__WITHOUT__.alertAnswerTime) fail('timeout');
    });
    const abort = () => fail('unreachable');

    function end(outcome: PostOutcome): void {
      if (isOver) return;
      isOver = true;
      cancel();
      signal.removeEventListener('abort', abort);
      request?.destroy();
      resolve(outcome);
    }

    const fail = (problem: PostProblem) => end({ kind: 'failed', problem });

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    const bytes = Buffer.from(body);
    const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
    try {
      request = ask(
        url,
        {
          method: 'POST',
          agent: false,
          headers: { ...headers, connection: 'close', 'content-length': bytes.length },
        },
        (response) => readAnswer(response, end),
      );
    } catch {
      return fail('refused');
    }
    request.on('error', ({ code = '' }: NodeJS.ErrnoException) => fail(problemOfCode(code)));
    request.end(bytes);
  });
}

function readAnswer(response: IncomingMessage, end: (outcome: PostOutcome) => void): void {
  let count = 0;
  let beginning = Buffer.alloc(0);
  // Retry-After may also be a date, which only says something to whoever has the same clock.
  const retryAfterS = wholeOf(response.headers['retry-after']);
  const databaseSinceS = wholeOf(String(response.headers['x-database-since']));
  const linesRefused = wholeOf(String(response.headers['x-refused']));
  const finish = () =>
    end({
      ...{ kind: 'answered', status: response.statusCode ?? 0, text: beginning.toString() },
      ...(retryAfterS !== undefined && { retryAfterS }),
      ...(databaseSinceS !== undefined && { databaseSinceS }),
      ...(linesRefused !== undefined && { linesRefused }),
    });
  response.on('data', (chunk: Buffer) => {
    count += chunk.length;
    if (beginning.length < TEXT_MAX_BYTES) {
      beginning = Buffer.concat([beginning, chunk.subarray(0, TEXT_MAX_BYTES - beginning.length)]);
    }
    if (count > ANSWER_MAX_BYTES && !__WITHOUT__.alertAnswerBound) finish();
  });
  // Whatever becomes of the rest: the status has said whether it was taken.
  for (const event of ['end', 'error', 'close']) response.on(event, finish);
}

/** A header that is a whole number, such as of seconds or of lines. */
function wholeOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,10}$/.test(header) ? Number(header) : undefined;
}

/** Why a connection failed, by the code of the system or of Node.js. */
export function problemOfCode(code: string): PostProblem {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-name';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code.startsWith('ERR_TLS') || /CERT|SIGNATURE|SSL/.test(code)) return 'certificate';
  return code.startsWith('HPE_') ? 'fault' : 'unreachable';
}
