import type { Visit } from '@heliograph/contract';
import { cookiesOf } from '../pages/cookies.ts';

/**
 * Ties what was begun to the browser that began it: a question to a passkey, or a login by a provider. The page that comes back sends the
 * cookie with a call of its own, so it goes along with nothing of other sites. Sources: docs/decisions/0059-openid-connect.md and
 * docs/decisions/0060-passkeys.md.
 */
export interface BegunLoginCookies {
  /** The value of the Set-Cookie header that leaves the key of what was begun. */
  leave(visit: CookieVisit, key: string): string;
  /** The value that drops it. */
  drop(visit: CookieVisit): string;
  /** The keys in a Cookie header, whatever they are worth. */
  of(cookieHeader: string | undefined): readonly string[];
}

type CookieVisit = Pick<Visit, 'port' | 'isHttps' | 'origin'>;

/** More of them come from no browser. */
const KEYS_MAX = 8;

/** `basePath`: where the pages begin; the cookie goes nowhere else. */
export function createBegunLoginCookies(
  what: 'openid' | 'passkey',
  validS: number,
  basePath: string,
): BegunLoginCookies {
  // It begins as the cookie of a login does, so that a proxy that marks that one as secure does so with this one.
  const prefix = `wsid_${what}_`;
  const isOurs = (name: string) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length));

  function setCookie({ port, isHttps, origin = '' }: CookieVisit, key: string, maxAgeS: number): string {
    const secure = isHttps || origin.startsWith('https:') ? '; Secure' : ''; // also where a proxy speaks HTTPS for us
    return `${prefix}${port}=${key}; Max-Age=${maxAgeS}; Path=${basePath}; HttpOnly; SameSite=Strict${secure}`;
  }

  return {
    leave: (visit, key) => setCookie(visit, key, validS),
    drop: (visit) => setCookie(visit, '', 0),
    of: (cookieHeader) =>
      cookiesOf(cookieHeader)
        .flatMap(({ name, value }) => (isOurs(name) ? [value] : []))
        .slice(0, KEYS_MAX),
  };
}
