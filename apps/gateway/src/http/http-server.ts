import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Clock } from '../platform/clock.ts';
import { StartError, systemErrorCode, systemErrorReason } from '../platform/start-error.ts';
import type { TlsSource } from '../platform/tls-source.ts';
import type { Refusal } from './access/access.ts';
import { ACCESS_RULES } from './access/access-rules.ts';
import { endConnection } from './answers/end-connection.ts';
import { refuseConnection } from './answers/refuse-connection.ts';
import { API_HEADERS } from './answers/response-headers.ts';
import { createLimitedServer, type Peer, peerOf } from './limits/limited-server.ts';
import { waitPageOf } from './pages/wait-page.ts';
import { answerMoved, stripBasePath } from './requests/base-path.ts';
import { createAdmission, createRoutes, type RoutesOptions } from './routes.ts';
import { createSocketUpgrades, type SocketServers } from './sockets/socket-upgrades.ts';

/** The HTTP server: routes and sockets on one port. */
export interface HttpServer {
  /** Begins to listen; resolves with the port. Throws a `StartError` when it cannot. */
  listen(address: ListenAddress): Promise<number>;
  /** Takes no new connections, lets answers finish for a moment, those to orders a little longer, and cuts the rest. */
  stop(): Promise<void>;
}

export interface ListenAddress {
  /** 0 for any free one. */
  readonly port: number;
  /** Undefined for all addresses of this machine. */
  readonly host: string | undefined;
}

export interface HttpServerOptions extends RoutesOptions {
  readonly sockets: SocketServers;
  /** Calls what it is given with the id of each session, and of each link, that has ended; returns what ends that. */
  readonly onSessionEnd: (listener: (id: string) => void) => () => void;
  /** Where the pages begin, with a slash at both ends. */
  readonly basePath: string;
  readonly tls: TlsSource | undefined;
}

/** For answers under way and closing handshakes, at a stop. */
const STOP_GRACE_MS = 1_000;
/** As long, in all, for those whose request is whole and may have changed something: they have to learn what came of it. */
const ANSWER_GRACE_MS = 4_500;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { access, sockets, basePath } = options;
  const { limits, clock, log } = options;
  const limited = createLimitedServer(options);
  const { server, isTurnedAway, carryFrames, cutAll } = limited;
  const orders = watchOrders(server, clock);
  const { app, uploadsEnded } = createRoutes(options, (handler) =>
    server.on('request', unlessTurnedAway(belowBasePath(handler, options), isTurnedAway, basePath)),
  );
  const upgrades = createSocketUpgrades({
    access,
    limits,
    carryFrames,
    clock,
    log,
    servers: sockets,
    onSessionEnd: options.onSessionEnd,
    answerPlainly: (request, response) => app.routing(request, response),
  });
  // Node would answer what nobody knows in its own words; it may be left aside. Source: RFC 9110, section 10.1.1.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('upgrade', (request, connection, head) => {
    stripBasePath(request, basePath);
    if (isTurnedAway(request)) refuseConnection(connection, NO_PLACE, clock);
    else upgrades.handle(request, connection, head);
  });

  return {
    async listen(address) {
      await app.ready();
      await listening(server, address);
      server.on('error', (error) => log.error('The HTTP server reports an error.', { error }));
      const bound = server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : address.port;
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      orders.endWhenAnswered();
      const cancels = [
        clock.after(STOP_GRACE_MS, () => cutAll(__WITHOUT__.answersAtEnd ? undefined : orders.unanswered())),
        clock.after(ANSWER_GRACE_MS, cutAll),
      ];
      await closed;
      for (const cancel of cancels) cancel();
      await app.close();
      await uploadsEnded();
    },
  };
}

/** Requests that may change something, from when they are there as a whole until their answer is out. */
function watchOrders(server: Server, clock: Clock) {
  const open = new Map<IncomingMessage, ServerResponse>();
  let isEnding = false;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    open.set(request, response);
    response.once('finish', () => {
      if (isEnding) endConnection(request.socket, clock);
    });
    response.once('close', () => open.delete(request));
  });
  return {
    /** Who is owed an answer. */
    unanswered(): ReadonlySet<Peer> {
      return new Set([...open.keys()].filter(({ complete }) => complete).map(({ socket }) => peerOf(socket)));
    },
    /** From now on an answer is the last one of its connection. */
    endWhenAnswered(): void {
      isEnding = true;
    },
  };
}

const NO_PLACE: Refusal = {
  status: 503,
  headers: { 'retry-after': '5' },
  message: 'The gateway has too many connections open. Please try again in a moment.',
};

/** Whoever asks whether the process lives is told so also where there is no room: it would be started anew otherwise. */
function unlessTurnedAway(
  handler: RequestListener,
  isTurnedAway: (request: IncomingMessage) => boolean,
  basePath: string,
): RequestListener {
  const { path } = ACCESS_RULES.health.alive;
  const alivePaths = [path, `${basePath}${path.slice(1)}`];
  return (request, response) => {
    const [asked = ''] = (request.url ?? '').split('?', 1);
    if (isTurnedAway(request) && !alivePaths.includes(asked)) answerRefusal(request, response, NO_PLACE);
    else handler(request, response);
  };
}

function belowBasePath(
  handler: RequestListener,
  { access, limits, basePath, log }: HttpServerOptions,
): RequestListener {
  const admit = createAdmission(access, limits);
  async function move(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = await admit(ACCESS_RULES.staticWeb, request);
    if (refusal === undefined) answerMoved(request, response, basePath);
    else answerRefusal(request, response, refusal);
  }
  return (request, response) => {
    if (!stripBasePath(request, basePath)) handler(request, response);
    else {
      move(request, response).catch((error: unknown) => {
        log.error('A request failed.', { error });
        response.destroy();
      });
    }
  };
}

/** For who has not got as far as the routes. */
function answerRefusal(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, headers, message } = refusal;
  const { headers: own, body } = waitPageOf(request, refusal) ?? {
    headers: { ...API_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  };
  response.writeHead(status, { ...own, ...headers, connection: 'close' }).end(body);
}

function listening(server: Server, { port, host }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(cannotListen(error, port, host));
    server.once('error', onError);
    server.listen(host === undefined ? { port } : { port, host }, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function cannotListen(error: Error, port: number, host: string | undefined): Error {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is already in use; choose another one with --port.`);
  }
  if (code === 'EACCES') {
    return new StartError(`This user may not use port ${port}; choose another one with --port.`);
  }
  const where = host === undefined ? `port ${port}` : `the address ${host}`;
  return new StartError(
    `The gateway cannot listen on ${where} (${systemErrorReason(error)}); choose another one with --host.`,
  );
}
