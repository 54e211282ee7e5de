import { encodeCredentials } from '@heliograph/contract';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, SOCKET_HANDSHAKE, send, sendRaw } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const AUTHENTICATE = '/api/security/authenticate';
const LIVE_DATA = '/api/livedata/status';
const PATHS = [AUTHENTICATE, LIVE_DATA, '/api/dtu/config'];
const RIGHT = login().authorization;
const AUTHDATA = encodeCredentials('admin', 'openDTU42');
const NOTHING = { exactly: 0 } as const;

/** A gateway that lets nobody read, and the ticket of a login to it. */
async function startLoggedIn() {
  const gateway = await startTestGateway({
    prepare: (settings) =>
      settings.update('security', (security) => ({ ...security, allow_readonly: false })),
  });
  const answer = await send(gateway.port, AUTHENTICATE, { headers: login() });
  const setCookie = answer.headers['set-cookie']?.[0] ?? '';
  const cookie = setCookie.split(';')[0] ?? '';
  return { ...gateway, setCookie, cookie, origin: `http://127.0.0.1:${gateway.port}` };
}

type LoggedIn = Awaited<ReturnType<typeof startLoggedIn>>;

/** Ways to bring the right credentials where they do not count; resolves with those that were answered. */
async function answeredCarriers({ port, cookie, origin }: LoggedIn): Promise<string[]> {
  const encoded = encodeURIComponent(RIGHT);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const userinfo = (path: string) =>
    sendRaw(
      port,
      `GET http://admin:openDTU42@127.0.0.1:${port}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    );
  const carriers: Readonly<Record<string, (path: string) => Promise<{ readonly status: number }>>> = {
    'a query': (path) =>
      send(port, `${path}?authorization=${encoded}&Authorization=${encoded}&authdata=${AUTHDATA}`),
    'a query with names': (path) => send(port, `${path}?user=admin&username=admin&password=openDTU42`),
    'a cookie': (path) =>
      send(port, path, {
        headers: { cookie: `authorization=${RIGHT}; authdata=${AUTHDATA}; wsid_${port}=${AUTHDATA}` },
      }),
    'the ticket': (path) => send(port, path, { headers: { cookie } }),
    'the ticket on our page': (path) => send(port, path, { headers: { cookie, origin } }),
    'other headers': (path) =>
      send(port, path, {
        headers: { 'x-authorization': RIGHT, 'proxy-authorization': RIGHT, 'x-user': 'admin' },
      }),
    'a protocol of a socket': (path) => send(port, path, { headers: { 'sec-websocket-protocol': RIGHT } }),
    'a body': (path) =>
      send(port, path, {
        headers: { ...form, 'content-length': '34' },
        body: 'user=admin&password=openDTU42&x=12',
      }),
    'an address': async (path) => ({ status: Number((await userinfo(path)).split(' ')[1]) }),
  };
  const answered: string[] = [];
  for (const [name, call] of Object.entries(carriers)) {
    for (const path of PATHS) {
      const { status } = await call(path);
      if (status !== 401) answered.push(`${name}: ${path}: ${status}`);
    }
  }
  return answered;
}

/** Handshakes that are not enough; resolves with those that were taken. */
async function answeredHandshakes({ port, cookie, origin }: LoggedIn): Promise<string[]> {
  const attempts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'the ticket without an origin': { cookie },
    'the ticket on a page of somebody else': { cookie, origin: 'http://evil.test' },
    'the ticket on a page of nobody': { cookie, origin: 'null' },
    'the ticket on a page of another port': { cookie, origin: `http://127.0.0.1:${port + 1}` },
    'a ticket that is longer': { cookie: `${cookie}0`, origin },
    'a ticket that is shorter': { cookie: cookie.slice(0, -1), origin },
    'an empty ticket': { cookie: `wsid_${port}=`, origin },
    'a ticket of another name': { cookie: cookie.replace('wsid', 'xsid'), origin },
    'credentials in a protocol': { 'sec-websocket-protocol': AUTHDATA, origin },
    nothing: { origin },
  };
  const answered: string[] = [];
  for (const path of [
    '/livedata',
    '/livedata/lean',
    '/console',
    `/livedata?authorization=${encodeURIComponent(RIGHT)}`,
  ]) {
    for (const [name, headers] of Object.entries(attempts)) {
      const { status } = await send(port, path, { headers: { ...SOCKET_HANDSHAKE, ...headers } });
      if (status < 400) answered.push(`${name}: ${path}: ${status}`);
    }
  }
  return answered;
}

describe('credentials (A2)', { timeout: 120_000 }, () => {
  it('count in the header of a call, and the ticket at a handshake, and nowhere else', async () => {
    const row = openRow('A2');
    const gateway = await startLoggedIn();
    const { port, cookie, origin } = gateway;
    for (const path of PATHS) expect((await send(port, path, { headers: login() })).status).toBe(200);
    for (const headers of [{ cookie, origin }, login()]) {
      for (const path of ['/livedata', '/livedata/lean', '/console'])
        (await openSocket(port, { headers }, path)).socket.terminate();
    }
    const calls = await answeredCarriers(gateway);
    const handshakes = await answeredHandshakes(gateway);
    expect.soft([calls, handshakes]).toEqual([[], []]);
    row.figure({ what: 'other carriers of HTTP calls that count', value: calls.length, goal: NOTHING });
    row.figure({ what: 'other carriers of handshakes that count', value: handshakes.length, goal: NOTHING });

    await without(['socketTickets'], async () => {
      const open = await startLoggedIn();
      const proof = { without: SEAMS.socketTickets, goal: NOTHING };
      const ofCalls = (await answeredCarriers(open)).length;
      row.counterProof({ ...proof, what: 'other carriers of HTTP calls that count', value: ofCalls });
      const ofHandshakes = (await answeredHandshakes(open)).length;
      row.counterProof({ ...proof, what: 'other carriers of handshakes that count', value: ofHandshakes });
    });
  });

  it('leave a ticket that no script sees, no other site gets, and that ends after half a day', async () => {
    const { port, clock, setCookie, cookie, origin } = await startLoggedIn();
    expect(setCookie).toMatch(
      new RegExp(`^wsid_${port}=[0-9a-f]{32}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict$`),
    );
    clock.advance(43_199_000);
    (await openSocket(port, { headers: { cookie, origin } })).socket.terminate();
    clock.advance(1_000);
    await expect(openSocket(port, { headers: { cookie, origin } })).rejects.toThrow('401');
  });
});
