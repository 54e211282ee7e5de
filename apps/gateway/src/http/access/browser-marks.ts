import type { Secret } from '../../platform/secret.ts';
import { cookiesOf } from '../pages/cookies.ts';
import type { CookiePlace } from './socket-tickets.ts';

/**
 * A login leaves a mark with the browser. It logs nobody in; but where others guess passwords, who comes with it has a budget of
 * its own and does not wait behind them. Source: docs/decisions/0058-known-browsers.md.
 */
export interface BrowserMarks {
  /** The value of the Set-Cookie header that leaves one. */
  leave(place: CookiePlace, mark: Secret): string;
  /** The value that drops the one of a Cookie header; undefined where it has none. */
  drop(place: CookiePlace, cookieHeader: string | undefined): string | undefined;
  /** Those of a Cookie header, whatever they are worth. */
  of(cookieHeader: string | undefined): readonly string[];
}

const COOKIE_NAME = /^wsbrowser_\d+$/;
/** Browsers keep no cookie longer than this. Source: RFC 6265bis, section 5.5. */
const KEPT_FOR_S = 400 * 86_400;
/** More of them come from no browser; and each costs a digest. */
const MARKS_MAX = 8;

export interface BrowserMarksOptions {
  /** Where the pages begin: the cookie goes nowhere else. */
  readonly basePath: string;
}

export function createBrowserMarks({ basePath }: BrowserMarksOptions): BrowserMarks {
  function setCookie({ port, isHttps }: CookiePlace, mark: string, maxAgeS: number): string {
    const secure = isHttps ? '; Secure' : '';
    return `wsbrowser_${port}=${mark}; Max-Age=${maxAgeS}; Path=${basePath}; HttpOnly; SameSite=Strict${secure}`;
  }
  return {
    leave: (place, mark) => setCookie(place, mark.reveal(), KEPT_FOR_S),
    drop: (place, cookieHeader) =>
      cookiesOf(cookieHeader).some(({ name }) => name === `wsbrowser_${place.port}`)
        ? setCookie(place, '', 0)
        : undefined,
    of: (cookieHeader) =>
      cookiesOf(cookieHeader)
        .flatMap(({ name, value }) => (COOKIE_NAME.test(name) ? [value] : []))
        .slice(0, MARKS_MAX),
  };
}
