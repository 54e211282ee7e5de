import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  beginOpenId as begin,
  openIdBrowser as browserAt,
  CLIENT_SECRET,
  finishOpenId as finish,
  logInByOpenId as logIn,
  type OpenIdGateway as Started,
  startWithIssuer,
} from '@heliograph/testbed/gateway/openid-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import type { SignedIn } from '@heliograph/testbed/outside/openid-issuer.ts';
import type { Told } from '@heliograph/testbed/outside/passkey-page.ts';
import { describe, expect, it, vi } from 'vitest';
import { createOpenIdAttempts } from '../../apps/gateway/src/accounts/openid-attempts.ts';
import { createOpenIdProvider } from '../../apps/gateway/src/accounts/openid-provider.ts';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** A18: what is not the answer of the provider to this browser lets nobody in, and nothing of it is left lying about. */

const row = openRow('A18');
const LET_IN = { what: 'forged, stolen or repeated logins that were let in', goal: { exactly: 0 } } as const;

const OWNER: SignedIn = { user: 'anna', groups: ['own'] };
const LATE = 21_111;
const REFUSED = 21_112;
const STRANGER = 21_113;
const CLOCK = 21_114;
const LET = 21_116;

type Attack = readonly [code: number, (gateway: Started) => Promise<Told>];

function wrongToken(name: string, code: number, wrong: NonNullable<SignedIn['wrong']>) {
  return { [name]: [code, (gateway: Started) => logIn(gateway, { ...OWNER, wrong })] as const };
}

const wrongClaims = (name: string, claims: object, code = REFUSED) =>
  wrongToken(name, code, { claims: { ...claims } });

/** Each way to get in without what the provider has said for this browser; which code says so. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  ...wrongToken('a token without a signature', REFUSED, { signed: 'none' }),
  ...wrongToken('a token signed with the public key as a secret', REFUSED, { signed: 'hs256' }),
  ...wrongToken('a token signed with the secret of the client', REFUSED, { signed: 'hs256-secret' }),
  ...wrongToken('a token signed with another key', REFUSED, { signed: 'other-key' }),
  ...wrongToken('a token that brings its own key along', REFUSED, { signed: 'own-key' }),
  ...wrongClaims('a token for another login', { nonce: 'other' }),
  ...wrongClaims('a token for no login in particular', { nonce: undefined }),
  ...wrongClaims('a token of another provider', { iss: 'https://evil.example' }),
  ...wrongClaims('a token for another program', { aud: 'other' }),
  ...wrongClaims('a token for another program as well', { aud: ['heliograph', 'other'], azp: 'other' }),
  ...wrongClaims('a token that has expired', { exp: 1_000_000_000 }, CLOCK),
  ...wrongClaims('a token that never expires', { exp: undefined }),
  ...wrongClaims('a token of tomorrow', { nbf: 9_000_000_000 }, CLOCK),
  ...wrongClaims('a name with the end of a name in it', { preferred_username: 'admin:x' }),
  ...wrongClaims('a name with control characters', { preferred_username: 'ad\u0000min\r\nSet-Cookie: x=y' }),
  ...wrongClaims('a name that reads backwards', { preferred_username: '\u202eanna' }),
  ...wrongClaims('a name of 100 kB', { preferred_username: 'a'.repeat(100_000) }),
  ...wrongClaims('a name that is a list', { preferred_username: ['admin'] }),
  ...wrongClaims('no name', { preferred_username: undefined }),
  ...wrongClaims(
    'groups that only look like ours',
    { groups: ['own ', 'OWN', 'own\u0000', 'öwn'] },
    STRANGER,
  ),
  ...wrongClaims('groups within groups', { groups: [['own'], { group: 'own' }, null, 7] }, STRANGER),
  ...wrongClaims('groups that are no list', { groups: { own: true, length: 1, 0: 'own' } }, STRANGER),
  'the same answer once more, with its cookie': [
    LATE,
    async (gateway) => {
      const browser = browserAt(gateway);
      const sent = gateway.issuer.signIn(await begin(browser), OWNER);
      const cookies = [...browser.cookies];
      expect(await finish(browser, sent)).toMatchObject({ code: LET });
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      const again = gateway.issuer.signIn(`http://x/?${gateway.issuer.asked()}`, OWNER);
      return finish(browser, { ...sent, code: again.code });
    },
  ],
  'a code that was used, in a new login': [
    REFUSED,
    async (gateway) => {
      const [one, other] = [browserAt(gateway), browserAt(gateway)];
      const used = gateway.issuer.signIn(await begin(one), OWNER);
      await finish(one, used);
      const { state } = gateway.issuer.signIn(await begin(other), OWNER);
      return finish(other, { ...used, state });
    },
  ],
  'a code of somebody else, put into the own login': [
    REFUSED,
    async (gateway) => {
      const [owner, thief] = [browserAt(gateway), browserAt(gateway)];
      const { code } = gateway.issuer.signIn(await begin(owner), OWNER);
      const { state } = gateway.issuer.signIn(await begin(thief), OWNER);
      return finish(thief, { code, state, iss: '' });
    },
  ],
  'an answer that was caught, in another browser': [
    LATE,
    async (gateway) => {
      const thief = browserAt(gateway);
      await begin(thief);
      return finish(thief, gateway.issuer.signIn(await begin(browserAt(gateway)), OWNER));
    },
  ],
  'the answer to somebody else’s login, brought to a browser that began none': [
    LATE,
    async (gateway) =>
      finish(browserAt(gateway), gateway.issuer.signIn(await begin(browserAt(gateway)), OWNER)),
  ],
  'the cookie of the thief, planted in the browser of the owner, afterwards': [
    LATE,
    async (gateway) => {
      const [owner, thief] = [browserAt(gateway), browserAt(gateway)];
      const sent = gateway.issuer.signIn(await begin(thief), OWNER);
      const planted = [...thief.cookies, ['wsid', 'hgs_planted'] as const];
      for (const [name, value] of planted) owner.cookies.set(name, value);
      const told = await finish(owner, sent);
      expect(told).toMatchObject({ code: LET });
      expect(planted.map(([, value]) => value)).not.toContain(told.token);
      return finish(thief, sent);
    },
  ],
  'an answer of ten minutes ago': [
    LATE,
    async (gateway) => {
      const browser = browserAt(gateway);
      const sent = gateway.issuer.signIn(await begin(browser), OWNER);
      await gateway.clock.advanceAsync(600_000);
      return finish(browser, sent);
    },
  ],
  'an answer that says it is of another provider': [
    REFUSED,
    async (gateway) => {
      const browser = browserAt(gateway);
      const sent = gateway.issuer.signIn(await begin(browser), OWNER);
      return finish(browser, { ...sent, iss: 'https://evil.example' });
    },
  ],
};

/** What the gateway says to each; `let in` where there is a login now. */
async function triedOf(gateway: Started, name: string): Promise<unknown> {
  const [, tried] = ATTACKS[name] ?? expect.fail(name);
  const { code, token } = await tried(gateway);
  return token === undefined && code !== LET ? code : 'let in';
}

const GUARDS: Readonly<Record<string, SeamName>> = {
  'a token signed with another key': 'openIdSignature',
  'the same answer once more, with its cookie': 'openIdOnce',
  'an answer that was caught, in another browser': 'openIdBrowser',
};

describe('a login by OpenID Connect', () => {
  it('is none for what is not the answer of the provider to this browser, in any way', async () => {
    const gateway = await startWithIssuer();
    const told: Record<string, unknown> = {};
    for (const name of Object.keys(ATTACKS)) told[name] = await triedOf(gateway, name);
    const wanted = Object.fromEntries(Object.entries(ATTACKS).map(([name, [code]]) => [name, code]));
    expect.soft(told).toEqual(wanted);
    row.figure({ ...LET_IN, value: Object.values(told).filter((one) => one === 'let in').length });
  });

  it.runIf(row.isNightly).each(Object.entries(GUARDS))('would be one by %s', async (name, seam) => {
    const gateway = await startWithIssuer();
    const told = await without([seam], () => triedOf(gateway, name));
    row.counterProof({ ...LET_IN, without: SEAMS[seam], value: Number(told === 'let in') });
  });

  it('has whoever tries codes wait as whoever guesses passwords, and the right one is then not looked at either', async () => {
    const gateway = await startWithIssuer();
    const browser = browserAt(gateway);
    const codes = [];
    for (let guess = 0; guess < 6; guess++) {
      const { state } = gateway.issuer.signIn(await begin(browser), OWNER);
      const { status, code } = await finish(browser, { code: `guess-${guess}`, state, iss: '' });
      codes.push(status === 200 ? code : status);
    }
    expect(codes).toEqual([...Array(5).fill(REFUSED), 429]);
    expect((await logIn(gateway, OWNER, browser)).status).toBe(429);
  });

  it('takes the address to come back to of nothing that a request says', async () => {
    const gateway = await startWithIssuer();
    const browser = browserAt(gateway);
    const evil = {
      ...{ 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' },
      referer: 'https://evil.example/',
    };
    const { address } = await browser.post('openid-start', { return_url: '//evil.example' }, evil);
    const asked = new URL(String(address)).searchParams;
    expect(asked.get('redirect_uri')).toBe('https://solar.example/pv/login');
    expect(String(address)).not.toContain('evil');
  });
});

const LEFT = { what: 'secrets of a login in the log, the files or a page', goal: { exactly: 0 } } as const;

describe('what a login by OpenID Connect is made of', () => {
  it('is neither in the log, nor in a file, nor in the page that comes back with it', async () => {
    const gateway = await startWithIssuer({}, { platform: createTestPlatform('debug') });
    const browser = browserAt(gateway);
    const sent = gateway.issuer.signIn(await begin(browser), OWNER);
    const keys = [...browser.cookies.values()];
    const page = await send(gateway.port, `/login?code=${sent.code}&state=${sent.state}`, {
      headers: { accept: 'text/html' },
    });
    const told = await finish(browser, sent);
    expect(told).toMatchObject({ code: LET });
    const refused = gateway.issuer.signIn(await begin(browser), { ...OWNER, wrong: { signed: 'none' } });
    expect(await finish(browser, refused)).toMatchObject({ code: REFUSED });
    await gateway.clock.advanceAsync(120_000);
    const names = await readdir(gateway.dataFolder, { withFileTypes: true });
    const files = await Promise.all(
      names
        .filter((one) => one.isFile())
        .map(({ name }) => readFile(join(gateway.dataFolder, name), 'latin1')),
    );
    const secrets = [sent.code, sent.state, refused.code, refused.state, ...keys, String(told.token)];
    const nonce = gateway.issuer.asked().get('nonce') ?? expect.fail();
    const places = [...gateway.logLines, page.text, JSON.stringify(page.headers), ...files].join('\n');
    expect(places).toContain('anna (OpenID)');
    const found = [...secrets, nonce].filter((secret) => places.includes(secret));
    // The secret of the client lies with the settings, and there alone.
    if ([...gateway.logLines, page.text].join('\n').includes(CLIENT_SECRET)) found.push(CLIENT_SECRET);
    expect.soft(found).toEqual([]);
    row.figure({ ...LEFT, value: found.length });
  });
});

const BYTES = { what: 'bytes read of an answer without end', goal: { atMost: 400_000 } } as const;
const WAITED = {
  what: 'how long a provider that hangs is waited for',
  unit: 's',
  goal: { atMost: 5 },
} as const;
const PART = Buffer.alloc(65_536, ' ');
const ATTEMPT = { state: 's', nonce: 'n', verifier: 'v', returnUrl: '/' };
const OPENID = {
  ...{ enabled: true, issuer: 'https://id.example', client_id: 'heliograph', client_secret: '', name: 'x' },
  ...{ public_address: 'https://solar.example', user_claim: 'sub', groups_claim: 'groups', roles: [] },
  strangers: 'refused',
} as const;

/** Asks a provider that sends 8 MB; how much of it is read. */
async function readOfEndless(): Promise<number> {
  let read = 0;
  const body = new ReadableStream({
    pull(stream) {
      read += PART.length;
      if (read > 8_000_000) stream.close();
      else stream.enqueue(PART);
    },
  });
  const headers = { 'content-type': 'application/json' };
  const provider = createOpenIdProvider({
    ...{ clock: createVirtualClock(), settings: () => OPENID },
    fetch: async () => new Response(body, { headers }),
  });
  expect(await provider.addressFor(ATTEMPT)).toBe('OpenIdUnreachable');
  return read;
}

/** Asks one that never answers; after how many seconds that is said, of ten. */
async function secondsOfHanging(): Promise<number> {
  const clock = createVirtualClock();
  let isAsked = false;
  const provider = createOpenIdProvider({
    ...{ clock, settings: () => OPENID },
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        isAsked = true;
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  });
  let answer: unknown;
  void provider.addressFor(ATTEMPT).then((told) => {
    answer = told;
  });
  // The library is loaded before that, which is not a matter of the clock.
  await vi.waitFor(() => expect(isAsked).toBe(true), 10_000);
  for (let seconds = 1; seconds <= 10; seconds++) {
    await clock.advanceAsync(1000);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (answer !== undefined) {
      expect(answer).toBe('OpenIdUnreachable');
      return seconds;
    }
  }
  return 10; // and it is waited for still
}

describe('a provider that does not answer as one', () => {
  it('is read no further than a provider has to say', async () => {
    row.figure({ ...BYTES, value: await readOfEndless() });
  });

  it.runIf(row.isNightly)('would be read to its end', async () => {
    const value = await without(['openIdAnswerSize'], readOfEndless);
    row.counterProof({ ...BYTES, without: SEAMS.openIdAnswerSize, value });
  });

  it('is not waited for', async () => {
    row.figure({ ...WAITED, value: await secondsOfHanging() });
  });

  it.runIf(row.isNightly)('would be waited for', async () => {
    const value = await without(['openIdTimeout'], secondsOfHanging);
    row.counterProof({ ...WAITED, without: SEAMS.openIdTimeout, value });
  });

  it('keeps nobody else waiting, and is asked again a moment later', async () => {
    const gateway = await startWithIssuer();
    for (const mood of ['endless', 'moved', 'hangs'] as const) {
      gateway.issuer.state.mood = mood;
      const asked = browserAt(gateway).post('openid-start', { return_url: '/' });
      // Whoever has a password does not need it.
      expect((await send(gateway.port, '/api/dtu/config', { headers: login() })).status).toBe(200);
      const passing = setInterval(() => void gateway.clock.advanceAsync(1000), 20);
      expect(await asked).toMatchObject({ code: 21_110 });
      clearInterval(passing);
      gateway.issuer.state.mood = 'honest';
      await gateway.clock.advanceAsync(301_000);
      expect(await logIn(gateway, OWNER)).toMatchObject({ code: LET });
      await gateway.clock.advanceAsync(301_000);
    }
  });
});

const BEGUN = row.scale(1500, 10_000);
const WAITING = { what: 'logins that wait while strangers begin them', goal: { atMost: 512 } } as const;

/** A stranger begins without end, from one address or from many; how many wait, and whether that of the owner does. */
function beginWithoutEnd(addresses: number) {
  const attempts = createOpenIdAttempts({ clock: { monotonicMs: () => 0 }, randomBytes });
  const { attempt, key } = attempts.begin('the owner', '/');
  for (let count = 0; count < BEGUN; count++) attempts.begin(`stranger ${count % addresses}`, '/');
  return { waiting: attempts.count(), isKept: attempts.take([key], attempt.state) !== undefined };
}

describe('logins that wait', () => {
  it('do not fill the memory, and push out nobody else’s while one address begins them', () => {
    const [one, many] = [beginWithoutEnd(1), beginWithoutEnd(100)];
    row.figure({ ...WAITING, value: Math.max(one.waiting, many.waiting) });
    expect([one.isKept, many.isKept]).toEqual([true, true]);
  });

  it.runIf(row.isNightly)('would fill it', async () => {
    const { waiting } = await without(['openIdLogins'], async () => beginWithoutEnd(1));
    row.counterProof({ ...WAITING, without: SEAMS.openIdLogins, value: waiting });
  });
});
