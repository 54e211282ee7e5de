import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnectionCounts } from '../src/http/connection-counts.ts';
import { SERVER_LIMITS } from '../src/http/server-limits.ts';
import { advanceUntil } from './advance-until.ts';
import { login, send, sendRaw } from './http-client.ts';
import { startTestGateway } from './start-test-gateway.ts';

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
    await expect(send(port, '/api/livedata/status')).rejects.toThrow(/ECONNRESET|hang up/);
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

describe('connections of one address', () => {
  it('leave room for others', () => {
    const counts = createConnectionCounts(2);
    expect([counts.add('a'), counts.add('a'), counts.add('a'), counts.add('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    counts.remove('a');
    expect([counts.add('a'), counts.add('a')]).toEqual([true, false]);
  });
});
