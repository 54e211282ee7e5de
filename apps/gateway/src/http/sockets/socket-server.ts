import type { WebSocket } from 'ws';
import type { SocketGuest } from '../limits/client-limits.ts';

/** Serves the clients of one socket path. */
export interface SocketServer {
  /** Takes a client; returns what parts with it, with a code. */
  add(client: WebSocket, guest: SocketGuest): (code: number) => void;
  /** Closes every client with this code. */
  closeAll(code: number): void;
  /** Closes every client with this code and sends no more. */
  stop(code: number): void;
}
