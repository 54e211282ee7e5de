/** What is written in place of something that nobody should read. */
const REDACTED = '[secret]';

/** Names whose values are never written, wherever somebody may put them by mistake. */
const SECRET_NAME =
  'pass(?:word|wd|phrase)|authorization|authdata|cookie|secret|token|credential|private_?key';
const SECRET_FACT = new RegExp(SECRET_NAME, 'i');

/** `:` or `=` after a name, which may stand in quotes, escaped ones and the percent signs of a form included. */
const SEPARATOR = String.raw`\\*(?:["']|%2[27])?\s*(?:[:=]|%3[AD])`;
/** In quotes, or else to the next field of a form: a secret may contain anything, so rather too much than too little. */
const VALUE = String.raw`\s*(?:"(?:\\.|[^"\\])*"|[^&\r\n]*)`;

/** Secrets in texts are known by what stands in front of them (or, in an address, behind). */
const SECRETS_IN_TEXT: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`((?:${SECRET_NAME})[\w.\-\]]{0,32}${SEPARATOR})${VALUE}`, 'gi'), `$1${REDACTED}`],
  [/\b(Basic|Bearer|Digest) +[^\r\n"']+/gi, `$1 ${REDACTED}`],
  [/(:\/\/)[^\s/?#]*@/g, `$1${REDACTED}@`],
  [/\b(wsid_\d+=)\w+/gi, `$1${REDACTED}`], // the ticket of a socket
];

/** Objects in objects beyond this are not written. */
const DEPTH_MAX = 32;

/** The text without the secrets in it: headers, cookies, fields of forms, of queries and of JSON, logins in addresses. */
export function redactedText(text: string): string {
  return SECRETS_IN_TEXT.reduce((clean, [secret, instead]) => clean.replace(secret, instead), text);
}

/**
 * A copy of facts that may be written: plain data without secrets at any depth, an error as its message (the stack is
 * for the debugger, not for the log of a product), bytes as their number. Never throws.
 */
export function redactedFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return membersOf(facts, (value) => {
    try {
      return copyOf(value, 0);
    } catch {
      return '[unreadable]'; // it has a getter or a toJSON that throws
    }
  });
}

function membersOf(value: object, copy: (member: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redactedText(name),
      SECRET_FACT.test(name) ? REDACTED : copy(member),
    ]),
  );
}

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return redactedText(String(value));
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '[too deep]';
  if (value instanceof Error) return redactedText(value.message);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return copyOf(value.toJSON(), depth + 1);
  const copy = (member: unknown) => copyOf(member, depth + 1);
  return Array.isArray(value) ? value.map(copy) : membersOf(value, copy);
}
