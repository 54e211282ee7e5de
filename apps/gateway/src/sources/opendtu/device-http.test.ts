import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDeviceHttp, type DeviceAddress } from './device-http.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

function clientOf(port: number, address: Partial<DeviceAddress> = {}) {
  const clock = createVirtualClock();
  const http = createDeviceHttp({
    clock,
    address: {
      ...{ host: '127.0.0.1', port, isHttps: false, basePath: '' },
      ...{ user: 'admin', password: 'open sesame', ...address },
    },
  });
  onTestFinished(() => http.close());
  return { http, clock };
}

/** A client of a server that answers as `answer` does. */
async function deviceThat(answer: RequestListener, address: Partial<DeviceAddress> = {}) {
  const server = await listen(createServer(answer));
  onTestFinished(() => server.close());
  return clientOf(server.port, address);
}

const says = (status: number, headers: Record<string, string>, body = '') =>
  deviceThat((_, response) => response.writeHead(status, headers).end(body));

describe('an answer of a device', () => {
  it('is the JSON of it', async () => {
    const { http } = await says(200, { 'content-type': 'application/json; charset=utf-8' }, '{"a":[1]}');
    expect(await http.get('/api/system/status')).toEqual({ kind: 'json', value: { a: [1] } });
  });

  it.each([
    ['a page', 200, { 'content-type': 'text/html' }, '<html>', 'no-json'],
    ['nothing of any type', 200, {}, '', 'no-json'],
    ['half a document', 200, JSON_TYPE, '{"inverters":[', 'cut-json'],
    ['nothing', 200, JSON_TYPE, '', 'cut-json'],
    ['another address', 302, { location: 'http://192.0.2.1/' }, '', 'redirect'],
    ['another address for good', 308, { location: '/elsewhere' }, '', 'redirect'],
    ['that it is not called so', 421, JSON_TYPE, '{}', 'host-name'],
    ['that the login is wrong', 401, {}, '', 'login'],
    ['that this is forbidden', 403, {}, '', 'login'],
    ['that it has failed', 500, JSON_TYPE, '{}', 'fault'],
  ])('%s is none', async (_, status, headers, body, problem) => {
    const { http } = await says(status, headers, body);
    expect(await http.get('/')).toEqual({ kind: 'problem', problem });
  });

  it('that never ends is cut off', async () => {
    let isCutOff = false;
    const { http } = await deviceThat((_, response) => {
      response.writeHead(200, JSON_TYPE).on('close', () => {
        isCutOff = true;
      });
      const more = () => {
        response.write(Buffer.alloc(64 * 1024, 0x20), () => response.destroyed || setImmediate(more));
      };
      more();
    });
    expect(await http.get('/')).toEqual({ kind: 'problem', problem: 'too-large' });
    await eventually(() => isCutOff);
  });

  it('that does not come is waited for no longer than 10 s', async () => {
    let asked = 0;
    const { http, clock } = await deviceThat(() => {
      asked += 1;
    });
    const answer = http.get('/');
    await eventually(() => asked === 1);
    clock.advance(9999);
    const early = await Promise.race([answer, Promise.resolve('still waiting')]);
    expect(early).toBe('still waiting');
    clock.advance(1);
    expect(await answer).toEqual({ kind: 'problem', problem: 'timeout' });
  });

  it('that breaks off is none', async () => {
    const { http } = await deviceThat((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' });
      response.write('{"a":', () => response.destroy());
    });
    expect(await http.get('/')).toEqual({ kind: 'problem', problem: 'unreachable' });
  });
});

describe('where there is no device', () => {
  it('nothing listens', async () => {
    const { http } = clientOf(await freePort());
    expect(await http.get('/')).toEqual({ kind: 'problem', problem: 'unreachable', isUnsent: true });
  });

  it('its name leads nowhere', async () => {
    const { http } = clientOf(80, { host: 'no-such-device.invalid' });
    expect(await http.get('/')).toEqual({ kind: 'problem', problem: 'unknown-name', isUnsent: true });
  });

  it('something else listens, which speaks no TLS', async () => {
    const server = await listen(createServer((_, response) => response.end('{}')));
    onTestFinished(() => server.close());
    const { http } = clientOf(server.port, { isHttps: true });
    expect(await http.get('/')).toEqual({ kind: 'problem', problem: 'no-tls' });
  });

  it('something else listens, which speaks no HTTP', async () => {
    const { createServer: createTcpServer } = await import('node:net');
    const server = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')) as never);
    onTestFinished(() => server.close());
    const { http } = clientOf(server.port);
    expect(await http.get('/')).toEqual({ kind: 'problem', problem: 'no-json' });
  });
});

describe('a question to a device', () => {
  it('brings the login without being asked for it, below the path where the device is', async () => {
    const heard: IncomingMessage[] = [];
    const { http } = await deviceThat(
      (request, response) => {
        heard.push(request);
        response.writeHead(200, JSON_TYPE).end('{}');
      },
      { basePath: '/roof' },
    );
    await http.get('/api/limit/status');
    expect(heard[0]?.url).toBe('/roof/api/limit/status');
    expect(heard[0]?.headers.authorization).toBe(`Basic ${btoa('admin:open sesame')}`);
  });

  it('sends what it posts as JSON in a form', async () => {
    const bodies: string[] = [];
    const { http } = await deviceThat(async (request, response) => {
      bodies.push(`${request.method} ${await text(request)}`);
      response.writeHead(200, JSON_TYPE).end('{"type":"success"}');
    });
    await http.post('/api/limit/config', { serial: '116180400144', limit_value: 50 });
    expect(bodies).toEqual([
      `POST ${new URLSearchParams({ data: '{"serial":"116180400144","limit_value":50}' })}`,
    ]);
  });

  it('leaves nothing behind on a connection that is used again', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    let connections = 0;
    const server = createServer((_, response) => response.writeHead(200, JSON_TYPE).end('{}'));
    server.on('connection', () => {
      connections += 1;
    });
    const { port, close } = await listen(server);
    onTestFinished(close);
    const { http } = clientOf(port);
    for (let count = 0; count < 12; count++) await http.get(`/${count}`);
    await new Promise((resolve) => setImmediate(resolve));
    expect({ connections, warnings }).toEqual({ connections: 1, warnings: [] });
  });

  it('waits until the one before is answered', async () => {
    const open: ServerResponse[] = [];
    const { http } = await deviceThat((_, response) => open.push(response));
    const answers = [http.get('/1'), http.get('/2')];
    await eventually(() => open.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(open).toHaveLength(1);
    open[0]?.writeHead(200, JSON_TYPE).end('1');
    await eventually(() => open.length === 2);
    open[1]?.writeHead(200, JSON_TYPE).end('2');
    expect(await Promise.all(answers)).toEqual([
      { kind: 'json', value: 1 },
      { kind: 'json', value: 2 },
    ]);
  });

  it.each([
    ['30', 30_000],
    ['soon', 60_000],
    [undefined, 60_000],
    ['999999999', 3_600_000],
  ])('is not asked again before the device wants it: Retry-After %s', async (retryAfter, expectedMs) => {
    let asked = 0;
    const { http, clock } = await deviceThat((_, response) => {
      asked += 1;
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      if (asked === 1) response.writeHead(429, headers).end();
      else response.writeHead(200, JSON_TYPE).end('{}');
    });
    expect(await http.get('/')).toEqual({
      ...{ kind: 'problem', problem: 'throttled', retryAfterMs: expectedMs },
    });
    clock.advance(expectedMs - 1);
    expect(await http.get('/')).toEqual({ kind: 'problem', problem: 'throttled', retryAfterMs: 1 });
    expect(asked).toBe(1);
    clock.advance(1);
    expect(await http.get('/')).toEqual({ kind: 'json', value: {} });
  });

  it('ends with the client, and none begins after that', async () => {
    let asked = 0;
    const { http } = await deviceThat(() => {
      asked += 1;
    });
    const answers = [http.get('/1'), http.get('/2')];
    await eventually(() => asked === 1);
    http.close();
    const gone = { kind: 'problem', problem: 'unreachable' };
    const unsent = { ...gone, isUnsent: true };
    expect(await Promise.all([...answers, http.get('/3')])).toEqual([gone, unsent, unsent]);
    expect(asked).toBe(1);
  });
});
