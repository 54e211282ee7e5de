import { createConsoleStream, gapText } from '../../console/console-stream.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SocketGuest } from '../limits/client-limits.ts';
import { createSocketHub } from './socket-hub.ts';
import type { SocketServer } from './socket-server.ts';

export interface ConsoleSocketOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The socket that carries the log: as it is for an admin, without what is private for anybody else. While nobody is there,
 * the log makes no lines for it.
 */
export function createConsoleSocket(options: ConsoleSocketOptions): SocketServer {
  const { log } = options;
  let stoppedWith: number | undefined;
  const forPublic = createRoom(options, log.onPublicLine);
  const rooms: Readonly<Record<SocketGuest, ReturnType<typeof createRoom>>> = {
    admin: createRoom(options, log.onLine),
    ...{ user: forPublic, visitor: forPublic },
  };

  function closeAll(code: number): void {
    for (const room of new Set(Object.values(rooms))) room.closeAll(code);
  }

  return {
    add(client, guest) {
      if (stoppedWith !== undefined) {
        client.close(stoppedWith); // its handshake was under way
        return () => {};
      }
      return rooms[guest].add(client);
    },
    closeAll,
    stop(code) {
      stoppedWith = code;
      closeAll(code);
    },
  };
}

/** Those who get the same lines. */
function createRoom({ clock, log }: ConsoleSocketOptions, follow: Log['onLine']) {
  const stream = createConsoleStream({
    follow,
    clock,
    send: (text, lineCount) => hub.send(text, 'everyone', lineCount),
  });
  const hub = createSocketHub({ clock, log, gapText, onEmpty: () => stream.stop() });
  return {
    add(client: Parameters<typeof hub.add>[0]): (code: number) => void {
      stream.flush();
      const part = hub.add(client);
      stream.start();
      return part;
    },
    closeAll(code: number): void {
      stream.flush();
      hub.closeAll(code);
    },
  };
}
