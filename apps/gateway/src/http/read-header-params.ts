/** Parameters of a header by their names in small letters. */
export type HeaderParams = ReadonlyMap<string, string>;

export interface ParameterizedHeader {
  readonly value: string;
  readonly params: HeaderParams;
}

/** `name=token` or `name="text"` behind a semicolon; in quotes a backslash stands before a quote or another one. */
const PARAM = /;[ \t]*(?:([!#$%&'*+\-.^_`|~0-9a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]*)))?[ \t]*/iy;
const VALUE = /[ \t]*([^\s";]*)[ \t]*/y;

/**
 * Takes a header like `form-data; name="data"` apart. Undefined when it is malformed, which includes a parameter that
 * is there twice: who reads it might take the one, who checks it the other. Source: RFC 9110, section 5.6.6.
 */
export function readHeaderParams(text: string): ParameterizedHeader | undefined {
  VALUE.lastIndex = 0;
  const [whole = '', value = ''] = VALUE.exec(text) ?? [];
  const params = new Map<string, string>();
  PARAM.lastIndex = whole.length;
  while (PARAM.lastIndex < text.length) {
    const found = PARAM.exec(text);
    if (found === null) return undefined;
    const [, name, quoted, token] = found;
    if (name === undefined) continue; // nothing between two semicolons
    if (params.has(name.toLowerCase())) return undefined;
    params.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? token ?? '');
  }
  return { value, params };
}
