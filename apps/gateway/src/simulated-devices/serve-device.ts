import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { DeviceAnswer, SimulatedDevice } from '@heliograph/simulator';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../platform/clock.ts';

/** What of a device is carried over the network. */
type CarriedDevice = Pick<SimulatedDevice, 'answer' | 'openSocket' | 'faults'>;

export interface ServeDeviceOptions {
  readonly device: CarriedDevice;
  readonly clock: Clock;
  /** Only this machine unless said otherwise. */
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
}

/** A simulated device at a port. */
export interface ServedDevice {
  readonly port: number;
  /** Without a slash at its end. */
  readonly url: string;
  /** Frees the port and cuts every connection; the device itself goes on. */
  close(): Promise<void>;
}

/** Going away, as a device says to clients of its sockets. */
const GOING_AWAY = 1001;

/**
 * Lets a simulated device answer over HTTP and sockets. What it says, and whether, is its own affair; here it is only
 * carried, with its delays and with the ways in which it fails.
 */
export async function serveDevice(options: ServeDeviceOptions): Promise<ServedDevice> {
  const { device, clock, host = '127.0.0.1', port = 0 } = options;
  const connections = new Set<Duplex>();
  const later = createDelays(clock);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const told = device.answer({ method, path: url, headers: firstOf(headers), body: await text(request) });
    later(told.delayMs, () => sendAnswer(told, request, response));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy()); // the client went while it spoke
  });
  const webSockets = new WebSocketServer({ noServer: true });
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.on('error', () => undefined); // 'close' follows
    connection.on('close', () => connections.delete(connection));
  });
  server.on('upgrade', (request, connection, head) => {
    later(device.faults().answerDelayMs, () => openSocket(device, webSockets, { request, connection, head }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo; // it listens at a port
  return {
    port: address.port,
    url: `http://${host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        later.clear();
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}

interface Handshake {
  readonly request: IncomingMessage;
  readonly connection: Duplex;
  readonly head: Buffer;
}

function openSocket(
  device: CarriedDevice,
  webSockets: WebSocketServer,
  { request, connection, head }: Handshake,
): void {
  let socket: WebSocket | undefined;
  const client = {
    onMessage: (message: string) => socket?.send(message),
    onClose: (isCut: boolean) => (isCut ? socket?.terminate() : socket?.close(GOING_AWAY)),
  };
  const result = device.openSocket({ path: request.url ?? '/', headers: firstOf(request.headers), client });
  if (!result.accepted) {
    refuse(result.answer, connection);
    return;
  }
  connection.on('close', result.close);
  webSockets.handleUpgrade(request, connection, head, (opened) => {
    socket = opened;
    opened.on('error', () => undefined); // 'close' follows
    opened.on('message', () => undefined); // whatever it is: nothing is answered
  });
}

/** Every answer closes its connection. Source: docs/reference/original-device.md#paths-and-methods. */
function sendAnswer(answer: DeviceAnswer, { socket }: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body, end } = answer;
  if (end === 'never') return;
  if (end === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  response.writeHead(status, { ...headers, connection: 'close' });
  if (end === 'whole') response.end(body);
  else sendForEver(body, response);
}

/** As fast as the client reads. */
function sendForEver(body: string, response: ServerResponse): void {
  response.on('drain', send);
  send();
  function send(): void {
    while (!response.destroyed && response.write(body)) {
      // until the buffer is full
    }
  }
}

/** Answers a handshake on a connection that the HTTP server has let go of. */
function refuse({ status, headers, body, end }: DeviceAnswer, connection: Duplex): void {
  if (end === 'never') return;
  if (end === 'reset') {
    connection.destroy();
    return;
  }
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

/** Of headers that came more than once the first. */
function firstOf(headers: IncomingMessage['headers']): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}

/** Delays that can be forgotten together. Without a delay the action runs at once. */
function createDelays(clock: Clock) {
  const cancels = new Set<() => void>();
  function later(delayMs: number, action: () => void): void {
    if (delayMs <= 0) {
      action();
      return;
    }
    const cancel = clock.after(delayMs, () => {
      cancels.delete(cancel);
      action();
    });
    cancels.add(cancel);
  }
  later.clear = () => {
    for (const cancel of cancels) cancel();
    cancels.clear();
  };
  return later;
}
