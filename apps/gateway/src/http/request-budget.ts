import type { Clock } from '../platform/clock.ts';
import type { Refusal } from './access.ts';
import type { CrowdLimits } from './server-limits.ts';

/** How many requests each address (or network of one household) may send, so that nobody takes all the time there is. */
export interface RequestBudget {
  /** Counts a request of this address; what it is refused with when the address has sent too many. */
  refusalOf(address: string): Refusal | undefined;
}

/** Requests that an address has left, as of a moment of the monotonic clock. */
interface Left {
  readonly count: number;
  readonly atMs: number;
}

/** Addresses remembered at most; the one that has been quiet for longest gives way. */
const ADDRESSES_MAX = 1024;

export function createRequestBudget(
  clock: Clock,
  { requestsPerSecond, requestBurst }: Pick<CrowdLimits, 'requestsPerSecond' | 'requestBurst'>,
): RequestBudget {
  const leftOf = new Map<string, Left>();
  const fullAfterMs = (requestBurst / requestsPerSecond) * 1000;

  /** Who was quiet for so long has everything again, and need not be remembered. */
  function forgetQuiet(nowMs: number): void {
    for (const [address, { atMs }] of leftOf) {
      if (leftOf.size <= ADDRESSES_MAX && nowMs - atMs < fullAfterMs) return;
      leftOf.delete(address);
    }
  }

  return {
    refusalOf(address) {
      const nowMs = clock.monotonicMs();
      const before = leftOf.get(address) ?? { count: requestBurst, atMs: nowMs };
      const count = Math.min(requestBurst, before.count + ((nowMs - before.atMs) / 1000) * requestsPerSecond);
      leftOf.delete(address); // a map keeps its order: the last to ask goes to the end
      leftOf.set(address, { count: count >= 1 ? count - 1 : count, atMs: nowMs });
      forgetQuiet(nowMs);
      return count >= 1 ? undefined : tooMany(Math.ceil((1 - count) / requestsPerSecond));
    },
  };
}

function tooMany(waitS: number): Refusal {
  return {
    status: 429,
    headers: { 'retry-after': String(waitS) },
    message: 'Too many requests. Please wait a moment.',
  };
}
