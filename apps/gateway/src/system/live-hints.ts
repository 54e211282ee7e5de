import type { LiveHints } from '@heliograph/contract';
import type { RadioFacts } from './radio-facts.ts';

/** What the page warns about. */
export function liveHints(facts: {
  readonly radio: RadioFacts;
  readonly isClockSet: boolean;
  readonly hasDefaultPassword: boolean;
}): LiveHints {
  const { connected, plusVariant } = facts.radio;
  return {
    time_sync: !facts.isClockSet, // the name is the wire's: true means not set
    radio_problem: !(connected && plusVariant),
    default_password: facts.hasDefaultPassword,
  };
}
