import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_HEADERS } from './response-headers.ts';

/**
 * Takes the base path off a request, so that everything behind knows its own paths only. A proxy may have taken it off
 * already: what does not begin with it stays as it is. `basePath` has a slash at both ends.
 *
 * @returns whether the request is for the base path without its slash, which has to be told where the pages begin
 */
export function stripBasePath(request: IncomingMessage, basePath: string): boolean {
  if (basePath === '/') return false;
  const { url = '' } = request;
  if (url.startsWith(basePath)) request.url = url.slice(basePath.length - 1);
  return url === basePath.slice(0, -1);
}

/** To the page, with the slash without which its relative addresses lead elsewhere. */
export function answerMoved(response: ServerResponse, basePath: string): void {
  response.writeHead(308, { ...API_HEADERS, location: basePath, 'content-length': '0' }).end();
}
