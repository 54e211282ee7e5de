import asyncapi from '../../../../../docs/api/asyncapi.json' with { type: 'json' };
import openapi from '../../../../../docs/api/openapi.json' with { type: 'json' };
import type { ACCESS_RULES } from '../access/access-rules.ts';
import type { HttpDocument, SocketDocument } from './api-document.ts';
import { documentPage } from './document-page.ts';
import { DOCUMENT_SCRIPT } from './document-script.ts';
import { DOCUMENT_STYLE } from './document-style.ts';

const HTTP: HttpDocument = openapi;
const SOCKETS: SocketDocument = asyncapi;

/** Makes each file: its type and its text. */
export const DOCUMENT_FILES: {
  readonly [N in keyof typeof ACCESS_RULES.documents]: () => readonly [type: string, text: string];
} = {
  page: () => ['text/html; charset=utf-8', documentPage(HTTP, SOCKETS)],
  style: () => ['text/css; charset=utf-8', DOCUMENT_STYLE],
  script: () => ['text/javascript; charset=utf-8', DOCUMENT_SCRIPT],
  openapi: () => ['application/json', JSON.stringify(openapi)],
  asyncapi: () => ['application/json', JSON.stringify(asyncapi)],
};
