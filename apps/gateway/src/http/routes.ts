import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import {
  ACCESS_DEEDS,
  type AccessDeed,
  type ApiGenerations,
  ASKING_GATEWAY_HEADER,
  type BodySchemas,
  type CallingUser,
  ENDPOINTS,
  type EndpointName,
  FILE_REFUSAL_HEADER,
  fileRefusalText,
  type Handlers,
  LOOP_HEADER,
  type NotSavedAnswer,
  PAGE_HEADER,
  ROLES,
  type Role,
  result,
  type SentAnswer,
  UPLOADS,
  type Visit,
} from '@heliograph/contract';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type RouteOptions,
} from 'fastify';
import { BackupNotMadeError } from '../config-files/whole-backup.ts';
import { actingFor, type Deed } from '../platform/acting-user.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { systemErrorCode } from '../platform/start-error.ts';
import { NotSavedError } from '../settings/settings-store.ts';
import { type Access, type AccessRequest, type Refusal, tooManyRequests } from './access/access.ts';
import { ACCESS_RULES, type AccessRule, isApiPath } from './access/access-rules.ts';
import { actingUserOf, type Who } from './access/authenticator.ts';
import { LoginEndedError, TooManyLoginsError } from './access/login-ended-error.ts';
import { hasPrivateKeys, masked } from './access/masked.ts';
import type { PageLogins } from './access/page-logins.ts';
import { endConnection } from './answers/end-connection.ts';
import { InverterNameError, NothingThereError, ParameterError } from './answers/nothing-there-error.ts';
import { API_HEADERS, WEB_HEADERS } from './answers/response-headers.ts';
import {
  type AnswerHeaders,
  type AnswerStream,
  type AnswerStreams,
  type AnswerTexts,
  isRead,
  refuse,
  sendJson,
  sendStream,
  sendText,
} from './answers/send-answer.ts';
import { toldAs } from './answers/told-keys.ts';
import { addApiDocuments } from './api-documents/add-api-documents.ts';
import { addHealth, type ReadinessProblems } from './health.ts';
import type { ClientLimits } from './limits/client-limits.ts';
import { SERVER_LIMITS } from './limits/server-limits.ts';
import { isGuidePutOff } from './pages/cookies.ts';
import type { FirstPages } from './pages/first-pages.ts';
import { isForPage, type StaticWeb } from './pages/static-web.ts';
import { readRequest } from './requests/read-request.ts';
import { createUploadBody } from './uploads/upload-body.ts';
import { addUploads, type UploadsOptions } from './uploads/uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the access table that the route stands for. */
    readonly rule?: AccessRule;
  }
}

/** What somebody did, and from where. */
export interface Done extends Pick<Deed, 'on' | 'change'> {
  readonly role: Role | undefined;
  readonly what: AccessDeed;
  readonly user: string;
  readonly address: string;
  readonly program: boolean;
}

export interface RoutesOptions extends UploadsOptions {
  readonly handlers: Handlers;
  readonly postSchemas: BodySchemas;
  readonly answerTexts: AnswerTexts;
  readonly answerHeaders: AnswerHeaders;
  readonly answerStreams: AnswerStreams;
  readonly limits: ClientLimits;
  readonly logins: PageLogins;
  /** Told of each call that has changed or ordered something: what it was, by whom and from where. */
  readonly onDone?: (done: Done) => void;
  readonly staticWeb: StaticWeb;
  readonly firstPages: FirstPages;
  readonly problems: ReadinessProblems;
  /** What is wrong where the gateway of this id asks us for inverters; undefined where nothing is. */
  readonly loopWith: (gatewayId: string) => 'itself' | 'ring' | undefined;
  /** Whether somebody at the machine of the gateway asks. */
  readonly isOwnMachine: (request: AccessRequest) => boolean;
  /** Whether the first page leads whoever asks for it to the guide of a fresh gateway. */
  readonly opensGuide: (request: Pick<AccessRequest, 'headers' | 'proxyUser'>) => boolean;
  readonly basePath: string;
  /** Which generations of the API programs find. */
  readonly generations: () => ApiGenerations;
}

export interface Routes {
  readonly app: FastifyInstance;
  /** Resolves when no upload is under way any more. */
  readonly uploadsEnded: () => Promise<void>;
}

/** What a request may be refused with before anything of it is done: its budget comes before all other checks. */
export function createAdmission(access: Access, limits: ClientLimits) {
  return async (rule: AccessRule, request: IncomingMessage): Promise<Refusal | undefined> => {
    const asked = access.requestOf(request);
    // Whoever asks whether the process lives would take a refusal for a no, and start it anew.
    const isCounted = rule !== ACCESS_RULES.health.alive;
    const waitS = isCounted ? limits.waitToAskS(asked.address) : 0;
    return waitS > 0 ? tooManyRequests(waitS) : access.refusalOf(rule, asked);
  };
}

/** Every route of the HTTP server behind the one way in; nothing listens yet. */
export function createRoutes(
  options: RoutesOptions,
  serverFactory: (handler: RequestListener) => Server,
): Routes {
  const { access, limits, logins, staticWeb, firstPages, clock, log } = options;
  const admit = createAdmission(access, limits);
  /** A path that nobody can read gets as far as any other. */
  async function refuseUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    limitBodyTime(request.raw, clock);
    const refusal = await admit(ACCESS_RULES.staticWeb, request.raw);
    return refusal === undefined ? answerError(error, reply, log) : refuse(request, reply, refusal);
  }
  const app = fastify({
    serverFactory,
    rewriteUrl: knownUrlOf,
    bodyLimit: __WITHOUT__.bodyMaximum ? 2 ** 30 : SERVER_LIMITS.bodyMaxBytes,
    ...(!__WITHOUT__.malformedAnswer && {
      clientErrorHandler: (error: Error, socket: Socket) => answerMalformed(error, socket, clock),
    }),
    frameworkErrors(error, request, reply) {
      refuseUnreadable(error, request, reply).catch((reason: unknown) => {
        log.error('A request failed.', { error: reason });
        reply.raw.destroy();
      });
    },
  });
  app.removeAllContentTypeParsers();
  // Bodies are taken as they are, whatever they say they are: what makes no sense has an answer of its own.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  if (!__WITHOUT__.knownRoutes) app.addHook('onRoute', requireAccessRule);
  app.addHook('onRequest', async (request, reply) => {
    const rule = ruleOf(request);
    const isUpload = rule.kind === 'upload'; // which has limits of its own
    if (!isUpload) limitBodyTime(request.raw, clock);
    const refusal = await admit(rule, request.raw);
    const asking = request.headers[ASKING_GATEWAY_HEADER];
    const loop = typeof asking === 'string' ? options.loopWith(asking) : undefined;
    if (loop !== undefined) reply.header(LOOP_HEADER, loop);
    if (refusal !== undefined) {
      if (isUpload) await createUploadBody(request.raw, clock, SERVER_LIMITS.refusedUploadTimeoutMs).drain();
      reply.headers(await logoutHeaders(rule, request, refusal, logins));
      return refuse(request, reply, refusal);
    }
    if (rule.kind === 'static' && !isRead(request)) return refuse(request, reply, NO_SUCH_METHOD);
    return undefined;
  });
  // A body may take its time, and the password can be changed meanwhile.
  app.addHook('preHandler', async (request, reply) => {
    if (isRead(request) || __WITHOUT__.secondLook) return undefined;
    const refusal = await access.refusalOf(ruleOf(request), access.requestOf(request.raw));
    return refusal === undefined ? undefined : refuse(request, reply, refusal);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (!log.isEnabled('debug')) return;
    // Without the query: it is of no use here, and people put passwords into it.
    log.debug('Answered a request.', { method: request.method, path: pathOf(request), status: statusCode });
  });
  app.setErrorHandler((error: FastifyError, _request, reply) => answerError(error, reply, log));
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) addEndpoint(app, name, options);
  addHealth(app, options.problems);
  addApiDocuments(app);
  addGuide(app, options);
  const uploadsEnded = addUploads(app, options, (request, deed) => {
    const asked = access.requestOf(request.raw);
    const doing = { user: access.knownCallerOf(asked), address: asked.address, deed };
    noteDone(ruleOf(request), UPLOADED, doing, options);
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const elsewhere = elsewhereOf(path, request);
    if (elsewhere !== undefined) {
      const location = `${options.basePath}${elsewhere}`;
      return reply
        .code(302)
        .headers({ ...WEB_HEADERS, location, 'cache-control': 'no-store' })
        .send();
    }
    const first = isForPage(path, request.headers.accept)
      ? await firstPages.answer(path, request.url, request.headers)
      : undefined;
    const { status, headers, body } = first ?? staticWeb.answer(path, request.headers);
    return reply.code(status).headers(headers).send(body);
  });

  /** Below the base path; undefined: what is asked for is here. */
  function elsewhereOf(path: string, { raw, headers }: FastifyRequest): string | undefined {
    if (path === '/guide') return 'guide/'; // its links are relative to the slash
    const isLed = path === '/' && isToGuide(headers) && options.opensGuide(access.requestOf(raw));
    return isLed ? GUIDE : undefined;
  }

  return { app, uploadsEnded };
}

/** Where the guide of a fresh gateway is, below the base path. */
const GUIDE = 'welcome';

/** Whoever opens the gateway in a browser, and has not put the guide off. */
function isToGuide({ accept = '', cookie }: IncomingHttpHeaders): boolean {
  if (!accept.toLowerCase().includes('text/html')) return false;
  return !isGuidePutOff(cookie);
}

/** Our page asks for a login and brings none: with that it says that its login is over. Foreign pages get no further. */
async function logoutHeaders(
  rule: AccessRule,
  { headers, raw }: FastifyRequest,
  { status }: Refusal,
  logins: PageLogins,
): Promise<Readonly<Record<string, string[]>>> {
  if (rule !== ACCESS_RULES.endpoints.authenticate || status !== 401) return {};
  if (headers.authorization !== undefined) return {};
  const dropped = await logins.end(raw);
  return dropped.length === 0 ? {} : { 'set-cookie': [...dropped] };
}

/** A body that takes too long to arrive ends its connection, whether anybody waits for it or not. */
function limitBodyTime(raw: IncomingMessage, clock: Clock): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  if (encoding === undefined && length === '0') return;
  const cancel = clock.after(SERVER_LIMITS.bodyTimeoutMs, () => {
    if (!raw.complete && !__WITHOUT__.bodyTime) answerMalformed(TOO_SLOW, raw.socket, clock);
  });
  raw.once('close', cancel);
}

const TOO_SLOW = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

function addEndpoint<N extends EndpointName>(app: FastifyInstance, name: N, options: RoutesOptions): void {
  const { access, handlers, answerTexts, answerHeaders, answerStreams, logins } = options;
  const { method, path } = ENDPOINTS[name];
  const answerText: ((answer: SentAnswer<N>) => Buffer) | undefined = answerTexts[name];
  const headersOf: AnswerHeaders[N] | undefined = answerHeaders[name];
  const streamOf: ((answer: SentAnswer<N>) => AnswerStream) | undefined = answerStreams[name];
  const handler = handlers[name];
  app.route({
    method,
    url: path,
    config: { rule: ACCESS_RULES.endpoints[name] },
    handler: async (request, reply) => {
      const reading = readRequest(name, request, options.postSchemas);
      if (reading.kind === 'refused') return sendJson(reply, jsonText(reading.answer));
      const asked = access.requestOf(request.raw);
      const mayReadPrivate = async () => (await access.callerOf(asked))?.role === 'admin';
      const isPage = request.headers[PAGE_HEADER.name.toLowerCase()] === PAGE_HEADER.value;
      const generations = isPage ? 'both' : options.generations();
      if (mustDoNothing(request.method, name)) {
        return sendJson(reply, jsonText(result('InverterStatisticsReset')));
      }
      const user = userOf(access.knownCallerOf(asked));
      const sessionId = access.sessionIdOf(asked);
      const visit = visitOf(request, reply, asked);
      const { address } = asked;
      const isOwnMachine = options.isOwnMachine(asked);
      const known = { mayReadPrivate, generations, isPage, sessionId, user };
      const caller = { ...known, visit, address, isOwnMachine };
      const deed: Deed = { on: serialIn(reading.body) ?? serialIn(reading.query) };
      const work = () => handler(reading.body, reading.query, caller);
      const handled = await actingFor(actingUserOf(user), work, deed);
      noteDone(ACCESS_RULES.endpoints[name], handled, { user, address, deed }, options);
      const whole = toldAs(generations, name, handled);
      const answer = !hasPrivateKeys(name) || (await mayReadPrivate()) ? whole : masked(name, whole);
      if (streamOf !== undefined) return sendStream(request, reply, streamOf(answer));
      if (name === 'authenticate') {
        const { setCookies, forPage } = await logins.begin(request.raw, isPage);
        return sendJson(reply.header('set-cookie', setCookies), jsonText({ ...Object(answer), ...forPage }));
      }
      return sendJson(reply, (answerText ?? jsonText)(answer), headersOf?.(reading.query));
    },
  });
}

/** The guide is a part of the build of the web app; its pages are named without their ending, and the first one not at all. */
function addGuide(app: FastifyInstance, { staticWeb }: RoutesOptions): void {
  app.route({
    method: ACCESS_RULES.guide.method,
    url: ACCESS_RULES.guide.path,
    config: { rule: ACCESS_RULES.guide },
    handler: async (request, reply) => {
      const path = pathOf(request);
      const file = /\.\w+$/.test(path) ? path : `${path.replace(/\/$/, '/index')}.html`;
      const { status, headers, body } = staticWeb.answer(file, request.headers);
      return reply.code(status).headers(headers).send(body);
    },
  });
}

function visitOf(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { address, isHttps, headers }: AccessRequest,
): Visit {
  return {
    ...{ address, isHttps, agent: headers['user-agent'] ?? '', port: raw.socket.localPort ?? 0 },
    ...{ host: headers.host ?? '', origin: headers.origin, cookies: headers.cookie },
    setCookie: (value) => void reply.header('set-cookie', value),
  };
}

/** Which inverter a call is about, where it names one. */
function serialIn(sent: unknown): string | undefined {
  const { inv, serial = inv } = Object(sent);
  return typeof serial === 'string' ? serial : undefined;
}

interface Doing {
  /** Who it was when it began: a new password ends the login that it came with. */
  readonly user: Pick<CallingUser, 'name' | 'by'> | undefined;
  readonly address: string;
  readonly deed: Deed;
}

/** Whatever changes something is written down with who did it. */
function noteDone(
  rule: AccessRule,
  answer: unknown,
  { user, address, deed }: Doing,
  { onDone }: Pick<RoutesOptions, 'onDone'>,
): void {
  const { part, ...about } = deed;
  const wanted = part === undefined ? rule.path : `${rule.path}#${part}`;
  const what = ACCESS_DEEDS.find((known) => known === wanted);
  if (what === undefined || user === undefined || Object(answer).type !== 'success') return;
  const role = ROLES.find((known) => known === about.role);
  onDone?.({ ...about, what, role, user: user.name, address, program: user.by === 'token' });
}

const UPLOADED = { type: 'success' };

function userOf(who: Who | undefined): CallingUser | undefined {
  const isFresh = who?.by === 'password' || who?.session?.isFresh === true;
  return who && { name: who.name, role: who.role, by: who.by, isFresh };
}

/** HEAD asks what a GET would answer, and must do nothing. Source: RFC 9110, section 9.2.1. */
function mustDoNothing(method: string, name: EndpointName): boolean {
  return method === 'HEAD' && name === 'resetInverterStatistics';
}

function jsonText(answer: unknown): Buffer {
  return Buffer.from(JSON.stringify(answer));
}

/** Throws for a route that is not a row of the access table, path and all: nothing is reachable by accident. */
export function requireAccessRule({ method, url, config }: RouteOptions): void {
  const rows: readonly AccessRule[] = [
    ...Object.values(ACCESS_RULES.endpoints),
    ...Object.values(ACCESS_RULES.uploads),
    ...Object.values(ACCESS_RULES.health),
    ...Object.values(ACCESS_RULES.documents),
    ACCESS_RULES.guide,
  ];
  if (!rows.some((row) => row === config?.rule && row.path === url)) {
    throw new Error(`${String(method)} ${url} has no row in the access table`);
  }
}

/** The row for a request: its route's, or the one for what has no route of its own. */
function ruleOf(request: FastifyRequest): AccessRule {
  const { rule } = request.routeOptions.config;
  return rule ?? (isApiPath(pathOf(request)) ? ACCESS_RULES.unknownApi : ACCESS_RULES.staticWeb);
}

const PATHS_OF = {
  GET: pathsOf('GET'),
  POST: pathsOf('POST'),
};

function pathsOf(method: string): ReadonlySet<string> {
  return new Set(
    Object.values({ ...ENDPOINTS, ...UPLOADS })
      .filter((call) => call.method === method)
      .map(({ path }) => path),
  );
}

/**
 * Whose path a request is for. As on the original a path of a GET may go on behind one that is known, which programs
 * make use of (`/api/livedata/status/inverters`), and a slash at the end is nothing. What changes something is meant
 * by its whole path: more of it could name what is to be changed, and would not be heard. A path with dots for steps
 * is another one to whoever stands in between, so it is left alone.
 */
function knownUrlOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const [, path = '', search = ''] = PATH_AND_SEARCH.exec(url) ?? [];
  if (DOT_STEP.test(path)) return url;
  const bare = path.replace(/\/+$/, '');
  if (method === 'POST') return PATHS_OF.POST.has(bare) ? bare + search : url;
  if (method !== 'GET' && method !== 'HEAD') return url;
  for (let known = bare; known !== ''; known = known.slice(0, known.lastIndexOf('/'))) {
    if (PATHS_OF.GET.has(known)) return known + search;
  }
  return url;
}

const DOT_STEP = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
const PATH_AND_SEARCH = /^(\/[^?#]*)(.*)$/s;

/** A request may name us in front of the path, as it does to a proxy. */
const ORIGIN_PREFIX = /^[a-z]+:\/\/[^/?#]*/i;

/** The decoded path without the query. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.replace(ORIGIN_PREFIX, '').split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // names nothing either way
  }
}

const NO_SUCH_METHOD: Refusal = { status: 404, headers: {}, message: 'There is nothing at this address.' };

/** Texts of libraries and stacks stay inside; the log has the reason of what was not the caller's fault. */
function answerError(error: FastifyError, reply: FastifyReply, log: Log): FastifyReply {
  const { statusCode = 500 } = error;
  if (error instanceof NothingThereError) return sendText(reply, 404, '');
  if (error instanceof NotSavedError) return answerNotSaved(error, reply, log);
  if (error instanceof BackupNotMadeError) {
    log.warn(error.message, { error: error.cause });
    return sendText(reply.header(FILE_REFUSAL_HEADER, fileRefusalText(error.refusal)), 500, error.message);
  }
  if (error instanceof TooManyLoginsError) {
    const { waitS, message } = error;
    return sendJson(reply.code(429).header('retry-after', String(waitS)), jsonText({ message }));
  }
  const isTheirs = statusCode >= 400 && statusCode < 500;
  if (error instanceof InverterNameError || error instanceof ParameterError)
    return sendJson(reply.code(statusCode), jsonText({ message: error.message }));
  if (!isTheirs) log.error('A request failed.', { error });
  const otherReason = isTheirs ? refusalText(statusCode) : 'Something went wrong in the gateway.';
  const message = error instanceof LoginEndedError ? error.message : otherReason;
  return sendJson(reply.code(isTheirs ? statusCode : 500), jsonText({ message }));
}

/** The gateway is well, its disk or the moment is not. */
function answerNotSaved({ message, cause }: NotSavedError, reply: FastifyReply, log: Log): FastifyReply {
  log.warn(message, cause === undefined ? {} : { error: cause });
  const answer: NotSavedAnswer =
    systemErrorCode(cause) === undefined ? { message } : { message, not_saved: true };
  return sendJson(reply.code(500), jsonText(answer));
}

function refusalText(status: number): string {
  return `The gateway cannot read this request (${STATUS_CODES[status] ?? status}).`;
}

const STATUS_OF_PARSER_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** What is no HTTP gets one answer, and no second chance on this connection. */
function answerMalformed(error: Error & { readonly code?: string }, socket: Socket, clock: Clock): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_PARSER_ERROR[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ message: refusalText(status) });
  const headers = Object.entries({
    ...(!__WITHOUT__.malformedHeaders && API_HEADERS),
    'content-type': 'application/json',
    'content-length': String(body.length),
    connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  endConnection(socket, clock, `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${body}`);
}
