/**
 * The body of a POST, as a form of either kind:
 *
 *     multipart/form-data; boundary=B              application/x-www-form-urlencoded
 *     ┌───────────────────────────────────────┐    ┌──────────────────────────┐
 *     │ (anything) CRLF                       │    │ name=value&name=value... │
 *     │ --B CRLF                              │    └──────────────────────────┘
 *     │ header: value CRLF ...  CRLF          │    %xx is a byte, + a space (not in bare JSON)
 *     │ content CRLF                          │
 *     │ --B CRLF  (next part)  ...            │
 *     │ --B-- (anything)                      │
 *     └───────────────────────────────────────┘
 *
 * Source: RFC 7578; RFC 2046, section 5.1; the URL standard, section 5.
 */

const FIELD = 'data';

/** A body that is not what its content type says. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  /** Of the answer to it. */
  readonly statusCode = __WITHOUT__.malformedForms ? 500 : 400;
}

/**
 * Finds the text of the field `data` in the body of a POST; undefined when it has none, which is answered with 1002. A
 * part of a multipart body that has a file name or a content type of its own is a file and no field. Of several fields
 * `data` the first counts, as in the original: what somebody appends to a body changes nothing. Source:
 * docs/reference/original-device.md#checks-of-a-post.
 *
 * The whole body has to be in order: one that is cut off, has malformed parts or is no UTF-8 where it matters is
 * never half accepted. Time and memory grow with the length of the body only.
 *
 * @throws {BodyError} when the body is malformed.
 */
export function readDataField(contentType: string | undefined, body: Buffer): string | undefined {
  if (contentType === undefined || body.length === 0) return undefined;
  const { value: mediaType, params } = readHeaderParams(contentType) ?? NO_TYPE;
  switch (mediaType.toLowerCase()) {
    case 'multipart/form-data':
      return fromMultipart(params.has('boundary') ? boundaryOf(params) : firstLineOf(body), body);
    case 'application/x-www-form-urlencoded':
      return fromUrlencoded(body);
    default:
      return undefined;
  }
}

const NO_TYPE = { value: '', params: new Map() };

// Texts of requests are read as one character for each byte until the field is found, so that nothing is lost.
const BYTES = 'latin1';

/** Decodes the field itself; a byte order mark is part of it. */
function toText(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, BYTES));
  } catch {
    throw new BodyError('The field is not UTF-8.');
  }
}

/** What looks like bare JSON is no form, even if there is an `&data=` in it. */
function fromUrlencoded(body: Buffer): string | undefined {
  const form = body.toString(BYTES);
  if (form.startsWith('{') || form.startsWith('[')) return undefined;
  for (const pair of form.split('&')) {
    const nameEnd = pair.indexOf('=');
    if (nameEnd >= 0 && percentDecoded(pair.slice(0, nameEnd)) === FIELD) {
      const value = pair.slice(nameEnd + 1);
      // Whoever writes a brace as it is has not escaped the others either: a plus is a plus then.
      return toText(BARE_JSON.test(value) ? bytesDecoded(value) : percentDecoded(value));
    }
  }
  return undefined;
}

const BARE_JSON = /^[{[]/;

function percentDecoded(text: string): string {
  return bytesDecoded(text.replaceAll('+', ' '));
}

/** A percent sign without two hex digits stands for itself. */
function bytesDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** Source: RFC 2046, section 5.1.1, which also gives the length. */
const BOUNDARY = /^[0-9a-zA-Z'()+_,\-./:=? ]{0,69}[0-9a-zA-Z'()+_,\-./:=?]$/;

function boundaryOf(params: HeaderParams): string {
  const boundary = params.get('boundary') ?? '';
  if (!BOUNDARY.test(boundary)) throw new BodyError('The boundary in the content type is malformed.');
  return boundary;
}

/**
 * The boundary of a body whose type does not name it: some programs set the type themselves, and then nobody adds the boundary.
 * Such a body begins with it. Source: docs/reference/api-for-other-programs.md#requests.
 */
function firstLineOf(body: Buffer): string {
  const line = body.subarray(0, FIRST_LINE_MAX_BYTES).toString(BYTES);
  const boundary = FIRST_LINE.exec(line)?.[1] ?? '';
  if (!BOUNDARY.test(boundary)) throw new BodyError('There is no boundary.');
  return boundary;
}

const FIRST_LINE_MAX_BYTES = 100;
const FIRST_LINE = /^--([^\r\n]*)\r\n/;

function fromMultipart(boundary: string, body: Buffer): string | undefined {
  let found: string | undefined;
  for (const part of partsOf(boundary, body.toString(BYTES))) {
    if (part.startsWith('\r\n')) continue; // without headers, so without a name
    const headersEnd = part.indexOf('\r\n\r\n');
    if (headersEnd < 0) throw new BodyError('The headers of a part have no end.');
    if (isDataField(part.slice(0, headersEnd))) found ??= part.slice(headersEnd + 4);
  }
  return found === undefined ? undefined : toText(found);
}

/** The parts between the delimiters, headers and content. */
function* partsOf(boundary: string, body: string): Generator<string> {
  const delimiter = `\r\n--${boundary}`;
  // The first delimiter may stand at the very beginning.
  const text = `\r\n${body}`;
  let position = text.indexOf(delimiter);
  while (position >= 0) {
    const after = position + delimiter.length;
    if (text.startsWith('--', after)) return;
    const start = skipPadding(text, after);
    // The line break before the next delimiter is the delimiter's; an empty part shares it with its own first line.
    position = text.indexOf(delimiter, start - 2);
    if (position >= start) yield text.slice(start, position);
    else if (position >= 0) throw new BodyError('A part has no headers.');
  }
  throw new BodyError('The body ends before its last delimiter.');
}

/** From behind a boundary to the beginning of the part; what is longer than the boundary is none. */
function skipPadding(text: string, position: number): number {
  let end = position;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  if (!text.startsWith('\r\n', end)) throw new BodyError('A delimiter is malformed.');
  return end + 2;
}

/**
 * Whether the headers of a part are those of the field. The transfer encoding is not looked at: it is deprecated, and
 * neither browsers nor the original know it.
 */
function isDataField(headers: string): boolean {
  let disposition: string | undefined;
  let isFile = false;
  for (const line of headers.split('\r\n')) {
    const [, name = '', value = ''] = HEADER_LINE.exec(line) ?? malformedHeader();
    if (name.toLowerCase() === 'content-type') isFile = true;
    if (name.toLowerCase() !== 'content-disposition') continue;
    if (disposition !== undefined) malformedHeader();
    disposition = value;
  }
  const params = disposition === undefined ? new Map<string, string>() : paramsOfForm(disposition);
  return params.get('name') === FIELD && !params.has('filename') && !params.has('filename*') && !isFile;
}

/** A name and a value, which is not continued on the next line. */
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9a-z]+):([^\r\n]*)$/i;

function malformedHeader(): never {
  throw new BodyError('A part has a malformed header.');
}

function paramsOfForm(disposition: string): HeaderParams {
  const { value, params } = readHeaderParams(disposition) ?? malformedHeader();
  return value.toLowerCase() === 'form-data' ? params : malformedHeader();
}

/** Parameters of a header by their names in small letters. */
type HeaderParams = ReadonlyMap<string, string>;

interface ParameterizedHeader {
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
function readHeaderParams(text: string): ParameterizedHeader | undefined {
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
