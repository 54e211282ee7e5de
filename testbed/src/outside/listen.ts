import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Ends it together with its connections, also those that were upgraded to sockets. */
  close(): Promise<void>;
}

/** Has a server of TCP or HTTP listen on a port of this machine, any free one unless told, before anything has connected to it. */
export async function listen(server: Server, address = '127.0.0.1', port = 0): Promise<Listening> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of connections) socket.destroy();
      }),
  };
}
