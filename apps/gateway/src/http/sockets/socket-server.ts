import type { WebSocket } from 'ws';

/** Serves the clients of one socket path. */
export interface SocketServer {
  add(client: WebSocket): void;
  /** Closes every client with this code. */
  closeAll(code: number): void;
  /** Closes every client with this code and sends no more. */
  stop(code: number): void;
}
