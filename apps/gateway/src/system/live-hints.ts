import type { LiveHints, StorageProblem } from '@heliograph/contract';
import type { RadioFacts } from './radio-facts.ts';

/** What the page warns about. */
export function liveHints(facts: {
  readonly radio: RadioFacts;
  readonly isClockSet: boolean;
  readonly hasDefaultPassword: boolean;
  readonly storageProblem: StorageProblem | undefined;
}): LiveHints {
  const { connected, plusVariant } = facts.radio;
  const { storageProblem } = facts;
  return {
    time_sync: !facts.isClockSet, // the name is the wire's: true means not set
    radio_problem: !(connected && plusVariant) && !__WITHOUT__.radioHint,
    default_password: facts.hasDefaultPassword,
    ...(storageProblem && { storage_problem: storageProblem }),
  };
}
