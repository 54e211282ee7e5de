import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createLinesPoster } from './post-lines.ts';

const LINES = Buffer.from('heliograph_test,site=barn value=1 1790000000000000000\n');
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function startDatabase(status = 204) {
  const seen = { connections: 0, bodies: [] as string[], authorization: '' };
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    seen.bodies.push(Buffer.concat(parts).toString());
    seen.authorization = request.headers.authorization ?? '';
    response.writeHead(status).end(status === 204 ? undefined : 'a sentence about it');
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const poster = createLinesPoster(3);
  ends.push(() => {
    poster.stop();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/write`;
  return { seen, server, post: () => poster.post(url, { authorization: 'Basic x' }, LINES, 5000) };
}

describe('lines for the time-series database', () => {
  it('go one after the other over one connection, also where it refuses them', async () => {
    for (const status of [204, 400]) {
      const { seen, post } = await startDatabase(status);
      for (let turn = 0; turn < 5; turn += 1) expect(await post()).toBe(status);
      expect(seen).toMatchObject({ connections: 1, authorization: 'Basic x' });
      expect(seen.bodies).toEqual(Array.from({ length: 5 }, () => LINES.toString()));
    }
  });

  it('go over no more connections than it may have, however many come at once', async () => {
    const { seen, post } = await startDatabase();
    await Promise.all(Array.from({ length: 50 }, post));
    expect(seen.bodies).toHaveLength(50);
    expect(seen.connections).toBe(3);
  });

  it('go over a new connection where the old one was closed meanwhile', async () => {
    const { seen, server, post } = await startDatabase();
    await post();
    // Before the poster can have heard of it.
    server.closeAllConnections();
    expect(await post()).toBe(204);
    expect(seen.connections).toBe(2);
  });

  it('are tried twice at most, however many connections were closed meanwhile', async () => {
    const { seen, server, post } = await startDatabase();
    await Promise.all([post(), post(), post()]);
    expect(seen.connections).toBe(3);
    const asked: number[] = [];
    server.removeAllListeners('request');
    // It goes on to take connections, and closes each with its next question.
    server.on('request', ({ socket }) => {
      asked.push(seen.connections);
      socket.resetAndDestroy();
    });
    await expect(post()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toEqual([3, 4]);
  });

  it('fail where no answer comes in time', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const poster = createLinesPoster(1);
    ends.push(() => {
      poster.stop();
      silent.closeAllConnections();
      silent.close();
    });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/write`;
    await expect(poster.post(url, {}, LINES, 30)).rejects.toThrow('in time');
  });

  it('fail where nobody answers', async () => {
    const { server, post } = await startDatabase();
    await post();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await expect(post()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
