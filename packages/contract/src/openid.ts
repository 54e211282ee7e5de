import type * as z from 'zod/mini';
import { exactTextLike, wireObject } from './constraints.ts';
import type { Endpoint, Role } from './endpoint.ts';
import { type ReceivedAuthentication, readAuthentication } from './login.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/** Logins by an OpenID Connect provider. All of it is ours, no original device has it (docs/decisions/0059-openid-connect.md). */

export const OpenIdStartSchema = /* @__PURE__ */ wireObject({
  /** Where the page wants to go afterwards: a path of its own. It comes back as it is. */
  return_url: /* @__PURE__ */ exactTextLike(/^[^\p{Cc}]{0,512}$/u, 'OpenIdLate'),
});
export type OpenIdStart = z.infer<typeof OpenIdStartSchema>;

export const OpenIdFinishSchema = /* @__PURE__ */ wireObject({
  /** What the provider sent along with the browser. */
  code: /* @__PURE__ */ exactTextLike(/^[\x21-\x7e]{1,2048}$/, 'OpenIdRefused'),
  state: /* @__PURE__ */ exactTextLike(/^[\w-]{1,128}$/, 'OpenIdLate'),
  /** Empty: it does not say which provider it is. */
  iss: /* @__PURE__ */ exactTextLike(/^[\x21-\x7e]{0,256}$/, 'OpenIdRefused'),
});
export type OpenIdFinish = z.infer<typeof OpenIdFinishSchema>;

export interface OpenIdStarted extends ApiResult {
  /** Of the provider: the browser goes on there. */
  readonly address?: string;
}

export interface ReceivedOpenIdStart extends ReceivedApiResult {
  readonly address?: string;
}

const textAt = <Key extends string>(value: unknown, key: Key): { readonly [K in Key]?: string } =>
  (isRecord(value) && typeof value[key] === 'string' ? { [key]: value[key] } : {}) as {
    readonly [K in Key]?: string;
  };

/** Begins a login by the provider. A cookie comes along that binds it to this browser. */
export const startOpenId: Endpoint<OpenIdStarted, ReceivedOpenIdStart, OpenIdStart> = {
  method: 'POST',
  path: '/api/heliograph/openid-start',
  access: 'open',
  query: [],
  read: (value) => {
    const answer = readApiResult(value);
    return answer && { ...answer, ...textAt(value, 'address') };
  },
};

/** Somebody has logged in by the provider. */
export interface OpenIdAuthenticated extends ApiResult {
  readonly user?: string;
  readonly return_url?: string;
  readonly token?: string;
  readonly role?: Role;
  readonly refused?: number;
}

export interface ReceivedOpenIdAuthentication extends ReceivedAuthentication {
  /** Who it is. */
  readonly user?: string;
  readonly return_url?: string;
}

/** Logs in with what the provider sent back: the answer is that of a login with the password, and says who it is. */
export const finishOpenId: Endpoint<OpenIdAuthenticated, ReceivedOpenIdAuthentication, OpenIdFinish> = {
  method: 'POST',
  path: '/api/heliograph/openid-finish',
  access: 'open',
  query: [],
  read: (value) => {
    const answer = readAuthentication(value);
    return answer && { ...answer, ...textAt(value, 'user'), ...textAt(value, 'return_url') };
  },
};
