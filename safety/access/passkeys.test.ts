import { randomBytes } from 'node:crypto';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openPasskeyPage, type Told } from '@heliograph/testbed/outside/passkey-page.ts';
import { createSoftAuthenticator } from '@heliograph/testbed/outside/soft-authenticator.ts';
import { describe, expect, it } from 'vitest';
import { createPasskeyQuestions } from '../../apps/gateway/src/accounts/passkey-questions.ts';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** A17: what is not the answer of the device to the question of this browser lets nobody in. */

const row = openRow('A17');
const LET_IN = { what: 'forged or stolen logins that were let in', goal: { exactly: 0 } } as const;
const TAKEN = { what: 'forged passkeys that were taken', goal: { exactly: 0 } } as const;

/** A gateway whose admin and whose operator have a passkey each, in a browser that is theirs. */
async function startWithPasskeys(counts = true) {
  const { port, clock } = await startTestGateway();
  const devices = [createSoftAuthenticator({ counts }), createSoftAuthenticator()] as const;
  let visits = 0;
  /** Both in browsers at another address, so that nobody has to wait for what another one got wrong. */
  function visit() {
    visits += 1;
    const from = `127.0.1.${visits}`;
    const [owner, anna] = devices.map((authenticator) => openPasskeyPage(port, { authenticator, from }));
    if (owner === undefined || anna === undefined) throw new Error('there are two');
    return { port, from, clock, owner, anna };
  }
  const { owner, anna } = visit();
  const account = { name: 'Anna', role: 'operator', password: 'a password of Anna', is_new: true };
  await owner.post('account-save', account, login());
  expect(await owner.add()).toMatchObject({ code: 21_060 });
  expect(await anna.add('Phone', login('a password of Anna', 'Anna'))).toMatchObject({ code: 21_060 });
  return { visit };
}

type Visits = Awaited<ReturnType<typeof startWithPasskeys>>;
type Started = ReturnType<Visits['visit']>;

const enter = (page: Started['owner'], body: unknown) => page.post('passkey-login', body);

/** Each way to try it without being the owner; what the gateway says. */
const LOGINS: Readonly<Record<string, (started: Started) => Promise<Told>>> = {
  'an answer once more, with its cookie': async ({ owner }) => {
    const body = await owner.sign();
    const cookies = [...owner.cookies];
    expect(await enter(owner, body)).toMatchObject({ code: 21_066 });
    for (const [name, value] of cookies) owner.cookies.set(name, value);
    return enter(owner, body);
  },
  'an answer that was caught, in another browser': async ({ port, from, owner }) => {
    const thief = openPasskeyPage(port, { from });
    await thief.post('passkey-question', { ask: true });
    return enter(thief, await owner.sign());
  },
  'an answer that was caught, without any cookie': async ({ port, from, owner }) =>
    enter(openPasskeyPage(port, { from }), await owner.sign()),
  'an answer to a question of somebody else': async ({ port, from, owner }) => {
    const thief = openPasskeyPage(port, { from, authenticator: owner.authenticator });
    const body = await thief.sign();
    await owner.post('passkey-question', { ask: true });
    return enter(owner, body);
  },
  'an answer of five minutes ago': async ({ clock, owner }) => {
    const body = await owner.sign();
    await clock.advanceAsync(300_000);
    return enter(owner, body);
  },
  'an answer given on a page of somebody else': ({ owner }) =>
    owner.logIn({ origin: 'https://evil.example' }),
  'an answer given on another port of the same machine': ({ owner }) =>
    owner.logIn({ origin: 'http://localhost:1' }),
  'an answer given in a frame of another page': ({ owner }) => owner.logIn({ crossOrigin: true }),
  'an answer for another name': ({ owner }) => owner.logIn({ rpId: 'evil.example' }),
  'an answer without finger, face or PIN': ({ owner }) => owner.logIn({ isUnverified: true }),
  'an answer with nobody there': ({ owner }) => owner.logIn({ isAbsent: true, isUnverified: true }),
  'the credential of the admin, signed by another account': async ({ owner, anna }) => {
    const { id, user_handle } = await owner.sign();
    return anna.logIn({ id, user_handle });
  },
  'the own credential, said to be the admin’s': async ({ owner, anna }) => {
    const { user_handle } = await owner.sign();
    return anna.logIn({ user_handle });
  },
  'a signature by another key': ({ owner }) => owner.logIn({ hasOtherKey: true }),
  'no signature': ({ owner }) => owner.logIn({ signature: 'AA' }),
  'a credential that nobody has': ({ owner }) => owner.logIn({ id: 'bm9ib2R5' }),
  'what was signed to make a passkey': ({ owner }) => owner.logIn({ type: 'webauthn.create' }),
  'an answer to the question for a new passkey': async ({ owner }) => {
    const told = await owner.post('passkey-begin', { name: 'x' }, login());
    const asked = { challenge: String(told.challenge), host: 'localhost', origin: owner.origin };
    return enter(owner, owner.authenticator.sign(asked));
  },
  'a challenge that nobody gave': ({ owner }) => owner.logIn({ challenge: 'bm9ib2R5' }),
  'a passkey that counts backwards': async ({ anna }) => {
    expect(await anna.logIn({ counter: 40 })).toMatchObject({ code: 21_066 });
    return anna.logIn({ counter: 40 });
  },
  'a passkey that has stopped counting': async ({ anna }) => anna.logIn({ counter: 0 }),
  'what is no JSON': async ({ owner }) => enter(owner, { ...(await owner.sign()), client_data: 'AAAA' }),
  'authenticator data that ends early': async ({ owner }) =>
    enter(owner, { ...(await owner.sign()), authenticator_data: 'AAAA' }),
};

const isIn = ({ code, token }: Told) => code === 21_066 || token !== undefined;

async function letIn(name: string, { visit }: Visits): Promise<number> {
  return Number(isIn(await (LOGINS[name] ?? expect.fail(name))(visit())));
}

/** Which guard of ours stands between whom. */
const GUARDS: Readonly<Record<string, SeamName>> = {
  'an answer once more, with its cookie': 'passkeyOnce',
  'an answer that was caught, in another browser': 'passkeyBrowser',
  'an answer given on a page of somebody else': 'passkeyOrigin',
  'an answer without finger, face or PIN': 'passkeyVerification',
  'a passkey that counts backwards': 'passkeyCounter',
};

describe('a login with a passkey', () => {
  it('is none for who is not the owner, in any way', async () => {
    const found: string[] = [];
    const visits = await startWithPasskeys();
    for (const name of Object.keys(LOGINS)) if ((await letIn(name, visits)) > 0) found.push(name);
    // Who does not count is not stopped by its count.
    const others = await startWithPasskeys(false);
    if ((await letIn('an answer once more, with its cookie', others)) > 0) found.push('not counting');
    expect.soft(found).toEqual([]);
    row.figure({ ...LET_IN, value: found.length });
  });

  it.runIf(row.isNightly).each(Object.entries(GUARDS))('would be one by %s', async (name, seam) => {
    const visits = await startWithPasskeys(seam !== 'passkeyOnce');
    const value = await without([seam], () => letIn(name, visits));
    row.counterProof({ ...LET_IN, without: SEAMS[seam], value });
  });

  it('has whoever guesses wait as whoever guesses passwords, and the owner’s right one is then not looked at either', async () => {
    const { owner } = (await startWithPasskeys()).visit();
    const codes = [];
    for (let guess = 0; guess < 6; guess++) {
      const { status, code } = await owner.logIn({ hasOtherKey: true });
      codes.push(status === 200 ? code : status);
    }
    expect(codes).toEqual([21_063, 21_063, 21_063, 21_063, 21_063, 429]);
  });
});

/** Each way to have something taken that is no passkey of who is logged in. */
const MADE: Readonly<Record<string, (started: Started) => Promise<Told>>> = {
  'by an algorithm of nobody': ({ owner }) => owner.add('x', login(), { algorithm: 0 }),
  'by an algorithm that is too weak': async ({ port }) => {
    const page = openPasskeyPage(port, { authenticator: createSoftAuthenticator({ kind: 'rsa' }) });
    return page.add('x', login(), { algorithm: -65_535 });
  },
  'without finger, face or PIN': ({ owner }) => owner.add('x', login(), { isUnverified: true }),
  'on a page of somebody else': ({ owner }) => owner.add('x', login(), { origin: 'https://evil.example' }),
  'for another name': ({ owner }) => owner.add('x', login(), { rpId: 'evil.example' }),
  'under another id than it has': ({ owner }) => owner.add('x', login(), { id: 'bm9ib2R5' }),
  'in a frame of another page': ({ owner }) => owner.add('x', login(), { crossOrigin: true }),
  'by what was signed for a login': ({ owner }) => owner.add('x', login(), { type: 'webauthn.get' }),
  'for another account than asked for it': async ({ owner }) => {
    const body = await owner.make();
    return owner.post('passkey-add', body, login('a password of Anna', 'Anna'));
  },
  'in another browser than asked for it': async ({ port, owner }) =>
    openPasskeyPage(port).post('passkey-add', await owner.make(), login()),
  'by nobody': async ({ owner }) => owner.post('passkey-add', await owner.make()),
  'as the answer to the question of a login': async ({ owner }) => {
    const told = await owner.post('passkey-question', { ask: true });
    const asked = { challenge: String(told.challenge), host: 'localhost', origin: owner.origin };
    return owner.post('passkey-add', owner.authenticator.make(asked), login());
  },
  twice: async ({ owner }) => {
    const body = await owner.make();
    const cookies = [...owner.cookies];
    expect(await owner.post('passkey-add', body, login())).toMatchObject({ code: 21_060 });
    for (const [name, value] of cookies) owner.cookies.set(name, value);
    return owner.post('passkey-add', body, login());
  },
  'that somebody else has': async ({ owner, anna }) => {
    const taken = await anna.make('x', login('a password of Anna', 'Anna'));
    expect(await anna.post('passkey-add', taken, login('a password of Anna', 'Anna'))).toMatchObject({
      code: 21_060,
    });
    const own = await owner.make();
    return owner.post('passkey-add', { ...own, id: taken.id, attestation: taken.attestation }, login());
  },
};

async function taken(name: string, { visit }: Visits): Promise<number> {
  const told = await (MADE[name] ?? expect.fail(name))(visit());
  return Number(told.code === 21_060);
}

describe('a passkey', () => {
  it('is not taken that is none of who is logged in, in any way', async () => {
    const found: string[] = [];
    const visits = await startWithPasskeys();
    for (const name of Object.keys(MADE)) if ((await taken(name, visits)) > 0) found.push(name);
    expect.soft(found).toEqual([]);
    row.figure({ ...TAKEN, value: found.length });
  });

  it.runIf(row.isNightly)('would be without a finger', async () => {
    const visits = await startWithPasskeys();
    const value = await without(['passkeyVerification'], () => taken('without finger, face or PIN', visits));
    row.counterProof({ ...TAKEN, without: SEAMS.passkeyVerification, value });
  });

  it('is not made of bodies that are too long, which are not even read', async () => {
    const { owner } = (await startWithPasskeys()).visit();
    const long = 'A'.repeat(20_000);
    const body = { id: 'AA', client_data: long, attestation: long };
    expect(await owner.post('passkey-add', body, login())).toMatchObject({ code: 1003 });
    const huge = { ...body, attestation: 'A'.repeat(4_000_000) };
    expect([413, 200]).toContain((await owner.post('passkey-login', huge)).status);
    expect((await send(Number(new URL(owner.origin).port), '/healthz')).status).toBe(200);
  });
});

const QUESTIONS = 10_000;
const WAITING = { what: 'questions that wait after 10,000', goal: { atMost: 512 } } as const;

/** A stranger asks without end, from one address or from many; how many wait, and whether that of the owner does. */
function askWithoutEnd(addresses: number) {
  const questions = createPasskeyQuestions({ clock: { monotonicMs: () => 0 }, randomBytes });
  const about = { host: 'localhost', making: undefined };
  const { key, question } = questions.ask('the owner', about);
  for (let count = 0; count < QUESTIONS; count++) questions.ask(`stranger ${count % addresses}`, about);
  return { waiting: questions.count(), isKept: questions.take([key], question.challenge) !== undefined };
}

describe('questions to passkeys', () => {
  it('do not fill the memory, and push out nobody else’s while one address asks', () => {
    const [one, many] = [askWithoutEnd(1), askWithoutEnd(100)];
    row.figure({ ...WAITING, value: Math.max(one.waiting, many.waiting) });
    expect([one.isKept, many.isKept]).toEqual([true, true]);
  });

  it.runIf(row.isNightly)('would fill it', async () => {
    const { waiting } = await without(['passkeyQuestions'], async () => askWithoutEnd(1));
    row.counterProof({ ...WAITING, without: SEAMS.passkeyQuestions, value: waiting });
  });
});
