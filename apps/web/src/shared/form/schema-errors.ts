import { fieldFailures } from '@heliograph/contract';
import { resultText } from '../i18n/result-text.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** A schema of the contract: how the gateway checks a body. */
export type BodySchema = Parameters<typeof fieldFailures>[0];

/**
 * What the gateway would say to what a form is about to send, by field: the path in the body, joined by dots (`name`,
 * `channel.0.name`), and the text of the result code.
 */
export function schemaErrors(
  texts: TextsOf<'common'>,
  schema: BodySchema,
  body: unknown,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { path, ...failure } of fieldFailures(schema, body)) {
    errors[path] ??= resultText(texts, { type: 'warning', ...failure });
  }
  return errors;
}
