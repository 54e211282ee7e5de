import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy in front of the gateway that knows plain requests only, as some in the field do: sockets are refused. */
export interface SocketlessProxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function startSocketlessProxy(gatewayUrl: string): Promise<SocketlessProxy> {
  const { hostname, port } = new URL(gatewayUrl);
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    forwarded.on('error', () => answer.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  server.on('upgrade', (_request, socket: Socket) => {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
