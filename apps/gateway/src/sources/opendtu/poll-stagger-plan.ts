import { isPolling, POLL_INTERVAL_MAX_S, type SourceStatus, shareChannel } from '@heliograph/contract';

/** A poll interval that a device is to get. */
export interface PollChange {
  readonly id: string;
  readonly fromS: number;
  readonly toS: number;
}

/**
 * Which devices get another poll interval, so that no two sources that are on the air together have the same one. Those
 * that come first keep theirs, the own radio always; the others get the next longer one that is free. A device that does
 * not let us, because it does not take our password, is left alone, and the others make way for it.
 */
export function planPollStagger(sources: readonly SourceStatus[]): readonly PollChange[] {
  const polling = sources.filter(isPolling);
  const isFixed = ({ kind, password_right: isRight }: SourceStatus) => kind === 'radio' || isRight !== true;
  const settled: SourceStatus[] = polling.filter(isFixed);
  const changes: PollChange[] = [];
  for (const source of polling.filter((one) => !isFixed(one))) {
    const neighbours = settled.filter((other) => shareChannel(source, other));
    const taken = new Set(neighbours.map(({ poll_interval: intervalS }) => intervalS));
    const fromS = source.poll_interval ?? 0;
    let toS = fromS;
    while (taken.has(toS)) toS += 1;
    settled.push({ ...source, poll_interval: toS });
    if (toS !== fromS && toS <= POLL_INTERVAL_MAX_S) changes.push({ id: source.id, fromS, toS });
  }
  return changes;
}
