import { createHash } from 'node:crypto';
import { WEB_HEADERS } from '../answers/response-headers.ts';

/** What of a request decides how a file is sent. */
export interface WebRequestHeaders {
  readonly accept?: string | undefined;
  readonly 'accept-language'?: string | undefined;
  readonly 'accept-encoding'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

export interface WebAnswer {
  readonly status: 200 | 304 | 404 | 503;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where an answer has none, not even an empty one. */
  readonly body: Buffer | undefined;
}

/** One way to send a file. */
interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A file that is held in memory, in the ways in which it can be sent. */
export interface WebFile {
  readonly type: string;
  readonly isImmutable: boolean;
  readonly plain: Representation;
  readonly br?: Representation;
  readonly gzip?: Representation;
}

/** The bytes with a name for their content. */
export function representation(bytes: Buffer): Representation {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** Sends a file in the smallest way that the client takes, or tells that it has it already. */
export function answerFile(file: WebFile, headers: WebRequestHeaders): WebAnswer {
  const accepted = acceptedEncodings(headers['accept-encoding']);
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.has(name) && file[name] !== undefined);
  const { bytes, etag } = (encoding && file[encoding]) ?? file.plain;
  const sent = {
    ...WEB_HEADERS,
    'content-type': file.type,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag,
    vary: 'Accept-Encoding',
    ...(encoding && { 'content-encoding': encoding }),
  };
  return isKnown(headers['if-none-match'], etag)
    ? { status: 304, headers: sent, body: undefined }
    : { status: 200, headers: sent, body: bytes };
}

/** The encodings that a client takes; one with the weight 0 it does not. */
export function acceptedEncodings(header = ''): ReadonlySet<string> {
  const accepted = new Set<string>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}

function isKnown(ifNoneMatch = '', etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => {
    const known = tag.trim().replace(/^W\//, '');
    return known === etag || known === '*';
  });
}
