/**
 * How sure a limit is. `known`: the inverter has told it. `expected`: it has taken an order that means this. `unknown`: it
 * was never read (then the number is 0), or may have changed since, and the number is the one that was known last.
 */
export type LimitCertainty = 'known' | 'expected' | 'unknown';

/** Undefined where it is not told: original devices do not know it. */
export function readLimitCertainty(value: unknown): LimitCertainty | undefined {
  return value === 'known' || value === 'expected' || value === 'unknown' ? value : undefined;
}
