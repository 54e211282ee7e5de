import { send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { startTestServer, TEST_SERIAL, type TestServer } from './start-test-server.ts';

const read = async ({ port }: TestServer) => JSON.parse((await send(port, '/api/livedata/status')).text);

const hear = ({ fleet }: TestServer, limitPercent: number) =>
  fleet.update(TEST_SERIAL, ({ limit }) => ({ limit: { ...limit, percent: limitPercent, source: 'told' } }));

describe('a change', () => {
  it('of an inverter is in the very next answer', async () => {
    const server = await startTestServer();
    for (const percent of [10, 20, 30]) {
      hear(server, percent);
      expect((await read(server)).inverters[0].limit_relative).toBe(percent);
    }
  });

  it('of a hint is in the very next answer', async () => {
    const server = await startTestServer();
    expect((await read(server)).hints.time_sync).toBe(false);
    server.setHints({ time_sync: true });
    expect((await read(server)).hints.time_sync).toBe(true);
  });

  it.each(['time_sync', 'radio_problem', 'default_password'])(
    'of the hint %s is pushed within a second',
    async (hint) => {
      const server = await startTestServer();
      const client = await openSocket(server.port);
      server.clock.advance(1000);
      server.clock.advance(1000);
      server.setHints({ [hint]: true });
      server.clock.advance(1000);
      await client.settle();
      expect(client.messages).toHaveLength(2);
      expect(JSON.parse(client.messages[1] ?? '').hints[hint]).toBe(true);
    },
  );

  it('is pushed once', async () => {
    const server = await startTestServer();
    const client = await openSocket(server.port);
    server.clock.advance(1000);
    hear(server, 10);
    hear(server, 20);
    server.clock.advance(5000);
    await client.settle();
    const limits = client.messages.map((text) => JSON.parse(text).inverters[0].limit_relative);
    expect(limits).toEqual([0, 20]);
  });
});

describe('pushes', () => {
  it('are a second apart, whoever comes and goes', async () => {
    const server = await startTestServer();
    const first = await openSocket(server.port);
    server.clock.advance(0);
    await first.settle();
    expect(first.messages).toHaveLength(1);
    first.socket.terminate();
    await first.closed;
    await server.clock.advanceAsync(200);
    hear(server, 10);
    const second = await openSocket(server.port);
    await server.clock.advanceAsync(799);
    await second.settle();
    expect(second.messages).toHaveLength(0);
    await server.clock.advanceAsync(1);
    await second.settle();
    expect(second.messages).toHaveLength(1);
  });

  it('stop when the last client is gone and go on with the next', async () => {
    const server = await startTestServer();
    const first = await openSocket(server.port);
    await server.clock.advanceAsync(1000);
    first.socket.close();
    await first.closed;
    await server.clock.advanceAsync(60_000);
    const second = await openSocket(server.port);
    await server.clock.advanceAsync(1000);
    await second.settle();
    expect(second.messages).toHaveLength(1);
  });
});

describe('the age of the data', () => {
  it('counts whole seconds', async () => {
    const server = await startTestServer();
    server.fleet.update(TEST_SERIAL, (_, nowMs) => ({ readingAtMs: nowMs }));
    const ages: number[] = [];
    for (const stepMs of [0, 900, 100, 1000, 58_000]) {
      server.clock.advance(stepMs);
      ages.push((await read(server)).inverters[0].data_age);
    }
    expect(ages).toEqual([0, 0, 1, 2, 60]);
  });
});
