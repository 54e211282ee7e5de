import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createConnectionCounts } from './connection-counts.ts';
import { networkOf } from './network-of.ts';
import { type CrowdLimits, SERVER_LIMITS } from './server-limits.ts';

/** An HTTP server on which nobody takes all the time and all the connections there are. */
export interface LimitedServer {
  readonly server: Server;
  /** Its connection came when there was no room: it is to be told so, and has not long to hear it. */
  isTurnedAway(request: IncomingMessage): boolean;
}

export interface LimitedServerOptions {
  readonly limits: Pick<CrowdLimits, 'connectionsMax' | 'connectionsPerAddressMax'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createLimitedServer({ limits, clock, log }: LimitedServerOptions): LimitedServer {
  const server = createServer({
    headersTimeout: SERVER_LIMITS.headersTimeoutMs,
    requestTimeout: SERVER_LIMITS.requestTimeoutMs,
    connectionsCheckingInterval: SERVER_LIMITS.connectionsCheckingIntervalMs,
    keepAliveTimeout: SERVER_LIMITS.keepAliveTimeoutMs,
    maxHeaderSize: SERVER_LIMITS.headerMaxBytes,
    requireHostHeader: false, // a missing name is refused like a wrong one, in our own words
  });
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

  server.prependListener('connection', (connection) => {
    const address = networkOf(connection.remoteAddress ?? '');
    if (counts.add(address)) connection.once('close', () => counts.remove(address));
    else turnAway(connection, address);
  });
  return { server, isTurnedAway: ({ socket }) => turnedAway.has(socket) };
}
