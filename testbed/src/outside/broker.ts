import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Aedes, type AuthenticateHandler } from 'aedes';

export interface BrokerMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
  readonly qos: number;
}

/** What the broker was told. */
export interface Heard extends BrokerMessage {
  /** Who published it; undefined for what `say` said, and for wills. */
  readonly clientId: string | undefined;
}

/** A broker in this process, on a free port of this machine, and the line to it, which can be cut. */
export interface Broker {
  /** Stays the same while it is unplugged. */
  readonly port: number;
  /** Everything published since the last `forget`, in order; wills and what `say` said included. */
  readonly heard: readonly Heard[];
  /** The clients that have connected, in order, each with its last will. */
  readonly clients: readonly { readonly id: string; readonly will: BrokerMessage | undefined }[];
  /** Topics that were subscribed to, each with its quality of service. */
  readonly subscriptions: readonly string[];
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
  /** Ends it for good. */
  close(): Promise<void>;
}

export interface BrokerOptions {
  /** Lets in nobody else. */
  readonly login?: { readonly user: string; readonly password: string };
}

export async function startBroker({ login }: BrokerOptions = {}): Promise<Broker> {
  const authenticate: AuthenticateHandler = (_client, user, password, done) =>
    done(null, login === undefined || (user === login.user && String(password ?? '') === login.password));
  const aedes = await Aedes.createBroker({ authenticate });
  const inner = createServer(aedes.handle);
  await listen(inner, 0);
  const lines = new Set<readonly [Socket, Socket]>();
  const outer = createServer((near) => {
    const far = connect(portOf(inner), '127.0.0.1');
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
  const clients: { id: string; will: BrokerMessage | undefined }[] = [];
  const subscriptions: string[] = [];
  aedes.on('clientReady', (client) => clients.push({ id: client.id, will: willOf(client) }));
  aedes.on('subscribe', (wanted) => subscriptions.push(...wanted.map(({ topic, qos }) => `${topic} ${qos}`)));
  aedes.on('publish', (packet, client) => {
    if (packet.topic.startsWith('$SYS/')) return;
    const message = messageOf(packet);
    const { topic, payload, retain } = message;
    heard.push({ ...message, clientId: client?.id });
    if (retain && payload !== '') kept.set(topic, payload);
    if (retain && payload === '') kept.delete(topic);
  });

  async function unplug(): Promise<void> {
    const isClosed = new Promise<void>((resolve) => outer.close(() => resolve()));
    for (const [near, far] of lines) {
      near.destroy();
      far.destroy();
    }
    await isClosed;
  }

  return {
    port,
    heard,
    clients,
    subscriptions,
    forget() {
      heard.length = 0;
    },
    last: (topic) => heard.findLast((one) => one.topic === topic)?.payload,
    kept: () => kept,
    say: (topic, payload, { retain } = { retain: false }) =>
      new Promise((resolve, reject) => {
        const content = { topic, payload: Buffer.from(payload), retain };
        const packet = { cmd: 'publish', qos: 0, dup: false, ...content } as const;
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
      }),
    stall() {
      for (const [near, far] of lines) near.unpipe(far);
    },
    unplug,
    plugIn: () => listen(outer, port),
    async close() {
      await unplug();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await new Promise<void>((resolve) => inner.close(() => resolve()));
    },
  };
}

interface Packet {
  readonly topic: string;
  readonly payload: string | Buffer;
  readonly retain: boolean;
  readonly qos: number;
}

const messageOf = ({ topic, payload, retain, qos }: Packet): BrokerMessage => ({
  ...{ topic, payload: payload.toString(), retain, qos },
});

/** The types of the library do not know that a client keeps its will. */
function willOf(client: object): BrokerMessage | undefined {
  const { will } = client as { readonly will?: Packet };
  return will && messageOf(will);
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
}
