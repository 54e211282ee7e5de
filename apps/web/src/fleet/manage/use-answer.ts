import type { FleetAnswer } from '@heliograph/fleet-contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { failureText } from '../failure-text.ts';
import { useFleet, useFleetServices } from '../services.ts';

/** What a call answers, asked for again by `again` and once a database that was away is back. */
export function useAnswer<C extends 'getAccounts' | 'getShares'>(name: C) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { call } = useFleetServices();
  const isAway = useFleet().partsAway.database !== undefined;
  const [answer, setAnswer] = useState<FleetAnswer<C>>();
  const [failure, setFailure] = useState<string>();
  const ask = useEffectEvent(async (isOver: () => boolean) => {
    const result = await call(name, {} as never);
    if (isOver()) return;
    if (result.kind === 'answered') setAnswer(result.answer);
    setFailure(result.kind === 'answered' ? undefined : failureText(t, format, result));
  });
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is a reason to ask anew
  useEffect(() => {
    let isOver = false;
    void ask(() => isOver);
    return () => {
      isOver = true;
    };
  }, [name, times, isAway]);
  return { answer, failure, again: () => setTimes(times + 1) };
}
