import * as z from 'zod/mini';
import { PROXY_COUNT_MAX, SECRET_PLACEHOLDER, SIGN_IN_TEXT_MAX_LENGTH } from './constants.ts';
import { addressOrNetwork, exactList, rules, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { byteLength } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult, ResultName } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * One more way to be known beside the password: by the word of a proxy in front of the gateway. It is off until somebody sets it up, and ours
 * alone (docs/decisions/0056-trusted-proxies.md).
 */

/** What becomes of somebody whom the gateway has no account for. */
export const STRANGER_ROLES = ['refused', 'viewer'] as const;
export type StrangerRole = (typeof STRANGER_ROLES)[number];

/** By this header a proxy shows that it is the one. */
export const PROXY_SECRET_HEADER = 'heliograph-proxy-secret';

/** They mean something else, so nobody's name is in them. */
const OTHER_HEADERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...[
    'accept',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'cookie',
    'forwarded',
    'host',
  ],
  ...['origin', 'referer', 'transfer-encoding', 'upgrade', 'user-agent', 'via', 'x-requested-with'],
  PROXY_SECRET_HEADER,
]);

function isUserHeader(name: string): boolean {
  const known = name.toLowerCase();
  return (
    /^[a-z\d]+(-[a-z\d]+)*$/.test(known) &&
    !OTHER_HEADERS.has(known) &&
    !/^(x-forwarded|sec|proxy|access-control|heliograph)-/.test(known)
  );
}

const text = () => z.string();

const ProxyFields = /* @__PURE__ */ wireObject({
  /** Addresses such as `192.168.4.2` and networks such as `fd00::/64`; none: no proxy is believed. */
  addresses: /* @__PURE__ */ exactList(
    /* @__PURE__ */ z.array(/* @__PURE__ */ addressOrNetwork('SignInAddress')),
    { ...{ min: 0, max: PROXY_COUNT_MAX, fail: 'SignInAddressCount' } },
  ),
  /** In which header the proxy tells who it is. */
  user_header: /* @__PURE__ */ text(),
  /** What the proxy sends in the header `Heliograph-Proxy-Secret`; 32 to 128 letters, digits, `-` and `_`. */
  secret: /* @__PURE__ */ text(),
  /** What becomes of somebody who has no account here. */
  strangers: /* @__PURE__ */ z.enum(STRANGER_ROLES),
});
export type ProxySettings = z.infer<typeof ProxyFields>;

/** The placeholder stands for one that stays. */
const isSecret = (secret: string) => /^[\w-]{32,128}$/.test(secret) || secret === SECRET_PLACEHOLDER;

const ProxySchema = /* @__PURE__ */ ProxyFields.check(
  /* @__PURE__ */ rules<ProxySettings>([
    {
      ...{ key: 'user_header', result: 'SignInHeader' },
      isBroken: ({ user_header: name }) => !isUserHeader(name) || byteLength(name) > SIGN_IN_TEXT_MAX_LENGTH,
    },
    {
      ...{ key: 'secret', result: 'SignInSecret' },
      isBroken: ({ addresses, secret }) => !isSecret(secret) && (addresses.length > 0 || secret !== ''),
    },
  ]),
);

export const SignInSettingsSchema = /* @__PURE__ */ wireObject({ proxy: ProxySchema });
export type SignInSettings = z.infer<typeof SignInSettingsSchema>;

/** The results that only have to do with these. */
export type SignInResult = Extract<ResultName, `SignIn${string}`>;

/** Why a field would be refused. */
export interface SignInFailure {
  /** Such as `proxy.secret` or `proxy.addresses.0`. */
  readonly field: string;
  readonly result: SignInResult | 'ValuesMissing';
}

/** What the gateway would say. Pages do not have the codes of these results, so they are told by their names. */
export function signInFailures(settings: SignInSettings): readonly SignInFailure[] {
  const parsed = SignInSettingsSchema.safeParse(settings);
  return (parsed.error?.issues ?? []).map(({ path, ...issue }) => {
    const { result = 'ValuesMissing' } = issue.code === 'custom' ? (issue.params ?? {}) : {};
    return { field: path.join('.'), result };
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const strangersOf = (value: unknown): StrangerRole =>
  STRANGER_ROLES.find((known) => known === value) ?? 'refused';

/** As they are told. */
export interface ShownSignIn {
  readonly proxy: {
    readonly addresses: readonly string[];
    readonly user_header: string;
    /** The placeholder, or empty where there is none. */
    readonly secret: string;
    readonly strangers: StrangerRole;
  };
}

function readSignIn(value: unknown): ShownSignIn | undefined {
  const { proxy } = isRecord(value) ? value : {};
  if (!isRecord(proxy)) return undefined;
  return {
    proxy: {
      ...{ addresses: textsOf(proxy.addresses), user_header: textOf(proxy.user_header) },
      ...{ secret: textOf(proxy.secret), strangers: strangersOf(proxy.strangers) },
    },
  };
}

/** Which proxies are believed; the placeholder stands for the secret. */
export const getSignIn: Endpoint<ShownSignIn, ShownSignIn> = {
  method: 'GET',
  path: '/api/heliograph/sign-in-settings',
  access: 'owner',
  query: [],
  read: readSignIn,
};

/** Saves them; the placeholder keeps the secret. All sockets have to come anew. */
export const setSignIn: Endpoint<ApiResult, ReceivedApiResult, SignInSettings> = {
  method: 'POST',
  path: '/api/heliograph/sign-in-settings',
  access: 'owner',
  query: [],
  read: readApiResult,
};
