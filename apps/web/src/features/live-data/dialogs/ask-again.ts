import type { CommandStatus } from '@heliograph/contract';
import type { Loaded } from '../../../shared/api/use-endpoint.ts';
import { mayPass } from '../../../shared/form/load-failure.tsx';

const SOON_MS = 1000;
/** After a failure the gateway waits for the inverter's next turn; and others may give orders too. */
const LATER_MS = 5000;

/** When to ask for the status of the last order again: soon while it is under way. */
export function askAgainMs(
  { failure }: Loaded<unknown>,
  status: CommandStatus | undefined,
): number | undefined {
  if (failure !== undefined) return mayPass(failure) ? LATER_MS : undefined;
  return status === 'Pending' ? SOON_MS : LATER_MS;
}
