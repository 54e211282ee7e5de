import type { SourceStatus } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { changeDocument } from './device-management.ts';
import type { DeviceSources } from './device-sources.ts';
import { type PollChange, planPollStagger } from './poll-stagger-plan.ts';

/** Keeps apart the poll intervals of devices that are on the air together, where their owner wants that. */
export interface PollStagger {
  /** The interval that a device had before, while it has the one that it was given. */
  before(source: SourceStatus): number | undefined;
  start(): void;
  stop(): void;
}

export interface PollStaggerOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** All sources, the own radio first. */
  readonly statuses: () => readonly SourceStatus[];
  readonly devices: Pick<DeviceSources, 'connection' | 'readAgain'>;
  readonly isWanted: () => boolean;
}

/** Devices tell their poll interval once a minute. */
const LOOK_EVERY_MS = 10_000;
/** By then a device that has taken it says so. */
const SETTLED_AFTER_MS = 90_000;
/** A device that has not taken it is left alone this long. */
const TRY_AGAIN_AFTER_MS = 10 * 60_000;

export function createPollStagger(options: PollStaggerOptions): PollStagger {
  const { clock, log, statuses, devices, isWanted } = options;
  const given = new Map<string, PollChange>();
  /** Until when each device is left alone, on the monotonic clock. */
  const restsUntilMs = new Map<string, number>();
  let cancel: (() => void) | undefined;
  let isRunning = false;

  async function look(): Promise<void> {
    if (isWanted()) for (const change of planPollStagger(statuses())) await give(change);
    if (isRunning) cancel = clock.after(LOOK_EVERY_MS, () => void look());
  }

  async function give(change: PollChange): Promise<void> {
    const { id, fromS, toS } = change;
    const connection = devices.connection(id);
    const isResting = clock.monotonicMs() < (restsUntilMs.get(id) ?? 0);
    if (!isRunning || connection === undefined || isResting) return;
    const answer = await changeDocument(connection, 'dtu', { dtu_pollinterval: toS });
    restsUntilMs.set(
      id,
      clock.monotonicMs() + (answer.kind === 'done' ? SETTLED_AFTER_MS : TRY_AGAIN_AFTER_MS),
    );
    if (answer.kind !== 'done') {
      log.warn(`A device does not take a poll interval of ${toS} s.`, {
        source: id,
        failure: answer.kind === 'problem' ? answer.problem : answer.kind,
      });
      return;
    }
    // Of several changes the first one tells what its owner has set.
    const { fromS: firstS } = given.get(id)?.toS === fromS ? (given.get(id) ?? change) : change;
    given.set(id, { id, fromS: firstS, toS });
    log.info(`A device polls every ${toS} s now and not every ${fromS} s, apart from its neighbours.`, {
      source: id,
    });
    devices.readAgain(id);
  }

  return {
    before({ id, poll_interval: intervalS }) {
      const change = given.get(id);
      return change?.toS === intervalS ? change?.fromS : undefined;
    },
    start() {
      isRunning = true;
      cancel = clock.after(LOOK_EVERY_MS, () => void look());
    },
    stop() {
      isRunning = false;
      cancel?.();
    },
  };
}
