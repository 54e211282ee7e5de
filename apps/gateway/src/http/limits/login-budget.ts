import type { Clock } from '../../platform/clock.ts';
import type { Client } from './client-address.ts';

/**
 * How many passwords a client may have looked at. Nobody is shut out for good: who mistypes a few times does not wait,
 * who goes on waits longer each time. As hashing is slow on purpose, all guessers together get only so many hashes a
 * minute that the gateway keeps time for its work, and some of these are kept for those who are least likely to guess.
 */
export interface LoginBudget {
  /** Seconds (at least 1) to wait before another password of this client is looked at; 0: now. */
  waitS(client: Client): number;
  /** A password of this client is about to be hashed. Until `endHash` it counts as a failure: it may be one. */
  beginHash(client: Client): void;
  endHash(client: Client): void;
  countFailure(client: Client): void;
  forgetFailures(client: Client): void;
  /** The admin is at this address. It forgets no failures: behind a proxy others are there too. */
  noteLogin(client: Client): void;
  /** Whether somebody has logged in from this address. */
  knows(client: Client): boolean;
  /** Whether a header, by its digest, was wrong a short while ago: it is hashed and counted once in this time. */
  isRefused(digest: string): boolean;
  noteRefused(digest: string): void;
  /** The password has changed: what was wrong may be right. */
  forgetRefused(): void;
}

const FREE_FAILURES = 5;
const WAIT_MAX_S = 300;
/** About as long as it takes until it is known whether a password was right. */
const VERDICT_MS = 1_000;
/** Failures this old no longer count. */
const FORGET_AFTER_MS = 900_000;
const MINUTE_MS = 60_000;

/** Hashes in a minute. The later ones are for fewer and fewer clients. */
const HASHES_PER_MINUTE = {
  /** For who has failed lately: guessers must not lock out the owner. */
  failed: 12,
  stranger: 24,
  /** For who is in the home. */
  near: 28,
  /** For this machine, and for addresses that somebody has logged in from. */
  known: 30,
  /** For browsers that somebody has logged in with before, wherever they are by now. */
  browser: 34,
} as const;
/** Of these for one network of many addresses: for who has failed lately, and for others. */
const HASHES_PER_NETWORK = { failed: 8, other: 12 } as const;

/** Addresses remembered at most; the one that failed longest ago gives way. */
const ADDRESSES_MAX = 1024;
const KNOWN_MAX = 64;
const REFUSED_MAX = 256;
const REFUSED_FOR_MS = 60_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

interface Hash {
  readonly network: string | undefined;
  readonly atMs: number;
}

export function createLoginBudget(clock: Clock): LoginBudget {
  const failuresOf = new Map<string, Failures>();
  const hashesOf = new Map<string, number>();
  const known = new Set<string>();
  const refusedAtMs = new Map<string, number>();
  /** Of the last minute, the oldest first. */
  const hashes: Hash[] = [];

  function ownWaitMs(client: Client, nowMs: number): number {
    const { count, lastMs } = failuresOf.get(nameOf(client)) ?? { count: 0, lastMs: nowMs };
    const underWay = __WITHOUT__.hashesUnderWay ? 0 : (hashesOf.get(nameOf(client)) ?? 0);
    if (count + underWay < FREE_FAILURES) return 0;
    if (underWay > 0) return VERDICT_MS;
    return lastMs + Math.min(2 ** (count - FREE_FAILURES), WAIT_MAX_S) * 1000 - nowMs;
  }

  function totalMaxOf(client: Client): number {
    const isKnown = client.isOwnMachine || known.has(client.address);
    if (client.browser !== undefined) return HASHES_PER_MINUTE.browser; // its own failures have it wait long enough
    if (failuresOf.has(client.address) && !__WITHOUT__.hashesForNew) return HASHES_PER_MINUTE.failed;
    if (isKnown && !__WITHOUT__.hashesForKnown) return HASHES_PER_MINUTE.known;
    return client.isNear && !__WITHOUT__.hashesForNear ? HASHES_PER_MINUTE.near : HASHES_PER_MINUTE.stranger;
  }

  /** Until there are fewer than `max` of these in a minute. */
  function roomWaitMs(counted: readonly Hash[], max: number, nowMs: number): number {
    const makesRoom = counted[counted.length - max];
    return makesRoom === undefined ? 0 : makesRoom.atMs + MINUTE_MS - nowMs;
  }

  function networkWaitMs({ address, network, browser }: Client, nowMs: number): number {
    if (network === undefined || browser !== undefined || known.has(address)) return 0;
    const { failed, other } = HASHES_PER_NETWORK;
    const ofNetwork = hashes.filter((hash) => hash.network === network);
    return roomWaitMs(ofNetwork, failuresOf.has(address) ? failed : other, nowMs);
  }

  function forgetOld(nowMs: number): void {
    while ((hashes[0]?.atMs ?? nowMs) <= nowMs - MINUTE_MS) hashes.shift();
    for (const [address, { lastMs }] of failuresOf) {
      if (failuresOf.size <= ADDRESSES_MAX && lastMs > nowMs - FORGET_AFTER_MS) return;
      failuresOf.delete(address);
    }
  }

  return {
    waitS(client) {
      if (__WITHOUT__.loginThrottle) return 0;
      const nowMs = clock.monotonicMs();
      forgetOld(nowMs);
      const waitMs = Math.max(
        ownWaitMs(client, nowMs),
        networkWaitMs(client, nowMs),
        roomWaitMs(hashes, totalMaxOf(client), nowMs),
      );
      return Math.max(0, Math.ceil(waitMs / 1000));
    },
    beginHash(client) {
      const name = nameOf(client);
      hashes.push({ network: client.network, atMs: clock.monotonicMs() });
      hashesOf.set(name, (hashesOf.get(name) ?? 0) + 1);
    },
    endHash(client) {
      const name = nameOf(client);
      const left = (hashesOf.get(name) ?? 0) - 1;
      if (left > 0) hashesOf.set(name, left);
      else hashesOf.delete(name);
    },
    countFailure(client) {
      const name = nameOf(client);
      const count = (failuresOf.get(name)?.count ?? 0) + 1;
      failuresOf.delete(name); // a map keeps its order: the last to fail goes to the end
      failuresOf.set(name, { count, lastMs: clock.monotonicMs() });
    },
    forgetFailures: (client) => void failuresOf.delete(nameOf(client)),
    noteLogin({ address }) {
      known.delete(address); // as above
      known.add(address);
      dropOldest(known, KNOWN_MAX);
    },
    knows: ({ address }) => known.has(address),
    isRefused: (digest) =>
      (refusedAtMs.get(digest) ?? Number.NEGATIVE_INFINITY) > clock.monotonicMs() - REFUSED_FOR_MS,
    noteRefused(digest) {
      refusedAtMs.delete(digest); // as above
      refusedAtMs.set(digest, clock.monotonicMs());
      dropOldest(refusedAtMs, REFUSED_MAX);
    },
    forgetRefused: () => refusedAtMs.clear(),
  };
}

/** Under what a client's failures are counted: whoever shares the address of a known browser is somebody else. */
const nameOf = ({ address, browser }: Client) => (browser === undefined ? address : `browser ${browser}`);

function dropOldest(entries: Map<string, unknown> | Set<string>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}
