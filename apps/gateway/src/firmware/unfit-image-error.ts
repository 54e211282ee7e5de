import type { FileRefusal } from '@heliograph/contract';

/** A firmware image cannot be taken; the message says why, in one sentence, and the reason says it to pages. */
export class UnfitImageError extends Error {
  override readonly name = 'UnfitImageError';
  readonly refusal: FileRefusal;

  constructor(message: string, refusal: FileRefusal) {
    super(message);
    this.refusal = refusal;
  }
}
