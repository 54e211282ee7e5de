import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from '@heliograph/testbed/outside/listen.ts';

/** A proxy in front of the gateway. */
export interface TestProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** One that knows plain requests only, as some in the field do: sockets are refused. */
export function startSocketlessProxy(gatewayUrl: string): Promise<TestProxy> {
  return proxyOf(createForwarder(gatewayUrl).on('upgrade', (_request, socket: Socket) => refuse(socket)));
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
  return proxyOf(server);
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

async function proxyOf(server: Server): Promise<TestProxy> {
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, close };
}
