import type { Clock } from '../platform/clock.ts';

/** Which headers were wrong a short while ago, by their digest. */
export interface RefusedLogins {
  has(digest: string): boolean;
  add(digest: string): void;
  clear(): void;
}

const REFUSED_MAX = 256;
/** The same wrong header is hashed and counted once in this time. */
const REFUSED_FOR_MS = 60_000;

export function createRefusedLogins(clock: Clock): RefusedLogins {
  const refusedAtMs = new Map<string, number>();
  return {
    has(digest) {
      const atMs = refusedAtMs.get(digest);
      return atMs !== undefined && atMs > clock.monotonicMs() - REFUSED_FOR_MS;
    },
    add(digest) {
      refusedAtMs.delete(digest); // a map keeps its order: the last one goes to the end
      refusedAtMs.set(digest, clock.monotonicMs());
      trim(refusedAtMs, REFUSED_MAX);
    },
    clear: () => refusedAtMs.clear(),
  };
}

/** Drops the oldest entries. */
function trim(entries: Map<string, unknown>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}
