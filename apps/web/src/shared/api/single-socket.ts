import { SOCKET_PING } from '@heliograph/contract';

/** The part of a WebSocket that is used. */
export interface SocketLike {
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(code?: number): void;
}

interface SocketListener {
  opened(): void;
  /** `undefined` is a message that is no text. */
  message(text: string | undefined): void;
  closed(code: number): void;
}

/** At most one socket at any time. */
export interface SingleSocket {
  /** Opens a socket; the one before must be closed. */
  open(): void;
  /** Closes it; nothing that it still says is heard any more. */
  close(): void;
  ping(): void;
  /** Sends a text; it must be open. */
  send(text: string): void;
}

/** A socket that is not open by then is given up. */
export const HANDSHAKE_WAIT_MS = 5_000;
/** A socket that lived shorter than this does not count as success, so that one that always breaks is tried less. */
export const STEADY_AFTER_MS = 5_000;

const NORMAL_CLOSE = 1000;

export function createSingleSocket(openSocket: () => SocketLike, listener: SocketListener): SingleSocket {
  let socket: SocketLike | undefined;

  function tryOpening(): SocketLike | undefined {
    try {
      return openSocket();
    } catch {
      return undefined; // forbidden here: it never opens, which counts as failed in time
    }
  }

  return {
    open() {
      const opening = tryOpening();
      if (opening === undefined) return;
      socket = opening;
      opening.onopen = () => listener.opened();
      opening.onmessage = ({ data }) => listener.message(typeof data === 'string' ? data : undefined);
      opening.onclose = ({ code }) => {
        socket = undefined;
        listener.closed(code);
      };
    },
    close() {
      if (socket === undefined) return;
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      socket.close(NORMAL_CLOSE);
      socket = undefined;
    },
    ping: () => socket?.send(SOCKET_PING),
    send: (text) => socket?.send(text),
  };
}
