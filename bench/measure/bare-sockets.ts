import { once } from 'node:events';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** A server of sockets on this machine, and nothing around it. */
export interface BareSockets {
  readonly port: number;
  /** Sends the same bytes to all clients. */
  send(bytes: Buffer): void;
  stop(): void;
}

export async function startBareSockets(
  onClient: (client: WebSocket) => void = () => undefined,
): Promise<BareSockets> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', onClient);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    send(bytes) {
      for (const client of sockets.clients) client.send(bytes, { binary: false });
    },
    stop() {
      for (const client of sockets.clients) client.terminate();
      server.close();
    },
  };
}
