import { answerCalls } from '../platform/worker-thread.ts';
import { type HistoryOptions, openHistory } from './history.ts';
import { offsetOf } from './plant-timezone.ts';

/** The thread of the history: a disk that takes its time makes nobody else wait. */
answerCalls((data) => {
  const { path, config } = data as Pick<HistoryOptions, 'path' | 'config'>;
  return { ...openHistory({ path, config, offsetOf }) };
});
