import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Chaos } from './chaos-pipe.ts';
import { startChaosProxy } from './chaos-proxy.ts';

/** A server that says everything back, behind a proxy, and a client of it. */
async function startEcho(chaos: Chaos = {}) {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  const echo = await listen(server);
  const proxy = await startChaosProxy(echo.port, chaos);
  onTestFinished(async () => {
    await proxy.close();
    await echo.close();
  });
  const client: Socket = connect(proxy.port, '127.0.0.1');
  let heard = '';
  client.on('data', (piece) => {
    heard += String(piece);
  });
  const closed = new Promise<string>((resolve) => {
    client.on('error', () => resolve('reset'));
    client.on('end', () => resolve('end'));
  });
  return { proxy, client, heard: () => heard, closed };
}

describe('the chaos proxy', () => {
  it('hands on everything, in order, whatever its slices are', async () => {
    const { client, heard, proxy } = await startEcho({ sliceBytes: 3, latencyMs: 1 });
    client.write('what is said comes back');
    await expect.poll(heard).toBe('what is said comes back');
    expect([proxy.accepted(), proxy.open(), proxy.bytesTo('server')]).toEqual([1, 1, 23]);
  });

  it('keeps what falls into a black hole until it is lifted', async () => {
    const { client, heard, proxy } = await startEcho({ blackHole: true });
    client.write('nobody hears this');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard()).toBe('');
    proxy.set({});
    await expect.poll(heard).toBe('nobody hears this');
  });

  it('resets after so many bytes, and when it is told to', async () => {
    const first = await startEcho({ resetAfterBytes: 5 });
    first.client.write('too much');
    expect(await first.closed).toBe('reset');
    const second = await startEcho();
    second.client.write('x');
    await expect.poll(second.heard).toBe('x');
    second.proxy.cut('half');
    expect(await second.closed).toBe('end');
  });

  it('refuses connections, and sockets alone', async () => {
    const refused = await startEcho({ refuse: true });
    expect(await refused.closed).toBe('reset');
    const socketless = await startEcho({ noSockets: true });
    socketless.client.write('GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n');
    expect(await socketless.closed).toBe('reset');
  });
});
