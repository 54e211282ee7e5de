import type { MqttFailure } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { MqttFacts } from '../../system/mqtt-facts.ts';
import { type BrokerClient, openBrokerClient } from './broker-client.ts';
import type { BrokerTarget } from './broker-target.ts';
import type { ConnectProblem } from './connect-failure.ts';
import { createConnectionLog } from './connection-log.ts';
import type { MqttMessage } from './mqtt-message.ts';
import { retryDelayMs } from './retry-delay.ts';

export type { MqttMessage } from './mqtt-message.ts';

export interface MqttConnectionOptions {
  readonly target: BrokerTarget;
  readonly lastWill: {
    readonly topic: string;
    readonly online: string;
    readonly offline: string;
    readonly retain: boolean;
    /** With which the broker publishes the offline text. */
    readonly qos: 0 | 1 | 2;
  };
  readonly subscriptions: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Connected, the online text published, the subscriptions sent. */
  readonly onConnect: () => void;
  /** Messages of more than 64 KiB do not come. */
  readonly onMessage: (topic: string, payload: Uint8Array, isRetained: boolean) => void;
}

/** A connection to the broker that is kept: whenever it ends another attempt follows. */
export interface MqttConnection {
  facts(): MqttFacts;
  /** QoS 0. False when nothing was sent: not connected, or the broker takes nothing at the moment. */
  publish(message: MqttMessage): boolean;
  /** True when the broker has taken everything that was published so far; false when the connection ended before. */
  settled(): Promise<boolean>;
  /**
   * Publishes the offline text when connected and ends; resolves when the socket is closed, after 2 s at the latest. No
   * attempt follows.
   */
  stop(): Promise<void>;
}

/** A connection that held this long was a good one; two devices that take each other's place come not that far. */
const STEADY_AFTER_MS = 10_000;

/** Begins to connect at once. */
export function createMqttConnection(options: MqttConnectionOptions): MqttConnection {
  const { target, lastWill, clock, log } = options;
  const tell = createConnectionLog(target, clock, log);
  const address = { server: target.hostname, port: target.port, tls: target.tls };
  let cancelRetry = () => {};
  let connectedAtMs: number | undefined;
  let failure: MqttFailure | '' = '';
  let failures = 0;
  /** Accepted connections in a row that did not hold. */
  let shortOnes = 0;
  let stopping: Promise<void> | undefined;
  let isStopped = false;
  let client = connect();

  function connect(): BrokerClient {
    log.debug('Connecting to the MQTT broker.', address);
    return openBrokerClient({
      target,
      will: { ...willMessage(lastWill.offline), qos: lastWill.qos },
      clock,
      onAccepted,
      onMessage: options.onMessage,
      onSkipped(bytes) {
        log.info('A message from the MQTT broker is too long and was ignored.', { ...address, bytes });
      },
      onEnd,
    });
  }

  function onAccepted(): void {
    connectedAtMs = clock.monotonicMs();
    failure = '';
    log.info('Connected to the MQTT broker.', address);
    client.publish(willMessage(lastWill.online));
    client.subscribe(options.subscriptions, (topics) => {
      log.warn('The MQTT broker refuses subscriptions.', { ...address, topics });
    });
    options.onConnect();
  }

  function onEnd(problem: ConnectProblem): void {
    if (isStopped) return;
    const nowMs = clock.monotonicMs();
    const isLost = connectedAtMs !== undefined;
    const hasHeld = connectedAtMs !== undefined && nowMs - connectedAtMs >= STEADY_AFTER_MS;
    connectedAtMs = undefined;
    shortOnes = isLost && !hasHeld ? shortOnes + 1 : 0;
    failure = problem.failure;
    failures = hasHeld ? 1 : failures + 1;
    const delayMs = retryDelayMs(failures, options.random());
    tell({ problem, isLost, shortOnes, delayMs });
    cancelRetry = clock.after(delayMs, () => {
      client = connect();
    });
  }

  function willMessage(payload: string): MqttMessage {
    return { topic: lastWill.topic, payload, retain: lastWill.retain };
  }

  return {
    facts: () => ({ isConnected: connectedAtMs !== undefined, failure }),
    publish: (message) => client.publish(message),
    settled: () => client.settled(),
    stop() {
      isStopped = true;
      cancelRetry();
      connectedAtMs = undefined;
      stopping ??= client.close(willMessage(lastWill.offline));
      return stopping;
    },
  };
}
