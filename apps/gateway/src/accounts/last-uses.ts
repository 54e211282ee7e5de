import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';

/** When each of several things was used last: no setting, so it has a file of its own. */
export interface LastUses {
  note(id: string): void;
  /** Unix seconds; 0: never, as far as is known. */
  of(id: string): number;
  /** Removes the file. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface LastUsesOptions {
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  /** Of the file. */
  readonly name: string;
  readonly subject: string;
  /** Those that there are: what was of others is left out. */
  readonly ids: () => readonly string[];
}

/** It is written so often: nobody needs it to the minute. */
const WRITE_INTERVAL_MS = 3_600_000;

export async function openLastUses(options: LastUsesOptions): Promise<LastUses> {
  const { clock, deviceClock, directory, log, name, subject, ids } = options;
  const whenLost = 'it is told as unknown';
  const file = await openMemoryFile({ ...{ directory, log, name, subject, whenLost }, read: readUses });
  const uses = new Map<string, number>(file.remembered ?? []);
  let cancelWrite: (() => void) | undefined;

  function write(): void {
    cancelWrite?.();
    cancelWrite = undefined;
    const known = new Set(ids());
    file.remember(() => ({ uses: [...uses].filter(([id]) => known.has(id)) }));
  }

  return {
    note(id) {
      uses.set(id, deviceClock.isSet() ? Math.floor(deviceClock.unixMs() / 1000) : 0);
      cancelWrite ??= clock.after(WRITE_INTERVAL_MS, write);
    },
    of: (id) => uses.get(id) ?? 0,
    async forget() {
      cancelWrite?.();
      cancelWrite = undefined;
      await file.forget();
    },
    async close() {
      if (cancelWrite !== undefined) write();
      await file.close();
    },
  };
}

function readUses(value: unknown): readonly [string, number][] | undefined {
  const { uses } = Object(value);
  const isUse = (one: unknown): one is [string, number] =>
    Array.isArray(one) && typeof one[0] === 'string' && Number.isFinite(one[1]);
  return Array.isArray(uses) ? uses.filter(isUse) : undefined;
}
