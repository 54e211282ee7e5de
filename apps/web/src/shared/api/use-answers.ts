import type { AnyEndpoint } from '@heliograph/contract';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallFailure, CallResult } from './call.ts';
import { useContact, useServices } from './services.ts';
import { waitInSight } from './use-endpoint.ts';

/** What the query of a call says. */
export type Asked = Readonly<Record<string, string>>;

/** The answers to several questions to one endpoint: all of them, or none yet. */
export interface Answers<T> {
  /** Of what is asked now. */
  readonly answers: readonly T[] | undefined;
  /** When these came, in the clock's elapsed milliseconds. */
  readonly atMs: number;
  /** Of what was asked before, until the others are there. */
  readonly before: readonly T[] | undefined;
  /** Why the newest attempt brought no answer. */
  readonly failure: CallFailure | undefined;
  /** Asks again, now. */
  readonly reload: () => void;
}

interface Kept<T> {
  readonly key: string;
  readonly answers: readonly T[];
  readonly atMs: number;
}

/**
 * Asks an endpoint several questions at once, when they change, and again every `repeatMs` while that is given and somebody
 * looks. Unlike those of `useEndpoint`, answers to other questions are never taken for answers to these.
 */
export function useAnswers<Received>(
  endpoint: AnyEndpoint<unknown, Received, undefined, never, string> | object,
  questions: readonly Asked[] | undefined,
  repeatMs?: number,
): Answers<Received> {
  const { call, clock } = useServices();
  const [kept, setKept] = useState<Kept<Received>>();
  const [failed, setFailed] = useState<{ readonly key: string; readonly failure: CallFailure }>();
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(questions ?? null);
  const waitMs = useEffectEvent(() => repeatMs);

  useEffect(() => {
    const asked: readonly Asked[] | null = JSON.parse(key);
    if (asked === null) return;
    let isWanted = true;
    let stopWaiting: (() => void) | undefined;
    const ask = call as (endpoint: object, options: object) => Promise<CallResult<Received>>;
    void Promise.all(asked.map((query) => ask(endpoint, { query }))).then((results) => {
      if (!isWanted) return;
      const answers = results.flatMap((result) => (result.kind === 'answered' ? [result.answer] : []));
      const failure = results.find((result) => result.kind !== 'answered');
      if (failure === undefined) setKept({ key, answers, atMs: clock.elapsedMs() });
      setFailed(failure && { key, failure: failure as CallFailure });
      const delayMs = waitMs();
      if (delayMs !== undefined) stopWaiting = waitInSight(clock, delayMs, () => setAttempt(attempt + 1));
    });
    return () => {
      isWanted = false;
      stopWaiting?.();
    };
  }, [call, clock, endpoint, key, attempt]);

  const { lostAtMs } = useContact();
  const wasLost = useRef(lostAtMs !== undefined);
  useEffect(() => {
    const isLost = lostAtMs !== undefined;
    if (wasLost.current && !isLost) setAttempt((last) => last + 1);
    wasLost.current = isLost;
  }, [lostAtMs]);

  const reload = useCallback(() => setAttempt((last) => last + 1), []);
  const isOfNow = kept?.key === key;
  return {
    answers: isOfNow ? kept.answers : undefined,
    atMs: kept?.atMs ?? 0,
    before: isOfNow ? undefined : kept?.answers,
    failure: failed?.key === key ? failed.failure : undefined,
    reload,
  };
}
