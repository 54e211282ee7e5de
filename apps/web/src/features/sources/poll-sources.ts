import type { SourceList } from '@heliograph/contract';
import type { Loaded } from '../../shared/api/use-endpoint.ts';
import { askAgainMs, mayPass } from '../../shared/form/load-failure.tsx';

const POLL_MS = 2500;

/** For `useEndpoint`: devices come and go by themselves. */
export function pollSourcesMs(loaded: Loaded<SourceList>): number | undefined {
  if (loaded.failure?.kind === 'throttled') return askAgainMs(loaded);
  return loaded.failure === undefined || mayPass(loaded.failure) ? POLL_MS : undefined;
}
