import type { ReceivedApiResult } from '@heliograph/contract';
import type { AreaMessages } from './area/area-en.ts';

/**
 * The text of an answer in the user's language: by its code, with its numbers filled in. An answer without a code we
 * know, or without the number that its text needs, is shown in the gateway's own words.
 */
export function resultText(messages: AreaMessages, result: ReceivedApiResult): string {
  const texts: Readonly<Record<number, string>> = messages.apiresponse;
  const text = result.code === undefined ? undefined : texts[result.code];
  if (text === undefined) return result.message ?? String(result.code ?? '');
  const filled = text.replace(/\{(min|max)\}/g, (whole, key: string) => String(result.param?.[key] ?? whole));
  return /\{(min|max)\}/.test(filled) ? (result.message ?? filled.replace(/\{(min|max)\}/g, '…')) : filled;
}
