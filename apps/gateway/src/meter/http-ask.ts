import { createHash, randomBytes } from 'node:crypto';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { MeterProblem } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';

export interface HttpAddress {
  readonly isHttps: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** With the query. */
  readonly path: string;
  /** Empty: no login. */
  readonly user: string;
  readonly password: string;
}

export type HttpAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: MeterProblem };

/** The whole answer; meters in the network at home answer within some 100 ms. */
const ANSWER_WITHIN_MS = 4000;
const ANSWER_MAX_BYTES = 64 * 1024;

interface Raw {
  readonly status: number;
  readonly challenge: string;
  readonly text: string;
}

/**
 * Asks once, and a second time where the answer is how to log in: Shelly devices of the first generation want Basic, later
 * ones Digest. No redirect is followed, and a password goes nowhere but to this address.
 */
export async function askHttp(address: HttpAddress, clock: Clock, signal: AbortSignal): Promise<HttpAnswer> {
  const first = await askOnce(address, undefined, clock, signal);
  if (first.kind === 'problem') return first;
  const login = first.raw.status === 401 ? loginFor(address, first.raw.challenge) : undefined;
  const answer = login === undefined ? first : await askOnce(address, login, clock, signal);
  if (answer.kind === 'problem') return answer;
  const { status, text } = answer.raw;
  const refused = problemOfStatus(status);
  return refused === undefined ? { kind: 'text', text } : { kind: 'problem', problem: refused };
}

function problemOfStatus(status: number): MeterProblem | undefined {
  if (status === 401 || status === 403) return 'login';
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 200 && status < 300 ? undefined : 'fault';
}

type RawAnswer =
  | { readonly kind: 'raw'; readonly raw: Raw }
  | { readonly kind: 'problem'; readonly problem: MeterProblem };

function askOnce(
  { isHttps, host, port, path }: HttpAddress,
  authorization: string | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let request: ClientRequest | undefined;
    let isOver = false;
    const cancel = clock.after(ANSWER_WITHIN_MS, () => end({ kind: 'problem', problem: 'timeout' }));
    const abort = () => end({ kind: 'problem', problem: 'unreachable' });

    function end(answer: RawAnswer): void {
      if (isOver) return;
      isOver = true;
      cancel();
      signal.removeEventListener('abort', abort);
      request?.destroy();
      resolve(answer);
    }

    function hear(response: IncomingMessage): void {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > ANSWER_MAX_BYTES) end({ kind: 'problem', problem: 'too-large' });
        else chunks.push(chunk);
      });
      response.on('error', () => end({ kind: 'problem', problem: 'unreachable' }));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        const challenge = headers['www-authenticate'] ?? '';
        end({ kind: 'raw', raw: { status, challenge, text: Buffer.concat(chunks).toString('utf8') } });
      });
    }

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    const headers = {
      accept: 'application/json',
      connection: 'close',
      ...(authorization && { authorization }),
    };
    const ask = isHttps ? httpsRequest : httpRequest;
    try {
      request = ask({ host, port, path, headers, agent: false }, hear);
    } catch {
      return end({ kind: 'problem', problem: 'unreachable' }); // Node.js refuses what no request can have
    }
    request.on('error', (error: NodeJS.ErrnoException) =>
      end({ kind: 'problem', problem: problemOfError(error.code ?? '') }),
    );
    request.end();
  });
}

function problemOfError(code: string): MeterProblem {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-name';
  if (code.startsWith('ERR_TLS') || code.includes('CERT') || code.includes('SIGNATURE')) return 'certificate';
  return code.startsWith('HPE_') ? 'fault' : 'unreachable';
}

/** What answers this challenge; undefined: nothing does. */
function loginFor({ user, password, path }: HttpAddress, challenge: string): string | undefined {
  if (user === '' && password === '') return undefined;
  if (/^\s*basic\b/i.test(challenge)) {
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }
  return /^\s*digest\b/i.test(challenge) ? digest(user, password, path, challenge) : undefined;
}

const ALGORITHMS = new Map([
  ['', 'md5'],
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
]);

/** Source: RFC 7616, section 3.4. */
export function digest(
  user: string,
  password: string,
  path: string,
  challenge: string,
  clientNonce = randomBytes(8).toString('hex'),
): string | undefined {
  const given = (name: string) =>
    new RegExp(`[\\s,]${name}=(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(challenge)?.slice(1).find(Boolean) ?? '';
  const [realm, nonce, opaque] = [given('realm'), given('nonce'), given('opaque')];
  const algorithm = given('algorithm');
  const name = ALGORITHMS.get(algorithm.toLowerCase());
  const wantsQuality = given('qop') !== '';
  if (name === undefined || nonce === '' || (wantsQuality && !/\bauth\b(?!-)/.test(given('qop'))))
    return undefined;
  const hash = (...parts: readonly string[]) => createHash(name).update(parts.join(':')).digest('hex');
  const [ours, theirs] = [hash(user, realm, password), hash('GET', path)];
  const count = '00000001';
  const response = wantsQuality
    ? hash(ours, nonce, count, clientNonce, 'auth', theirs)
    : hash(ours, nonce, theirs);
  const parts = [
    `username="${user}", realm="${realm}", nonce="${nonce}", uri="${path}", response="${response}"`,
    ...(algorithm === '' ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === '' ? [] : [`opaque="${opaque}"`]),
    ...(wantsQuality ? [`qop=auth, nc=${count}, cnonce="${clientNonce}"`] : []),
  ];
  return `Digest ${parts.join(', ')}`;
}
