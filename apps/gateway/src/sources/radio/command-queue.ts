import type { Command } from './command.ts';

/**
 * What waits to be sent, first come first served over all inverters. It is bounded: the original's is not, and an
 * automation that orders faster than the air can carry would fill it without end.
 */
export interface CommandQueue {
  readonly length: number;
  /**
   * Takes a command; false when the queue is full.
   *
   * An order drops those of the same inverter that have become pointless by it and takes the place of the first of
   * them: a limit those to limit, an order to switch those to switch on or off, and a restart those to restart as
   * well. (A restart is dropped by nothing else: it does more than what follows it.) So at most three orders wait for
   * one inverter: a limit, a restart, and on or off. Where another order for the inverter stands behind that place
   * the newer one goes to the end instead, since a restart and a limit must not change their order: a restart wipes
   * the limit before it and not the one after it.
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
      const place = waiting.findIndex((other) => isReplacedBy(other, command));
      if (place < 0 && waiting.length >= maxLength) return false;
      const staying = (other: Command) => !isReplacedBy(other, command);
      const before = place < 0 ? waiting : waiting.slice(0, place);
      const behind = place < 0 ? [] : waiting.slice(place).filter(staying);
      const mayJump = !behind.some((other) => isOrder(other) && isForSameInverter(other, command));
      waiting = mayJump ? [...before, command, ...behind] : [...before, ...behind, command];
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

const isForSameInverter = (one: Command, other: Command) =>
  one.link.inverterSerial === other.link.inverterSerial;

const isOrder = ({ kind }: Command) => kind === 'ActivePowerControl' || kind === 'PowerControl';

function isReplacedBy(older: Command, newer: Command): boolean {
  if (__WITHOUT__.replacedOrders) return false;
  if (!isOrder(newer) || older.kind !== newer.kind || !isForSameInverter(older, newer)) return false;
  return older.action !== 'restart' || newer.action === 'restart';
}
