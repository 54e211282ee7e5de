import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  FLEET_BODIES,
  FLEET_CALLS,
  type FleetCallName,
  REFUSAL_STATUS,
  type Refusal,
} from '@heliograph/fleet-contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refusalFor, refusalForSubject, type Subjects, type Viewer } from './access.ts';
import { type Call, type Handlers, Streamed } from './handlers.ts';
import type { Live } from './live.ts';
import { failureText, type Log } from './log.ts';
import { Refused } from './refused.ts';
import { isToken, tokenHash } from './secrets.ts';
import { SECURITY_HEADERS, type StaticWeb } from './static-web.ts';

/** Who calls, by a session: `database` and `throttled` where that cannot be found out now. */
export type FindViewer = (session: string) => Promise<Viewer | undefined | 'database' | 'throttled'>;

export interface HttpOptions {
  readonly trustedProxies: readonly string[];
  readonly handlers: Handlers;
  readonly findViewer: FindViewer;
  readonly subjects: Subjects;
  readonly live: Pick<Live, 'refusalFor' | 'add'>;
  readonly web: StaticWeb;
  readonly log: Log;
}

const BODY_MAX_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Node.js waits up to the longer of both for a whole request, and looks every 30 seconds by itself. */
const TIMES = { headersTimeout: 10_000, connectionsCheckingInterval: 5000 };

interface Asked {
  readonly viewer: Viewer | undefined;
  readonly session: string | undefined;
}

/** Everything that browsers ask for: the calls of the contract, and the pages. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { trustedProxies, handlers, findViewer, subjects, live, web, log } = options;
  const app = Fastify({
    ...{ bodyLimit: BODY_MAX_BYTES, requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true },
    ...{ exposeHeadRoutes: false, logger: false, http: TIMES },
    // An address that cannot be read comes past everything below.
    frameworkErrors: (_, __, reply: FastifyReply) => {
      void reply
        .headers(SECURITY_HEADERS)
        .code(400)
        .send({ refusal: 'values' } satisfies Refusal);
    },
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
  });
  const asked = new WeakMap<FastifyRequest, Asked>();

  function refuse(reply: FastifyReply, { refusal, retryAfterS }: Refused, status = REFUSAL_STATUS[refusal]) {
    if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
    return reply.code(status).send({ refusal } satisfies Refusal);
  }

  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
  });

  /** The one place that says who may: before a byte of the body is read. */
  async function letIn(call: FleetCallName, request: FastifyRequest, reply: FastifyReply) {
    if (request.method === 'POST' && !isFromOurPages(request)) return refuse(reply, new Refused('forbidden'));
    const token = tokenOf(request);
    const session = token === undefined ? undefined : tokenHash(token);
    const viewer = session === undefined ? undefined : await findViewer(session);
    const isOpen = FLEET_CALLS[call].access === 'open';
    if (typeof viewer === 'string' && !isOpen) return refuse(reply, new Refused(viewer, 5));
    const known = typeof viewer === 'string' ? undefined : viewer;
    const refusal = refusalFor(call, known);
    if (refusal !== undefined) return refuse(reply, new Refused(refusal));
    asked.set(request, { viewer: known, session });
    return undefined;
  }

  async function answer(call: FleetCallName, request: FastifyRequest, reply: FastifyReply) {
    const { viewer, session } = asked.get(request) ?? { viewer: undefined, session: undefined };
    const body = bodyOf(call, request.body);
    if (body === 'values') return refuse(reply, new Refused('values'));
    const refusal = refusalForSubject(call, body, viewer, subjects);
    if (refusal !== undefined) return refuse(reply, new Refused(refusal));
    const asking: Call = {
      body,
      query: queryOf(request.query),
      ...{ viewer, session, address: request.ip },
      setSession: (value, maxAgeS) => reply.header('set-cookie', cookieFor(request, value, maxAgeS)),
      stream: (watcher) => stream(request, reply, watcher, session ?? ''),
    };
    // The body is what the schema of this call has made of it, and calls that are open to everybody do not ask who it is.
    const handler = handlers[call] as (call: Call, viewer: Viewer | undefined) => Promise<object> | object;
    const result = await handler(asking, viewer);
    if (result instanceof Streamed) return reply;
    return result instanceof Refused ? refuse(reply, result) : send(request, reply, result);
  }

  function stream(request: FastifyRequest, reply: FastifyReply, viewer: Viewer, session: string) {
    const refused = live.refusalFor(request.ip, session);
    if (refused !== undefined) return refused;
    reply.hijack();
    const response = reply.raw;
    const isPacked = takesGzip(request);
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      // Some proxies gather what they pass on.
      'x-accel-buffering': 'no',
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    request.raw.socket.setTimeout(0);
    live.add({ response, viewer, session, address: request.ip, isPacked });
    return new Streamed();
  }

  for (const call of Object.keys(FLEET_CALLS) as FleetCallName[]) {
    const { method, path } = FLEET_CALLS[call];
    app.route({
      ...{ method, url: path },
      onRequest: (request, reply) => letIn(call, request, reply),
      handler: (request, reply) => answer(call, request, reply),
    });
  }

  // Monitors ask by HEAD as well.
  app.get('/healthz', { exposeHeadRoute: true }, (_, reply) =>
    reply.type('text/plain; charset=utf-8').send('ok\n'),
  );

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === undefined || path.startsWith('/api/') || !isRead) {
      return refuse(reply, new Refused('unknown'));
    }
    const { status, headers, body } = web.answer(path, request.headers);
    return reply.code(status).headers(headers).send(body);
  });

  app.setErrorHandler((error: { readonly statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return refuse(reply, new Refused('values'), statusCode);
    log.error('A call has failed, which must not be.', {
      ...{ address: request.routeOptions.url ?? '', failure: failureText(error) },
    });
    return refuse(reply, new Refused('fault'));
  });
  return app;
}

/** Smaller ones fit into a packet or two. */
const PACKED_FROM_CHARACTERS = 4000;

/** What a thousand sites say is a tenth of its size when it is packed. */
async function send(request: FastifyRequest, reply: FastifyReply, answer: object) {
  const text = JSON.stringify(answer);
  reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding');
  if (text.length < PACKED_FROM_CHARACTERS || !takesGzip(request)) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await packedText(text, { level: 3 }));
}
const packedText = promisify(gzip);

/** With a weight that is not 0. */
const takesGzip = ({ headers }: FastifyRequest) =>
  /(^|,)\s*gzip\s*(,|$|;\s*q=(?!0(\.0*)?\s*(,|$)))/i.test(String(headers['accept-encoding'] ?? ''));

/** Undefined: nobody can mean that. */
function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '');
  } catch {
    return undefined; // a percent sign without two digits
  }
}

/** Only pages of this address: a form elsewhere has another origin, and cannot send this type. */
function isFromOurPages({ headers, host }: FastifyRequest): boolean {
  const { origin, 'content-type': type = '' } = headers;
  if (!/^application\/json\s*(;|$)/i.test(type)) return false;
  if (origin === undefined || !URL.canParse(origin)) return headers['sec-fetch-site'] === 'same-origin';
  return (
    new URL(origin).host === host.toLowerCase().replace(/:(80|443)$/, '') || new URL(origin).host === host
  );
}

function bodyOf(call: FleetCallName, body: unknown): unknown {
  if (!isWithBody(call)) return undefined;
  const parsed = FLEET_BODIES[call].safeParse(body);
  return parsed.success ? parsed.data : 'values';
}

const isWithBody = (call: FleetCallName): call is keyof typeof FLEET_BODIES => call in FLEET_BODIES;

/** What is given twice counts as not given. */
function queryOf(query: unknown): Readonly<Record<string, string>> {
  const pairs = Object.entries(query ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  return Object.fromEntries(pairs);
}

/** Over https a name that no other host of the domain can set. */
const nameFor = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-heliograph-fleet' : 'heliograph-fleet';

function cookieFor(request: FastifyRequest, token: string | undefined, maxAgeS: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${nameFor(request)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${Math.max(0, maxAgeS)}${secure}`;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const start = `${nameFor(request)}=`;
  const pair = (request.headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(start));
  const token = pair?.slice(start.length);
  return token !== undefined && isToken(token) ? token : undefined;
}
