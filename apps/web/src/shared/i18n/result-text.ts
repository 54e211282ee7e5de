import type { ReceivedApiResult } from '@heliograph/contract';
import type { TextsOf } from './texts.ts';

/**
 * The text of an answer in the user's language: by its code, with its numbers filled in. An answer without a code we
 * know, or without the number that its text needs, is shown in the gateway's own words; one without words of its own
 * is at least told as done or refused.
 */
export function resultText(messages: TextsOf<'common'>, result: ReceivedApiResult): string {
  const texts: Readonly<Record<number, string>> = messages.common.results;
  const text = result.code === undefined ? undefined : texts[result.code];
  const ownWords = result.message?.trim() === '' ? undefined : result.message;
  if (text === undefined) return ownWords ?? wordlessText(messages, result);
  const filled = text.replace(/\{(min|max)\}/g, (whole, key: string) => String(result.param?.[key] ?? whole));
  return /\{(min|max)\}/.test(filled) ? (ownWords ?? filled.replace(/\{(min|max)\}/g, '…')) : filled;
}

function wordlessText({ common: { answer } }: TextsOf<'common'>, { type, code }: ReceivedApiResult): string {
  if (type === 'success') return answer.done;
  return code === undefined ? answer.refused : answer.refusedWithCode(String(code));
}
