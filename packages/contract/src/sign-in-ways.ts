import type { Endpoint } from './endpoint.ts';
import { isRecord } from './unknown-values.ts';

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
