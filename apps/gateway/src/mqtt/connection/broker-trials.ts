import type { MqttConfig } from '@heliograph/contract';
import type { MqttTrials } from '../../system/mqtt-facts.ts';
import { configuredTarget } from './broker-target.ts';
import { type TrialParts, tryBroker } from './try-broker.ts';

/** At the same time; who clicks again and again must not open sockets without end. */
const TRIALS_MAX = 4;

/** Tries settings that are not saved yet. */
export function createBrokerTrials(parts: TrialParts, clientId: () => string): MqttTrials {
  let trials = 0;
  return {
    async tryConnection(config: MqttConfig) {
      if (trials >= TRIALS_MAX) return 'busy';
      trials += 1;
      try {
        return await tryBroker(configuredTarget(config, clientId()), parts);
      } finally {
        trials -= 1;
      }
    },
  };
}
