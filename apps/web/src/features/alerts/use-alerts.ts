import { type AlertList, getAlerts } from '@heliograph/contract';
import { type Loaded, type LoadedEndpoint, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { askAgainMs, mayPass } from '../../shared/form/load-failure.tsx';
import { useI18n } from '../../shared/i18n/i18n-context.ts';

const EVERY_MS = 10_000;

function everyMs(loaded: Loaded<unknown>): number | undefined {
  if (loaded.failure?.kind === 'throttled') return askAgainMs(loaded);
  return loaded.failure === undefined || mayPass(loaded.failure) ? EVERY_MS : undefined;
}

/** What there is, in the language of the page; it comes anew by itself. */
export function useAlerts(): LoadedEndpoint<AlertList> {
  const { format } = useI18n();
  const lang = format.tag.slice(0, 2);
  return useEndpoint(getAlerts, { lang }, everyMs);
}
