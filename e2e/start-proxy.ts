import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy in front of the gateway. */
export interface TestProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** One that knows plain requests only, as some in the field do: sockets are refused. */
export function startSocketlessProxy(gatewayUrl: string): Promise<TestProxy> {
  return listen(createForwarder(gatewayUrl).on('upgrade', (_request, socket: Socket) => refuse(socket)));
}

/** One that hands on what is below a path, without that path, sockets and all; there is nothing else. */
export function startStrippingProxy(gatewayUrl: string, path: string): Promise<TestProxy> {
  const { hostname, port } = new URL(gatewayUrl);
  const strip = (incoming: IncomingMessage) => {
    const { url = '' } = incoming;
    incoming.url = url.startsWith(`${path}/`) ? url.slice(path.length) : '/not/below';
  };
  const server = createForwarder(gatewayUrl, strip);
  server.on('upgrade', (incoming, socket: Socket, head) => {
    strip(incoming);
    const gateway = connect(Number(port), hostname, () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      gateway.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
      gateway.write(head);
      gateway.pipe(socket).pipe(gateway);
    });
    gateway.on('error', () => socket.destroy());
    socket.on('error', () => gateway.destroy());
  });
  return listen(server);
}

function createForwarder(gatewayUrl: string, before?: (incoming: IncomingMessage) => void): Server {
  const { hostname, port } = new URL(gatewayUrl);
  return createServer((incoming, answer) => {
    before?.(incoming);
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    forwarded.on('error', () => answer.writeHead(502).end());
    incoming.pipe(forwarded);
  });
}

function refuse(socket: Socket): void {
  socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

async function listen(server: Server): Promise<TestProxy> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of connections) socket.destroy(); // those of sockets too
      }),
  };
}
