import { getEvents, type PlantEvent, type PlantEvents } from '@heliograph/contract';
import { useState } from 'react';
import type { CallFailure } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';

const REPEAT_MS = 60_000;

/** Events of one question, and what can be done for more. */
interface EventList {
  /** The newest first; undefined until the first have come. */
  readonly events: readonly PlantEvent[] | undefined;
  /** Everything that has ever happened here, by its numbers; undefined until that is known. */
  readonly codes: readonly number[] | undefined;
  readonly hasOlder: boolean;
  /** Older ones have been asked for, and have not come. */
  readonly hasFailed: boolean;
  readonly failure: CallFailure | undefined;
  readonly reload: () => void;
  readonly loadOlder: () => Promise<void>;
}

/** What was loaded of one question besides the newest. */
interface Loaded {
  readonly key: string;
  readonly events: readonly PlantEvent[];
  readonly next: string | undefined;
  readonly hasFailed: boolean;
}

/** The newest events, again and again, and the older ones that somebody has asked for. Undefined: nothing is asked. */
export function useEvents(asked: Asked | undefined): EventList {
  const { call } = useServices();
  const newest = useAnswers<PlantEvents>(getEvents, asked && [asked], REPEAT_MS);
  const [loaded, setLoaded] = useState<Loaded>();
  const key = JSON.stringify(asked);
  const [answer] = newest.answers ?? [];
  const more = loaded?.key === key ? loaded : undefined;
  const events = answer && withOlder(answer.events, more?.events ?? []);
  const next = more === undefined ? answer?.next : more.next;

  async function loadOlder(): Promise<void> {
    if (events === undefined || next === undefined) return;
    const result = await call(getEvents, { query: { ...asked, before: next } });
    setLoaded(
      result.kind === 'answered'
        ? {
            ...{ key, next: result.answer.next, hasFailed: false },
            // All that is shown: what is new would else push the last of the newest out of sight.
            events: withOlder(events, result.answer.events),
          }
        : { key, next, hasFailed: true, events },
    );
  }

  return {
    ...{ events, loadOlder, hasOlder: next !== undefined, hasFailed: more?.hasFailed === true },
    codes: (answer ?? newest.before?.[0])?.codes,
    ...{ failure: newest.failure, reload: newest.reload },
  };
}

/** Each once, as it was told last. */
function withOlder(newest: readonly PlantEvent[], older: readonly PlantEvent[]): readonly PlantEvent[] {
  if (older.length === 0) return newest;
  const seen = new Set(newest.map(({ id }) => id));
  const all = [...newest, ...older.filter(({ id }) => !seen.has(id))];
  return all.sort((one, other) => other.at - one.at || other.id - one.id);
}
