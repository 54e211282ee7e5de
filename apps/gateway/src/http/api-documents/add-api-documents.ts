import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import asyncapi from '../../../../../docs/api/asyncapi.json' with { type: 'json' };
import openapi from '../../../../../docs/api/openapi.json' with { type: 'json' };
import { ACCESS_RULES } from '../access/access-rules.ts';
import { answerFile, representation, type WebFile } from '../pages/web-file.ts';
import type { HttpDocument, SocketDocument } from './api-document.ts';
import { documentPage } from './document-page.ts';
import { DOCUMENT_SCRIPT } from './document-script.ts';
import { DOCUMENT_STYLE } from './document-style.ts';

const HTTP: HttpDocument = openapi;
const SOCKETS: SocketDocument = asyncapi;

/** How each file is made, when it is first asked for. */
const FILES: {
  readonly [N in keyof typeof ACCESS_RULES.documents]: readonly [type: string, text: () => string];
} = {
  page: ['text/html; charset=utf-8', () => documentPage(HTTP, SOCKETS)],
  style: ['text/css; charset=utf-8', () => DOCUMENT_STYLE],
  script: ['text/javascript; charset=utf-8', () => DOCUMENT_SCRIPT],
  openapi: ['application/json', () => JSON.stringify(openapi)],
  asyncapi: ['application/json', () => JSON.stringify(asyncapi)],
};

/** Adds the documents of the API and the page that shows them: they say nothing that is not public. */
export function addApiDocuments(app: FastifyInstance): void {
  for (const name of Object.keys(FILES) as (keyof typeof FILES)[]) {
    const [type, text] = FILES[name];
    let file: WebFile | undefined;
    app.route({
      method: ACCESS_RULES.documents[name].method,
      url: ACCESS_RULES.documents[name].path,
      config: { rule: ACCESS_RULES.documents[name] },
      handler: async (request, reply) => {
        file ??= fileOf(type, text());
        const { status, headers, body } = answerFile(file, request.headers);
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
}

function fileOf(type: string, text: string): WebFile {
  const bytes = Buffer.from(text);
  return { type, isImmutable: false, plain: representation(bytes), gzip: representation(gzipSync(bytes)) };
}
