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

/** Letters and digits that nobody takes for each other. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four groups of four to read off a screen and type: 80 random bits. */
export function readablePassword(randomBytes: (count: number) => Uint8Array): Secret {
  const letters = [...randomBytes(16)].map((byte) => READABLE[byte % READABLE.length] ?? '').join('');
  return new Secret(letters.replace(/(.{4})(?!$)/g, '$1-'));
}
