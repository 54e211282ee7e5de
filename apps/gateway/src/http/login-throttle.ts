import type { Clock } from '../platform/clock.ts';

/**
 * Slows down guessing: from one address and over all of them. Nobody is shut out for good. Who mistypes a few times does
 * not wait, who goes on waits longer each time; and as hashing is slow on purpose, all guessers together get only so many
 * hashes a minute that the gateway keeps time for its work.
 */
export interface LoginThrottle {
  /** Seconds (at least 1) to wait before another password of this address is looked at; 0: now. */
  waitS(address: string): number;
  /** A password of this address is about to be hashed. Until `endHash` it counts as a failure: it may be one. */
  beginHash(address: string): void;
  endHash(address: string): void;
  countFailure(address: string): void;
  forgetFailures(address: string): void;
}

const FREE_FAILURES = 5;
const WAIT_MAX_S = 300;
/** About as long as it takes until it is known whether a password was right. */
const VERDICT_MS = 1_000;
/** Failures this old no longer count. */
const FORGET_AFTER_MS = 900_000;
const HASHES_PER_MINUTE = 30;
/** Of these, for who has not failed yet: guessers must not lock out the owner. */
const HASHES_RESERVED = 10;
const MINUTE_MS = 60_000;
/** Addresses remembered at most; the one that failed longest ago gives way. */
const ADDRESSES_MAX = 1024;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

export function createLoginThrottle(clock: Clock): LoginThrottle {
  const failuresOf = new Map<string, Failures>();
  const hashTimesMs: number[] = [];
  const hashesOf = new Map<string, number>();

  function addressWaitMs(address: string, nowMs: number): number {
    const { count, lastMs } = failuresOf.get(address) ?? { count: 0, lastMs: nowMs };
    const underWay = hashesOf.get(address) ?? 0;
    if (count + underWay < FREE_FAILURES) return 0;
    if (underWay > 0) return VERDICT_MS;
    return lastMs + Math.min(2 ** (count - FREE_FAILURES), WAIT_MAX_S) * 1000 - nowMs;
  }

  function totalWaitMs(address: string, nowMs: number): number {
    while ((hashTimesMs[0] ?? nowMs) <= nowMs - MINUTE_MS) hashTimesMs.shift();
    const max = failuresOf.has(address) ? HASHES_PER_MINUTE - HASHES_RESERVED : HASHES_PER_MINUTE;
    const makesRoomMs = hashTimesMs[hashTimesMs.length - max];
    return makesRoomMs === undefined ? 0 : makesRoomMs + MINUTE_MS - nowMs;
  }

  function forgetOld(nowMs: number): void {
    for (const [address, { lastMs }] of failuresOf) {
      if (failuresOf.size <= ADDRESSES_MAX && lastMs > nowMs - FORGET_AFTER_MS) return;
      failuresOf.delete(address);
    }
  }

  return {
    waitS(address) {
      const nowMs = clock.monotonicMs();
      forgetOld(nowMs);
      return Math.max(
        0,
        Math.ceil(Math.max(addressWaitMs(address, nowMs), totalWaitMs(address, nowMs)) / 1000),
      );
    },
    beginHash(address) {
      hashTimesMs.push(clock.monotonicMs());
      hashesOf.set(address, (hashesOf.get(address) ?? 0) + 1);
    },
    endHash(address) {
      const left = (hashesOf.get(address) ?? 0) - 1;
      if (left > 0) hashesOf.set(address, left);
      else hashesOf.delete(address);
    },
    countFailure(address) {
      const count = (failuresOf.get(address)?.count ?? 0) + 1;
      failuresOf.delete(address); // a map keeps its order: the last to fail goes to the end
      failuresOf.set(address, { count, lastMs: clock.monotonicMs() });
    },
    forgetFailures: (address) => {
      failuresOf.delete(address);
    },
  };
}
