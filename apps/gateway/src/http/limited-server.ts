import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { TlsPair, TlsSource } from '../platform/tls-source.ts';
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
  /** Cuts every connection, whatever it speaks; those that never finish their handshake too. */
  cutAll(): void;
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
  server.maxConnections = limits.connectionsMax + SERVER_LIMITS.turnedAwayMax;
  const counts = createConnectionCounts(limits.connectionsMax, limits.connectionsPerAddressMax);
  const all = new Set<Socket>();
  const turnedAway = new Map<Peer, Socket>();

  function turnAway(connection: Socket, address: string): void {
    log.debug('There is no room for another connection.', { address });
    if (turnedAway.size >= SERVER_LIMITS.turnedAwayMax) {
      connection.destroy();
      return;
    }
    const peer = peerOf(connection);
    turnedAway.set(peer, connection);
    const cancel = clock.after(SERVER_LIMITS.turnedAwayTimeoutMs, () => connection.destroy());
    connection.once('close', () => {
      cancel();
      if (turnedAway.get(peer) === connection) turnedAway.delete(peer);
    });
  }

  // Over TLS as well it is counted as it comes: who never shakes hands takes up a place like anybody.
  server.prependListener('connection', (connection: Socket) => {
    all.add(connection);
    connection.once('close', () => all.delete(connection));
    const address = networkOf(connection.remoteAddress ?? '');
    if (counts.add(address)) connection.once('close', () => counts.remove(address));
    else turnAway(connection, address);
  });
  return {
    server,
    connectionEvent: tls === undefined ? 'connection' : 'secureConnection',
    isTurnedAway: ({ socket }) => turnedAway.has(peerOf(socket)),
    cutAll() {
      for (const connection of all) connection.destroy();
    },
  };
}

/** Address and port of the other side: over TLS a connection is another object when it speaks HTTP. */
type Peer = `${string} ${number}`;

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): Peer => `${remoteAddress} ${remotePort}`;

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
  const contextOf = (pair: TlsPair) => ({ ...pair, minVersion: 'TLSv1.2' }) as const;
  const server = createSecureServer({ ...HTTP_LIMITS, ...contextOf(tls.pair), handshakeTimeout });
  tls.onRenewed((pair) => server.setSecureContext(contextOf(pair)));
  return server;
}
