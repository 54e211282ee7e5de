import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type IClientOptions, MqttClient } from 'mqtt';
import type { Clock } from '../platform/clock.ts';
import { openBrokerSocket } from './broker-socket.ts';
import { createBrokerStream } from './broker-stream.ts';
import type { BrokerTarget } from './broker-target.ts';
import { type ConnectPhase, type ConnectProblem, problemOf } from './connect-failure.ts';
import type { MqttMessage } from './mqtt-message.ts';

/** One attempt to connect, and the connection that comes of it. */
export interface BrokerClient {
  /** QoS 0. False when nothing was sent: not connected, or the broker takes nothing at the moment. */
  publish(message: MqttMessage): boolean;
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
  readonly will?: MqttMessage;
  readonly clock: Clock;
  readonly onAccepted: () => void;
  readonly onMessage: (topic: string, payload: Uint8Array, isRetained: boolean) => void;
  /** A message, or whatever it was, had so many bytes that it was not even read. */
  readonly onSkipped: (bytes: number) => void;
  /** It could not be made, or is over. Once, and not before `openBrokerClient` has returned. */
  readonly onEnd: (problem: ConnectProblem) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2000;
/** Source: device contract, section 8.1. */
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
  let stream: Duplex | undefined;
  let client: MqttClient | undefined;
  let isAccepted = false;
  let isOver = false;
  let closed: Promise<void> = Promise.resolve();
  const cancelTimeout = clock.after(CONNECT_TIMEOUT_MS, () => {
    end({ failure: 'no-answer', code: 'timeout' });
  });

  function end(problem: ConnectProblem): void {
    if (isOver) return;
    isOver = true;
    cancelTimeout();
    socket?.destroy();
    options.onEnd(problem);
  }

  const fail = (error?: unknown) => end(problemOf(error, phase));

  /** MQTT.js throws for what cannot be put into a packet, a topic of 64 KiB for one. */
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
    const own = createBrokerStream(over, options.onSkipped);
    const speaker = new MqttClient(() => own, clientOptions(options));
    stream = own;
    client = speaker;
    own.on('error', fail);
    speaker.on('error', fail);
    speaker.on('connect', () => {
      if (isOver) return;
      isAccepted = true;
      cancelTimeout();
      options.onAccepted();
    });
    speaker.on('message', (topic, payload, packet) => {
      if (!isOver) options.onMessage(topic, payload, packet.retain);
    });
    guarded(() => speaker.connect());
  }

  function open(): void {
    const own = openBrokerSocket(target);
    socket = own;
    closed = new Promise((resolve) => own.once('close', () => resolve()));
    own.on('error', fail).on('end', fail);
    own.on('close', () => fail());
    own.on('connect', () => {
      if (target.tls) phase = 'trust';
      else speak(own);
    });
    own.on('secureConnect', () => speak(own));
  }

  try {
    open();
  } catch (error) {
    queueMicrotask(() => fail(error));
  }

  function publish({ topic, payload, retain }: MqttMessage): boolean {
    if (isOver || !isAccepted) return false;
    if (stream === undefined || stream.writableLength > MAX_UNSENT_BYTES) return false;
    return guarded(() => client?.publish(topic, payload, { retain }));
  }

  return {
    publish,
    subscribe(topics, onRefused) {
      const tell = (refused: readonly string[]) => !isOver && onRefused(refused);
      guarded(() => subscribeOver(client, topics, tell));
    },
    close(lastMessage) {
      const isPolite = lastMessage === undefined ? isAccepted && !isOver : publish(lastMessage);
      isOver = true;
      cancelTimeout();
      if (!isPolite) socket?.destroy();
      else stream?.end(DISCONNECT);
      const cancel = clock.after(CLOSE_TIMEOUT_MS, () => socket?.destroy());
      return closed.then(cancel);
    },
  };
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
    clean: true,
    keepalive: KEEP_ALIVE_S,
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    clientId,
    ...(!isAnonymous && { username }), // MQTT 3.1.1 knows no password without a user name
    ...(password !== '' && { password }),
    ...(will && {
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 2, retain: will.retain },
    }),
  };
}
