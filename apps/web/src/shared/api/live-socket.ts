import { type ReceivedLiveData, SOCKET_PING, SOCKETS } from '@heliograph/contract';

/** The part of a WebSocket that is used. */
export interface SocketLike {
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(code?: number): void;
}

interface LiveSocketListener {
  opened(): void;
  /** `undefined` is a message that makes no sense. */
  message(live: ReceivedLiveData | undefined): void;
  closed(code: number): void;
}

/** At most one socket at any time. */
export interface LiveSocket {
  /** Opens a socket; the one before must be closed. */
  open(): void;
  /** Closes it; nothing that it still says is heard any more. */
  close(): void;
  ping(): void;
}

const NORMAL_CLOSE = 1000;

export function createLiveSocket(openSocket: () => SocketLike, listener: LiveSocketListener): LiveSocket {
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
      opening.onmessage = ({ data }) => {
        listener.message(typeof data === 'string' ? SOCKETS.liveData.read(data) : undefined);
      };
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
  };
}
