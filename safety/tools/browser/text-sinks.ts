type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A text of an answer that another one was put in place of. */
export interface Sink {
  /** Where it stands, as in `GET /api/ntp/status ntp_server`. */
  readonly name: string;
  /** What stands there now. */
  readonly text: string;
}

/** Serials lead from one answer to another, and so stay. */
const SERIAL = /^\d{12}$/;

/** Puts a text of one's own in place of each text of an answer. */
export function fillSinks(
  name: string,
  trueText: string,
  textFor: () => string,
): { readonly body: string; readonly sinks: readonly Sink[] } {
  const sinks: Sink[] = [];
  function walk(value: Json, at: string): Json {
    if (typeof value === 'string' && !SERIAL.test(value)) {
      const text = textFor();
      sinks.push({ name: at, text });
      return text;
    }
    if (Array.isArray(value)) return value.map((item: Json, index) => walk(item, `${at}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        walk(member, `${at} ${key}`.replace(/ (\d)/, '.$1')),
      ]),
    );
  }
  const body = JSON.stringify(walk(JSON.parse(trueText), name));
  return { body, sinks };
}
