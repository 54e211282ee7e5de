import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { TlsSource } from '../platform/tls-source.ts';
import { createConnectionCounts } from './connection-counts.ts';
import { networkOf } from './network-of.ts';
import { type CrowdLimits, SERVER_LIMITS } from './server-limits.ts';

/** An HTTP server on which nobody takes all the time and all the connections there are. */
export interface LimitedServer {
  readonly server: Server;
  /** What the server says of a connection that can speak HTTP: over TLS, when it has shaken hands. */
  readonly connectionEvent: 'connection' | 'secureConnection';
  /** Its connection came when there was no room: it is to be told so, and has not long to hear it. */
  isTurnedAway(request: IncomingMessage): boolean;
}

export interface LimitedServerOptions {
  readonly limits: Pick<CrowdLimits, 'connectionsMax' | 'connectionsPerAddressMax'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: plain HTTP. */
  readonly tls: TlsSource | undefined;
}

export function createLimitedServer({ limits, clock, log, tls }: LimitedServerOptions): LimitedServer {
  const server = serverOf(tls);
  const connectionEvent = tls === undefined ? 'connection' : 'secureConnection';
  server.maxConnections = limits.connectionsMax + SERVER_LIMITS.turnedAwayMax;
  const counts = createConnectionCounts(limits.connectionsMax, limits.connectionsPerAddressMax);
  const turnedAway = new Set<Socket>();

  function turnAway(connection: Socket, address: string): void {
    log.debug('There is no room for another connection.', { address });
    if (turnedAway.size >= SERVER_LIMITS.turnedAwayMax) {
      connection.destroy();
      return;
    }
    turnedAway.add(connection);
    const cancel = clock.after(SERVER_LIMITS.turnedAwayTimeoutMs, () => connection.destroy());
    connection.once('close', () => {
      cancel();
      turnedAway.delete(connection);
    });
  }

  server.prependListener(connectionEvent, (connection: Socket) => {
    const address = networkOf(connection.remoteAddress ?? '');
    if (counts.add(address)) connection.once('close', () => counts.remove(address));
    else turnAway(connection, address);
  });
  return { server, connectionEvent, isTurnedAway: ({ socket }) => turnedAway.has(socket) };
}

const HTTP_LIMITS = {
  headersTimeout: SERVER_LIMITS.headersTimeoutMs,
  requestTimeout: SERVER_LIMITS.requestTimeoutMs,
  connectionsCheckingInterval: SERVER_LIMITS.connectionsCheckingIntervalMs,
  keepAliveTimeout: SERVER_LIMITS.keepAliveTimeoutMs,
  maxHeaderSize: SERVER_LIMITS.headerMaxBytes,
  requireHostHeader: false, // a missing name is refused like a wrong one, in our own words
} as const;

function serverOf(tls: TlsSource | undefined): Server {
  if (tls === undefined) return createServer(HTTP_LIMITS);
  const { headersTimeoutMs: handshakeTimeout } = SERVER_LIMITS;
  const server = createSecureServer({ ...HTTP_LIMITS, ...tls.pair, minVersion: 'TLSv1.2', handshakeTimeout });
  tls.onRenewed((pair) => server.setSecureContext(pair));
  return server;
}
