/** A firmware image cannot be taken; the message says why, in one sentence. */
export class UnfitImageError extends Error {
  override readonly name = 'UnfitImageError';
}
