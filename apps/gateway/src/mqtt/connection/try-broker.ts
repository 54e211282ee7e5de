import type { MqttFailure } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { openBrokerClient } from './broker-client.ts';
import type { BrokerTarget } from './broker-target.ts';
import { failureSentence } from './connect-failure.ts';

export interface TrialParts {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
}

/** What comes of it has to be at the page within 10 s. */
const TIMEOUT_MS = 9000;
const SUFFIX_DIGITS = 4;

/**
 * One attempt: nothing published, no last will, nothing subscribed. Resolves with '' when the broker accepted; after
 * 9 s at the latest.
 */
export function tryBroker(
  target: BrokerTarget,
  { clock, log, random }: TrialParts,
): Promise<MqttFailure | ''> {
  const address = { server: target.hostname, port: target.port, tls: target.tls };
  return new Promise((resolve) => {
    const client = openBrokerClient({
      target: {
        ...target,
        isSessionClean: true,
        clientId: `${target.clientId}-trial-${randomDigits(random)}`,
      },
      clock,
      timeoutMs: TIMEOUT_MS,
      onAccepted() {
        log.info('The trial connection to the MQTT broker works.', address);
        void client.close();
        resolve('');
      },
      onMessage() {},
      onSkipped() {},
      onEnd(problem) {
        log.info(failureSentence(problem.failure), { ...address, ...problem, isTrial: true });
        resolve(problem.failure);
      },
    });
  });
}

/** A broker throws a client out when another one with its id comes: the connection that stands, or another trial. */
function randomDigits(random: () => number): string {
  return Array.from({ length: SUFFIX_DIGITS }, () => Math.floor(random() * 16).toString(16)).join('');
}
