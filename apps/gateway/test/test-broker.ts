import { connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { onTestFinished } from 'vitest';

/** What a client has published. */
export interface Heard {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

/** A broker on a free port of this machine, and the line to it, which can be cut. It goes when the test ends. */
export interface TestBroker {
  readonly port: number;
  /** Everything that clients have published since the last `forget`, in order; wills included. */
  readonly heard: readonly Heard[];
  /** Ids of the clients that have connected, in order. */
  readonly clientIds: readonly string[];
  forget(): void;
  /** The last payload of a topic. */
  last(topic: string): string | undefined;
  /** Everything that the broker keeps: payload by topic. */
  kept(): ReadonlyMap<string, string>;
  /** Publishes as another client does. */
  say(topic: string, payload: string | Uint8Array, options?: { readonly retain: boolean }): Promise<void>;
  /** Nothing that clients say arrives any more, over the connections that there are; nobody is told. */
  stall(): void;
  /** Ends every connection; until `plugIn` nobody answers at the port. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
}

export async function startTestBroker(): Promise<TestBroker> {
  const aedes = await Aedes.createBroker();
  const inner = createServer(aedes.handle);
  await listen(inner, 0);
  const lines = new Set<readonly [Socket, Socket]>();
  const outer = createServer((near) => {
    const far = connectTo(portOf(inner), '127.0.0.1');
    const line = [near, far] as const;
    lines.add(line);
    near.pipe(far).pipe(near);
    for (const socket of line) {
      socket.on('error', () => {}); // its end is enough
      socket.on('close', () => {
        lines.delete(line);
        near.destroy();
        far.destroy();
      });
    }
  });
  await listen(outer, 0);
  const port = portOf(outer);

  const heard: Heard[] = [];
  const kept = new Map<string, string>();
  const clientIds: string[] = [];
  aedes.on('clientReady', ({ id }: Client) => clientIds.push(id));
  aedes.on('publish', ({ topic, payload, retain }) => {
    if (topic.startsWith('$SYS/')) return;
    const text = payload.toString();
    heard.push({ topic, payload: text, retain });
    if (retain && text !== '') kept.set(topic, text);
    if (retain && text === '') kept.delete(topic);
  });

  async function unplug(): Promise<void> {
    const isClosed = new Promise<void>((resolve) => outer.close(() => resolve()));
    for (const [near, far] of lines) {
      near.destroy();
      far.destroy();
    }
    await isClosed;
  }

  onTestFinished(async () => {
    await unplug();
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    await new Promise<void>((resolve) => inner.close(() => resolve()));
  });
  return {
    port,
    heard,
    clientIds,
    forget() {
      heard.length = 0;
    },
    last: (topic) => heard.findLast((one) => one.topic === topic)?.payload,
    kept: () => kept,
    say: (topic, payload, { retain } = { retain: false }) =>
      new Promise((resolve, reject) => {
        const packet = {
          cmd: 'publish',
          qos: 0,
          dup: false,
          topic,
          payload: Buffer.from(payload),
          retain,
        } as const;
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
      }),
    stall() {
      for (const [near, far] of lines) near.unpipe(far);
    },
    unplug,
    plugIn: () => listen(outer, port),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
}
