import { timezoneOf } from '@heliograph/contract';
import type { UtcOffset } from './tiers.ts';

/** The offsets of a time zone that is told by its rule. */
export function offsetOf(rule: string): UtcOffset {
  const timezone = timezoneOf(rule);
  return (unixS) => timezone.utcOffsetS(unixS);
}
