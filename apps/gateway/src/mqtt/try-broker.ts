import type { MqttFailure } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { openBrokerClient } from './broker-client.ts';
import type { BrokerTarget } from './broker-target.ts';
import { failureSentence } from './connect-failure.ts';

/** A broker throws a client out when another one with its id comes. */
const CLIENT_ID_SUFFIX = '-trial';

/**
 * One attempt: nothing published, no last will, nothing subscribed. Resolves with '' when the broker accepted; after
 * 10 s at the latest.
 */
export function tryBroker(
  target: BrokerTarget,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<MqttFailure | ''> {
  const address = { server: target.hostname, port: target.port, tls: target.tls };
  return new Promise((resolve) => {
    const client = openBrokerClient({
      target: { ...target, clientId: `${target.clientId}${CLIENT_ID_SUFFIX}` },
      clock,
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
