import type { FileRefusal } from '@heliograph/contract';

/** An upload cannot be taken; the message says why, in one sentence for whoever sent it, the reason for pages. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly refusal: FileRefusal;

  constructor(message: string, refusal: FileRefusal) {
    super(message);
    this.refusal = refusal;
  }
}
