import { connect } from 'node:net';
import { decodeLiveData } from '@heliograph/opendtu-api';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { DEVICE_LOGIN, startServedDevice } from '@heliograph/testbed/gateway/served-device.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

const LIVE = '/api/livedata/status';

async function start(options: Parameters<typeof startServedDevice>[0] = {}) {
  const clock = createVirtualClock();
  const served = await startServedDevice({ ...options, clock });
  return { ...served, clock, get: (path = LIVE) => fetch(`${served.url}${path}`, { headers: DEVICE_LOGIN }) };
}

describe('a served device', () => {
  it('answers fetch as the device does', async () => {
    const { get, clock, url } = await start();
    clock.advance(16_000);
    const answer = await get();
    expect(answer.headers.get('connection')).toBe('close');
    expect(decodeLiveData(await answer.json())?.inverters).toHaveLength(3);
    const page = await fetch(`${url}/api/nothing`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect((await fetch(`${url}/api/system/status`, { method: 'HEAD' })).status).toBe(200);
    const refused = await fetch(`${url}/api/inverter/list`);
    expect([refused.status, await refused.text()]).toEqual([401, '']);
  });

  it('takes orders from both kinds of forms', async () => {
    const { url, clock, device } = await start();
    const order = (value: number) =>
      JSON.stringify({ serial: '114182730124', limit_value: value, limit_type: 1 });
    const multipart = new FormData();
    multipart.append('data', order(40));
    for (const [body, percent] of [
      [new URLSearchParams({ data: order(60) }), 60],
      [multipart, 40],
    ] as const) {
      const answer = await fetch(`${url}/api/limit/config`, { method: 'POST', headers: DEVICE_LOGIN, body });
      expect(await answer.json()).toMatchObject({ type: 'success', code: 1001 });
      clock.advance(2000);
      expect(device.inspect('114182730124')?.limitPercent).toBe(percent);
    }
  });

  it('sends what its sockets say, and takes what clients send', async () => {
    const { port, clock, device } = await start();
    clock.advance(16_000);
    const client = await openSocket(port);
    client.socket.send('ping');
    clock.advance(1000);
    await client.settle();
    expect(client.messages).toHaveLength(3);
    client.socket.close();
    expect(await client.closed).toBeGreaterThan(0);
    await eventually(() => device.socketCount() === 0);
  });

  it('refuses sockets without a login where reading is locked', async () => {
    const { port } = await start({ allowReadonly: false });
    await expect(openSocket(port)).rejects.toThrow('401');
    await expect(openSocket(port, {}, '/nothing')).rejects.toThrow('200');
    const { messages } = await openSocket(port, { headers: DEVICE_LOGIN });
    expect(messages).toEqual([]);
  });

  it('drops the older of two clients where it has one place', async () => {
    const { port, device } = await start();
    device.setFaults({ maxSockets: 1 });
    const first = await openSocket(port);
    const second = await openSocket(port);
    expect(await first.closed).toBe(1001);
    expect(second.socket.readyState).toBe(second.socket.OPEN);
  });
});

describe('a served device that fails', () => {
  it('cuts connections and sockets while it restarts', async () => {
    const { get, port, clock, device } = await start();
    const client = await openSocket(port);
    device.restart(10);
    expect(await client.closed).toBe(1006);
    await expect(get()).rejects.toThrow('fetch failed');
    await expect(openSocket(port)).rejects.toThrow(/socket hang up|ECONNRESET/);
    clock.advance(10_000);
    expect((await get()).status).toBe(200);
  });

  it('answers late', async () => {
    const { get, clock, device } = await start();
    device.setFaults({ answerDelayMs: 3000 });
    let status = 0;
    const asked = get().then((answer) => {
      status = answer.status;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    clock.advance(2900);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(status).toBe(0);
    clock.advance(100);
    await asked;
    expect(status).toBe(200);
  });

  it('says nothing and keeps the connection', async () => {
    const { url, device } = await start();
    device.setFaults({ failure: 'no-answer' });
    const asked = fetch(`${url}${LIVE}`, { signal: AbortSignal.timeout(100) });
    await expect(asked).rejects.toThrow('timeout');
  });

  it('sends a body without an end, no faster than it is read', async () => {
    const { port, device } = await start();
    device.setFaults({ failure: 'endless-body' });
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${LIVE} HTTP/1.1\r\nhost: device\r\n\r\n`);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    await eventually(() => bytes > 1_000_000);
    socket.destroy();
  });

  it('has the answers of somebody else', async () => {
    const { get, url, port, device } = await start();
    device.setFaults({ failure: 'too-many-requests' });
    expect((await get()).headers.get('retry-after')).toBe('60');
    await expect(openSocket(port)).rejects.toThrow('429');
    device.setFaults({ failure: 'redirect' });
    const moved = await fetch(`${url}${LIVE}`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `http://192.0.2.1${LIVE}`]);
    device.setFaults({ failure: 'cut-json' });
    await expect((await get()).json()).rejects.toThrow(SyntaxError);
  });
});
