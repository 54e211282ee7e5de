import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { type MemoryFile, openMemoryFile } from '../platform/memory-file.ts';
import type { AlertRecord } from './alert.ts';
import { readRecords } from './alert-book.ts';
import { type RememberedQueue, readQueues } from './outbox.ts';

/** What alerts remember over restarts, in a file of the data folder. */
export interface AlertMemory {
  readonly records: readonly AlertRecord[];
  readonly queues: readonly RememberedQueue[];
  /** When the program has started, in unix seconds, of the last day. */
  readonly starts: readonly number[];
  /** The version that each device was last seen with, by the id of its source. */
  readonly versions: ReadonlyMap<string, string>;
  /** What was yielded on the last days, in Wh. */
  readonly days: readonly DayYield[];
  /** The local day of the last summary. */
  readonly lastSummary: string;
}

export interface DayYield {
  /** As in `2026-11-26`. */
  readonly day: string;
  readonly energyWh: number;
}

export const NO_MEMORY: AlertMemory = {
  ...{ records: [], queues: [], starts: [], versions: new Map(), days: [], lastSummary: '' },
};

export function openAlertMemory(parts: {
  readonly directory: DataDirectory;
  readonly log: Log;
}): Promise<MemoryFile<AlertMemory>> {
  return openMemoryFile({
    ...parts,
    name: 'alert-book.json',
    read: readMemory,
    subject: 'What was told in alerts',
    whenLost: 'what goes on is told anew',
  });
}

/** A map is no JSON. */
export function written({ versions, ...others }: AlertMemory): object {
  return { ...others, versions: Object.fromEntries(versions) };
}

function readMemory(value: unknown): AlertMemory | undefined {
  const { records, queues, starts, versions, days, lastSummary } = Object(value);
  if (!Array.isArray(records)) return undefined;
  return {
    ...{ records: readRecords(records), queues: readQueues(queues) },
    starts: Array.isArray(starts) ? starts.filter(Number.isFinite) : [],
    versions: new Map(
      Object.entries(Object(versions)).flatMap(([id, version]) =>
        typeof version === 'string' ? [[id, version]] : [],
      ),
    ),
    days: Array.isArray(days) ? days.filter(isDay) : [],
    lastSummary: typeof lastSummary === 'string' ? lastSummary : '',
  };
}

function isDay(value: unknown): value is DayYield {
  const { day, energyWh } = Object(value);
  return typeof day === 'string' && Number.isFinite(energyWh);
}
