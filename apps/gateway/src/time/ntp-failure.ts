import type { NtpFailure } from '@heliograph/contract';
import { IMPOSSIBLE_TIME, type ServerAnswer, UNKNOWN_HOST } from './server-query.ts';

/** What a server says that answers something else each time. */
export const CONTRADICTS = 'its answers contradict each other';

/** By what the log says of it; the rest is `other`. */
const BY_REASON: readonly (readonly [RegExp, NtpFailure])[] = [
  [new RegExp(`^${UNKNOWN_HOST}$`), 'unknown-host'],
  [
    /^(no answer|its answer took too long|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT)$/,
    'no-answer',
  ],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(it is not synchronised|it is too far from its time source|it gives no time)$/, 'unsynchronised'],
  [/^it answered (INIT|STEP)$/, 'unsynchronised'],
  [/^it answered /, 'unwanted'],
  [
    new RegExp(`^(${IMPOSSIBLE_TIME}|${CONTRADICTS}|its times contradict each other|mode .*|version .*)$`),
    'implausible',
  ],
];

/** The name of a failure, for clients that have words of their own. */
export function ntpFailure(answer: Exclude<ServerAnswer, { readonly kind: 'time' }>): NtpFailure {
  if (answer.kind === 'unwanted') return 'unwanted';
  return BY_REASON.find(([reason]) => reason.test(answer.reason))?.[1] ?? 'other';
}
