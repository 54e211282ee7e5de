import type { MqttFailure } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { BrokerTarget } from './broker-target.ts';

/**
 * One attempt: nothing published, no last will, nothing subscribed. Resolves with '' when the broker accepted; after
 * 10 s at the latest.
 */
export function tryBroker(
  _target: BrokerTarget,
  _parts: { readonly clock: Clock; readonly log: Log },
): Promise<MqttFailure | ''> {
  throw new Error('comes with the next commit');
}
