import type { Clock } from '../platform/clock.ts';

/** The clock, and where random keys come from. */
export interface BegunLoginParts {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface BegunLoginOptions extends BegunLoginParts {
  readonly validS: number;
  readonly keyBytes: number;
  /** What of it can be switched off, to show that it is needed: the bounds, the key of the browser, and that each is good once. */
  readonly without: () => { readonly bounds: boolean; readonly browser: boolean; readonly once: boolean };
}

/**
 * What was begun and waits for whoever began it to come back, in memory: each is good once, for a while, and for the browser that knows its
 * key. Whoever begins without end pushes out the own ones.
 */
export interface BegunLogins<Begun> {
  /** `from`: who begins, an address or a network. Returns the key. */
  add(from: string, begun: Begun): string;
  /** Takes the one of these keys that is meant, which is over with that; undefined: there is none. */
  take(keys: readonly string[], isMeant: (begun: Begun) => boolean): Begun | undefined;
  /** How many wait. */
  count(): number;
}

const WAITING_MAX = 512;
/** People in one home share an address. */
const OF_ONE_MAX = 16;

export function createBegunLogins<Begun>({
  clock,
  randomBytes,
  validS,
  keyBytes,
  without,
}: BegunLoginOptions): BegunLogins<Begun> {
  /** By their keys, the oldest first. */
  const waiting = new Map<
    string,
    { readonly begun: Begun; readonly from: string; readonly endsAtMs: number }
  >();

  function makeRoom(from: string): void {
    const nowMs = clock.monotonicMs();
    const counts = new Map<string, number>();
    for (const [key, one] of waiting) {
      if (one.endsAtMs <= nowMs) waiting.delete(key);
      else counts.set(one.from, (counts.get(one.from) ?? 0) + 1);
    }
    if ((counts.get(from) ?? 0) >= OF_ONE_MAX) dropOldestOf(from);
    else if (waiting.size >= WAITING_MAX) dropOldestOf(whoHasMost(counts));
  }

  function dropOldestOf(from: string | undefined): void {
    for (const [key, one] of waiting) {
      if (one.from === from) return void waiting.delete(key);
    }
  }

  return {
    add(from, begun) {
      if (!without().bounds) makeRoom(from);
      const key = Buffer.from(randomBytes(keyBytes)).toString('base64url');
      waiting.set(key, { begun, from, endsAtMs: clock.monotonicMs() + validS * 1000 });
      return key;
    },
    take(keys, isMeant) {
      const known = without().browser ? [...waiting.keys()] : keys;
      const key = known.find((one) => {
        const found = waiting.get(one);
        return found !== undefined && isMeant(found.begun);
      });
      const found = key === undefined ? undefined : waiting.get(key);
      if (key === undefined || found === undefined || found.endsAtMs <= clock.monotonicMs()) return undefined;
      if (!without().once) waiting.delete(key);
      return found.begun;
    },
    count: () => waiting.size,
  };
}

function whoHasMost(counts: ReadonlyMap<string, number>): string | undefined {
  let found: string | undefined;
  let most = 0;
  for (const [from, count] of counts) {
    if (count > most) [found, most] = [from, count];
  }
  return found;
}
