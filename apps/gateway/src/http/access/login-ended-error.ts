/** The password that a request came in by is no longer the password: the answer is 401. */
export class LoginEndedError extends Error {
  override readonly name = 'LoginEndedError';
  readonly statusCode = 401;

  constructor() {
    super('The password has been changed in the meantime. Log in again.');
  }
}

/** Too many were wrong: nothing more is looked at for a while. The answer is 429. */
export class TooManyLoginsError extends Error {
  override readonly name = 'TooManyLoginsError';
  readonly statusCode = 429;
  readonly waitS: number;

  constructor(waitS: number) {
    super('Too many logins failed. Please wait a moment.');
    this.waitS = waitS;
  }
}
