import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type IClientOptions, MqttClient } from 'mqtt';
import type { Clock } from '../../platform/clock.ts';
import { openBrokerSocket } from './broker-socket.ts';
import { createBrokerStream } from './broker-stream.ts';
import type { BrokerTarget } from './broker-target.ts';
import { type ConnectPhase, type ConnectProblem, problemOf } from './connect-failure.ts';
import type { MqttMessage } from './mqtt-message.ts';
import { createPingBarrier, type PingBarrier } from './ping-barrier.ts';

/** One attempt to connect, and the connection that comes of it. */
export interface BrokerClient {
  /** QoS 0. False when nothing was sent: not connected, or the broker takes nothing at the moment. */
  publish(message: MqttMessage): boolean;
  /** True when the broker has taken everything that was sent so far; false when it is over before. */
  settled(): Promise<boolean>;
  /** QoS 0. `onRefused` is told what the broker does not let us have. */
  subscribe(topics: readonly string[], onRefused: (topics: readonly string[]) => void): void;
  /**
   * Ends it, after `lastMessage` if there is one; when that cannot be sent the broker publishes the will. Resolves when
   * the socket is closed, after 2 s at the latest. Nothing is called back any more.
   */
  close(lastMessage?: MqttMessage): Promise<void>;
}

export interface BrokerClientOptions {
  readonly target: BrokerTarget;
  /** Published by the broker when we vanish. */
  readonly will?: MqttMessage & { readonly qos: 0 | 1 | 2 };
  readonly clock: Clock;
  /** How long it may take until the broker accepts; 10 s unless it is told. */
  readonly timeoutMs?: number;
  readonly onAccepted: () => void;
  readonly onMessage: (topic: string, payload: Uint8Array, isRetained: boolean) => void;
  /** A message, or whatever it was, had so many bytes that it was not even read. */
  readonly onSkipped: (bytes: number) => void;
  /** It could not be made, or is over. Once, and not before `openBrokerClient` has returned. */
  readonly onEnd: (problem: ConnectProblem) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const NO_ANSWER: ConnectProblem = { failure: 'no-answer', code: 'timeout' };
const CLOSE_TIMEOUT_MS = 2000;
/** Source: docs/reference/original-device.md#mqtt-topics. */
const KEEP_ALIVE_S = 15;
/** The whole packet. Source: MQTT 3.1.1, section 3.14. */
const DISCONNECT = Uint8Array.of(0xe0, 0x00);
/** What may wait for a slow broker. */
const MAX_UNSENT_BYTES = 256 * 1024;

/**
 * Connects once. MQTT.js gets a socket that stands already (and is trusted, so that no password leaves us before that)
 * and is thrown away with it; what goes wrong in either ends both.
 */
export function openBrokerClient(options: BrokerClientOptions): BrokerClient {
  const { target, clock } = options;
  let phase: ConnectPhase = 'reach';
  let socket: Socket | undefined;
  let speaker: Speaker | undefined;
  let isAccepted = false;
  let isOver = false;
  let closed: Promise<void> = Promise.resolve();
  const cancelTimeout = clock.after(options.timeoutMs ?? CONNECT_TIMEOUT_MS, () => end(NO_ANSWER));

  function end(problem: ConnectProblem): void {
    if (isOver) return;
    isOver = true;
    cancelTimeout();
    socket?.destroy();
    speaker?.barrier.end();
    options.onEnd(problem);
  }

  const fail = (error?: unknown) => end(problemOf(error, phase));

  /** MQTT.js throws for what cannot be put into a packet, a topic of 64 KiB for one; Node.js for an impossible port. */
  function guarded(action: () => void): boolean {
    try {
      action();
      return !isOver;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  function speak(over: Socket): void {
    if (isOver) return;
    phase = 'speak';
    const own = createSpeaker(over, options);
    const { client, stream } = own;
    speaker = own;
    stream.on('error', fail);
    client.on('error', fail);
    client.on('connect', () => {
      if (isOver) return;
      isAccepted = true;
      cancelTimeout();
      options.onAccepted();
    });
    client.on('message', (topic, payload, packet) => {
      if (!isOver) options.onMessage(topic, payload, packet.retain);
    });
    guarded(() => client.connect());
  }

  function open(): void {
    if (isOver) return;
    const own = openBrokerSocket(target);
    socket = own;
    closed = new Promise((resolve) => own.once('close', () => resolve()));
    own
      .on('error', fail)
      .on('end', fail)
      .on('close', () => fail());
    own.on('connect', () => {
      if (target.tls) phase = 'trust';
      else speak(own);
    });
    own.on('secureConnect', () => speak(own));
  }

  queueMicrotask(() => guarded(open));

  function publish({ topic, payload, retain }: MqttMessage): boolean {
    if (isOver || !isAccepted || !isTaking(speaker?.stream)) return false;
    return guarded(() => speaker?.client.publish(topic, payload, { retain }));
  }

  return {
    publish,
    settled: async () => isAccepted && (await speaker?.barrier.passed()) === true,
    subscribe(topics, onRefused) {
      guarded(() => subscribeOver(speaker?.client, topics, (refused) => !isOver && onRefused(refused)));
    },
    close(lastMessage) {
      const isPolite = lastMessage === undefined ? isAccepted && !isOver : publish(lastMessage);
      isOver = true;
      cancelTimeout();
      speaker?.barrier.end();
      if (!isPolite) socket?.destroy();
      else speaker?.stream.end(DISCONNECT);
      const cancel = clock.after(CLOSE_TIMEOUT_MS, () => socket?.destroy());
      return closed.then(cancel);
    },
  };
}

/** MQTT over a socket that stands. */
interface Speaker {
  readonly stream: Duplex;
  readonly client: MqttClient;
  readonly barrier: PingBarrier;
}

function createSpeaker(socket: Socket, options: BrokerClientOptions): Speaker {
  const stream = createBrokerStream(socket, options.onSkipped);
  const client = new MqttClient(() => stream, clientOptions(options));
  return { stream, client, barrier: createPingBarrier(client) };
}

function isTaking(stream: Duplex | undefined): boolean {
  if (stream === undefined) return false;
  return stream.writableLength <= MAX_UNSENT_BYTES || __WITHOUT__.unsentBound;
}

function subscribeOver(
  client: MqttClient | undefined,
  topics: readonly string[],
  onRefused: (topics: readonly string[]) => void,
): void {
  client?.subscribe([...topics], { qos: 0 }, (error, _asked, packet) => {
    if (error) onRefused(topics.filter((_, at) => isRefused(packet?.granted[at])));
  });
}

/** An entry of the SUBACK; none when MQTT.js itself refused. Source: MQTT 3.1.1, section 3.9.3. */
function isRefused(granted: unknown): boolean {
  return typeof granted !== 'number' || granted >= 128;
}

function clientOptions({ target, will }: BrokerClientOptions): IClientOptions {
  const { clientId, username, password } = target;
  const isAnonymous = username === '' && password === '';
  return {
    manualConnect: true,
    protocolVersion: 4,
    clean: target.isSessionClean ?? true,
    keepalive: __WITHOUT__.brokerKeepAlive ? 0 : KEEP_ALIVE_S,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    clientId,
    ...(!isAnonymous && { username }), // MQTT 3.1.1 knows no password without a user name
    ...(password !== '' && { password }),
    ...(will && {
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: will.retain },
    }),
  };
}
