import { createConsoleStream, gapText } from '../../console/console-stream.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { CrowdLimits } from '../server-limits.ts';
import { createSocketHub } from './socket-hub.ts';
import type { SocketServer } from './socket-server.ts';

export interface ConsoleSocketOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: CrowdLimits;
}

/** The socket that carries the log. While nobody is there, the log makes no lines for it. */
export function createConsoleSocket({ clock, log, limits }: ConsoleSocketOptions): SocketServer {
  let stoppedWith: number | undefined;
  const stream = createConsoleStream({
    log,
    clock,
    send: (text, lineCount) => hub.send(text, 'everyone', lineCount),
  });
  const hub = createSocketHub({
    clock,
    log,
    limits,
    clientsMax: limits.consoleSocketsMax,
    gapText,
    onEmpty: () => stream.stop(),
  });

  function closeAll(code: number): void {
    stream.flush();
    hub.closeAll(code);
  }

  return {
    hasRoom: hub.hasRoom,
    add(client, address) {
      if (stoppedWith !== undefined) {
        client.close(stoppedWith); // its handshake was under way
        return;
      }
      stream.flush();
      hub.add(client, address);
      stream.start();
    },
    closeAll,
    stop(code) {
      stoppedWith = code;
      closeAll(code);
    },
  };
}
