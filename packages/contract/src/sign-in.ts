import * as z from 'zod/mini';
import {
  OPENID_GROUP_COUNT_MAX,
  PROXY_COUNT_MAX,
  SECRET_PLACEHOLDER,
  SIGN_IN_ADDRESS_MAX_LENGTH,
  SIGN_IN_SECRET_MAX_LENGTH,
  SIGN_IN_TEXT_MAX_LENGTH,
} from './constants.ts';
import {
  addressOrNetwork,
  exactList,
  exactTextLike,
  type FieldRule,
  rules,
  wireObject,
} from './constraints.ts';
import { type Endpoint, ROLES, type Role } from './endpoint.ts';
import { isHost } from './host-name.ts';
import { byteLength } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult, ResultName } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * Two more ways to be known beside the password: by the word of a proxy in front of the gateway, and by an OpenID Connect provider.
 * Both are off until somebody sets them up, and both are ours alone (docs/decisions/0056-trusted-proxies.md and
 * docs/decisions/0059-openid-connect.md).
 */

/** What becomes of somebody whom the gateway has no account, or no group, for. */
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

const GroupFields = /* @__PURE__ */ wireObject({
  group: /* @__PURE__ */ exactTextLike(/^[^\p{Cc}]{1,128}$/u, 'SignInText'),
  role: /* @__PURE__ */ z.enum(ROLES),
});

const OpenIdFields = /* @__PURE__ */ wireObject({
  /** Where the provider is, as it writes itself; empty: nobody logs in by one. */
  issuer: /* @__PURE__ */ text(),
  client_id: /* @__PURE__ */ text(),
  /** Empty: the provider knows the gateway without one. */
  client_secret: /* @__PURE__ */ text(),
  /** Where browsers find the gateway, without a path of ours; the provider sends them back there. */
  public_address: /* @__PURE__ */ text(),
  /** What stands on the button. */
  label: /* @__PURE__ */ text(),
  /** Which claim is the name of somebody. */
  name_claim: /* @__PURE__ */ text(),
  /** Which claim has the groups. */
  groups_claim: /* @__PURE__ */ text(),
  /** Of several that somebody is in the highest role counts. */
  groups: /* @__PURE__ */ exactList(/* @__PURE__ */ z.array(GroupFields), {
    ...{ min: 0, max: OPENID_GROUP_COUNT_MAX, fail: 'SignInGroups' },
  }),
  /** What becomes of somebody who is in none of them. */
  strangers: /* @__PURE__ */ z.enum(STRANGER_ROLES),
});
export type OpenIdSettings = z.infer<typeof OpenIdFields>;

/** Without a query, a login and what stands behind a #. Only on the own machine nobody can listen to plain HTTP. */
function isSafeAddress(address: string): boolean {
  const { scheme, host } = readAddress(address) ?? {};
  return scheme === 'https' || ['localhost', '127.0.0.1', '::1'].includes(host ?? '');
}

const WEB_ADDRESS = /^(https?):\/\/(?:([^\s/?#\\@:[\]]+)|\[([\da-f:.]+)\])(?::(\d{1,5}))?(?:\/[^\s?#\\]*)?$/;

function readAddress(address: string) {
  const [, scheme, name, v6, port = '443'] = WEB_ADDRESS.exec(address) ?? [];
  const host = v6 ?? name ?? '';
  return isHost(host) && Number(port) >= 1 && Number(port) <= 65_535 ? { scheme, host } : undefined;
}

function tooLong(key: keyof OpenIdSettings & string, max: number): FieldRule<OpenIdSettings> {
  return {
    ...{ key, result: 'SignInText' },
    isBroken: ({ [key]: value }) =>
      typeof value === 'string' && (byteLength(value) > max || CONTROL.test(value)),
  };
}

const CONTROL = /\p{Cc}/u;
const isOn = ({ issuer }: OpenIdSettings) => issuer !== '';

const OpenIdSchema = /* @__PURE__ */ OpenIdFields.check(
  /* @__PURE__ */ rules<OpenIdSettings>([
    tooLong('issuer', SIGN_IN_ADDRESS_MAX_LENGTH),
    tooLong('client_id', SIGN_IN_SECRET_MAX_LENGTH),
    tooLong('client_secret', SIGN_IN_SECRET_MAX_LENGTH),
    tooLong('public_address', SIGN_IN_ADDRESS_MAX_LENGTH),
    tooLong('label', SIGN_IN_TEXT_MAX_LENGTH),
    tooLong('name_claim', SIGN_IN_TEXT_MAX_LENGTH),
    tooLong('groups_claim', SIGN_IN_TEXT_MAX_LENGTH),
    {
      ...{ key: 'issuer', result: 'SignInIssuer' },
      isBroken: ({ issuer }) => issuer !== '' && !isSafeAddress(issuer),
    },
    {
      ...{ key: 'client_id', result: 'SignInClient' },
      isBroken: (openid) => isOn(openid) && openid.client_id.trim() === '',
    },
    {
      ...{ key: 'public_address', result: 'SignInPublic' },
      isBroken: ({ issuer, public_address: address }) =>
        (issuer !== '' || address !== '') && readAddress(address) === undefined,
    },
    {
      ...{ key: 'label', result: 'SignInText' },
      isBroken: (openid) => isOn(openid) && openid.label.trim() === '',
    },
    {
      ...{ key: 'name_claim', result: 'SignInText' },
      isBroken: (openid) => isOn(openid) && openid.name_claim.trim() === '',
    },
    {
      ...{ key: 'groups_claim', result: 'SignInText' },
      isBroken: (openid) => openid.groups.length > 0 && openid.groups_claim.trim() === '',
    },
    {
      ...{ key: 'groups', result: 'SignInGroups' },
      isBroken: ({ groups }) => new Set(groups.map(({ group }) => group)).size < groups.length,
    },
  ]),
);

export const SignInSettingsSchema = /* @__PURE__ */ wireObject({ proxy: ProxySchema, openid: OpenIdSchema });
export type SignInSettings = z.infer<typeof SignInSettingsSchema>;

/** The results that only have to do with these. */
export type SignInResult = Extract<ResultName, `SignIn${string}` | `OpenId${string}`>;

/** Why a field would be refused. */
export interface SignInFailure {
  /** Such as `proxy.secret` or `openid.groups.0.group`. */
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
const roleOf = (value: unknown): Role => ROLES.find((known) => known === value) ?? 'viewer';
const strangersOf = (value: unknown): StrangerRole =>
  STRANGER_ROLES.find((known) => known === value) ?? 'refused';

function readSignIn(value: unknown): SignInSettings | undefined {
  const { proxy, openid } = isRecord(value) ? value : {};
  if (!isRecord(proxy) || !isRecord(openid)) return undefined;
  const groups = Array.isArray(openid.groups) ? openid.groups.filter(isRecord) : [];
  return {
    proxy: {
      ...{ addresses: textsOf(proxy.addresses), user_header: textOf(proxy.user_header) },
      ...{ secret: textOf(proxy.secret), strangers: strangersOf(proxy.strangers) },
    },
    openid: {
      ...{ issuer: textOf(openid.issuer), client_id: textOf(openid.client_id) },
      ...{ client_secret: textOf(openid.client_secret), public_address: textOf(openid.public_address) },
      ...{ label: textOf(openid.label), name_claim: textOf(openid.name_claim) },
      groups_claim: textOf(openid.groups_claim),
      groups: groups.map(({ group, role }) => ({ group: textOf(group), role: roleOf(role) })),
      strangers: strangersOf(openid.strangers),
    },
  };
}

/** Which proxies are believed, and which OpenID Connect provider; the placeholder stands for secrets. */
export const getSignIn: Endpoint<SignInSettings, SignInSettings> = {
  method: 'GET',
  path: '/api/heliograph/sign-in-settings',
  access: 'owner',
  query: [],
  read: readSignIn,
};

/** Saves them; the placeholder keeps a secret. Logins that came by what is another one now end. */
export const setSignIn: Endpoint<ApiResult, ReceivedApiResult, SignInSettings> = {
  method: 'POST',
  path: '/api/heliograph/sign-in-settings',
  access: 'owner',
  query: [],
  read: readApiResult,
};

/** How somebody can log in here beside by a password. */
export interface SignInWays {
  /** Whom a proxy that is believed names with this call. */
  readonly proxy_user?: string;
  /** What stands on the button of the OpenID Connect provider; not there: there is none. */
  readonly openid?: string;
}

/** How somebody can log in here beside by a password, for the login page. */
export const getSignInWays: Endpoint<SignInWays, SignInWays> = {
  method: 'GET',
  path: '/api/heliograph/sign-in',
  access: 'open',
  query: [],
  read: (value) =>
    isRecord(value)
      ? {
          ...(typeof value.proxy_user === 'string' && { proxy_user: value.proxy_user }),
          ...(typeof value.openid === 'string' && { openid: value.openid }),
        }
      : undefined,
};
