import { createHash } from 'node:crypto';
import type { OpenIdSettings, Role } from '@heliograph/contract';
import { ROLES } from '@heliograph/contract';
import type * as openIdClient from 'openid-client';
import type { Clock } from '../platform/clock.ts';
import type { OpenIdAttempt } from './openid-attempts.ts';

/** What the provider sent back with the browser. */
export interface OpenIdReturn {
  readonly code: string;
  readonly state: string;
  /** Empty: it does not say which provider it is. */
  readonly iss: string;
}

export interface OpenIdPerson {
  /** What the sessions of this login are called. */
  readonly name: string;
  /** Undefined: nobody here, as the groups say. */
  readonly role: Role | undefined;
}

export type OpenIdFailure = 'OpenIdUnreachable' | 'OpenIdRefused' | 'OpenIdClock';

/** The provider that is set up. What it says is asked of it with time limits and believed only as far as it is signed. */
export interface OpenIdProvider {
  /** Where the browser goes on. */
  addressFor(attempt: OpenIdAttempt): Promise<{ readonly address: string } | 'OpenIdUnreachable'>;
  /** Exchanges the code for who it is. */
  personOf(returned: OpenIdReturn, attempt: OpenIdAttempt): Promise<OpenIdPerson | OpenIdFailure>;
}

export interface OpenIdProviderOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
  readonly settings: () => OpenIdSettings;
  /** The network. */
  readonly fetch: typeof globalThis.fetch;
}

const TIMEOUT_MS = 5000;
const ANSWER_MAX_BYTES = 262_144;
/** So long what the provider says of itself counts. */
const KNOWN_MS = 300_000;
/** So long it is not asked again after it has failed. */
const FAILED_MS = 5000;
const CLOCK_TOLERANCE_S = 60;
const GROUPS_MAX = 1000;
/** As in accounts: no colon, which would end the name in a header, and nothing unseen. */
const USER_NAME = /^(?! )[^:,\p{C}\p{Zl}\p{Zp}]{1,64}(?<! )$/u;

/** Changes with everything that decides who gets in; sessions end with it. */
export function openIdDigest(settings: OpenIdSettings): string {
  return settings.enabled ? createHash('sha256').update(JSON.stringify(settings)).digest('base64url') : '';
}

export function createOpenIdProvider(options: OpenIdProviderOptions): OpenIdProvider {
  const { clock } = options;
  let known: Known | undefined;

  /** One question at a time, however many people log in. */
  function discovered(): Promise<Discovered | 'OpenIdUnreachable'> {
    const settings = options.settings();
    const isOld = known === undefined || known.settings !== settings || clock.monotonicMs() >= known.endsAtMs;
    if (known === undefined || isOld) {
      const found = discover(settings).catch(() => 'OpenIdUnreachable' as const);
      const next = { settings, found, endsAtMs: clock.monotonicMs() + KNOWN_MS };
      known = next;
      void found.then((outcome) => {
        if (typeof outcome === 'string') next.endsAtMs = clock.monotonicMs() + FAILED_MS;
      });
    }
    return known.found;
  }

  async function discover(settings: OpenIdSettings): Promise<Discovered> {
    const client = await import('openid-client');
    const { issuer, client_id: clientId, client_secret: secret } = settings;
    const fetch = limitedFetch(options.fetch, clock);
    const isPlain = issuer.startsWith('http:'); // only on the own machine, as the settings are checked
    const found = await client.discovery(new URL(issuer), clientId, undefined, undefined, {
      [client.customFetch]: fetch,
      execute: isPlain ? [client.allowInsecureRequests] : [],
    });
    const server = found.serverMetadata();
    const ways = server.token_endpoint_auth_methods_supported ?? [];
    const bySecret = ways.includes('client_secret_post') ? client.ClientSecretPost : client.ClientSecretBasic;
    const config = new client.Configuration(
      server,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_S },
      secret === '' ? client.None() : bySecret(secret),
    );
    config[client.customFetch] = fetch;
    if (isPlain) client.allowInsecureRequests(config);
    // The library takes a token that came over TLS as it is; ours counts only with its signature.
    if (!__WITHOUT__.openIdSignature) client.enableNonRepudiationChecks(config);
    return { client, config, settings };
  }

  return {
    async addressFor({ state, nonce, verifier }) {
      const found = await discovered();
      if (typeof found === 'string') return found;
      const { client, config, settings } = found;
      try {
        const address = client.buildAuthorizationUrl(config, {
          ...{ redirect_uri: returnAddress(settings), scope: 'openid profile email groups', state, nonce },
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        const isPlain = settings.issuer.startsWith('http:');
        const isWeb = address.protocol === 'https:' || (isPlain && address.protocol === 'http:');
        return isWeb ? { address: address.href } : 'OpenIdUnreachable';
      } catch {
        return 'OpenIdUnreachable'; // it names no address
      }
    },
    async personOf(returned, { state, nonce, verifier }) {
      const found = await discovered();
      if (typeof found === 'string') return found;
      const { client, config, settings } = found;
      const url = new URL(returnAddress(settings));
      url.searchParams.set('code', returned.code);
      url.searchParams.set('state', returned.state);
      if (returned.iss !== '') url.searchParams.set('iss', returned.iss);
      try {
        const tokens = await client.authorizationCodeGrant(config, url, {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
          idTokenExpected: true,
        });
        return personIn(tokens.claims() ?? {}, settings) ?? 'OpenIdRefused';
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

interface Known {
  readonly settings: OpenIdSettings;
  readonly found: Promise<Discovered | 'OpenIdUnreachable'>;
  endsAtMs: number;
}

interface Discovered {
  readonly client: typeof openIdClient;
  readonly config: openIdClient.Configuration;
  readonly settings: OpenIdSettings;
}

/** Of the settings, and never of what a request says of itself. */
function returnAddress({ public_address: address }: Pick<OpenIdSettings, 'public_address'>): string {
  return `${address.replace(/\/+$/, '')}/login`;
}

/** Undefined: the token names nobody who can have a name here. */
function personIn(
  claims: Readonly<Record<string, unknown>>,
  { user_claim, groups_claim, roles, strangers }: OpenIdSettings,
): OpenIdPerson | undefined {
  const user = claims[user_claim];
  if (typeof user !== 'string' || !USER_NAME.test(user)) return undefined;
  const told = claims[groups_claim];
  const groups = new Set((Array.isArray(told) ? told : [told]).slice(0, GROUPS_MAX));
  const own = roles.filter(({ group }) => groups.has(group)).map(({ role }) => ROLES.indexOf(role));
  const stranger = strangers === 'viewer' ? 'viewer' : undefined;
  // By this nobody is taken for the account of that name.
  return { name: `${user} (OpenID)`, role: own.length > 0 ? ROLES[Math.max(...own)] : stranger };
}

/** Follows nowhere, waits no longer than `TIMEOUT_MS` for the whole of an answer and reads no more than `ANSWER_MAX_BYTES`. */
function limitedFetch(fetch: typeof globalThis.fetch, clock: Pick<Clock, 'after'>): openIdClient.CustomFetch {
  return async (url, init) => {
    const ending = new AbortController();
    const stopWaiting = __WITHOUT__.openIdTimeout
      ? () => undefined
      : clock.after(TIMEOUT_MS, () => ending.abort());
    try {
      const limits = { redirect: 'manual', signal: ending.signal } as const;
      const answer = await fetch(url, { ...(init as RequestInit), ...limits });
      return new Response(await readLimited(answer), { status: answer.status, headers: answer.headers });
    } finally {
      stopWaiting();
    }
  };
}

async function readLimited({ body, status }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null || [204, 205, 304].includes(status)) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > ANSWER_MAX_BYTES && !__WITHOUT__.openIdAnswerSize) throw new Error('The answer is too long.');
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** The network, or no provider, for whatever is not the answer to a code. */
function failureOf(error: unknown): OpenIdFailure {
  const codes = [error, (error as { cause?: unknown })?.cause].map(
    (one) => (one as { code?: unknown })?.code,
  );
  if (codes.includes('OAUTH_JWT_TIMESTAMP_CHECK_FAILED')) return 'OpenIdClock';
  const isRefused = codes.some((code) => REFUSALS.has(String(code)));
  return isRefused ? 'OpenIdRefused' : 'OpenIdUnreachable';
}

/** The provider has answered, and what it says is not to be believed. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...['OAUTH_RESPONSE_BODY_ERROR', 'OAUTH_AUTHORIZATION_RESPONSE_ERROR', 'OAUTH_INVALID_RESPONSE'],
  ...['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_KEY_SELECTION_FAILED', 'OAUTH_UNSUPPORTED_OPERATION'],
  ...['OAUTH_WWW_AUTHENTICATE_CHALLENGE', 'OAUTH_PARSE_ERROR'],
]);
