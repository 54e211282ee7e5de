import { once } from 'node:events';
import { createServer } from 'node:net';

/** @returns {Promise<number>} a port of this machine where nobody listens now */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('it listened at no port');
  return address.port;
}
