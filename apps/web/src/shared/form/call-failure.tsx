import type { ReactNode } from 'react';
import type { CallFailure } from '../api/call.ts';
import type { Formats } from '../i18n/format.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** What went wrong with a call and what to do, in the user's language; the gateway's own words are English. */
export function callFailureText(
  { common: { failure } }: TextsOf<'common'>,
  format: Formats,
  result: CallFailure | { readonly kind: 'blocked' },
): ReactNode {
  switch (result.kind) {
    case 'throttled':
      return result.retryAfterS === undefined
        ? failure.throttled
        : failure.throttledFor(format.duration(result.retryAfterS * 1000));
    case 'refused':
      return result.isNotSaved ? (
        failure.notSaved
      ) : (
        <>
          {failure.refused} <span lang="en">{result.text}</span>
        </>
      );
    default:
      return failure[result.kind];
  }
}
