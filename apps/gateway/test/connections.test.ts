import { connect, type Socket } from 'node:net';
import { advanceUntil } from '@heliograph/testbed/clock.ts';
import { network, watchGatewayEnds } from '@heliograph/testbed/gateway/gateway-ends.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, SOCKET_HANDSHAKE, send, sendRaw } from '@heliograph/testbed/outside/http-client.ts';
import { openRawConnection } from '@heliograph/testbed/outside/raw-connection.ts';
import { frameOf, handshakeOf, readFrames } from '@heliograph/testbed/outside/socket-frames.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { peerOf } from '../src/http/limits/limited-server.ts';
import { SERVER_LIMITS } from '../src/http/limits/server-limits.ts';
import { stayQuiet } from './stay-quiet.ts';

/** Sends a text, waits for the whole answer, and never closes its own side. */
function askAndStay(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
    onTestFinished(() => {
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('end', () => {
      socket.off('error', reject).on('error', () => undefined); // being cut off is what is tested
      resolve(socket);
    });
    socket.resume();
  });
}

const SOCKET_OFFER = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const OTHER_OFFER = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';

describe('a peer that never closes its side', () => {
  it.each([
    ['garbage', '\u0000\r\n\r\n'],
    ['a refused handshake', `GET /nothing HTTP/1.1\r\n${SOCKET_OFFER}`],
    ['an offer that is not taken', `GET /api/nothing HTTP/1.1\r\n${OTHER_OFFER}`],
    ['an offer that cannot be taken', `POST /api/nothing HTTP/1.1\r\n${OTHER_OFFER}`],
  ])('loses its place soon after the answer to %s', async (_, text) => {
    const { port, clock } = await startTestGateway();
    const all = Array.from({ length: SERVER_LIMITS.connectionsPerAddressMax }, () => askAndStay(port, text));
    await Promise.all(all);
    expect((await send(port, '/api/livedata/status')).status).toBe(503);
    await clock.advanceAsync(1000);
    expect((await send(port, '/api/livedata/status')).status).toBe(200);
  });
});

describe('a body that does not come to its end', () => {
  it.each([
    ['that is waited for', 'POST /api/ntp/config', login()],
    ['of a call that is answered already', 'GET /api/livedata/status', {}],
    ['of a path that nobody can read', 'POST /%zz', {}],
  ])('ends the connection after a while: %s', async (_, line, headers) => {
    const { port, clock } = await startTestGateway();
    const startMs = clock.monotonicMs();
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n${more.join('')}\r\ndata=`;
    let isOver = false;
    const received = sendRaw(port, text).finally(() => {
      isOver = true;
    });
    await advanceUntil(clock, async () => isOver);
    expect(clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(SERVER_LIMITS.bodyTimeoutMs);
    expect((await received).split(' ')[1]).toBe(
      line.includes('ntp') ? '408' : line.includes('%') ? '400' : '200',
    );
  });
});

/** What a browser says when it opens a page. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** A page without a script, in three languages, that asks again by itself. */
function expectWaitPage(
  { status, headers, text }: Awaited<ReturnType<typeof send>>,
  wanted: number,
  againAfterS: number,
): void {
  expect([status, Number(headers['retry-after']) <= againAfterS]).toEqual([wanted, true]);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  expect(headers['cache-control']).toBe('no-store');
  expect(text).toContain(`<meta http-equiv="refresh" content="${againAfterS}">`);
  expect([...text.matchAll(/<p lang="(..)">/g)].map(([, language]) => language)).toEqual(['en', 'de', 'fr']);
  expect(text).not.toMatch(/<script|\{"message"/);
}

describe('connections of one address', () => {
  it('are turned away with a reason when there is no room, and who came first gives way when too many are', async () => {
    const limits = { connectionsMax: 2 };
    const { port, clock } = await startTestGateway({ limits });
    const kept = [await stayQuiet(port), await stayQuiet(port)];
    for (const path of ['/', '/api/livedata/status']) {
      const { status, headers, text } = await send(port, path);
      expect([status, headers['retry-after'], headers.connection]).toEqual([503, '5', 'close']);
      expect(JSON.parse(text)).toEqual({ message: expect.stringContaining('too many connections') });
    }
    expect((await send(port, '/livedata', { headers: SOCKET_HANDSHAKE })).status).toBe(503);
    expectWaitPage(await send(port, '/', { headers: BROWSER }), 503, 5);
    const quiet: Socket[] = [];
    for (let count = 0; count <= SERVER_LIMITS.turnedAwayOwnMax; count++) quiet.push(await stayQuiet(port));
    await expect.poll(() => quiet.map(({ closed }) => closed)).toEqual([true, false, false, false, false]);
    expect((await send(port, '/')).text).toContain('too many connections'); // the next one takes its place
    await clock.advanceAsync(SERVER_LIMITS.turnedAwayTimeoutMs);
    await expect.poll(() => quiet.every(({ closed }) => closed)).toBe(true);
    kept[0]?.destroy();
    await expect.poll(async () => (await send(port, '/api/livedata/status')).status).toBe(200);
  });
});

describe('requests of one address', () => {
  const limits = { requestsPerSecond: 2, requestBurst: 4 };

  it('are refused beyond the budget, whatever they are for and whoever asks, and then no more', async () => {
    const { port, clock } = await startTestGateway({ limits });
    const headers = login();
    for (const path of ['/', '/api/nothing', '/api/ntp/config', '/livedata'])
      await send(port, path, { headers });
    const refused = [
      await send(port, '/'),
      await send(port, '/api/ntp/config', { headers }),
      await send(port, '/api/ntp/config', { method: 'POST', headers, body: 'data={}' }),
      await send(port, '/livedata', { headers: { ...SOCKET_HANDSHAKE, ...headers } }),
    ];
    for (const { status, headers: sent, text } of refused) {
      expect([status, sent['retry-after']]).toEqual([429, '1']);
      expect(JSON.parse(text)).toEqual({ message: 'Too many requests. Please wait a moment.' });
    }
    expectWaitPage(await send(port, '/', { headers: BROWSER }), 429, 2);
    await clock.advanceAsync(1000);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) statuses.push((await send(port, '/api/livedata/status')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('a health check', () => {
  it('is answered when there is no room for anybody, and its connection is closed', async () => {
    const { port } = await startTestGateway({ limits: { connectionsMax: 0 } });
    expect(await send(port, '/healthz')).toMatchObject({
      status: 200,
      text: 'ok',
      headers: { connection: 'close' },
    });
    expect(await send(port, '/healthz', { from: '127.0.0.2' })).toMatchObject({ status: 200, text: 'ok' });
    expect((await send(port, '/readyz')).status).toBe(503);
    const below = await startTestGateway({ limits: { connectionsMax: 0 }, basePath: '/dtu/' });
    for (const path of ['/healthz', '/dtu/healthz']) expect((await send(below.port, path)).status).toBe(200);
    expect((await send(below.port, '/dtu/')).status).toBe(503);
  });

  it('is answered while strangers take every place and come again at once', async () => {
    const { port } = await startTestGateway({ limits: { connectionsMax: 4, connectionsPerAddressMax: 4 } });
    for (let count = 0; count < 40; count++) await stayQuiet(port, `127.0.0.${2 + count}`);
    expect((await send(port, '/healthz')).status).toBe(200);
    expect((await send(port, '/api/livedata/status')).status).toBe(200); // one place is for this machine
  });

  it('keeps no connection open', async () => {
    const { port } = await startTestGateway();
    const text = await sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
    expect(text.split('HTTP/1.1 200').length - 1).toBe(1); // the gateway closes: what follows is not read
  });
});

const LIVE = 'GET /api/livedata/status HTTP/1.1\r\nHost: localhost\r\n';

describe('requests that are sent ahead', () => {
  it('are answered one after the other, and no other connection waits for all of them', async () => {
    const { port } = await startTestGateway();
    const ahead = sendRaw(port, `${`${LIVE}\r\n`.repeat(2_000)}${LIVE}Connection: close\r\n\r\n`);
    let isOver = false;
    void ahead.then(() => {
      isOver = true;
    });
    for (let count = 0; count < 3; count++)
      expect((await send(port, '/api/livedata/status')).status).toBe(200);
    expect(isOver).toBe(false);
    expect((await ahead).split('HTTP/1.1 200').length - 1).toBe(2_001);
  });

  it('are read no faster than an address may send them', async () => {
    const { port, clock } = await startTestGateway({ limits: { readsPerSecond: 10, readBurst: 20 } });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('data', (piece: Buffer) => {
      text += String(piece);
    });
    socket.write(`${LIVE}\r\n`.repeat(100));
    const answers = () => text.split('HTTP/1.1 ').length - 1;
    await expect.poll(answers).toBe(20);
    await clock.advanceAsync(1_000);
    await expect.poll(answers).toBe(30);
    expect((await send(port, '/api/livedata/status', { from: '127.0.0.2' })).status).toBe(200);
  });

  it('behind a body are read like all others, whether its length was told or not', async () => {
    const { port } = await startTestGateway();
    for (const body of [
      'Content-Length: 5\r\n\r\nabcde',
      'Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
    ]) {
      const text = await sendRaw(port, `${LIVE}${body}${LIVE}\r\n${LIVE}Connection: close\r\n\r\n`);
      expect(text.split('HTTP/1.1 200').length - 1).toBe(3);
    }
  });
});

describe('a path that nobody can read', () => {
  it.each(['/%zz', '/api/%', '/%c3%28'])('counts and needs our name like every other: %s', async (path) => {
    const { port } = await startTestGateway({ limits: { requestsPerSecond: 1, requestBurst: 3 } });
    const first = await send(port, path, { headers: { host: 'evil.test' } });
    expect(first.status).toBe(421);
    expect([400, 404]).toContain((await send(port, path)).status);
    expect((await send(port, path)).status).not.toBe(429);
    expect((await send(port, path)).status).toBe(429);
  });

  it('nor is the way to the pages anybody may have without', async () => {
    const { port } = await startTestGateway({
      limits: { requestsPerSecond: 1, requestBurst: 2 },
      basePath: '/dtu/',
    });
    expect((await send(port, '/dtu', { headers: { host: 'evil.test' } })).status).toBe(421);
    expect((await send(port, '/dtu')).status).toBe(308);
    expect((await send(port, '/dtu')).status).toBe(429);
  });
});

describe('frames of sockets', () => {
  const limits = { framesPerSecond: 10, frameBurst: 100, frameBytesPerSecond: 1_000, frameByteBurst: 10_000 };
  const EMPTY = frameOf({ opcode: 1 });
  const PING = frameOf({ opcode: 9 });

  async function flooding(port: number, bytes: Buffer) {
    const client = await openRawConnection(port, { from: '127.0.0.2' });
    onTestFinished(() => void client.socket.destroy());
    client.socket.write(handshakeOf('/livedata'));
    client.socket.write(bytes);
    const frames = () => readFrames(Buffer.from(client.received().split('\r\n\r\n')[1] ?? '', 'latin1'));
    const isAnswered = async () => frames().some(({ opcode }) => opcode === 10);
    const isClosed = async () => frames().some(({ opcode }) => opcode === 8);
    return { client, frames, isAnswered, isClosed };
  }

  it('are read no faster than they may come, and who goes on is closed', async () => {
    const { port, clock } = await startTestGateway({ limits, scenario: 'no-inverters' });
    const ends = watchGatewayEnds(port);
    const many = Buffer.concat(Array<Buffer>(200_000).fill(EMPTY));
    const { client, frames, isClosed } = await flooding(port, many);
    await advanceUntil(clock, isClosed);
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(SERVER_LIMITS.floodMaxMs);
    expect(ends.bytesRead()).toBeLessThan(2 * 65_536);
    expect(
      frames()
        .find(({ opcode }) => opcode === 8)
        ?.payload.readUInt16BE(),
    ).toBe(1008);
    await clock.advanceAsync(2_000);
    await client.closed;
    expect((await send(port, '/api/livedata/status')).status).toBe(200);
  });

  it('that were too many once are all read in the end', async () => {
    const { port, clock } = await startTestGateway({ limits, scenario: 'no-inverters' });
    const some = Buffer.concat([...Array<Buffer>(150).fill(EMPTY), PING]);
    const { isAnswered, isClosed } = await flooding(port, some);
    await network();
    expect(await isAnswered()).toBe(false);
    await advanceUntil(clock, isAnswered);
    expect(clock.monotonicMs()).toBeLessThanOrEqual(7_000);
    await clock.advanceAsync(SERVER_LIMITS.floodMaxMs);
    expect(await isClosed()).toBe(false);
  });

  it('are counted by their bytes, too', async () => {
    const { port, clock } = await startTestGateway({ limits, scenario: 'no-inverters' });
    const ends = watchGatewayEnds(port);
    const text = frameOf({ opcode: 1, payload: 'x'.repeat(1_000) });
    const { isClosed } = await flooding(port, Buffer.concat(Array<Buffer>(5_000).fill(text)));
    await advanceUntil(clock, isClosed);
    expect(ends.bytesRead()).toBeLessThan(3 * 65_536);
  });

  it('of one socket do not hold up those of another one at the same address', async () => {
    const { port, clock } = await startTestGateway({ limits, scenario: 'no-inverters' });
    for (let count = 0; count < 7; count++)
      await flooding(port, Buffer.concat(Array<Buffer>(20_000).fill(EMPTY)));
    await network();
    const { isAnswered } = await flooding(port, PING);
    const fromMs = clock.monotonicMs();
    await advanceUntil(clock, isAnswered);
    expect(clock.monotonicMs() - fromMs).toBeLessThanOrEqual(2_000);
  });
});

describe('two connections from one port of a client', () => {
  it('to two addresses of the gateway are not taken for each other', () => {
    const client = { remoteAddress: '192.168.4.9', remotePort: 50_000 };
    const [one, other] = ['192.168.4.20', '192.168.5.20'].map((localAddress) =>
      peerOf({ ...client, localAddress } as Socket),
    );
    expect(one).not.toBe(other);
  });
});
