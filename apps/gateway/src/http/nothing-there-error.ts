/** What was asked for by name does not exist: the answer is 404. */
export class NothingThereError extends Error {
  override readonly name = 'NothingThereError';
  readonly statusCode = 404;

  constructor() {
    super('nothing of this name');
  }
}
