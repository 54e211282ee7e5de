import type { SourceStatus } from './sources.ts';

/** Sources whose radios disturb each other when they call at the same moment. */
export interface SourceNeighbours {
  /** In Hz; undefined: on the channels that all radios for HM inverters use. */
  readonly frequencyHz: number | undefined;
  /** At least two, in the order of the sources. */
  readonly sources: readonly SourceStatus[];
}

/** What of a source counts here. */
type Polling = Pick<
  SourceStatus,
  'state' | 'inverters' | 'duplicates' | 'poll_interval' | 'nrf' | 'cmt_frequency' | 'kind' | 'host_name'
>;

/** Whether a source is on the air, as far as it tells. */
export function isPolling({ state, inverters, poll_interval: intervalS }: Polling): boolean {
  return state === 'live' && inverters > 0 && intervalS !== undefined;
}

/** Whether two sources have a radio of one kind on the same frequency. */
export function shareChannel(one: Polling, other: Polling): boolean {
  if (isSameDevice(one, other)) return false;
  return (one.nrf === true && other.nrf === true) || frequencyOfBoth(one, other) !== undefined;
}

/** It is set up twice, at two addresses: all that one of them brings another one has already. */
function isSameDevice(one: Polling, other: Polling): boolean {
  const isSecond = ({ inverters, duplicates }: Polling) => inverters > 0 && duplicates.length === inverters;
  const { kind, host_name: name = '' } = one;
  return name !== '' && kind === other.kind && name === other.host_name && (isSecond(one) || isSecond(other));
}

/** One of each device: the first one. */
function distinct(sources: readonly SourceStatus[]): readonly SourceStatus[] {
  return sources.filter(
    (source, index) => !sources.slice(0, index).some((before) => isSameDevice(before, source)),
  );
}

function frequencyOfBoth({ cmt_frequency: one }: Polling, { cmt_frequency: other }: Polling) {
  return one === other ? one : undefined;
}

/** The sources that are on the air together: on the channels for HM inverters, and on each frequency of the others. */
export function sourceNeighbours(sources: readonly SourceStatus[]): readonly SourceNeighbours[] {
  const polling = distinct(sources.filter(isPolling));
  const frequencies = new Set(polling.flatMap(({ cmt_frequency: frequencyHz }) => frequencyHz ?? []));
  return [
    { frequencyHz: undefined, sources: polling.filter(({ nrf }) => nrf === true) },
    ...[...frequencies].map((frequencyHz) => ({
      frequencyHz,
      sources: polling.filter(({ cmt_frequency: own }) => own === frequencyHz),
    })),
  ].filter(({ sources: together }) => together.length > 1);
}
