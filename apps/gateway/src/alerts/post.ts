import { type ClientRequest, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AlertProblem } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';

/** One POST, as every web channel takes it. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The whole of it: who answers later does not answer. */
const WITHIN_MS = 10_000;
/** What comes is of no interest but for its status; so much is waited for, so that the other side may finish. */
const ANSWER_MAX_BYTES = 64 * 1024;

/**
 * Sends it once; undefined: it was taken. No redirect is followed: what is secret in it goes to this address and to no other one. Nothing
 * of the answer is kept, since it may say anything.
 */
export function sendPost(
  { url, headers, body }: Post,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<AlertProblem | undefined> {
  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    let isOver = false;
    const cancel = clock.after(WITHIN_MS, () => {
      if (!__WITHOUT__.alertAnswerTime) end('timeout');
    });
    const abort = () => end('unreachable');

    function end(problem: AlertProblem | undefined): void {
      if (isOver) return;
      isOver = true;
      cancel();
      signal.removeEventListener('abort', abort);
      request?.destroy();
      resolve(problem);
    }

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
        (response) => {
          const problem = problemOfStatus(response.statusCode ?? 0);
          let count = 0;
          response.on('data', (chunk: Buffer) => {
            count += chunk.length;
            if (count > ANSWER_MAX_BYTES && !__WITHOUT__.alertAnswerBound) end(problem);
          });
          // Whatever becomes of the rest: the status has said whether it was taken.
          for (const event of ['end', 'error', 'close']) response.on(event, () => end(problem));
        },
      );
    } catch {
      return end('refused'); // Node.js refuses what no request can have
    }
    request.on('error', ({ code = '' }: NodeJS.ErrnoException) => end(problemOfCode(code)));
    request.end(bytes);
  });
}

function problemOfStatus(status: number): AlertProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return 'redirect';
  if (status === 401 || status === 403) return 'login';
  if (status === 429) return 'throttled';
  return status >= 400 && status < 500 ? 'refused' : 'fault';
}

/** Why a connection failed, by the code of the system or of Node.js. */
export function problemOfCode(code: string): AlertProblem {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-name';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code.startsWith('ERR_TLS') || /CERT|SIGNATURE|SSL/.test(code)) return 'certificate';
  return code.startsWith('HPE_') ? 'fault' : 'unreachable';
}
