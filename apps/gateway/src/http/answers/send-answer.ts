import { Readable } from 'node:stream';
import type { EndpointName, RequestQuery, SentAnswer } from '@heliograph/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../access/access.ts';
import { waitPageOf } from '../pages/wait-page.ts';
import { API_HEADERS } from './response-headers.ts';

/** How answers become bytes where it is not plain JSON. */
export type AnswerTexts = { readonly [N in EndpointName]?: (answer: SentAnswer<N>) => Buffer };
/** What some answers say beside, or in place of, what all of them say. */
export type AnswerHeaders = {
  readonly [N in EndpointName]?: (query: RequestQuery<N>) => Readonly<Record<string, string>>;
};

/** Answers that are sent while they are made, piece by piece, with the headers that are theirs. */
export type AnswerStreams = { readonly [N in EndpointName]?: (answer: SentAnswer<N>) => AnswerStream };

export interface AnswerStream {
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<string | Uint8Array>;
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Answers a request that may not go on. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { status, headers, message } = refusal;
  // Where a refused body is not read to its end the connection is no use for anything else.
  if (!isRead(request) && !request.raw.readableEnded) reply.header('connection', 'close');
  reply.code(status).headers(headers);
  const page = waitPageOf(request.raw, refusal);
  if (page !== undefined) return reply.headers(page.headers).send(page.body);
  return message === undefined
    ? reply.headers(API_HEADERS).send(Buffer.alloc(0))
    : sendJson(reply, Buffer.from(JSON.stringify({ message })));
}

export function sendJson(
  reply: FastifyReply,
  text: Buffer,
  own: Readonly<Record<string, string>> = {},
): FastifyReply {
  return reply.headers({ ...API_HEADERS, 'content-type': 'application/json', ...own }).send(text);
}

/** Sends pieces as fast as they are taken; when the client goes away no more of them are made. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, pieces }: AnswerStream,
): FastifyReply {
  reply.headers({ ...API_HEADERS, ...headers });
  if (request.method !== 'HEAD') return reply.send(Readable.from(pieces));
  void pieces[Symbol.asyncIterator]().return?.(); // nobody wants them
  return reply.send(Readable.from([])); // of a text the length would be told, 0
}

/** One plain sentence or word, as the answer to an upload is. */
export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...API_HEADERS, 'content-type': 'text/plain; charset=utf-8' })
    .send(text);
}
