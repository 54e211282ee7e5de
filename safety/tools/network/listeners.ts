import { type ClientOptions, WebSocket } from 'ws';

/** A client of a socket that counts what comes, and keeps none of it. */
export interface Listener {
  readonly socket: WebSocket;
  /** When messages came, in milliseconds of `performance.now()`. */
  readonly arrivalsMs: readonly number[];
  readonly lastBytes: () => number;
}

export interface ListenerOptions {
  /** An address of this machine. */
  readonly from: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: '/livedata' | '/livedata/lean' | '/console';
}

/** Opens a socket; resolves with the status where the handshake is refused, with 0 where it gets no answer. */
export function openListener(port: number, options: ListenerOptions): Promise<Listener | number> {
  const { from, headers = {}, path = '/livedata' } = options;
  const how: ClientOptions = { localAddress: from, headers: { ...headers } };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, how);
  const arrivalsMs: number[] = [];
  let lastBytes = 0;
  socket.on('message', (data: Buffer) => {
    arrivalsMs.push(performance.now());
    lastBytes = data.length;
  });
  return new Promise((resolve) => {
    socket.on('error', () => resolve(0)); // no answer, or what follows the one that refuses
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    socket.once('open', () => resolve({ socket, arrivalsMs, lastBytes: () => lastBytes }));
  });
}

/** Those of them that were let in. */
export function letIn(opened: readonly (Listener | number)[]): readonly Listener[] {
  return opened.filter((one) => typeof one !== 'number');
}

export function countStatus(opened: readonly (Listener | number)[], status: number): number {
  return opened.filter((one) => one === status).length;
}

/** Addresses of this machine, `127.0.<group>.2` and on. */
export function addressesOf(count: number, group = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => `127.0.${group}.${index + 2}`);
}

/** How far each message came from a whole number of seconds after the one before it. */
export function offBeatMs(listener: Listener): readonly number[] {
  return listener.arrivalsMs.slice(1).map((atMs, index) => {
    const gapMs = atMs - (listener.arrivalsMs[index] ?? atMs);
    return Math.abs(gapMs - Math.max(1, Math.round(gapMs / 1000)) * 1000);
  });
}
