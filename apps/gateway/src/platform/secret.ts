const SHOWN = '[secret]';

/**
 * A text that must not leave the process by accident: whatever prints it (a log line, JSON, a template string, the
 * inspector) shows `[secret]`. Only `reveal` gives the text.
 */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return SHOWN;
  }
}
