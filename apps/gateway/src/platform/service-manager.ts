import { execFile } from 'node:child_process';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** What started the gateway and watches over it: systemd, where it says so in the environment, or nobody. */
export interface ServiceManager {
  /** The gateway answers now, after its start or a restart of its own. `status` is one line for whoever asks for the state of the service. */
  ready(status: string): void;
  /** The gateway is about to end by itself or because it was asked to. */
  stopping(): void;
}

export interface ServiceManagerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Hands a message to systemd. Rejects when that does not work. */
  readonly notify?: (words: readonly string[]) => Promise<void>;
}

/**
 * Node.js cannot write to systemd's socket itself, so its own small program does. Signs of life come twice as often as
 * they are asked for: when timers no longer fire, they stop, and systemd starts the gateway anew.
 * Source: sd_notify(3), sd_watchdog_enabled(3), systemd-notify(1).
 */
export function createServiceManager(options: ServiceManagerOptions): ServiceManager {
  const { environment, clock, log, notify = notifySystemd } = options;
  if ((environment.NOTIFY_SOCKET ?? '') === '') return NOBODY;
  const beatMs = Math.floor(Number(environment.WATCHDOG_USEC ?? '') / 2000);
  let cancelBeat: (() => void) | undefined;
  let isTold = false;

  function send(words: readonly string[]): void {
    notify(words).catch((error: unknown) => {
      if (!isTold) log.warn('The service manager could not be told the state of the gateway.', { error });
      isTold = true;
    });
  }

  function beat(): void {
    send(['WATCHDOG=1']);
    cancelBeat = clock.after(beatMs, beat);
  }

  return {
    ready(status) {
      send(['--ready', `--status=${status}`]);
      if (beatMs > 0) cancelBeat ??= clock.after(beatMs, beat);
    },
    stopping() {
      cancelBeat?.();
      send(['STOPPING=1']);
    },
  };
}

const NOBODY: ServiceManager = { ready: () => undefined, stopping: () => undefined };

const PROGRAM = 'systemd-notify';
const TIMEOUT_MS = 5_000;

function notifySystemd(words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(PROGRAM, [...words], { timeout: TIMEOUT_MS }, (error) =>
      error === null ? resolve() : reject(error),
    );
  });
}
