import { createDisposer, type Disposer } from './disposer.ts';
import type { Clock } from './platform/clock.ts';
import type { DeviceClock } from './platform/device-clock.ts';
import type { Log } from './platform/log.ts';
import type { StartReason } from './system/system-status.ts';

/** One run of the gateway, from a start to its end or its restart. */
export interface Life {
  readonly port: number;
  readonly startReason: StartReason;
  /** Outlives a restart, as that of the device does. Source: docs/reference/original-device.md#time. */
  readonly deviceClock: DeviceClock;
  /** Ends this run and begins the next one when the answer under way is sent. */
  readonly restartSoon: () => void;
}

/** Runs one after the other: a start, restarts that a run asks for, and a stop. */
export interface Restarts<Running> {
  start(port: number, deviceClock: DeviceClock): Promise<Running>;
  stop(): Promise<void>;
}

interface RestartsOptions<Running> {
  readonly clock: Clock;
  readonly log: Log;
  /** Puts everything together and notes in `disposer` how to end it; what fails half-way is ended by that. */
  readonly run: (disposer: Disposer, life: Life) => Promise<Running>;
  readonly onRestarted: ((running: Running) => void) | undefined;
  readonly onRestartFailed: ((error: unknown) => void) | undefined;
}

/** Source: docs/reference/original-device.md#restart. */
const RESTART_AFTER_MS = 1_000;

export function createRestarts<Running extends { readonly port: number }>(
  options: RestartsOptions<Running>,
): Restarts<Running> {
  const { clock, log, run } = options;
  const disposer = createDisposer();
  let finishLife: (() => void) | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function begin(port: number, startReason: StartReason, deviceClock: DeviceClock): Promise<Running> {
    let boundPort = port;
    let isOver = false;
    let cancel: (() => void) | undefined;
    finishLife = () => {
      isOver = true;
      cancel?.();
    };
    function restartSoon(): void {
      if (isOver) return; // the next run reads what is saved while this one ends
      cancel ??= clock.after(__WITHOUT__.secondBeforeRestart ? 0 : RESTART_AFTER_MS, () => {
        restarting = restart(boundPort, deviceClock);
      });
    }
    const running = await run(disposer, { port, startReason, deviceClock, restartSoon });
    boundPort = running.port; // the same one again, also where any free one was asked for
    return running;
  }

  function end(): Promise<void> {
    finishLife?.();
    return disposer.dispose();
  }

  /**
   * Source: docs/decisions/0015-restart-inside-the-process.md: from outside it looks as a restart of the device does.
   */
  async function restart(port: number, deviceClock: DeviceClock): Promise<void> {
    log.info('The gateway is restarting.');
    await end().catch(logError);
    if (isStopped) return;
    try {
      const running = await begin(port, 'restarted', deviceClock);
      options.onRestarted?.(running);
    } catch (error) {
      await end().catch(logError);
      log.error('The gateway could not restart.', { error });
      options.onRestartFailed?.(error);
    }
  }

  function logError(error: unknown): void {
    log.error('A part of the gateway could not be stopped.', { error });
  }

  return {
    async start(port, deviceClock) {
      isStopped = false;
      try {
        return await begin(port, 'started', deviceClock);
      } catch (error) {
        await end();
        throw error;
      }
    },
    async stop() {
      isStopped = true;
      finishLife?.();
      await restarting;
      await end();
    },
  };
}
