import { type AlertList, getAlerts } from '@heliograph/contract';
import { useMemo } from 'react';
import { type Loaded, type LoadedEndpoint, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { askAgainMs, mayPass } from '../../shared/form/load-failure.tsx';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { createDateNames, createPlantTime } from '../../shared/i18n/plant-time.ts';

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

/** Times as the clock of the plant shows them, as they stand in the messages, too; each with its seconds ahead of UTC. */
export interface PlantTimes {
  readonly dateTime: (unixS: number, utcOffsetS: number) => string;
  readonly time: (unixS: number, utcOffsetS: number) => string;
}

export function usePlantTimes(): PlantTimes {
  const { format } = useI18n();
  return useMemo(() => {
    const { dayOf, time } = createPlantTime(format.tag, () => 0);
    const { shortDay } = createDateNames(format.tag);
    return {
      dateTime(unixS, utcOffsetS) {
        const shownS = unixS + utcOffsetS;
        return `${shortDay(dayOf(shownS))}, ${time(shownS)}`;
      },
      time: (unixS, utcOffsetS) => time(unixS + utcOffsetS),
    };
  }, [format.tag]);
}
