import type { HopMode, Radio } from '@heliograph/radio';
import type { Clock } from '../../platform/clock.ts';
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
  /** Calls back as soon as no command is under way, and sends none until what it hands over is called. One at a time. */
  hold(begin: (release: () => void) => void): void;
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
  /** As the radio was told to hop last. */
  readonly hopMode: () => HopMode;
}

/**
 * Commands that may wait at once, over all inverters. More than can come together: at most three orders for each of
 * ten inverters (see `CommandQueue`), and the requests of one turn, since the next one only comes when the queue is
 * empty.
 */
const QUEUE_LENGTH_MAX = 64;
/** That something did not fit is written down at most this often. */
const FULL_WARNING_EVERY_MS = 60_000;
/** A command goes out one pass of the original's loop after the end of the one before. */
export const LOOP_PASS_MS = 1;
/**
 * Nothing is sent for so long after a limit or power command that was taken early. An inverter's chip repeats a packet
 * for some tens of milliseconds while our acknowledgement does not reach it, and since the content of an
 * acknowledgement says nothing, a second copy of the old one would pass for that of a command sent meanwhile.
 */
const QUIET_AFTER_CONTROL_MS = 100;

export function createCommandSender(options: CommandSenderOptions): CommandSender {
  const { radio, clock, log, waitFullWindow, hopMode } = options;
  const queue = createCommandQueue(QUEUE_LENGTH_MAX);
  let quietUntilMs = 0;
  let warnedAtMs: number | undefined;
  const runner = createExchangeRunner({
    radio,
    clock,
    log,
    waitFullWindow,
    hopMode,
    onEnd({ kind }, isAnswered) {
      const isControl = kind === 'ActivePowerControl' || kind === 'PowerControl';
      if (isControl && isAnswered && !waitFullWindow)
        quietUntilMs = clock.monotonicMs() + QUIET_AFTER_CONTROL_MS;
      goOn();
    },
  });
  let isScheduled = false;
  let isHeld = false;
  let waitingHolder: ((release: () => void) => void) | undefined;
  const timer = createTimer(clock, () => {
    isScheduled = false;
    const command = isHeld ? undefined : queue.next();
    if (command !== undefined) runner.run(command);
  });

  /** The air is free. */
  function goOn(): void {
    const begin = waitingHolder;
    waitingHolder = undefined;
    if (begin === undefined) scheduleNext(LOOP_PASS_MS);
    else begin(release);
  }

  function release(): void {
    isHeld = false;
    scheduleNext(LOOP_PASS_MS);
  }

  function scheduleNext(delayMs: number): void {
    if (isHeld || isScheduled || runner.current() !== undefined || queue.length === 0) return;
    isScheduled = true;
    timer.set(Math.max(clock.monotonicMs() + delayMs, quietUntilMs));
  }

  function warnOfFullQueue({ kind, link }: Command): void {
    const nowMs = clock.monotonicMs();
    if (warnedAtMs !== undefined && nowMs - warnedAtMs < FULL_WARNING_EVERY_MS) return;
    warnedAtMs = nowMs;
    log(
      'warn',
      () => `${kind} of ${link.inverterSerial}: not sent, ${QUEUE_LENGTH_MAX} commands are waiting`,
    );
  }

  return {
    enqueue(command, delayMs) {
      const isQueued = queue.add(command);
      if (!isQueued) warnOfFullQueue(command);
      scheduleNext(delayMs);
      return isQueued;
    },
    isBusy: () => runner.current() !== undefined,
    hold(begin) {
      isHeld = true;
      waitingHolder = begin;
      if (runner.current() === undefined) goOn();
    },
    isFree() {
      runner.catchUp();
      return !isHeld && runner.current() === undefined && queue.length === 0;
    },
    forget(serial) {
      queue.forget(serial);
      if (runner.current()?.link.inverterSerial !== serial) return;
      runner.abandon();
      goOn();
    },
    stop() {
      timer.clear();
      runner.stop();
    },
  };
}
