import { createServer, type Server } from 'node:http';
import type { Log } from '../platform/log.ts';
import { StartError, systemErrorCode, systemErrorReason } from '../platform/start-error.ts';
import { createConnectionCounts } from './connection-counts.ts';
import { networkOf } from './network-of.ts';
import { createRoutes, type RoutesOptions } from './routes.ts';
import { SERVER_LIMITS } from './server-limits.ts';
import { createSocketUpgrades, type SocketServers } from './sockets/socket-upgrades.ts';

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

export interface HttpServerOptions extends RoutesOptions {
  readonly sockets: SocketServers;
}

/** For answers under way and closing handshakes, at a stop. */
const STOP_GRACE_MS = 1_000;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { access, sockets, clock, log } = options;
  const server = createLimitedServer(log);
  const { app, uploadsEnded } = createRoutes(options, (handler) => server.on('request', handler));
  const upgrades = createSocketUpgrades({
    access,
    clock,
    log,
    servers: sockets,
    answerPlainly: (request, response) => app.routing(request, response),
  });
  server.on('upgrade', (request, connection, head) => upgrades.handle(request, connection, head));

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
      const cancel = clock.after(STOP_GRACE_MS, () => {
        upgrades.cutAll();
        server.closeAllConnections();
      });
      await closed;
      cancel();
      await app.close();
      await uploadsEnded();
    },
  };
}

function createLimitedServer(log: Log): Server {
  const server = createServer({
    headersTimeout: SERVER_LIMITS.headersTimeoutMs,
    requestTimeout: SERVER_LIMITS.requestTimeoutMs,
    connectionsCheckingInterval: SERVER_LIMITS.connectionsCheckingIntervalMs,
    keepAliveTimeout: SERVER_LIMITS.keepAliveTimeoutMs,
    maxHeaderSize: SERVER_LIMITS.headerMaxBytes,
    requireHostHeader: false, // a missing name is refused like a wrong one, in our own words
  });
  server.maxConnections = SERVER_LIMITS.connectionsMax;
  const counts = createConnectionCounts(SERVER_LIMITS.connectionsPerAddressMax);
  server.prependListener('connection', (connection) => {
    const address = networkOf(connection.remoteAddress ?? '');
    if (counts.add(address)) connection.once('close', () => counts.remove(address));
    else {
      log.debug('An address has too many connections open.', { address });
      connection.destroy();
    }
  });
  return server;
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
