import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { StartError, systemErrorCode, systemErrorReason } from '../platform/start-error.ts';
import type { TlsSource } from '../platform/tls-source.ts';
import type { Refusal } from './access.ts';
import { answerMoved, stripBasePath } from './base-path.ts';
import { createLimitedServer } from './limited-server.ts';
import { refuseConnection } from './refuse-connection.ts';
import { createRequestBudget } from './request-budget.ts';
import { API_HEADERS } from './response-headers.ts';
import { createRoutes, type RoutesOptions } from './routes.ts';
import type { CrowdLimits } from './server-limits.ts';
import { createSocketUpgrades, type SocketServers } from './sockets/socket-upgrades.ts';
import { waitPageOf } from './wait-page.ts';
import { watchConnections } from './watch-connections.ts';

/** The HTTP rim: routes and sockets on one port. */
export interface HttpServer {
  /** Begins to listen; resolves with the port. Throws a `StartError` when it cannot. */
  listen(address: ListenAddress): Promise<number>;
  /** Takes no new connections, lets answers finish for a moment, and cuts the rest. */
  stop(): Promise<void>;
}

export interface ListenAddress {
  /** 0 for any free one. */
  readonly port: number;
  /** Undefined for all addresses of this machine. */
  readonly host: string | undefined;
}

export interface HttpServerOptions extends Omit<RoutesOptions, 'budget'> {
  readonly sockets: SocketServers;
  readonly limits: CrowdLimits;
  /** Where the pages begin, with a slash at both ends. */
  readonly basePath: string;
  readonly tls: TlsSource | undefined;
}

/** For answers under way and closing handshakes, at a stop. */
const STOP_GRACE_MS = 1_000;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { access, sockets, basePath } = options;
  const { limits, clock, log } = options;
  const limited = createLimitedServer(options);
  const { server, isTurnedAway, cutAll } = limited;
  watchConnections(limited, clock);
  const budget = createRequestBudget(clock, limits);
  const { app, uploadsEnded } = createRoutes({ ...options, budget }, (handler) =>
    server.on('request', unlessTurnedAway(belowBasePath(handler, basePath), isTurnedAway)),
  );
  const upgrades = createSocketUpgrades({
    access,
    budget,
    clock,
    log,
    servers: sockets,
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
      const cancel = clock.after(STOP_GRACE_MS, cutAll);
      await closed;
      cancel();
      await app.close();
      await uploadsEnded();
    },
  };
}

const NO_PLACE: Refusal = {
  status: 503,
  headers: { 'retry-after': '5' },
  message: 'The gateway has too many connections open. Please try again in a moment.',
};

function unlessTurnedAway(
  handler: RequestListener,
  isTurnedAway: (request: IncomingMessage) => boolean,
): RequestListener {
  return (request, response) => {
    if (isTurnedAway(request)) answerNoPlace(request, response);
    else handler(request, response);
  };
}

function belowBasePath(handler: RequestListener, basePath: string): RequestListener {
  return (request, response) => {
    if (stripBasePath(request, basePath)) answerMoved(request, response, basePath);
    else handler(request, response);
  };
}

function answerNoPlace(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, message } = NO_PLACE;
  const { headers: own, body } = waitPageOf(request, NO_PLACE) ?? {
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
    return new StartError(`Port ${port} may not be used by this user; choose another one with --port.`);
  }
  const where = host === undefined ? `port ${port}` : `the address ${host}`;
  return new StartError(
    `The gateway cannot listen on ${where} (${systemErrorReason(error)}); choose another one with --host.`,
  );
}
