import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnectionCounts } from '../src/http/connection-counts.ts';
import { createRequestBudget } from '../src/http/request-budget.ts';
import { limitsOf, SERVER_LIMITS } from '../src/http/server-limits.ts';
import { advanceUntil } from './advance-until.ts';
import { login, SOCKET_HANDSHAKE, send, sendRaw } from './http-client.ts';
import { startTestGateway } from './start-test-gateway.ts';
import { createVirtualClock } from './virtual-clock.ts';

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

/** A connection that says nothing; resolves when the server has it. */
function stayQuiet(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', () => undefined); // being cut off is what is tested
    onTestFinished(() => {
      socket.destroy();
    });
  });
}

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
  it('leave room for others, and all of them have an end', () => {
    const counts = createConnectionCounts(3, 2);
    const added = (...addresses: readonly string[]) => addresses.map((address) => counts.add(address));
    expect(added('a', 'a', 'a', 'b', 'b')).toEqual([true, true, false, true, false]);
    counts.remove('a');
    expect(added('b', 'a')).toEqual([true, false]);
  });

  it('are turned away with a reason when there is no room, and closed when too many are', async () => {
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
    for (let count = 0; count < SERVER_LIMITS.turnedAwayMax; count++) await stayQuiet(port);
    await expect(send(port, '/')).rejects.toThrow(/ECONNRESET|hang up/);
    await clock.advanceAsync(SERVER_LIMITS.turnedAwayTimeoutMs); // who was turned away has gone
    await expect.poll(async () => (await send(port, '/')).text).toContain('too many connections');
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

  it('are counted for each address alone, and saved up to the burst', () => {
    const clock = createVirtualClock();
    const budget = createRequestBudget(clock, limits);
    const asks = (address: string, count: number) =>
      Array.from({ length: count }, () => budget.refusalOf(address)).filter(
        (refusal) => refusal !== undefined,
      ).length;
    expect([asks('a', 5), asks('b', 3)]).toEqual([1, 0]);
    clock.advance(400);
    expect(asks('a', 1)).toBe(1);
    clock.advance(100);
    expect(asks('a', 2)).toBe(1);
    clock.advance(3_600_000);
    expect([asks('a', 6), asks('b', 6)]).toEqual([2, 2]);
  });

  it('take no more memory for more addresses', () => {
    const budget = createRequestBudget(createVirtualClock(), { requestsPerSecond: 1, requestBurst: 1 });
    const first = Array.from({ length: 1025 }, (_, index) => budget.refusalOf(`a${index}`));
    expect(first.every((refusal) => refusal === undefined)).toBe(true);
    expect([budget.refusalOf('a1024')?.status, budget.refusalOf('a0')]).toEqual([429, undefined]);
  });
});

describe('few handles of files', () => {
  it('leave fewer connections', () => {
    const connectionsOf = (openFilesMax: number) =>
      limitsOf({ openFilesMax: () => openFilesMax }).connectionsMax;
    expect([Number.POSITIVE_INFINITY, 1024, 128, 60].map(connectionsOf)).toEqual([256, 256, 72, 8]);
  });
});
