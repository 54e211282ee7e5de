import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** A port of this machine where nobody listens: any one, or one by chance out of a range. */
export async function freePort(range?: PortRange): Promise<number> {
  const server = createServer();
  server.listen(range === undefined ? 0 : randomInt(range.first, range.last + 1), '127.0.0.1');
  const isFree = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]).catch(() => false);
  if (!isFree) return freePort(range);
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('it listened at no port');
  return address.port;
}

/** The same for UDP. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
