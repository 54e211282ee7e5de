import { ENDPOINTS } from '@heliograph/contract';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

type Headers = Readonly<Record<string, string>>;

const AUTHENTICATE = ENDPOINTS.authenticate.path;
const NOTHING = { exactly: 0 } as const;

/** A gateway that lets nobody read, and somebody logged in to it in two browsers. */
async function startLoggedIn() {
  const { port } = await startTestGateway({
    prepare: (settings) =>
      settings.update('security', (security) => ({ ...security, allow_readonly: false })),
  });
  const authenticate = (headers: Headers) => send(port, AUTHENTICATE, { headers });
  const ticket = async () => {
    const { headers } = await authenticate(login());
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  };
  const origin = `http://127.0.0.1:${port}`;
  return {
    port,
    tickets: { own: await ticket(), other: await ticket() },
    authenticate,
    /** 1 when the ticket opens a socket. */
    opens: (cookie: string) =>
      openSocket(port, { headers: { cookie, origin } }).then(
        ({ socket }) => socket.terminate() ?? 1,
        () => 0,
      ),
    /** What our page says when its user logs out. */
    logOut: (cookie: string) => authenticate({ cookie, origin, 'x-requested-with': 'XMLHttpRequest' }),
  };
}

describe('a logout (A10)', { timeout: 60_000 }, () => {
  it('ends the ticket for sockets, and no other', async () => {
    const row = openRow('A10');
    const gateway = await startLoggedIn();
    const { port, tickets, opens, logOut } = gateway;
    const { own, other } = tickets;
    expect(await opens(own)).toBe(1);
    const answer = await logOut(`${own}; a=b`);
    expect(answer.status).toBe(401);
    const dropped = `wsid_${port}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`;
    row.figure({ what: OPENED, value: await opens(own), goal: NOTHING });
    row.figure({ what: 'tickets of other browsers that go on', value: await opens(other), goal: ONE });
    expect(answer.headers['set-cookie']).toEqual([dropped]);

    const value = await without(['ticketEnd'], async () => {
      await logOut(other);
      return opens(other);
    });
    row.counterProof({ what: OPENED, without: SEAMS.ticketEnd, value, goal: NOTHING });
  });

  it('is not what others do: a foreign page, a wrong password, a cookie of another gateway', async () => {
    const { port, tickets, authenticate, opens } = await startLoggedIn();
    const cookie = tickets.own;
    expect((await authenticate({ cookie, origin: 'http://evil.test' })).status).toBe(403);
    expect((await authenticate({ cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const wrong = await authenticate({ cookie, ...login('a wrong one') });
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    const elsewhere = await authenticate({ cookie: cookie.replace(`wsid_${port}`, `wsid_${port + 1}`) });
    expect([elsewhere.status, elsewhere.headers['set-cookie']]).toEqual([401, undefined]);
    expect(await opens(cookie)).toBe(1);
  });
});

const OPENED = 'sockets that the ticket opens after a logout';
const ONE = { exactly: 1 } as const;
