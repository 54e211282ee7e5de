import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_HEADERS } from '../answers/response-headers.ts';

/**
 * Takes the base path off a request, so that everything behind knows its own paths only. A proxy may have taken it off
 * already: what does not begin with it stays as it is. `basePath` has a slash at both ends.
 *
 * @returns whether the request is for the base path without its slash, which has to be told where the pages begin
 */
export function stripBasePath(request: IncomingMessage, basePath: string): boolean {
  if (basePath === '/') return false;
  const path = pathAndQueryOf(request);
  if (path.startsWith(basePath)) request.url = path.slice(basePath.length - 1);
  return path.split('?', 1)[0] === basePath.slice(0, -1);
}

/** A request may name us in front of the path, as it does to a proxy. Source: RFC 9112, section 3.2.2. */
function pathAndQueryOf({ url = '' }: IncomingMessage): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}

/** To the page, with the slash without which its relative addresses lead elsewhere. */
export function answerMoved(request: IncomingMessage, response: ServerResponse, basePath: string): void {
  const location = basePath + pathAndQueryOf(request).slice(basePath.length - 1);
  response.writeHead(308, { ...API_HEADERS, location, 'content-length': '0' }).end();
}
