import { createConsoleStream, gapText } from '../../console/console-stream.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createSocketHub } from './socket-hub.ts';
import type { SocketServer } from './socket-server.ts';

export interface ConsoleSocketOptions {
  readonly clock: Clock;
  readonly log: Log;
}

/** The original has 8; each may have a quarter of a megabyte unread. */
const CLIENTS_MAX = 16;

/** The socket that carries the log. While nobody is there, the log makes no lines for it. */
export function createConsoleSocket({ clock, log }: ConsoleSocketOptions): SocketServer {
  let stoppedWith: number | undefined;
  const stream = createConsoleStream({
    log,
    clock,
    send: (text, lineCount) => hub.send(text, 'everyone', lineCount),
  });
  const hub = createSocketHub({ clock, log, clientsMax: CLIENTS_MAX, gapText, onEmpty: () => stream.stop() });

  function closeAll(code: number): void {
    stream.flush();
    hub.closeAll(code);
  }

  return {
    add(client) {
      if (stoppedWith !== undefined) {
        client.close(stoppedWith); // its handshake was under way
        return;
      }
      stream.flush();
      hub.add(client);
      stream.start();
    },
    closeAll,
    stop(code) {
      stoppedWith = code;
      closeAll(code);
    },
  };
}
