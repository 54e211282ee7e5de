import type { AnyEndpoint } from '@heliograph/contract';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Clock } from '../lib/clock.ts';
import type { CallFailure, CallResult } from './call.ts';
import { useContact, useServices } from './services.ts';

/** What is known of an answer: nothing yet, the newest one, and whether the newest attempt failed. */
export interface Loaded<T> {
  /** The newest answer; it stays when a later attempt fails. */
  readonly answer: T | undefined;
  /** Why the newest attempt brought no answer; undefined when it did, or is the first one under way. */
  readonly failure: CallFailure | undefined;
  readonly isLoading: boolean;
}

export interface LoadedEndpoint<T> extends Loaded<T> {
  /** Asks again, now. */
  readonly reload: () => void;
}

/**
 * Asks an endpoint when the component appears, and again every `repeatMs` after an attempt has ended while that is
 * given; not while nobody looks at the page, and at once when somebody does again, or when a gateway that was out of
 * reach answers again. Answers that come after it has gone, or after a newer question, are dropped. Without a query nothing is asked.
 */
export function useEndpoint<Sent, Received, Query extends string>(
  endpoint: AnyEndpoint<Sent, Received, undefined, Query, string>,
  query: Readonly<Record<Query, string>> | undefined,
  repeatMs?: (loaded: Loaded<Received>) => number | undefined,
): LoadedEndpoint<Received> {
  const { call, clock, session, first: page } = useServices();
  const first = __FOR_DEVICE__ ? undefined : page;
  const [loaded, setLoaded] = useState<Loaded<Received>>(() => {
    const answer = query && Object.keys(query).length === 0 ? first?.answerOf(endpoint) : undefined;
    return answer === undefined ? NOTHING_YET : { answer, failure: undefined, isLoading: false };
  });
  const [attempt, setAttempt] = useState(0);
  const shown = useRef(loaded);
  const endedAtMs = useRef(0);
  const queryKey = JSON.stringify(query);
  const delayMs = useEffectEvent((next: Loaded<Received>) => repeatMs?.(next));

  useEffect(() => {
    if (queryKey === undefined) return;
    let isWanted = true;
    let stopWaiting: (() => void) | undefined;
    const show = (next: Loaded<Received>) => {
      shown.current = next;
      setLoaded(next);
    };
    const waitFor = (next: Loaded<Received>) => {
      const waitMs = delayMs(next);
      if (waitMs !== undefined) stopWaiting = waitInSight(clock, waitMs, () => setAttempt(attempt + 1));
    };
    const end = () => {
      isWanted = false;
      stopWaiting?.();
    };
    // The answer came with the page.
    if (attempt === 0 && shown.current.answer !== undefined && first?.standsFor(session.user())) {
      endedAtMs.current = first.atMs;
      waitFor(shown.current);
      return end;
    }
    show({ ...shown.current, isLoading: true });
    const ask = call as (
      endpoint: AnyEndpoint<Sent, Received, undefined, Query, string>,
      options: object,
    ) => Promise<CallResult<Received>>;
    void ask(endpoint, { query: JSON.parse(queryKey) }).then((result) => {
      if (!isWanted) return;
      endedAtMs.current = clock.elapsedMs();
      const next =
        result.kind === 'answered'
          ? { answer: result.answer, failure: undefined, isLoading: false }
          : { answer: shown.current.answer, failure: result, isLoading: false };
      show(next);
      waitFor(next);
    });
    return end;
  }, [call, clock, session, first, endpoint, queryKey, attempt]);

  const isWorthAnother = useEffectEvent((lostAtMs: number) => {
    const { failure, isLoading } = shown.current;
    if (isLoading || (failure === undefined && endedAtMs.current > lostAtMs)) return false;
    return failure?.kind === 'unreachable' || delayMs(shown.current) !== undefined;
  });
  const { lostAtMs } = useContact();
  const wasLostAtMs = useRef(lostAtMs);
  useEffect(() => {
    const before = wasLostAtMs.current;
    wasLostAtMs.current = lostAtMs;
    if (lostAtMs === undefined && before !== undefined && isWorthAnother(before)) {
      setAttempt((last) => last + 1);
    }
  }, [lostAtMs]);

  const reload = useCallback(() => setAttempt((last) => last + 1), []);
  return { ...loaded, reload };
}

/** Waits while the page is in sight; when it comes into sight again, the wait is over. */
export function waitInSight(clock: Clock, waitMs: number, action: () => void): () => void {
  const isHidden = () => document.visibilityState === 'hidden';
  let stop = isHidden() ? undefined : clock.after(waitMs, action);
  const follow = () => {
    stop?.();
    stop = undefined;
    if (!isHidden()) action();
  };
  document.addEventListener('visibilitychange', follow);
  return () => {
    stop?.();
    document.removeEventListener('visibilitychange', follow);
  };
}

const NOTHING_YET = { answer: undefined, failure: undefined, isLoading: true } as const;
