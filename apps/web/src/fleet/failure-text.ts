import type { Formats } from '../shared/i18n/format.ts';
import type { Texts } from '../shared/i18n/texts.ts';
import type { FleetFailure } from './api/call-fleet.ts';

/** Why something was not done, and what to do. */
export function failureText({ refusals }: Texts['fleet'], format: Formats, failure: FleetFailure): string {
  if (failure.kind !== 'refused') return refusals[failure.kind];
  const { refusal, retryAfterS } = failure;
  if (refusal === 'throttled' && retryAfterS !== undefined)
    return refusals.throttledFor(format.duration(retryAfterS * 1000));
  return refusals[refusal];
}
