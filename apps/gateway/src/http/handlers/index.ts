import { type Handlers, result } from '@heliograph/contract';
import type { LiveDataFeed } from '../live-data-feed.ts';
import type { AnswerTexts } from '../routes.ts';

export interface HandlerOptions {
  readonly feed: LiveDataFeed;
}

/** One handler for each endpoint of the contract; who may call them was decided before. */
export function createHandlers({ feed }: HandlerOptions): Handlers {
  return {
    authenticate: () => result('Authenticated'),
    getLiveData: () => feed.current(),
  };
}

/** Answers whose text is not plain JSON. */
export function createAnswerTexts({ feed }: HandlerOptions): AnswerTexts {
  return { getLiveData: (data) => feed.textOf(data) };
}
