import * as net from 'node:net';
import * as tls from 'node:tls';
import { onTestFinished } from 'vitest';
import { listen } from '../outside/listen.ts';

/** The CONNACK packet with a return code. Source: MQTT 3.1.1, section 3.2. */
export const connack = (returnCode = 0): Uint8Array => Uint8Array.of(0x20, 0x02, 0x00, returnCode);

/** A server that does with every connection what a test wants, whatever a broker would do. */
export interface ScriptedBroker {
  readonly port: number;
  /** Those that came, open or not. */
  readonly sockets: readonly net.Socket[];
  /** What came over each of them. */
  received(connection: number): Buffer;
}

/** Calls `serve` with each connection, with TLS once that stands. It ends with the test. */
export async function startScriptedBroker(
  serve: (socket: net.Socket) => void,
  certificate?: { readonly certificate: string; readonly key: string },
): Promise<ScriptedBroker> {
  const sockets: net.Socket[] = [];
  const chunks = new Map<net.Socket, Buffer[]>();
  const take = (socket: net.Socket) => {
    const own: Buffer[] = [];
    sockets.push(socket);
    chunks.set(socket, own);
    socket.on('error', () => {}); // the other side may go as it likes
    socket.on('data', (chunk) => own.push(chunk));
    serve(socket);
  };
  const server =
    certificate === undefined
      ? net.createServer(take)
      : tls.createServer({ cert: certificate.certificate, key: certificate.key }, take);
  server.on('tlsClientError', () => {});
  const { port, close } = await listen(server);
  onTestFinished(close);
  return {
    port,
    sockets,
    received(connection) {
      const socket = sockets[connection];
      return Buffer.concat((socket && chunks.get(socket)) ?? []);
    },
  };
}

/** Accepts who connects. */
export function accept(socket: net.Socket): void {
  socket.once('data', () => socket.write(connack()));
}
