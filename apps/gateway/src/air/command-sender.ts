import type { Radio } from '@heliograph/radio';
import type { Clock } from '../platform/clock.ts';
import type { AirLog } from './air-log.ts';
import type { Command } from './command.ts';
import { createCommandQueue } from './command-queue.ts';
import { createExchangeRunner } from './exchange-runner.ts';
import { createTimer } from './timer.ts';

/** Sends what is queued, one command after the other. */
export interface CommandSender {
  /** Queues a command; it is sent `delayMs` from now when the air is free. False when the queue is full. */
  enqueue(command: Command, delayMs: number): boolean;
  /** A command is under way. */
  isBusy(): boolean;
  /** Nothing is under way (nor due to end by now) and nothing waits. */
  isFree(): boolean;
  /** Drops everything for an inverter, what is under way included, without a word. */
  forget(serial: string): void;
  stop(): void;
}

export interface CommandSenderOptions {
  readonly radio: Radio;
  readonly clock: Clock;
  readonly log: AirLog;
  /** See `Exchange`. */
  readonly waitFullWindow: boolean;
}

/** Commands that may wait at once, over all inverters. */
const QUEUE_LENGTH_MAX = 64;
/** A command goes out one pass of the original's loop after the end of the one before. */
export const LOOP_PASS_MS = 1;

export function createCommandSender(options: CommandSenderOptions): CommandSender {
  const { clock, log } = options;
  const queue = createCommandQueue(QUEUE_LENGTH_MAX);
  const runner = createExchangeRunner({ ...options, onEnd: () => scheduleNext(LOOP_PASS_MS) });
  let isScheduled = false;
  const timer = createTimer(clock, () => {
    isScheduled = false;
    const command = queue.next();
    if (command !== undefined) runner.run(command);
  });

  function scheduleNext(delayMs: number): void {
    if (isScheduled || runner.current() !== undefined || queue.length === 0) return;
    isScheduled = true;
    timer.set(clock.monotonicMs() + delayMs);
  }

  return {
    enqueue(command, delayMs) {
      const isQueued = queue.add(command);
      if (!isQueued) log('warn', () => `${command.kind}: not sent, ${QUEUE_LENGTH_MAX} commands are waiting`);
      scheduleNext(delayMs);
      return isQueued;
    },
    isBusy: () => runner.current() !== undefined,
    isFree() {
      runner.catchUp();
      return runner.current() === undefined && queue.length === 0;
    },
    forget(serial) {
      queue.forget(serial);
      if (runner.current()?.link.inverterSerial !== serial) return;
      runner.abandon();
      scheduleNext(LOOP_PASS_MS);
    },
    stop() {
      timer.clear();
      runner.stop();
    },
  };
}
