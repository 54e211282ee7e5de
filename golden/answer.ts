/** What came back, in a form that can be written down, read by people and compared value by value. */

export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [key: string]: Value | undefined };

/** An answer is any value; of HTTP it is this. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Value;
}

/** Who asked for what in which state of the gateway, and what came of it. */
export interface Exchange {
  readonly state: string;
  readonly call: string;
  readonly caller: string;
  readonly answer: Value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an answer at a path such as `body.inverters.0`; undefined where there is none. */
export function memberOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s",:[\]{}]+|\s+|./gs;
/** Of these JavaScript would change the order, so they get a mark in front. */
const INTEGER_KEY = /^"\d{1,9}"$/;

/**
 * Reads JSON so that what JavaScript forgets is kept: the order of keys that are numbers (`#0`), and how a number was
 * written where that is not the usual way (`number 230.0`). Undefined where it is no JSON.
 */
export function parseJson(text: string): Value | undefined {
  const tokens = text.match(TOKEN) ?? [];
  const marked = tokens.map((token, index) => {
    if (INTEGER_KEY.test(token) && tokens.slice(index + 1).find((next) => next.trim() !== '') === ':')
      return `"#${token.slice(1)}`;
    const isNumber = /^-?\d/.test(token);
    return isNumber && JSON.stringify(Number(token)) !== token ? JSON.stringify(`number ${token}`) : token;
  });
  try {
    return JSON.parse(marked.join('')) as Value;
  } catch {
    return undefined; // the caller keeps the text
  }
}

const LABELS = /^([^\s{]+(?:\{.*\})?)\s+(\S+)$/;

/** The text that Prometheus collects, as one member for each line: what it is about, and its value. */
export function parseMetrics(text: string): Value {
  const members: Record<string, Value> = {};
  for (const line of text.split('\n')) {
    const comment = /^(# \w+ \S+) (.*)$/.exec(line);
    const [, name = line, value = ''] = comment ?? LABELS.exec(line) ?? [];
    if (name === '') continue;
    let key = name;
    for (let again = 2; Object.hasOwn(members, key); again += 1) key = `${name} (${again})`;
    members[key] = value;
  }
  return members;
}
