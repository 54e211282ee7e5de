/** The password that a request came in by is no longer the password: the answer is 401. */
export class LoginEndedError extends Error {
  override readonly name = 'LoginEndedError';
  readonly statusCode = 401;

  constructor() {
    super('The password has been changed in the meantime. Log in again.');
  }
}
