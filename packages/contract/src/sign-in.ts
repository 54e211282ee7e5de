import * as z from 'zod/mini';
import {
  OPENID_GROUP_COUNT_MAX,
  OPENID_TEXT_MAX_LENGTH,
  PROXY_COUNT_MAX,
  SECRET_PLACEHOLDER,
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
 * Two more ways to be known beside the password: by the word of a proxy in front of the gateway, and by an OpenID Connect provider. Both are
 * off until somebody sets them up, and ours alone (docs/decisions/0056-trusted-proxies.md and docs/decisions/0059-openid-connect.md).
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
  group: /* @__PURE__ */ exactTextLike(/^[^\p{Cc}]{1,64}$/u, 'SignInGroups'),
  role: /* @__PURE__ */ z.enum(ROLES),
});

const OpenIdFields = /* @__PURE__ */ wireObject({
  enabled: /* @__PURE__ */ z.boolean(),
  /** The address of the provider, as it writes itself. */
  issuer: /* @__PURE__ */ text(),
  client_id: /* @__PURE__ */ text(),
  /** Empty: the provider knows the gateway without one. */
  client_secret: /* @__PURE__ */ text(),
  /** What stands on the button. */
  name: /* @__PURE__ */ text(),
  /** Where browsers find the gateway; the provider sends them back there. */
  public_address: /* @__PURE__ */ text(),
  /** Which claim is the name of somebody. */
  user_claim: /* @__PURE__ */ text(),
  /** Which claim has the groups. */
  groups_claim: /* @__PURE__ */ text(),
  /** Of several that somebody is in the highest role counts. */
  roles: /* @__PURE__ */ exactList(/* @__PURE__ */ z.array(GroupFields), {
    ...{ min: 0, max: OPENID_GROUP_COUNT_MAX, fail: 'SignInGroups' },
  }),
  /** What becomes of somebody who is in none of them. */
  strangers: /* @__PURE__ */ z.enum(STRANGER_ROLES),
});
export type OpenIdSettings = z.infer<typeof OpenIdFields>;

const WEB_ADDRESS = /^(https?):\/\/(?:([^\s/?#\\@:[\]]+)|\[([\da-f:.]+)\])(?::(\d{1,5}))?(?:\/[^\s?#\\]*)?$/;
const OWN_MACHINE: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Without a query, a login and what stands behind a #. Only on the own machine nobody can listen to plain HTTP. */
function isSafeAddress(address: string): boolean {
  const [, scheme, name, v6, port = '443'] = WEB_ADDRESS.exec(address) ?? [];
  const host = v6 ?? name ?? '';
  const isAddress = isHost(host) && Number(port) >= 1 && Number(port) <= 65_535;
  return isAddress && (scheme === 'https' || OWN_MACHINE.includes(host));
}

/** A browser keeps what it brings along for the way back from plain HTTP as well. */
function isWebAddress(address: string): boolean {
  return isSafeAddress(address.replace(/^http:/, 'https:'));
}

type OpenIdText = 'client_id' | 'client_secret' | 'name' | 'user_claim' | 'groups_claim';

function fits(key: OpenIdText, isNeeded: (openid: OpenIdSettings) => boolean): FieldRule<OpenIdSettings> {
  return {
    ...{ key, result: 'SignInText' },
    isBroken: (openid) =>
      byteLength(openid[key]) > OPENID_TEXT_MAX_LENGTH ||
      /\p{Cc}/u.test(openid[key]) ||
      (isNeeded(openid) && openid[key].trim() === ''),
  };
}

const isOn = ({ enabled }: OpenIdSettings) => enabled;

const OpenIdSchema = /* @__PURE__ */ OpenIdFields.check(
  /* @__PURE__ */ rules<OpenIdSettings>([
    {
      ...{ key: 'issuer', result: 'SignInIssuer' },
      isBroken: ({ enabled, issuer }) =>
        byteLength(issuer) > OPENID_TEXT_MAX_LENGTH || ((enabled || issuer !== '') && !isSafeAddress(issuer)),
    },
    {
      ...{ key: 'public_address', result: 'SignInPublic' },
      isBroken: ({ enabled, public_address: address }) =>
        byteLength(address) > OPENID_TEXT_MAX_LENGTH ||
        ((enabled || address !== '') && !isWebAddress(address)),
    },
    /* @__PURE__ */ fits('client_id', isOn),
    /* @__PURE__ */ fits('client_secret', () => false),
    /* @__PURE__ */ fits('name', isOn),
    /* @__PURE__ */ fits('user_claim', isOn),
    /* @__PURE__ */ fits('groups_claim', ({ enabled, roles }) => enabled && roles.length > 0),
    {
      ...{ key: 'roles', result: 'SignInGroups' },
      isBroken: ({ roles }) => new Set(roles.map(({ group }) => group)).size < roles.length,
    },
  ]),
);

export const SignInSettingsSchema = /* @__PURE__ */ wireObject({ proxy: ProxySchema, openid: OpenIdSchema });
export type SignInSettings = z.infer<typeof SignInSettingsSchema>;

/** The results that only have to do with these. */
export type SignInResult = Extract<ResultName, `SignIn${string}`>;

/** Why a field would be refused. */
export interface SignInFailure {
  /** Such as `proxy.secret` or `openid.roles.0.group`. */
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

/** As they are told. */
export interface ShownSignIn {
  readonly proxy: {
    readonly addresses: readonly string[];
    readonly user_header: string;
    /** The placeholder, or empty where there is none. */
    readonly secret: string;
    readonly strangers: StrangerRole;
  };
  readonly openid: OpenIdSettings;
}

function readSignIn(value: unknown): ShownSignIn | undefined {
  const { proxy, openid } = isRecord(value) ? value : {};
  if (!isRecord(proxy) || !isRecord(openid)) return undefined;
  const roles = Array.isArray(openid.roles) ? openid.roles.filter(isRecord) : [];
  return {
    proxy: {
      ...{ addresses: textsOf(proxy.addresses), user_header: textOf(proxy.user_header) },
      ...{ secret: textOf(proxy.secret), strangers: strangersOf(proxy.strangers) },
    },
    openid: {
      ...{
        enabled: openid.enabled === true,
        issuer: textOf(openid.issuer),
        client_id: textOf(openid.client_id),
      },
      ...{ client_secret: textOf(openid.client_secret), name: textOf(openid.name) },
      ...{ public_address: textOf(openid.public_address), user_claim: textOf(openid.user_claim) },
      groups_claim: textOf(openid.groups_claim),
      roles: roles.map(({ group, role }) => ({ group: textOf(group), role: roleOf(role) })),
      strangers: strangersOf(openid.strangers),
    },
  };
}

/** Which proxies are believed, and which OpenID Connect provider; the placeholder stands for secrets. */
export const getSignIn: Endpoint<ShownSignIn, ShownSignIn> = {
  method: 'GET',
  path: '/api/heliograph/sign-in-settings',
  access: 'owner',
  query: [],
  read: readSignIn,
};

/** Saves them; the placeholder keeps a secret. All sockets have to come anew, and logins by another provider end. */
export const setSignIn: Endpoint<ApiResult, ReceivedApiResult, SignInSettings> = {
  method: 'POST',
  path: '/api/heliograph/sign-in-settings',
  access: 'owner',
  query: [],
  read: readApiResult,
};
