import type { Socket } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import type { LimitedServer } from './limited-server.ts';
import { SERVER_LIMITS } from './server-limits.ts';

/** What is known of a connection that speaks HTTP. */
interface Watched {
  /** Requests that have no whole answer yet. */
  underWay: number;
  /** When the last answer was out, or the connection came. */
  freeSinceMs: number;
  /** What the peer has to read next; undefined while nothing waits for it. */
  unread: Unread | undefined;
}

interface Unread {
  /** Bytes of all answers of this connection up to the end of what waits. */
  readonly upTo: number;
  readonly deadlineMs: number;
}

const LOOK_EVERY_MS = 1_000;

/**
 * Cuts connections that only take up a place: who does not read its answers, and who asks for nothing. Node knows no
 * limit for the first, and forgets its own for the second when empty lines arrive between two requests. Sockets have
 * rules of their own.
 */
export function watchConnections(
  { server, connectionEvent }: Pick<LimitedServer, 'server' | 'connectionEvent'>,
  clock: Clock,
): void {
  const all = new Map<Socket, Watched>();
  let cancelLook: (() => void) | undefined;

  function look(): void {
    const nowMs = clock.monotonicMs();
    for (const [connection, watched] of all) {
      if (isStuck(connection, watched, nowMs)) connection.destroy();
    }
    cancelLook = clock.after(LOOK_EVERY_MS, look);
  }

  function forget(connection: Socket): void {
    all.delete(connection);
    if (all.size > 0) return;
    cancelLook?.();
    cancelLook = undefined;
  }

  server.on(connectionEvent, (connection: Socket) => {
    all.set(connection, { underWay: 0, freeSinceMs: clock.monotonicMs(), unread: undefined });
    connection.once('close', () => forget(connection));
    cancelLook ??= clock.after(LOOK_EVERY_MS, look);
  });
  server.prependListener('request', ({ socket }, response) => {
    const watched = all.get(socket);
    if (watched === undefined) return;
    watched.underWay += 1;
    response.once('close', () => {
      watched.underWay -= 1;
      watched.freeSinceMs = clock.monotonicMs();
    });
  });
  server.prependListener('upgrade', ({ headers, socket }) => {
    const watched = all.get(socket);
    if (headers.upgrade?.toLowerCase() === 'websocket') forget(socket);
    else if (watched !== undefined) watched.underWay += 1; // its only answer, after which it is closed
  });
}

function isStuck(connection: Socket, watched: Watched, nowMs: number): boolean {
  const { underWay, freeSinceMs, unread } = watched;
  const waiting = connection.writableLength;
  const read = connection.bytesWritten - waiting;
  if (waiting === 0) {
    watched.unread = undefined;
    return underWay === 0 && nowMs - freeSinceMs >= SERVER_LIMITS.nothingAskedMaxMs;
  }
  if (unread !== undefined && read < unread.upTo) return nowMs >= unread.deadlineMs;
  // One piece counts when it is read whole, so a long one has its time at the least pace.
  const deadlineMs = nowMs + SERVER_LIMITS.paceWindowMs + (waiting / SERVER_LIMITS.paceMinBytesPerS) * 1000;
  watched.unread = { upTo: read + waiting, deadlineMs };
  return false;
}
