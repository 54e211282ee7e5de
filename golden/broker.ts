import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';

export interface Heard {
  readonly topic: string;
  readonly payload: string;
  readonly retained: boolean;
  readonly qos: number;
}

/** A broker in this process, on a free port of this machine, that remembers what it was told. */
export interface Broker {
  readonly port: number;
  readonly heard: readonly Heard[];
  /** Who connected, and the last will that came along. */
  readonly clients: readonly { readonly id: string; readonly will: Heard | undefined }[];
  readonly subscriptions: readonly string[];
  forget(): void;
  say(topic: string, payload: string, retained?: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startBroker(): Promise<Broker> {
  const clients: { id: string; will: Heard | undefined }[] = [];
  const heard: Heard[] = [];
  const subscriptions: string[] = [];
  const aedes = await Aedes.createBroker();
  aedes.on('publish', ({ topic, payload, retain, qos }, client) => {
    if (client !== null) heard.push({ topic, payload: payload.toString(), retained: retain, qos });
  });
  aedes.on('subscribe', (wanted) => subscriptions.push(...wanted.map(({ topic, qos }) => `${topic} ${qos}`)));
  aedes.on('clientReady', (client) => {
    const { will } = client as unknown as {
      will?: { topic: string; payload: Buffer; retain: boolean; qos: number };
    };
    clients.push({
      id: client.id,
      will: will && {
        topic: will.topic,
        payload: String(will.payload),
        retained: will.retain,
        qos: will.qos,
      },
    });
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    aedes.handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    clients,
    subscriptions,
    forget() {
      heard.length = 0;
    },
    say: (topic, payload, retained = false) =>
      new Promise((resolve, reject) => {
        const packet = { cmd: 'publish', qos: 0, dup: false, topic, payload, retain: retained } as const;
        aedes.publish(packet, (error) => (error ? reject(error) : resolve()));
      }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}
