import type { Visit } from '@heliograph/contract';
import type { Share, Shares } from '../../accounts/shares.ts';
import type { Secret } from '../../platform/secret.ts';
import { cookiesOf } from '../pages/cookies.ts';

/**
 * A browser that has opened a link that shares pages keeps a cookie, by which it may read what the link is for: by calls, by sockets,
 * and where a page is opened. It changes nothing, so it is no way in for a foreign page. Source: docs/decisions/0055-share-links.md.
 */
export interface ShareCookies {
  /** The value of the Set-Cookie header for whoever has opened a link. */
  setCookie(visit: Pick<Visit, 'port' | 'isHttps'>, key: Secret, leftS: number): string;
  /** By which good link a Cookie header comes; undefined: by none. */
  shareOf(cookieHeader: string | undefined): Share | undefined;
}

/** It begins as the cookie of a login does, so that a proxy that marks that one as secure does so with this one. */
const COOKIE_NAME = /^wsid_share_\d+$/;
const KEY = /^[\w-]{43}$/;

export function createShareCookies({
  shares,
  basePath,
}: {
  readonly shares: Pick<Shares, 'findByKey'>;
  /** Where the pages begin: the cookie goes nowhere else. */
  readonly basePath: string;
}): ShareCookies {
  return {
    setCookie({ port, isHttps }, key, leftS) {
      const secure = isHttps ? '; Secure' : '';
      const value = `wsid_share_${port}=${key.reveal()}`;
      return `${value}; Max-Age=${leftS}; Path=${basePath}; HttpOnly; SameSite=Strict${secure}`;
    },
    shareOf(cookieHeader) {
      const keys = cookiesOf(cookieHeader).filter(
        ({ name, value }) => COOKIE_NAME.test(name) && KEY.test(value),
      );
      for (const { value } of keys) {
        const share = shares.findByKey(value);
        if (share !== undefined) return share;
      }
      return undefined;
    },
  };
}
