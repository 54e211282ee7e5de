import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ASKING_GATEWAY_HEADER, LOOP_HEADER } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import { systemErrorCode } from '../../platform/start-error.ts';
import {
  OTHER_CERTIFICATE,
  PinnedAgent,
  shownCertificate,
  speaksPlainHttp,
  type TlsAddress,
} from './device-tls.ts';

/** Where an original device is, and who we are there. */
export interface DeviceAddress extends TlsAddress {
  /** Name or address, without brackets. */
  readonly host: string;
  readonly isHttps: boolean;
  /** What stands before every path of the device, where a proxy has put it: empty, or begins with a slash and does not end with one. */
  readonly basePath: string;
  readonly user: string;
  readonly password: string;
}

/**
 * Why a device did not answer as one. `unknown-name`: its name leads nowhere. `unreachable`: nothing listens there.
 * `timeout`: nothing came in time. `certificate`: nobody whom this machine trusts has signed its certificate.
 * `certificate-name`: that is for another name. `certificate-expired`: it is not valid any more, or not yet.
 * `certificate-changed`: it is another one than its owner trusts. `no-tls`: HTTPS was asked for, and it does not speak that.
 * `needs-tls`: it speaks nothing else. `other-device`: its name leads to another device than before. `redirect`: it sends us elsewhere, and we do not follow. `host-name`: it
 * is a gateway that does not answer to this name. `login`: it wants another password. `throttled`: it asks us to come later. `fault`: it
 * failed by itself. `no-json`: a page or a file, such as the login of a router. `cut-json`: its answer broke off. `too-large`:
 * its answer is longer than any that is meant. `itself` and `ring`: it is a gateway, and says that it is us or has inverters from us.
 */
export type DeviceProblem =
  | 'unknown-name'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'certificate-name'
  | 'certificate-expired'
  | 'certificate-changed'
  | 'no-tls'
  | 'needs-tls'
  | 'other-device'
  | 'redirect'
  | 'host-name'
  | 'login'
  | 'throttled'
  | 'fault'
  | 'no-json'
  | 'cut-json'
  | 'too-large'
  | 'itself'
  | 'ring';

export type DeviceAnswer =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'problem';
      readonly problem: DeviceProblem;
      /** How long to leave the device alone; only with `throttled`. */
      readonly retryAfterMs?: number;
      /** Not a byte of it has reached the device. */
      readonly isUnsent?: boolean;
    };

/** The HTTP side of one device, which serves one request at a time well: so it gets one at a time. */
export interface DeviceHttp {
  get(path: string): Promise<DeviceAnswer>;
  /** As `get`, of a file of JSON, which devices send as any kind of content. */
  getFile(path: string): Promise<DeviceAnswer>;
  /** Sends an object in the way devices of every age take it: as JSON in the form field `data`. */
  post(path: string, data: object): Promise<DeviceAnswer>;
  /** Ends what is under way; what waits or comes later is answered with `unreachable`. */
  close(): void;
}

export interface DeviceHttpOptions {
  readonly address: DeviceAddress;
  readonly clock: Clock;
  /** How its name is looked up; that of the system where it is not said. */
  readonly lookup?: LookupFunction | undefined;
  /** The device does not learn who asks. */
  readonly isAnonymous?: boolean;
  /** By what another gateway knows that we are the ones who ask; only where that is told. */
  readonly gatewayId?: string;
}

/** The code of the error with which a lookup says that a name leads to another device than before. */
export const OTHER_DEVICE = 'OTHER_DEVICE';

/** A device that is busy with its radio may take seconds. */
const ANSWER_WITHIN_MS = 10_000;
/** The longest answer, the list of time zones, has 18 kB; ten inverters of six strings have 30 kB. */
const ANSWER_MAX_BYTES = 512 * 1024;
/** Where a device does not say for how long. */
const RETRY_AFTER_MS = 60_000;
const RETRY_AFTER_MAX_MS = 3_600_000;
/** Whether an address speaks the other one of HTTP and HTTPS is looked at no more often than this. */
const OTHER_PROTOCOL_EVERY_MS = 60_000;

export function createDeviceHttp(options: DeviceHttpOptions): DeviceHttp {
  const { address, clock, lookup, isAnonymous = false, gatewayId } = options;
  const { host, port, isHttps, basePath } = address;
  const agent = agentFor(address, lookup);
  const headers = {
    ...(isAnonymous ? {} : { authorization: basicAuthorization(address) }),
    accept: 'application/json',
    // Without it a refused login is asked for by a browser's own window; with it the answer is short.
    'x-requested-with': 'XMLHttpRequest',
    ...(gatewayId !== undefined && { [ASKING_GATEWAY_HEADER]: gatewayId }),
  };
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let throttledUntilMs = 0;
  let hasAnswered = false;
  let otherProtocol: { readonly isSpoken: boolean; readonly atMs: number } | undefined;

  /**
   * Where HTTP was asked for and HTTPS is spoken, or the other way round, all sorts of errors come of it. A device that has
   * answered by this connection is not asked anything more.
   */
  async function withProtocolProblem(answer: DeviceAnswer): Promise<DeviceAnswer> {
    if (answer.kind === 'json') {
      hasAnswered = true;
      return answer;
    }
    if (hasAnswered || answer.isUnsent === true || !MAY_BE_OTHER_PROTOCOL.has(answer.problem)) return answer;
    return (await speaksOtherProtocol()) ? { ...answer, problem: isHttps ? 'no-tls' : 'needs-tls' } : answer;
  }

  async function speaksOtherProtocol(): Promise<boolean> {
    const nowMs = clock.monotonicMs();
    const isOld = otherProtocol === undefined || nowMs - otherProtocol.atMs >= OTHER_PROTOCOL_EVERY_MS;
    if (isOld) {
      const speaksOther = isHttps ? speaksPlainHttp : shownCertificate;
      otherProtocol = { isSpoken: Boolean(await speaksOther({ address, clock, lookup })), atMs: nowMs };
    }
    return otherProtocol?.isSpoken === true;
  }

  function ask(path: string, data?: object, content = JSON_CONTENT): Promise<DeviceAnswer> {
    const answer = last.then(async (): Promise<DeviceAnswer> => {
      if (closing.signal.aborted) return { ...problemOf('unreachable'), isUnsent: true };
      const restMs = throttledUntilMs - clock.monotonicMs();
      if (restMs > 0) return { kind: 'problem', problem: 'throttled', retryAfterMs: restMs };
      const got = await withProtocolProblem(await send(path, data, content));
      if (got.kind === 'problem' && got.retryAfterMs !== undefined)
        throttledUntilMs = clock.monotonicMs() + got.retryAfterMs;
      return got;
    });
    last = answer;
    return answer;
  }

  function send(path: string, data: object | undefined, content: RegExp): Promise<DeviceAnswer> {
    const body =
      data === undefined ? undefined : new URLSearchParams({ data: JSON.stringify(data) }).toString();
    return new Promise((resolve) => {
      const ending = new AbortController();
      let isConnected = false;
      const failed = (problem: DeviceProblem) => ({
        ...problemOf(problem),
        ...(isConnected ? {} : { isUnsent: true }),
      });
      const cancelDeadline = clock.after(ANSWER_WITHIN_MS, () => settle(failed('timeout')));
      const settle = (answer: DeviceAnswer) => {
        cancelDeadline();
        resolve(answer);
        ending.abort();
      };
      const request = (isHttps ? httpsRequest : httpRequest)(
        {
          ...{ host, port, agent, path: basePath + path },
          ...(lookup && { lookup }),
          method: body === undefined ? 'GET' : 'POST',
          headers:
            body === undefined
              ? headers
              : { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          signal: AbortSignal.any([closing.signal, ending.signal]),
        },
        (response) => void readAnswer(response, content).then(settle),
      );
      request.on('socket', (socket) => {
        isConnected = !socket.connecting;
        // A socket that is used again is connected, and would keep this listener for ever.
        if (isConnected) return;
        socket.once('connect', () => {
          isConnected = true;
        });
      });
      request.on('error', (error) => settle(failed(problemOfError(error))));
      request.end(body);
    });
  }

  return {
    get: (path) => ask(path),
    getFile: (path) => ask(path, undefined, FILE_CONTENT),
    post: (path, data) => ask(path, data),
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

function agentFor(address: DeviceAddress, lookup: LookupFunction | undefined): HttpAgent {
  if (!address.isHttps) return new HttpAgent({ keepAlive: true, maxSockets: 1 });
  if (address.certificate !== undefined) return new PinnedAgent(address, lookup);
  return new HttpsAgent({ keepAlive: true, maxSockets: 1 });
}

/** Sent before it is asked for: that is how devices of every age take it, also on sockets. */
export function basicAuthorization({ user, password }: Pick<DeviceAddress, 'user' | 'password'>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function problemOf(problem: DeviceProblem): DeviceAnswer & { readonly kind: 'problem' } {
  return { kind: 'problem', problem };
}

/** A device answers unknown calls with its page and status 200, so only the content says that it is an answer. */
const JSON_CONTENT = /^application\/json\b/i;
const FILE_CONTENT = /^(?!text\/html\b)/i;

const LOOPS = ['itself', 'ring'] as const;

const REFUSALS: Readonly<Record<number, DeviceProblem>> = { 401: 'login', 403: 'login', 421: 'host-name' };

async function readAnswer(response: IncomingMessage, content: RegExp): Promise<DeviceAnswer> {
  const { statusCode = 0, headers } = response;
  const loop = LOOPS.find((known) => known === headers[LOOP_HEADER]);
  if (loop !== undefined) return problemOf(loop);
  if (statusCode >= 300 && statusCode < 400) return problemOf('redirect');
  const refusal = REFUSALS[statusCode];
  if (refusal !== undefined) return problemOf(refusal);
  if (statusCode === 429) {
    return { kind: 'problem', problem: 'throttled', retryAfterMs: retryAfterMsOf(headers['retry-after']) };
  }
  if (statusCode >= 500) return problemOf('fault');
  if (!content.test(headers['content-type'] ?? '')) return problemOf('no-json');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > ANSWER_MAX_BYTES) return problemOf('too-large');
      chunks.push(chunk as Buffer);
    }
    return { kind: 'json', value: JSON.parse(Buffer.concat(chunks).toString()) };
  } catch (error) {
    return problemOf(error instanceof SyntaxError ? 'cut-json' : problemOfError(error));
  }
}

function retryAfterMsOf(seconds: string | undefined): number {
  const ms = Number(seconds) * 1000;
  return ms > 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : RETRY_AFTER_MS;
}

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_FAIL', 'EAI_NODATA']);
/** What comes of it where HTTP meets HTTPS, besides of much else: a page, a connection that is cut, or silence. */
const MAY_BE_OTHER_PROTOCOL: ReadonlySet<DeviceProblem> = new Set(['no-json', 'unreachable', 'timeout']);
const EXPIRED = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
/** Of OpenSSL, by the names that Node gives: nobody we trust has signed it, or not for this use, or the name is wrong. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/;
const NO_TLS = /^ERR_SSL|^EPROTO$/;

function problemOfError(error: unknown): DeviceProblem {
  const code = systemErrorCode(error) ?? '';
  if (UNKNOWN_NAME.has(code)) return 'unknown-name';
  if (code === OTHER_DEVICE) return 'other-device';
  if (code === OTHER_CERTIFICATE) return 'certificate-changed';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate-name';
  if (EXPIRED.has(code)) return 'certificate-expired';
  if (NO_TLS.test(code)) return 'no-tls';
  if (CERTIFICATE.test(code)) return 'certificate';
  if (code === 'ETIMEDOUT') return 'timeout';
  return code.startsWith('HPE_') ? 'no-json' : 'unreachable';
}

/** What `decode` makes of an answer; undefined where there is none, or none that makes sense. */
export function decodedAnswer<Value>(
  answer: DeviceAnswer,
  decode: (value: unknown) => Value | undefined,
): Value | undefined {
  return answer.kind === 'json' ? decode(answer.value) : undefined;
}
