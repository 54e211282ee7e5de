import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import { onTestFinished } from 'vitest';
import type { BrokerTarget } from '../src/mqtt/connection/broker-target.ts';
import {
  createMqttConnection,
  type MqttConnection,
  type MqttConnectionOptions,
} from '../src/mqtt/connection/mqtt-connection.ts';
import { createLog } from '../src/platform/log.ts';

export const TARGET: BrokerTarget = {
  hostname: '127.0.0.1',
  port: 1,
  username: '',
  password: '',
  tls: false,
  rootCertificate: '',
  clientId: 'OpenDTU-1223476',
};

interface Received {
  readonly topic: string;
  readonly payload: string;
  readonly isRetained: boolean;
}

/** A connection to a broker on a virtual clock, with all that it says. */
export interface ConnectionTestbed {
  readonly connection: MqttConnection;
  readonly clock: VirtualClock;
  /** Lines of the log, whatever their level. */
  readonly lines: readonly string[];
  readonly messages: readonly Received[];
  /** When attempts began, in milliseconds of the clock. */
  readonly attemptsMs: readonly number[];
  /** How often `onConnect` was called. */
  connects(): number;
}

/** Starts one; it ends with the test. */
export function startConnectionTestbed(
  target: Partial<BrokerTarget>,
  options: Partial<MqttConnectionOptions> = {},
): ConnectionTestbed {
  const clock = createVirtualClock();
  const lines: string[] = [];
  const attemptsMs: number[] = [];
  const messages: Received[] = [];
  let connects = 0;
  const log = createLog({ level: 'silent', writeLine() {} });
  log.onLine((line) => {
    lines.push(line);
    if (line.includes('Connecting to the MQTT broker')) attemptsMs.push(clock.monotonicMs());
  });
  const connection = createMqttConnection({
    target: { ...TARGET, ...target },
    lastWill: { topic: 'solar/dtu/status', online: 'online', offline: 'offline', retain: true, qos: 2 },
    subscriptions: ['solar/+/cmd/power'],
    clock,
    log,
    random: () => 0.5,
    onConnect() {
      connects += 1;
    },
    onMessage(topic, payload, isRetained) {
      messages.push({ topic, payload: Buffer.from(payload).toString(), isRetained });
    },
    ...options,
  });
  onTestFinished(() => {
    const stopped = connection.stop();
    clock.advance(10_000);
    return stopped;
  });
  return { connection, clock, lines, messages, attemptsMs, connects: () => connects };
}

export const isConnected = ({ connection }: ConnectionTestbed) => connection.facts().isConnected;
export const failureOf = ({ connection }: ConnectionTestbed) => connection.facts().failure;
/** Lines of attempts that failed. */
export const retryLines = ({ lines }: ConnectionTestbed) => lines.filter((line) => line.includes('retryS='));
export const publishTo = ({ connection }: ConnectionTestbed, topic: string) =>
  connection.publish({ topic, payload: '1', retain: false });
