import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import {
  type OpenIdIssuer,
  openOpenIdIssuer,
  type SignedIn,
} from '@heliograph/testbed/outside/openid-issuer.ts';
import { openPasskeyPage, type Told } from '@heliograph/testbed/outside/passkey-page.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SeamName } from '../../../seams/seams.ts';
import { without } from '../../../seams/without.ts';
import { createOpenIdAttempts } from '../src/accounts/openid-attempts.ts';

interface Started extends TestGateway {
  readonly issuer: OpenIdIssuer;
}

/** A gateway that believes a provider on this machine. */
async function start(changed: object = {}): Promise<Started> {
  const issuer = await openOpenIdIssuer();
  onTestFinished(issuer.close);
  const gateway = await startTestGateway({
    async prepare(settings) {
      await settings.update('security', (security) => ({ ...security, allow_readonly: false }));
      await settings.update('signin', (signin) => ({
        ...signin,
        openid: {
          ...signin.openid,
          ...{ enabled: true, issuer: issuer.issuer, client_id: 'heliograph', client_secret: 'geheim' },
          public_address: 'https://solar.example/pv/',
          roles: [
            { group: 'see', role: 'viewer' },
            { group: 'work', role: 'operator' },
            { group: 'own', role: 'admin' },
          ],
          ...changed,
        },
      }));
    },
  });
  return { ...gateway, issuer };
}

let visits = 0;
const browserAt = ({ port }: TestGateway) => openPasskeyPage(port, { from: `127.0.2.${++visits}` });
type Browser = ReturnType<typeof browserAt>;

const begin = async (browser: Browser, returnUrl = '/history') =>
  String((await browser.post('openid-start', { return_url: returnUrl })).address);
const finish = (browser: Browser, body: object) => browser.post('openid-finish', body);

async function logIn(gateway: Started, who: SignedIn, browser = browserAt(gateway)): Promise<Told> {
  return finish(browser, gateway.issuer.signIn(await begin(browser), who));
}

const statusOf = async ({ port }: TestGateway, path: string, told: Told) =>
  (await send(port, path, { headers: login(String(told.token), String(told.user)) })).status;

describe('a login by OpenID Connect', () => {
  it('sends the browser to the provider with PKCE, state and nonce, and back to the address that is set up', async () => {
    const gateway = await start();
    const address = new URL(await begin(browserAt(gateway)));
    expect(address.origin + address.pathname).toBe(`${gateway.issuer.issuer}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'heliograph', code_challenge_method: 'S256' },
      redirect_uri: 'https://solar.example/pv/login',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('gives the role of the highest group, for calls and sockets', async () => {
    const gateway = await start();
    const viewer = await logIn(gateway, { user: 'eve', groups: ['see'] });
    expect(viewer).toMatchObject({
      code: 21_116,
      user: 'eve (OpenID)',
      role: 'viewer',
      return_url: '/history',
    });
    expect(await statusOf(gateway, '/api/livedata/status', viewer)).toBe(200);
    expect(await statusOf(gateway, '/api/dtu/config', viewer)).toBe(403);
    const browser = browserAt(gateway);
    const owner = await logIn(gateway, { user: 'anna', groups: ['see', 'own', 'work'] }, browser);
    expect(owner).not.toHaveProperty('role');
    expect(await statusOf(gateway, '/api/dtu/config', owner)).toBe(200);
    expect(await statusOf(gateway, '/api/heliograph/access-log', owner)).toBe(200);
    expect(await openSocket(gateway.port, { headers: browser.headers() })).toHaveProperty('closed');
    expect(await logIn(gateway, { user: 'ben', groups: ['work'] })).toMatchObject({ role: 'operator' });
    const log = await send(gateway.port, '/api/heliograph/access-log', { headers: login() });
    expect(JSON.parse(log.text).entries[0]).toMatchObject({
      kind: 'login',
      user: 'ben (OpenID)',
      what: 'OpenID',
    });
  });

  it('refuses strangers, or lets them read', async () => {
    const closed = await start();
    expect(await logIn(closed, { user: 'eve', groups: ['other'] })).toMatchObject({ code: 21_113 });
    const open = await start({ strangers: 'viewer' });
    expect(await logIn(open, { user: 'eve' })).toMatchObject({ code: 21_116, role: 'viewer' });
  });

  it('takes nobody for the account of the same name', async () => {
    const gateway = await start();
    const told = await logIn(gateway, { user: 'admin', groups: ['see'] });
    expect(told.user).toBe('admin (OpenID)');
    const asAdmin = login(String(told.token), 'admin');
    expect((await send(gateway.port, '/api/livedata/status', { headers: asAdmin })).status).toBe(401);
  });

  it('ends with the settings of the provider, and after a day', async () => {
    const gateway = await start();
    const told = await logIn(gateway, { user: 'anna', groups: ['own'] });
    await gateway.clock.advanceAsync(86_400_000);
    expect(await statusOf(gateway, '/api/dtu/config', told)).toBe(401);
    const other = await logIn(gateway, { user: 'anna', groups: ['own'] });
    const { port } = gateway;
    const shown = await send(port, '/api/heliograph/sign-in-settings', { headers: login() });
    const settings = JSON.parse(shown.text);
    expect(settings.openid.client_secret).not.toBe('geheim');
    await browserAt(gateway).post(
      'sign-in-settings',
      { ...settings, openid: { ...settings.openid, roles: [] } },
      login(),
    );
    expect(await statusOf(gateway, '/api/dtu/config', other)).toBe(401);
  });
});

/** Each way to get in without what the provider has said for this browser; which code says so. */
const ATTACKS: Readonly<Record<string, readonly [number, (gateway: Started) => Promise<Told>]>> = {
  ...wrongToken('a token without a signature', 21_112, { signed: 'none' }),
  ...wrongToken('a token signed with the public key as a secret', 21_112, { signed: 'hs256' }),
  ...wrongToken('a token signed with another key', 21_112, { signed: 'other-key' }),
  ...wrongToken('a token for another login', 21_112, { claims: { nonce: 'other' } }),
  ...wrongToken('a token of another provider', 21_112, { claims: { iss: 'https://evil.example' } }),
  ...wrongToken('a token for another program', 21_112, { claims: { aud: 'other' } }),
  ...wrongToken('a token that has expired', 21_114, { claims: { exp: 1_000_000_000 } }),
  ...wrongToken('a name that nobody can have', 21_112, { claims: { preferred_username: 'a:b' } }),
  ...wrongToken('a name that is none', 21_112, { claims: { preferred_username: ['admin'] } }),
  'the same answer once more, with its cookie': [
    21_111,
    async (gateway) => {
      const browser = browserAt(gateway);
      const sent = gateway.issuer.signIn(await begin(browser), OWNER);
      const cookies = [...browser.cookies];
      expect(await finish(browser, sent)).toMatchObject({ code: 21_116 });
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      const again = gateway.issuer.signIn(`http://x/?${lastAsked(gateway)}`, OWNER);
      return finish(browser, { ...sent, code: again.code });
    },
  ],
  'a code that was used, in a new login': [
    21_112,
    async (gateway) => {
      const [one, other] = [browserAt(gateway), browserAt(gateway)];
      const used = gateway.issuer.signIn(await begin(one), OWNER);
      await finish(one, used);
      const { state } = gateway.issuer.signIn(await begin(other), OWNER);
      return finish(other, { ...used, state });
    },
  ],
  'a code of somebody else, put into the own login': [
    21_112,
    async (gateway) => {
      const [owner, thief] = [browserAt(gateway), browserAt(gateway)];
      const { code } = gateway.issuer.signIn(await begin(owner), OWNER);
      const { state } = gateway.issuer.signIn(await begin(thief), OWNER);
      return finish(thief, { code, state, iss: '' });
    },
  ],
  'an answer that was caught, in another browser': [
    21_111,
    async (gateway) => {
      const thief = browserAt(gateway);
      await begin(thief);
      return finish(thief, gateway.issuer.signIn(await begin(browserAt(gateway)), OWNER));
    },
  ],
  'an answer of ten minutes ago': [
    21_111,
    async (gateway) => {
      const browser = browserAt(gateway);
      const sent = gateway.issuer.signIn(await begin(browser), OWNER);
      await gateway.clock.advanceAsync(600_000);
      return finish(browser, sent);
    },
  ],
  'an answer that says it is of another provider': [
    21_112,
    async (gateway) => {
      const browser = browserAt(gateway);
      const sent = gateway.issuer.signIn(await begin(browser), OWNER);
      return finish(browser, { ...sent, iss: 'https://evil.example' });
    },
  ],
};

const OWNER: SignedIn = { user: 'anna', groups: ['own'] };

function wrongToken(name: string, code: number, wrong: NonNullable<SignedIn['wrong']>) {
  const tried = (gateway: Started) => logIn(gateway, { user: 'anna', groups: ['own'], wrong });
  return { [name]: [code, tried] as const };
}

/** What the provider was asked last. */
const lastAsked = ({ issuer }: Started) => String(issuer.asked());

describe('what is not the answer of the provider to this browser', () => {
  it('lets nobody in', async () => {
    const gateway = await start();
    const told: Record<string, unknown> = {};
    for (const [name, [, tried]] of Object.entries(ATTACKS)) {
      const { code, token } = await tried(gateway);
      told[name] = token === undefined ? code : 'let in';
    }
    expect(told).toEqual(Object.fromEntries(Object.entries(ATTACKS).map(([name, [code]]) => [name, code])));
  });

  const GUARDS: readonly (readonly [string, SeamName])[] = [
    ['a token signed with another key', 'openIdSignature'],
    ['the same answer once more, with its cookie', 'openIdOnce'],
    ['an answer that was caught, in another browser', 'openIdBrowser'],
  ];
  it.each(GUARDS)('would let somebody in by %s', async (name, seam) => {
    const gateway = await start();
    const [, tried] = ATTACKS[name] ?? expect.fail(name);
    expect(await without([seam], () => tried(gateway))).toMatchObject({ code: 21_116 });
  });
});

describe('a provider that does not answer as one', () => {
  const MOODS = ['endless', 'moved'] as const;
  it.each(MOODS)('is told from one that does: %s', async (mood) => {
    const gateway = await start();
    gateway.issuer.state.mood = mood;
    expect(await browserAt(gateway).post('openid-start', { return_url: '/' })).toMatchObject({
      code: 21_110,
    });
    // It is asked again a moment later, and not before.
    gateway.issuer.state.mood = 'honest';
    await gateway.clock.advanceAsync(6000);
    expect(await logIn(gateway, OWNER)).toMatchObject({ code: 21_116 });
  });

  it('is asked once, however many log in', async () => {
    const gateway = await start();
    await Promise.all(Array.from({ length: 8 }, () => begin(browserAt(gateway))));
    expect(gateway.issuer.state.asked).toBe(1);
  });
});

describe('logins that wait', () => {
  it('are 512 at most, and 16 of one address', async () => {
    const clock = { monotonicMs: () => 0 };
    let count = 0;
    const randomBytes = (length: number) => Buffer.from(String(++count).padStart(length, '0'));
    const attempts = createOpenIdAttempts({ clock, randomBytes });
    const { attempt, key } = attempts.begin('other', '/');
    for (let i = 0; i < 600; i++) attempts.begin('one', '/');
    expect(attempts.count()).toBe(17);
    expect(attempts.take([key], attempt.state)).toMatchObject({ nonce: attempt.nonce });
    for (let i = 0; i < 10_000; i++) attempts.begin(`address ${i % 700}`, '/');
    expect(attempts.count()).toBe(512);
    await without(['openIdAttempts'], () => {
      for (let i = 0; i < 600; i++) attempts.begin('one', '/');
    });
    expect(attempts.count()).toBeGreaterThan(512);
  });
});
