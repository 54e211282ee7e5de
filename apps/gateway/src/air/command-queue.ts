import type { Command } from './command.ts';

/**
 * What waits to be sent, first come first served over all inverters. It is bounded: the original's is not, and an
 * automation that orders faster than the air can carry would fill it without end.
 */
export interface CommandQueue {
  readonly length: number;
  /**
   * Takes a command; false when the queue is full. A limit takes the place of a limit that still waits for the same
   * inverter: the older order has become pointless.
   */
  add(command: Command): boolean;
  next(): Command | undefined;
  /** Drops everything for this inverter without a word. */
  forget(serial: string): void;
}

export function createCommandQueue(maxLength: number): CommandQueue {
  let waiting: readonly Command[] = [];

  return {
    get length() {
      return waiting.length;
    },
    add(command) {
      const outdated = waiting.findIndex((other) => isReplacedBy(other, command));
      if (outdated >= 0) waiting = waiting.with(outdated, command);
      else if (waiting.length >= maxLength) return false;
      else waiting = [...waiting, command];
      return true;
    },
    next() {
      const [first, ...rest] = waiting;
      waiting = rest;
      return first;
    },
    forget(serial) {
      waiting = waiting.filter(({ link }) => link.inverterSerial !== serial);
    },
  };
}

function isReplacedBy(older: Command, newer: Command): boolean {
  return (
    newer.kind === 'ActivePowerControl' &&
    older.kind === newer.kind &&
    older.link.inverterSerial === newer.link.inverterSerial
  );
}
