/** An upload cannot be taken; the message says why, in one sentence for whoever sent it. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}
