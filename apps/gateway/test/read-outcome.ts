import { BodyError, readDataField } from '../src/http/requests/read-data.ts';

/** What a body is read as: a text, nothing, or a refusal. Everything else is thrown on. */
export function readOutcome(
  contentType: string | undefined,
  body: Buffer,
): string | undefined | typeof BodyError {
  try {
    return readDataField(contentType, body);
  } catch (error) {
    if (error instanceof BodyError) return BodyError;
    throw error;
  }
}
