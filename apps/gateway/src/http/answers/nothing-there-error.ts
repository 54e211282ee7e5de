/** What was asked for by name does not exist: the answer is 404. */
export class NothingThereError extends Error {
  override readonly name = 'NothingThereError';
  readonly statusCode = 404;

  constructor() {
    super('nothing of this name');
  }
}

/** A parameter of a call makes no sense. The message is for the caller. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
  readonly statusCode = 400;
}

/** A call names an inverter in a way that cannot be honoured. The message is for the caller. */
export class InverterNameError extends Error {
  override readonly name = 'InverterNameError';
  readonly statusCode: 400 | 404;

  constructor(statusCode: 400 | 404, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}
