/**
 * How sure a limit is. `known`: the inverter has told it. `expected`: it has taken an order that means this. `unknown`: it
 * was never read (then the number is 0), or may have changed since, and the number is the one that was known last.
 */
export type LimitCertainty = 'known' | 'expected' | 'unknown';

/** A limit as a client gets it. */
export interface ReceivedLimit {
  /** Undefined while it is not known. */
  readonly percent: number | undefined;
  /** It is the limit that was known last, and may be another one by now. */
  readonly isInDoubt: boolean;
}

/**
 * Reads a limit and how sure it is, which original devices do not say. 0 % in doubt is what the wire says before the limit
 * was ever read, otherwise a program has stopped the inverter.
 */
export function readLimit(percent: number | undefined, certainty: unknown): ReceivedLimit {
  const isReported = certainty === 'known' || certainty === 'expected';
  return { percent: percent === 0 && !isReported ? undefined : percent, isInDoubt: certainty === 'unknown' };
}
