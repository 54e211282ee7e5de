import { once } from 'node:events';
import { WebSocket } from 'ws';
import { startBareSockets } from './bare-sockets.ts';

const ROUNDS = 9;
const DELIVERY_TIMEOUT_MS = 10_000;

/** What sends one message to all clients of a port. */
export interface Sender {
  readonly port: number;
  send(): void;
}

export interface DeliveryOptions {
  /** Where clients connect. */
  readonly path: string;
  readonly clientCount: number;
  readonly messagesPerRound: number;
  /** Throws when a message is not what it has to be. */
  readonly check: (message: Buffer) => void;
}

/** Microseconds of one message, until the last client has it. */
export interface DeliveryCost {
  readonly costUs: number;
  /** Of a bare server that sends the same bytes, made beforehand, to as many clients. */
  readonly floorUs: number;
  readonly messageBytes: number;
}

/** Clients of a port that know when all of them got a message. */
async function connectClients(port: number, { path, clientCount, check }: DeliveryOptions) {
  let missing = 0;
  let lastMessage: Buffer = Buffer.alloc(0);
  let onComplete: () => void = () => undefined;
  const url = `ws://127.0.0.1:${port}${path}`;
  const sockets = Array.from({ length: clientCount }, () => new WebSocket(url));
  for (const socket of sockets) {
    socket.on('message', (data: Buffer) => {
      lastMessage = data;
      missing -= 1;
      if (missing === 0) onComplete();
    });
  }
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  return {
    lastMessage: () => lastMessage,
    /** Sends once and waits until every client has it. */
    async deliver(send: () => void): Promise<void> {
      missing = clientCount;
      const complete = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a client got nothing')), DELIVERY_TIMEOUT_MS);
        onComplete = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      send();
      await complete;
      check(lastMessage);
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

type Clients = Awaited<ReturnType<typeof connectClients>>;

async function roundUs(send: () => void, clients: Clients, messages: number): Promise<number> {
  const startedAtMs = performance.now();
  for (let count = 0; count < messages; count++) await clients.deliver(send);
  return ((performance.now() - startedAtMs) * 1000) / messages;
}

/** Measures a sender and its floor in turns, so that a noisy machine hits both. Clients and server share this process. */
export async function measureDelivery(sender: Sender, options: DeliveryOptions): Promise<DeliveryCost> {
  const clients = await connectClients(sender.port, options);
  await clients.deliver(sender.send);
  const message = clients.lastMessage();
  const bare = await startBareSockets();
  const bareClients = await connectClients(bare.port, options);
  const { messagesPerRound } = options;
  let costUs = Number.POSITIVE_INFINITY;
  let floorUs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    costUs = Math.min(costUs, await roundUs(sender.send, clients, messagesPerRound));
    floorUs = Math.min(floorUs, await roundUs(() => bare.send(message), bareClients, messagesPerRound));
  }
  clients.close();
  bareClients.close();
  bare.stop();
  return { costUs, floorUs, messageBytes: message.length };
}
