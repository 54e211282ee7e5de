import type { WebSocket } from 'ws';

/** Serves the clients of one socket path. */
export interface SocketServer {
  /** Whether one more client of this address (or network of one household) may come; the admin has more room. */
  hasRoom(address: string, isAdmin: boolean): boolean;
  add(client: WebSocket, address: string): void;
  /** Closes every client with this code. */
  closeAll(code: number): void;
  /** Closes every client with this code and sends no more. */
  stop(code: number): void;
}
