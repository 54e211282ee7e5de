import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from './listen.ts';

const ALGORITHMS = {
  ...{ none: 'none', hs256: 'HS256', 'hs256-secret': 'HS256', 'other-key': 'RS256', 'own-key': 'RS256' },
} as const;

/** How a token of the provider is made wrongly. */
export interface WrongToken {
  /**
   * In place of a signature with the key that it publishes: none, with that key or with the client secret as a shared secret, with
   * another key, or with another key that the token brings along.
   */
  readonly signed?: keyof typeof ALGORITHMS;
  /** In place of what it should say. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface SignedIn {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly wrong?: WrongToken;
}

export interface OpenIdIssuerOptions {
  /** What it calls itself, such as `https://id.example`, where it is found by `fetch` alone; else it is found by everybody. */
  readonly name?: string;
  /** That of the client, which it does not ask for. */
  readonly secret?: string;
}

/** A small provider of OpenID Connect, in plain words: codes are good once, and for who has the verifier of their challenge. */
export async function openOpenIdIssuer({ name, secret = '' }: OpenIdIssuerOptions = {}) {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' };
  const pem = keys.publicKey.export({ format: 'pem', type: 'spki' });
  const codes = new Map<string, SignedIn & { readonly asked: URLSearchParams }>();
  const state = {
    ...{ mood: 'honest' as 'honest' | 'hangs' | 'endless' | 'moved', asked: 0 },
    next: undefined as SignedIn | undefined,
    told: {} as Readonly<Record<string, unknown>>,
  };
  let last = new URLSearchParams();
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  const server = createServer((request, response) => {
    state.asked += 1;
    if (state.mood === 'hangs') return;
    if (state.mood === 'moved') return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (state.mood === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = setInterval(() => response.write(' '.repeat(65_536)), 1);
      response.on('close', () => clearInterval(more));
      return;
    }
    const { pathname } = new URL(request.url ?? '', issuer);
    if (pathname === '/authorize') return void response.writeHead(302, { location: wayBack(request) }).end();
    void answerTo(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const { port, close } = await listen(server);
  const address = `http://127.0.0.1:${port}`;
  const issuer = name ?? address;

  /** Where a browser goes back to: with a code of who is to log in next, or as somebody who has thought better of it. */
  function wayBack({ url = '' }: IncomingMessage): string {
    const asked = new URL(url, issuer).searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (state.next === undefined) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', issueCode(state.next, asked));
    return back.href;
  }

  function issueCode(who: SignedIn, asked: URLSearchParams): string {
    const code = randomBytes(16).toString('base64url');
    codes.set(code, { ...who, asked });
    last = asked;
    return code;
  }

  async function answerTo(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const { pathname } = new URL(request.url ?? '', issuer);
    if (pathname === '/.well-known/openid-configuration') return { status: 200, body: metadata() };
    if (pathname === '/keys') return { status: 200, body: { keys: [jwk] } };
    if (pathname !== '/token') return { status: 404, body: {} };
    let text = '';
    for await (const part of request) text += part;
    const sent = new URLSearchParams(text);
    const code = sent.get('code') ?? '';
    const found = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      found?.asked.get('code_challenge') === challenge &&
      found.asked.get('redirect_uri') === sent.get('redirect_uri');
    if (found === undefined || !isRight) return { status: 400, body: { error: 'invalid_grant' } };
    return {
      status: 200,
      body: { access_token: 'a', token_type: 'Bearer', id_token: tokenFor(found, found.asked) },
    };
  }

  const metadata = () => ({
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    ...{ jwks_uri: `${issuer}/keys`, response_types_supported: ['code'] },
    ...{ id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] },
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    ...state.told,
  });

  function tokenFor({ user, groups = [], wrong = {} }: SignedIn, asked: URLSearchParams): string {
    const nowS = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: issuer, aud: asked.get('client_id'), nonce: asked.get('nonce'), sub: user },
      ...{ iat: nowS, exp: nowS + 300, preferred_username: user, groups },
      ...wrong.claims,
    };
    const jwk = wrong.signed === 'own-key' ? { jwk: others.publicKey.export({ format: 'jwk' }) } : {};
    const alg = ALGORITHMS[wrong.signed ?? 'other-key'];
    const text = `${base64({ alg, kid: 'k1', ...jwk })}.${base64(claims)}`;
    return `${text}.${signatureOf(text, wrong.signed)}`;
  }

  function signatureOf(text: string, way: WrongToken['signed']): string {
    if (way === 'none') return '';
    if (way === 'hs256' || way === 'hs256-secret') {
      return createHmac('sha256', way === 'hs256' ? pem : secret)
        .update(text)
        .digest('base64url');
    }
    const { privateKey } = way === undefined ? keys : others;
    return sign('sha256', Buffer.from(text), privateKey).toString('base64url');
  }

  return {
    issuer,
    /** `moved`: it sends whoever asks elsewhere. `next`: who logs in when a browser comes. `told`: what it says of itself otherwise. */
    state,
    /** Finds it by its name. */
    fetch: ((input, init) =>
      globalThis.fetch(String(input).replace(issuer, address), init)) as typeof globalThis.fetch,
    close,
    /** What it was asked at the last login, whose end it has seen. */
    asked: () => last,
    /** Somebody logs in at the address that a browser was sent to; what it brings back. */
    signIn(address: string, who: SignedIn) {
      const asked = new URL(address).searchParams;
      return { code: issueCode(who, asked), state: asked.get('state') ?? '', iss: '' };
    },
  };
}

export type OpenIdIssuer = Awaited<ReturnType<typeof openOpenIdIssuer>>;
