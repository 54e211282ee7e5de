import type { Visit } from '@heliograph/contract';
import { ATTEMPT_VALID_S } from '../../accounts/openid-attempts.ts';
import { cookiesOf } from '../pages/cookies.ts';

/**
 * Ties a login by the provider to the browser that began it. The page that comes back from there sends the cookie with a call of its own, so
 * it goes along with nothing of other sites. Source: docs/decisions/0059-openid-connect.md.
 */
export interface OpenIdCookies {
  /** The value of the Set-Cookie header that leaves the key of an attempt. */
  leave(visit: CookieVisit, key: string): string;
  /** The value that drops it. */
  drop(visit: CookieVisit): string;
  /** The keys in a Cookie header, whatever they are worth. */
  of(cookieHeader: string | undefined): readonly string[];
}

type CookieVisit = Pick<Visit, 'port' | 'isHttps' | 'origin'>;

/** It begins as the cookie of a login does, so that a proxy that marks that one as secure does so with this one. */
const COOKIE_NAME = /^wsid_openid_\d+$/;
/** More of them come from no browser. */
const KEYS_MAX = 8;

/** `basePath`: where the pages begin; the cookie goes nowhere else. */
export function createOpenIdCookies(basePath: string): OpenIdCookies {
  function setCookie({ port, isHttps, origin = '' }: CookieVisit, key: string, maxAgeS: number): string {
    const secure = isHttps || origin.startsWith('https:') ? '; Secure' : ''; // also where a proxy speaks HTTPS for us
    const value = `wsid_openid_${port}=${key}`;
    return `${value}; Max-Age=${maxAgeS}; Path=${basePath}; HttpOnly; SameSite=Strict${secure}`;
  }
  return {
    leave: (visit, key) => setCookie(visit, key, ATTEMPT_VALID_S),
    drop: (visit) => setCookie(visit, '', 0),
    of: (cookieHeader) =>
      cookiesOf(cookieHeader)
        .flatMap(({ name, value }) => (COOKIE_NAME.test(name) ? [value] : []))
        .slice(0, KEYS_MAX),
  };
}
