import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/**
 * The log as batches of whole lines. Source: docs/reference/original-device.md#console-socket and #quirk-34 (lines in
 * pieces) is not kept.
 */
export interface ConsoleStream {
  /** Begins to follow the log; what it said before is gone. */
  start(): void;
  /** Sends what waits now, so that whoever comes next gets nothing that is older. */
  flush(): void;
  /** Follows the log no longer and forgets what waits. */
  stop(): void;
}

export interface ConsoleStreamOptions {
  /** Which lines of the log: all that they say, or without what is private. */
  readonly follow: Log['onLine'];
  readonly clock: Clock;
  /** Gets the lines of a batch, each with its line end, and their number. Lines it causes itself are left out. */
  readonly send: (text: Buffer, lineCount: number) => void;
}

const BATCH_INTERVAL_MS = 100;
/** What may wait for a batch: 20 times what comes in a busy one. */
const WAITING_MAX_LINES = 1_000;
const WAITING_MAX_CHARACTERS = 262_144;
/** The original's page takes the CR for its line break. */
const LINE_END = '\r\n';

/** The line that stands for lines which were left out. */
export function gapText(lineCount: number): Buffer {
  return Buffer.from(`warn  ${lineCount} lines are left out here, they came too fast.${LINE_END}`);
}

/** The first line after a while goes out at once, those of the next 100 ms together after that. */
export function createConsoleStream({ follow, clock, send }: ConsoleStreamOptions): ConsoleStream {
  let waiting: string[] = [];
  let waitingCharacters = 0;
  let leftOut = 0;
  let isSending = false;
  let lastBatchMs = Number.NEGATIVE_INFINITY;
  let cancelBatch: (() => void) | undefined;
  let stopListening: (() => void) | undefined;

  function take(line: string): void {
    if (isSending) return; // a line about sending, sent, would be the next line about sending
    waiting.push(line);
    waitingCharacters += line.length;
    if (waiting.length > WAITING_MAX_LINES || waitingCharacters > WAITING_MAX_CHARACTERS) leaveOutOldest();
    cancelBatch ??= clock.after(Math.max(0, lastBatchMs + BATCH_INTERVAL_MS - clock.monotonicMs()), flush);
  }

  /** Half of them at once: one by one, each would move all the others. */
  function leaveOutOldest(): void {
    const dropped = waiting.splice(0, Math.ceil(waiting.length / 2));
    leftOut += dropped.length;
    for (const line of dropped) waitingCharacters -= line.length;
  }

  function flush(): void {
    cancelBatch?.();
    cancelBatch = undefined;
    if (waiting.length === 0) return;
    const lines = Buffer.from(waiting.map((line) => line + LINE_END).join(''));
    const text = leftOut > 0 ? Buffer.concat([gapText(leftOut), lines]) : lines;
    const lineCount = waiting.length + leftOut;
    forget();
    lastBatchMs = clock.monotonicMs();
    isSending = true;
    try {
      send(text, lineCount);
    } finally {
      isSending = false;
    }
  }

  function forget(): void {
    waiting = [];
    waitingCharacters = 0;
    leftOut = 0;
  }

  return {
    start() {
      stopListening ??= follow(take);
    },
    flush,
    stop() {
      stopListening?.();
      stopListening = undefined;
      cancelBatch?.();
      cancelBatch = undefined;
      forget();
    },
  };
}
