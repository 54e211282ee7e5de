import { type ClientOptions, WebSocket } from 'ws';

/** A client of a gateway's socket that keeps what it got. */
export interface SocketClient {
  readonly socket: WebSocket;
  readonly messages: readonly string[];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  /** Resolves when everything the gateway sent before has arrived. */
  settle(): Promise<void>;
}

/** Opens `/livedata`; rejects with the status where the handshake is refused. */
export function openSocket(
  port: number,
  options: ClientOptions = {},
  path = '/livedata',
): Promise<SocketClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
  const messages: string[] = [];
  socket.on('message', (data, isBinary) => messages.push(isBinary ? 'binary' : String(data)));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => reject(new Error(`${response.statusCode}`)));
    socket.once('open', () => {
      socket.on('error', () => undefined); // the close code tells
      resolve({ socket, messages, closed, settle: () => pingPong(socket) });
    });
  });
}

/** Frames keep their order: the pong comes after everything that was sent before the ping arrived. */
function pingPong(socket: WebSocket): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      socket.off('pong', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('pong', done);
    socket.on('close', done);
    socket.ping();
  });
}
