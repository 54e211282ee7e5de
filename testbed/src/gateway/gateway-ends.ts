import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface ClientEnd {
  readonly socket: Socket;
}

/** The gateway's ends of its connections, for a gateway in the process of the test. */
export interface GatewayEnds {
  /** How many of these connections it has not ended yet, whether the clients have heard of it or not. */
  countHeld(clients: readonly ClientEnd[]): number;
  /** All connections that it has not ended yet. */
  countAll(): number;
  /** Bytes that have arrived over all connections. */
  bytesRead(): number;
  /** All that these clients have sent has arrived. */
  hasAll(clients: readonly ClientEnd[]): boolean;
  /** The most that waits for one of these clients to read, in bytes, beside what the system has taken. */
  mostUnreadBytes(clients: readonly ClientEnd[]): number;
  /** All that it has written to this client, read or not, in bytes. */
  bytesFor(client: ClientEnd): number;
}

/** Watches connections that come to this port from now on until the test ends. */
export function watchGatewayEnds(port: number): GatewayEnds {
  const ends = new Map<string, Socket>();
  const keyOf = (address = '', peerPort = 0) => `${address}:${peerPort}`;
  const note = (message: unknown) => {
    const { socket } = message as ClientEnd;
    if (socket.localPort === port) ends.set(keyOf(socket.remoteAddress, socket.remotePort), socket);
  };
  subscribe('net.server.socket', note);
  onTestFinished(() => {
    unsubscribe('net.server.socket', note);
  });
  const endOf = ({ socket }: ClientEnd) => ends.get(keyOf(socket.localAddress, socket.localPort));
  const isHeld = (end: Socket | undefined) => end !== undefined && !end.destroyed && !end.writableEnded;
  return {
    countHeld: (clients) => clients.filter((client) => isHeld(endOf(client))).length,
    countAll: () => [...ends.values()].filter(isHeld).length,
    bytesRead: () => [...ends.values()].reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    hasAll: (clients) =>
      clients.every((client) => (endOf(client)?.bytesRead ?? 0) >= client.socket.bytesWritten),
    mostUnreadBytes: (clients) => Math.max(...clients.map((client) => endOf(client)?.writableLength ?? 0)),
    bytesFor: (client) => endOf(client)?.bytesWritten ?? 0,
  };
}

/** Turns of the event loop in which a closing connection of this machine gets to its end. */
const TURNS = 10;

/** Gives the network its time while a virtual clock stands still. */
export async function network(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}
