import type { ReceivedAnswer } from '@heliograph/contract';
import type { CallResult } from '../../shared/api/call.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';

/** Why a login failed, so that the user knows whether to type again, wait, or look at the cable; undefined if it did not. */
export function loginFailureText(
  result: CallResult<ReceivedAnswer<'authenticate'>>,
  t: TextsOf<'common' | 'login'>,
  format: Formats,
): string | undefined {
  switch (result.kind) {
    case 'answered':
      return result.answer.type === 'success' ? undefined : resultText(t, result.answer);
    case 'unauthorized':
      return t.login.invalid;
    case 'throttled':
      return result.retryAfterS === undefined
        ? t.login.throttled
        : t.login.throttledFor(format.duration(result.retryAfterS * 1000));
    case 'refused':
      return t.login.failed(result.text === '' ? String(result.status) : result.text);
    case 'missing':
    case 'unreadable':
      return t.login.notUnderstood;
    case 'unreachable':
      return t.common.failure.unreachable;
  }
}
