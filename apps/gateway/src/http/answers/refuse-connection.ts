import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import type { Refusal } from '../access/access.ts';
import { endConnection } from './end-connection.ts';
import { API_HEADERS } from './response-headers.ts';

/** Answers on a connection that the HTTP server has let go of, and ends it. */
export function refuseConnection(
  connection: Duplex,
  { status, headers, message }: Refusal,
  clock: Clock,
): void {
  const body = message === undefined ? '' : JSON.stringify({ message });
  const lines = Object.entries({
    ...(!__WITHOUT__.refusedSocketHeaders && API_HEADERS),
    ...headers,
    ...(body !== '' && { 'content-type': 'application/json' }),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  endConnection(connection, clock, `${head}${body}`);
}
