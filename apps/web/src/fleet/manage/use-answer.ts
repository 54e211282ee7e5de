import type { FleetAnswer } from '@heliograph/fleet-contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { failureText } from '../failure-text.ts';
import { useFleet, useFleetServices } from '../services.ts';

/** What a call answers, asked for again by `again`, and as soon as a database that was away is back. */
export function useAnswer<C extends 'getAccounts' | 'getShares'>(name: C) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { call } = useFleetServices();
  const isAway = useFleet().partsAway.database !== undefined;
  const [answer, setAnswer] = useState<FleetAnswer<C>>();
  const [failure, setFailure] = useState<string>();
  const newest = useRef(0);

  async function ask(): Promise<void> {
    newest.current += 1;
    const number = newest.current;
    const result = await call(name, {} as never);
    if (number !== newest.current) return; // asked anew meanwhile
    if (result.kind === 'answered') setAnswer(result.answer);
    setFailure(result.kind === 'answered' ? undefined : failureText(t, format, result));
  }

  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isAway) void askNow();
  }, [isAway]);

  return { answer, failure: isAway ? t.refusals.database : failure, again: () => void ask() };
}
