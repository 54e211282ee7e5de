/** Deeper ones cannot be read. */
const NESTING_MAX = 10;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class Unreadable extends Error {}

/**
 * JSON as devices of every age read it: also with single quotes and with keys without any, and with whatever behind its
 * end. Undefined: it cannot be read. Source: docs/reference/original-device.md#json-that-the-device-takes.
 */
export function lenientJson(text: string): unknown {
  let at = 0;

  function next(): string {
    while (/\s/.test(text.charAt(at))) at += 1;
    return text.charAt(at);
  }

  function expect(sign: string): void {
    if (next() !== sign) throw new Unreadable();
    at += 1;
  }

  /** Whether another one follows; `end` is passed over. */
  function goesOn(end: string): boolean {
    const sign = next();
    at += 1;
    if (sign !== ',' && sign !== end) throw new Unreadable();
    return sign === ',';
  }

  function value(depth: number): unknown {
    if (depth > NESTING_MAX) throw new Unreadable();
    switch (next()) {
      case '{':
        return object(depth);
      case '[':
        return list(depth);
      case '"':
      case "'":
        return quoted();
      default:
        return bare();
    }
  }

  function object(depth: number): object {
    const entries: [string, unknown][] = [];
    at += 1;
    if (next() === '}') {
      at += 1;
      return {};
    }
    do {
      const key = /["']/.test(next()) ? quoted() : word();
      expect(':');
      entries.push([key, value(depth + 1)]);
    } while (goesOn('}'));
    return Object.fromEntries(entries);
  }

  function list(depth: number): readonly unknown[] {
    const entries: unknown[] = [];
    at += 1;
    if (next() === ']') {
      at += 1;
      return [];
    }
    do {
      entries.push(value(depth + 1));
    } while (goesOn(']'));
    return entries;
  }

  function quoted(): string {
    const quote = text.charAt(at);
    let read = '';
    for (at += 1; text.charAt(at) !== quote; at += 1) {
      if (at >= text.length) throw new Unreadable();
      read += text.charAt(at) === '\\' ? escaped() : text.charAt(at);
    }
    at += 1;
    return read;
  }

  function escaped(): string {
    at += 1;
    const sign = text.charAt(at);
    if (sign !== 'u') return ESCAPES[sign] ?? sign;
    const digits = /^[0-9a-f]{4}/i.exec(text.slice(at + 1))?.[0];
    if (digits === undefined) throw new Unreadable();
    at += digits.length;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  function word(): string {
    const read = /^[\w.+-]+/.exec(text.slice(at))?.[0];
    if (read === undefined) throw new Unreadable();
    at += read.length;
    return read;
  }

  function bare(): unknown {
    const read = word();
    if (read === 'true' || read === 'false') return read === 'true';
    if (read === 'null') return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(read)) throw new Unreadable();
    return Number(read);
  }

  try {
    return value(1);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
