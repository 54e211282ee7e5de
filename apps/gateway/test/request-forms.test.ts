import { ENDPOINTS, SOCKETS } from '@heliograph/contract';
import { EAST_AND_WEST, GARAGE, SOUTH_ROOF } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Call, jsonOf, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';

/** In which forms programs may ask. Source: docs/reference/api-for-other-programs.md#requests. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  return gateway.dispose;
});

const ask = (path: string, call: Call = {}) => send(gateway.port, path, { headers: login(), ...call });

/** Named so that each call has something to answer. */
const QUERIES: Readonly<Record<string, string>> = { inv: SOUTH_ROOF, file: 'config.json' };
/** About devices behind the gateway, of which there are none here, and about a history that is not kept. */
const isElsewhere = (path: string) => path.includes('/source-') || path.includes('/history');
const GETS = Object.values(ENDPOINTS)
  .filter(({ method, path }) => method === 'GET' && !isElsewhere(path))
  .map(({ path, query }): readonly [string, string] => {
    const names: readonly string[] = query;
    const search = names.map((name) => `${name}=${QUERIES[name] ?? ''}`).join('&');
    return [path, search === '' ? '' : `?${search}`];
  });
/** A file of the web app, which is not built here. */
const isOfWeb = (path: string) => path.includes('zones');

describe('every GET', () => {
  it('is in the table of this test', () => {
    expect(GETS.length).toBeGreaterThan(30);
  });

  it.each(GETS)('%s is answered to HEAD as to GET, without a body', async (path, search) => {
    const whole = await ask(path + search);
    const head = await ask(path + search, { method: 'HEAD' });
    if (!isOfWeb(path)) expect(whole.status).toBe(200);
    expect([head.status, head.text]).toEqual([whole.status, '']);
    expect(head.headers['content-type']).toBe(whole.headers['content-type']);
    // What is written while it is sent has no length.
    if (path.endsWith('/events-csv')) expect(whole.headers['transfer-encoding']).toBe('chunked');
    else expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
  });

  it.each(GETS)('%s may have a slash behind it, and more', async (path, search) => {
    const whole = await ask(path + search);
    for (const more of ['/', '/x', '/x/y/']) {
      const { status, headers } = await ask(path + more + search);
      const expected = [whole.status, whole.headers['content-type']];
      expect([status, headers['content-type']], more).toEqual(expected);
    }
  });
});

const LIMIT = '/api/limit/config';
const order = { serial: GARAGE, limit_value: 50, limit_type: 1 };
const URLENCODED = 'application/x-www-form-urlencoded';

async function codeOf(path: string, type: string, body: string): Promise<unknown> {
  const headers = { ...login(), 'content-type': type };
  return Object(jsonOf(await ask(path, { method: 'POST', headers, body }))).code;
}

const partOf = (boundary: string, data: unknown) =>
  [
    `--${boundary}`,
    'content-disposition: form-data; name="data"',
    '',
    JSON.stringify(data),
    `--${boundary}--`,
    '',
  ].join('\r\n');

describe('a POST', () => {
  it.each([
    ['escaped', URLENCODED, `data=${encodeURIComponent(JSON.stringify(order))}`, 1001],
    ['not escaped', URLENCODED, `data=${JSON.stringify(order)}`, 1001],
    ['not escaped, with spaces', URLENCODED, `data=${JSON.stringify(order, null, 1)}`, 1001],
    ['in parts', 'multipart/form-data; boundary=abc', partOf('abc', order), 1001],
    ['in parts whose boundary nobody names', 'multipart/form-data', partOf('----x', order), 1001],
    [
      'in parts that do not begin with a boundary',
      'multipart/form-data',
      `x${partOf('a', order)}`,
      undefined,
    ],
    ['as JSON, which is no form', 'application/json', JSON.stringify(order), 1002],
  ])('may come %s', async (_, type, body, code) => {
    expect(await codeOf(LIMIT, type, body)).toBe(code);
  });

  it('has a plus where JSON that is not escaped has one, and a space where a form has one', async () => {
    const slotOf = async () => {
      const { inverter } = Object(jsonOf(await ask('/api/inverter/list')));
      return inverter.find(({ serial }: { serial: string }) => serial === EAST_AND_WEST);
    };
    const nameAfter = async (body: string) => {
      expect(await codeOf('/api/inverter/edit', URLENCODED, body)).toBe(4007);
      return (await slotOf()).name;
    };
    const named = JSON.stringify({ ...(await slotOf()), name: 'East+West' });
    expect(await nameAfter(`data=${named}`)).toBe('East+West');
    expect(await nameAfter(`data=${encodeURIComponent(named)}`)).toBe('East+West');
    expect(await nameAfter(`data=${encodeURIComponent(named).replace('East%2B', 'East+')}`)).toBe(
      'East West',
    );
  });

  it.each([
    ['/api/power/config', { serial: GARAGE, power: 1 }, 1001],
    ['/api/power/config', { serial: GARAGE, restart: 1 }, 1001],
    ['/api/power/config', { serial: GARAGE, power: true }, 1001],
    [LIMIT, { ...order, limit_type: 257 }, 1001],
    [LIMIT, { ...order, limit_type: 3 }, 1001],
    [LIMIT, { ...order, limit_type: 256, limit_value: 100 }, 1001],
    [LIMIT, { ...order, limit_type: 2, limit_value: 100 }, 1001],
    [LIMIT, { ...order, limit_type: 4 }, 5003],
    [LIMIT, { ...order, limit_value: 55.5 }, 1001],
    [LIMIT, { ...order, limit_value: 0 }, 5002],
  ])('to %s of %j is answered with %d', async (path, data, code) => {
    expect(await codeOf(path, URLENCODED, `data=${JSON.stringify(data)}`)).toBe(code);
  });
});

describe.each(Object.values(SOCKETS).map(({ path }) => path))('the socket %s', (path) => {
  it('answers pings, with a login in its handshake and without one while reading is open', async () => {
    for (const options of [{}, { headers: login() }]) {
      const { socket, closed } = await openSocket(gateway.port, options, path);
      const pong = new Promise<string>((resolve) => socket.once('pong', (data) => resolve(String(data))));
      socket.ping('are you there');
      expect(await pong).toBe('are you there');
      socket.close();
      await closed;
    }
  });

  it('is for the admin alone while reading is locked', async () => {
    const locked = await startSharedGateway({
      prepare: (settings) => settings.update('security', (now) => ({ ...now, allow_readonly: false })),
    });
    try {
      const open = (options: object) => openSocket(locked.port, options, path);
      await expect(open({})).rejects.toThrow('401');
      await expect(open({ headers: login('wrong password') })).rejects.toThrow('401');
      const { socket, closed } = await open({ headers: login() });
      socket.close();
      await closed;
    } finally {
      await locked.dispose();
    }
  });
});
