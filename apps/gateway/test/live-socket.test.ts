import { sentLiveData } from '@heliograph/testbed/gateway/sent-live-data.ts';
import {
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, SOCKET_HANDSHAKE, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket, type SocketClient } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { letLive } from './let-live.ts';

/** A gateway and a client of its live socket. */
async function connected(
  options: TestGatewayOptions = {},
): Promise<{ gateway: TestGateway; client: SocketClient }> {
  const gateway = await startTestGateway(options);
  return { gateway, client: await openSocket(gateway.port) };
}

const readable = (text: string | undefined) => (text === undefined ? undefined : sentLiveData(text));

describe('the live socket', () => {
  it('says nothing on connect and the whole of it within a second', async () => {
    const { gateway, client } = await connected();
    await client.settle();
    expect(client.messages).toEqual([]);
    await letLive(gateway, [client], 1);
    expect(client.messages).toHaveLength(1);
    expect(readable(client.messages[0])?.inverters).toHaveLength(3);
  });

  it('sends what GET answers, and beside that the groups that programs of today read', async () => {
    const { gateway, client } = await connected();
    await letLive(gateway, [client], 4);
    const { text, headers } = await send(gateway.port, '/api/livedata/status');
    const { inverters, ...message } = JSON.parse(client.messages.at(-1) ?? '');
    const asAnswered = inverters.map(({ AC, DC, INV, ...others }: Record<string, unknown>) => {
      expect([AC, DC, INV]).toEqual([expect.any(Object), expect.any(Object), expect.any(Object)]);
      return others;
    });
    expect(JSON.parse(text)).toEqual({ inverters: asAnswered, ...message });
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  it('pushes once a second at most while readings come in', async () => {
    const { gateway, client } = await connected();
    await letLive(gateway, [client], 1);
    const before = client.messages.length;
    await letLive(gateway, [client], 20);
    const pushes = client.messages.length - before;
    expect(pushes).toBeLessThanOrEqual(20);
    expect(pushes).toBeGreaterThanOrEqual(15); // an inverter is asked every second
    const powers = new Set(client.messages.map((text) => readable(text)?.total.Power.v));
    expect(powers.size).toBeGreaterThan(5);
  });

  it('pushes at least every 10 s when nothing changes, though timers are late', async () => {
    const { gateway, client } = await connected({ scenario: 'no-inverters' });
    await letLive(gateway, [client], 1);
    expect(client.messages).toHaveLength(1);
    await letLive(gateway, [client], 7);
    expect(client.messages).toHaveLength(1);
    await letLive(gateway, [client], 1); // one look before the 10 s are over
    expect(client.messages).toHaveLength(2);
    await letLive(gateway, [client], 27);
    expect(client.messages).toHaveLength(5);
    expect(client.messages[0]).toBe(
      '{"inverters":[],"total":{"Power":{"v":0,"u":"W","d":1},"YieldDay":{"v":0,"u":"Wh","d":0},' +
        '"YieldTotal":{"v":0,"u":"kWh","d":2}},' +
        '"hints":{"time_sync":false,"radio_problem":false,"default_password":true},' +
        '"plant":{"all":0,"answering":0,"producing":0,"night":false,"day":"2024-06-21","yield_total_known":0}}',
    );
  });

  it('takes a poll that nobody answered for no news: nothing but ages differs', async () => {
    const { gateway, client } = await connected({ scenario: 'night' });
    await letLive(gateway, [client], 120); // by then nobody is reachable any more
    const before = client.messages.length;
    await letLive(gateway, [client], 60);
    const pushes = client.messages.length - before;
    expect(pushes).toBeGreaterThanOrEqual(6); // the regular ones
    expect(pushes).toBeLessThanOrEqual(7);
  });

  it('loses no push to somebody who reads over HTTP', async () => {
    const { gateway, client } = await connected();
    await letLive(gateway, [client], 1);
    for (let second = 0; second < 10; second++) {
      const before = client.messages.length;
      await gateway.clock.advanceAsync(900);
      await send(gateway.port, '/api/livedata/status');
      await gateway.clock.advanceAsync(100);
      await client.settle();
      expect(client.messages.length, `second ${second}`).toBe(before + 1);
    }
  });

  it('gives a newcomer its first message without waiting for a change', async () => {
    const { gateway, client } = await connected({ scenario: 'no-inverters' });
    await letLive(gateway, [client], 3);
    const newcomer = await openSocket(gateway.port);
    await letLive(gateway, [client, newcomer], 1);
    expect(newcomer.messages).toHaveLength(1);
    expect(client.messages).toHaveLength(1);
  });

  it('does not answer what clients send and stays open', async () => {
    const { gateway, client } = await connected({ scenario: 'no-inverters' });
    await letLive(gateway, [client], 1);
    for (const text of ['ping', '', '{}', 'x'.repeat(1024)]) client.socket.send(text);
    client.socket.send(Buffer.from([0, 1, 2]));
    await letLive(gateway, [client], 2);
    expect(client.messages).toHaveLength(1);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  it('closes who sends more than a kilobyte and serves the others', async () => {
    const { gateway, client } = await connected();
    const other = await openSocket(gateway.port);
    client.socket.send('x'.repeat(1025));
    expect(await client.closed).toBe(1009);
    await letLive(gateway, [other], 1);
    expect(other.messages).toHaveLength(1);
  });

  it('drops who does not answer two pings', async () => {
    const gateway = await startTestGateway({ scenario: 'no-inverters' });
    const silent = await openSocket(gateway.port, { autoPong: false });
    const awake = await openSocket(gateway.port);
    await letLive(gateway, [awake], 59);
    expect(silent.socket.readyState).toBe(silent.socket.OPEN);
    await letLive(gateway, [awake], 2);
    expect(await silent.closed).toBe(1006);
    expect(awake.socket.readyState).toBe(awake.socket.OPEN);
  });

  it('has no place for more than there are, until somebody goes', async () => {
    const limits = { liveSocketsMax: 3 };
    const gateway = await startTestGateway({ scenario: 'no-inverters', limits });
    await send(gateway.port, '/api/security/authenticate', { headers: login() });
    const clients = [
      await openSocket(gateway.port, { headers: login() }), // one is reserved
      ...(await Promise.all([1, 2].map(() => openSocket(gateway.port)))),
    ];
    const { status, headers, text } = await send(gateway.port, '/livedata', { headers: SOCKET_HANDSHAKE });
    expect([status, headers['retry-after'], JSON.parse(text)]).toEqual([
      503,
      '30',
      { message: 'The gateway has no room for another socket.' },
    ]);
    clients[1]?.socket.terminate();
    await expect.poll(() => openSocket(gateway.port).then(() => 'came', String)).toBe('came');
    await letLive(gateway, clients.slice(2), 1);
    expect(clients[2]?.messages).toHaveLength(1);
  });

  it('has more places of one address for the admin', async () => {
    const limits = { socketsPerAddressMax: 1, socketsPerAdminAddressMax: 3 };
    const { port } = await startTestGateway({ limits });
    const cookie = String(
      (await send(port, '/api/security/authenticate', { headers: login() })).headers['set-cookie'],
    );
    const ticket = { headers: { cookie, origin: `http://127.0.0.1:${port}` } };
    const visitor = await openSocket(port);
    await expect(openSocket(port)).rejects.toThrow('503');
    await expect(openSocket(port, { headers: login('wrong one') })).rejects.toThrow('503');
    await openSocket(port, { headers: login() });
    await openSocket(port, ticket);
    await openSocket(port, ticket);
    expect(await visitor.closed).toBe(1013);
    await expect(openSocket(port, ticket)).rejects.toThrow('503');
    await openSocket(port, { localAddress: '127.0.0.2' });
  });

  it('serves 32 clients the same', async () => {
    const gateway = await startTestGateway({ scenario: 'ten-inverters' });
    const clients = await Promise.all(Array.from({ length: 32 }, () => openSocket(gateway.port)));
    await letLive(gateway, clients, 12);
    const [first] = clients;
    expect(first?.messages.length).toBeGreaterThan(10);
    for (const client of clients) expect(client.messages).toEqual(first?.messages);
    expect(readable(first?.messages.at(-1))?.inverters).toHaveLength(10);
  });
});

describe('a client that stops reading', () => {
  it('is dropped within a minute and costs the others nothing', async () => {
    const gateway = await startTestGateway({ scenario: 'ten-inverters' });
    const stalled = await openSocket(gateway.port);
    const reading = await openSocket(gateway.port);
    stalled.socket.pause();
    await letLive(gateway, [reading], 62);
    expect(reading.messages.length).toBeGreaterThan(55);
    expect(gateway.logLines.filter((line) => line.includes('gone without a word'))).toHaveLength(1);
    stalled.socket.resume();
    expect(await stalled.closed).toBe(1006);
  });
});

const KEY = 'AAAAAAAAAAAAAAAAAAAAAA==';

describe('odd handshakes', () => {
  it('are refused one by one', async () => {
    const { port } = await startTestGateway();
    await expect(openSocket(port, {}, '/nothing')).rejects.toThrow('404');
    await expect(openSocket(port, {}, '/livedata/x')).rejects.toThrow('404');
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await send(port, '/livedata', { headers: upgrade })).status).toBe(400);
  });

  it.each([
    ['no key', { 'sec-websocket-version': '13' }, 400, undefined],
    ['no version', { 'sec-websocket-key': KEY }, 400, undefined],
    [
      'an old version and no login',
      { 'sec-websocket-version': '8', 'sec-websocket-key': KEY },
      401,
      undefined,
    ],
    ['an old version', { ...login(), 'sec-websocket-version': '8', 'sec-websocket-key': KEY }, 400, '13'],
    ['a version in words', { ...login(), 'sec-websocket-version': 'x', 'sec-websocket-key': KEY }, 400, '13'],
    [
      'a key that is none',
      { ...login(), 'sec-websocket-version': '13', 'sec-websocket-key': 'x' },
      400,
      undefined,
    ],
  ])('are judged in order and answered in our own words: %s', async (_, extra, status, version) => {
    const { port } = await startTestGateway({
      prepare: (settings) =>
        settings.update('security', (security) => ({ ...security, allow_readonly: false })),
    });
    const headers = { connection: 'Upgrade', upgrade: 'websocket', ...extra };
    const answer = await send(port, '/livedata', { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['sec-websocket-version']).toBe(version);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    if (status === 400) expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) });
  });

  it('for another protocol are answered as if nobody had asked', async () => {
    const { port } = await startTestGateway();
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAA' };
    const answer = await send(port, '/api/livedata/status', { headers });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toHaveProperty('inverters');
    expect((await send(port, '/api/nothing', { headers })).status).toBe(404);
    expect((await send(port, '/api/nothing', { method: 'POST', headers, body: 'x' })).status).toBe(400);
  });
});
