import { timezoneOf } from '@heliograph/contract';
import type { Clock } from './platform/clock.ts';
import type { DeviceClock } from './platform/device-clock.ts';
import type { Log } from './platform/log.ts';
import { systemErrorReason } from './platform/start-error.ts';
import { type Copies, tryBackupFolder, writeBackup } from './storage/backup-folder.ts';

/** Copies what the gateway keeps to a second folder once a night, such as one of another disk. */
export interface NightlyBackup {
  /** The last one could not be made, or the next one could not when the gateway started. */
  hasFailed(): boolean;
  /** Waits for what is under way. */
  settled(): Promise<void>;
  /** Ends it; waits for the one that is under way, or until that is given up. */
  stop(): Promise<void>;
}

export interface NightlyBackupOptions {
  /** Where they are kept. */
  readonly folder: string;
  readonly copies: Copies;
  readonly clock: Pick<Clock, 'after'>;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  /** The rule of the plant's time zone. */
  readonly timezone: () => string;
  readonly log: Log;
}

/** The hour of the night, local time. A gateway that was off then makes up for it. */
const HOUR = 2;
const LOOK_EVERY_MS = 10 * 60_000;

export function startNightlyBackup(options: NightlyBackupOptions): NightlyBackup {
  const { folder, clock, deviceClock, timezone, log } = options;
  let failure: string | undefined;
  let isUnusable = false;
  let isStopped = false;
  let working = Promise.resolve();
  const trial = tryAtStart();
  let cancel = clock.after(LOOK_EVERY_MS, look);

  /** Whoever has mistyped the folder is not to learn it in the night. */
  async function tryAtStart(): Promise<void> {
    try {
      await tryBackupFolder(folder);
    } catch (error) {
      if (isStopped) return;
      isUnusable = true;
      log.warn(`The folder of the nightly backup cannot be used (${systemErrorReason(error)}).`, {
        ...{ path: folder, error },
      });
    }
  }

  function look(): void {
    working = lookNow()
      .then(
        () => {
          failure = undefined;
        },
        (error: unknown) => {
          if (isStopped) {
            log.info('The nightly backup is left for the next start.');
            return;
          }
          // A folder that is away is told once, and not every ten minutes of the night.
          const reason = error instanceof Error ? error.message : String(error);
          if (reason !== failure) log.error('The nightly backup could not be made.', { error });
          failure = reason;
        },
      )
      .then(() => {
        if (!isStopped) cancel = clock.after(LOOK_EVERY_MS, look);
      });
  }

  async function lookNow(): Promise<void> {
    if (!deviceClock.isSet()) return; // nobody knows which night it is
    const night = nightOf(deviceClock.unixMs(), timezone());
    const isMade = await writeBackup(folder, night, options.copies).finally(() => {
      isUnusable = false; // how this one ends says more
    });
    if (isMade) log.info(`The nightly backup of ${night} was made.`);
  }

  return {
    hasFailed: () => isUnusable || failure !== undefined,
    settled: () => trial.then(() => working),
    stop() {
      isStopped = true;
      cancel();
      return trial.then(() => working);
    },
  };
}

/** The local day whose night it is: before two o'clock that of yesterday. */
function nightOf(unixMs: number, rule: string): string {
  const unixS = Math.floor(unixMs / 1000);
  const localS = unixS + timezoneOf(rule).utcOffsetS(unixS);
  return new Date(1000 * (localS - HOUR * 3600)).toISOString().slice(0, 10);
}
