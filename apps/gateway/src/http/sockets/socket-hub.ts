import { SOCKET_CLOSE } from '@heliograph/contract';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

/** The clients of one socket path: sends to them, and parts with those that are gone or too slow. */
export interface SocketHub {
  readonly size: number;
  /** Takes a client; returns what parts with it, with a code. */
  add(socket: WebSocket): (code: number) => void;
  /**
   * Sends a text frame, or several, to every client, or only to those that never got one, or to all others. A client that has
   * too much unread is left out, and closed when that lasts. `parts`: how many things a text tells, for `gapText`.
   */
  send(text: Buffer | readonly Buffer[], to: 'everyone' | 'newcomers' | 'others', parts?: number): void;
  /**
   * Sends each client a text of its own, or none. A client that may have no room for its text is not asked for one, so what it
   * was told stays known.
   */
  sendEach(textFor: (socket: WebSocket) => string | undefined): void;
  hasNewcomers(): boolean;
  /** Closes every client with this code. */
  closeAll(code: number): void;
}

/** Bytes on their way to one client; who has read everything may get one longer text. */
const UNREAD_MAX_BYTES = 262_144;
/** Beside the texts: their headers, pings and the close. */
const FRAMING_BYTES = 64;
/** A client that is behind for this long is closed. */
const BEHIND_MAX_MS = 30_000;
/** A client that does not answer a ping until the next one is gone. */
const PING_INTERVAL_MS = 30_000;
/** For the closing handshake, before the connection is cut. */
const CLOSE_TIMEOUT_MS = 1_000;

interface Client {
  readonly socket: WebSocket;
  isNewcomer: boolean;
  hasAnsweredPing: boolean;
  behindSinceMs: number | undefined;
  /** Parts of texts it was left out of since it got the last one. */
  missedParts: number;
}

export interface SocketHubOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** What tells a client, before the next text, how many parts it was left out of; default: nothing does. */
  readonly gapText?: (missedParts: number) => Buffer;
  /** Called when the last client has gone. */
  readonly onEmpty?: () => void;
}

export function createSocketHub(options: SocketHubOptions): SocketHub {
  const { clock, log, gapText, onEmpty } = options;
  const clients = new Set<Client>();
  let cancelPing: (() => void) | undefined;

  function remove(client: Client): void {
    if (clients.delete(client) && clients.size === 0) onEmpty?.();
  }

  function close(client: Client, code: number): void {
    remove(client);
    client.socket.close(code);
    const cancel = clock.after(CLOSE_TIMEOUT_MS, () => client.socket.terminate());
    client.socket.once('close', cancel);
  }

  function pingAll(): void {
    for (const client of clients) {
      if (client.hasAnsweredPing || __WITHOUT__.pingAnswers) {
        client.hasAnsweredPing = false;
        client.socket.ping();
      } else {
        log.debug('A socket client is gone without a word.');
        remove(client);
        client.socket.terminate();
      }
    }
    cancelPing = clients.size > 0 ? clock.after(PING_INTERVAL_MS, pingAll) : undefined;
  }

  /** Whether a client may get so many bytes more; one that is behind for too long is closed. */
  function hasRoom(client: Client, moreBytes: number): boolean {
    const unreadBytes = client.socket.bufferedAmount;
    const nowMs = clock.monotonicMs();
    // Who reads a little now and then stays behind: all that it gets is old.
    if (unreadBytes === 0) client.behindSinceMs = undefined;
    if (client.behindSinceMs !== undefined && nowMs - client.behindSinceMs >= BEHIND_MAX_MS) {
      log.info('A socket client reads too slowly and is closed.');
      close(client, SOCKET_CLOSE.tryAgainLater);
      return false;
    }
    if (__WITHOUT__.unreadCap || unreadBytes === 0 || unreadBytes + moreBytes <= UNREAD_MAX_BYTES)
      return true;
    client.behindSinceMs ??= nowMs;
    return false;
  }

  function sendTo(client: Client, text: Buffer, parts: number): void {
    const gap = client.missedParts > 0 ? gapText?.(client.missedParts) : undefined;
    if (!hasRoom(client, (gap?.length ?? 0) + text.length + FRAMING_BYTES)) {
      client.missedParts += parts;
      return;
    }
    client.isNewcomer = false;
    if (gap !== undefined) client.socket.send(gap, { binary: false });
    client.missedParts = 0;
    client.socket.send(text, { binary: false });
  }

  return {
    get size() {
      return clients.size;
    },
    add(socket) {
      const client: Client = {
        socket,
        isNewcomer: true,
        hasAnsweredPing: true,
        behindSinceMs: undefined,
        missedParts: 0,
      };
      clients.add(client);
      socket.on('pong', () => {
        client.hasAnsweredPing = true;
      });
      socket.on('close', () => remove(client));
      socket.on('error', (error) => log.debug('A socket client broke the protocol.', { error }));
      cancelPing ??= clock.after(PING_INTERVAL_MS, pingAll);
      return (code) => {
        if (clients.has(client)) close(client, code);
      };
    },
    send(text, to, parts = 1) {
      for (const client of clients) {
        if (to !== 'everyone' && client.isNewcomer !== (to === 'newcomers')) continue;
        for (const one of [text].flat()) sendTo(client, one, parts);
      }
    },
    sendEach(textFor) {
      for (const client of clients) {
        // Who has anything unread is behind: texts of its own may be long.
        const text = hasRoom(client, UNREAD_MAX_BYTES) ? textFor(client.socket) : undefined;
        if (text === undefined) continue;
        client.isNewcomer = false;
        client.socket.send(text, { binary: false });
      }
    },
    hasNewcomers: () => [...clients].some(({ isNewcomer }) => isNewcomer),
    closeAll(code) {
      for (const client of [...clients]) close(client, code);
      cancelPing?.();
      cancelPing = undefined;
    },
  };
}
