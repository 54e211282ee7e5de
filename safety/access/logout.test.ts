import { ENDPOINTS } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { login, send } from '../../apps/gateway/test/http-client.ts';
import { openSocket } from '../../apps/gateway/test/socket-client.ts';
import * as gateways from '../../apps/gateway/test/start-test-gateway.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import { guard } from '../tools/copies/guard.ts';

const ENDING = guard(
  'the end of a ticket at the logout',
  'apps/gateway/src/http/socket-tickets.ts',
  'for (const { value } of own) expiresAtMs.delete(value);',
  '',
);

type Gateways = Pick<typeof gateways, 'startTestGateway'>;
type Headers = Readonly<Record<string, string>>;

const AUTHENTICATE = ENDPOINTS.authenticate.path;
const NOTHING = { exactly: 0 } as const;

/** A gateway that lets nobody read, and somebody logged in to it in two browsers. */
async function startLoggedIn({ startTestGateway }: Gateways) {
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
    const gateway = await startLoggedIn(gateways);
    const { port, tickets, opens, logOut } = gateway;
    const { own, other } = tickets;
    expect(await opens(own)).toBe(1);
    const answer = await logOut(`${own}; a=b`);
    expect(answer.status).toBe(401);
    const dropped = `wsid_${port}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`;
    row.figure({ what: OPENED, value: await opens(own), goal: NOTHING });
    row.figure({ what: 'tickets of other browsers that go on', value: await opens(other), goal: ONE });
    expect(answer.headers['set-cookie']).toEqual([dropped]);

    if (!row.isNightly) return; // it takes a build of its own
    const bare = await startLoggedIn(
      await loadEntry<Gateways>({ entry: 'apps/gateway/test/start-test-gateway.ts', without: [ENDING] }),
    );
    await bare.logOut(bare.tickets.own);
    const value = await bare.opens(bare.tickets.own);
    row.counterProof({ what: OPENED, without: ENDING.name, value, goal: NOTHING });
  });

  it('is not what others do: a foreign page, a wrong password, a cookie of another gateway', async () => {
    const { port, tickets, authenticate, opens } = await startLoggedIn(gateways);
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
