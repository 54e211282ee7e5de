import type { Secret } from '../../platform/secret.ts';
import { cookiesOf } from '../pages/cookies.ts';

/**
 * A login leaves a mark with the browser. It logs nobody in; but where others guess passwords, who comes with it has a budget of
 * its own and does not wait behind them. Source: docs/decisions/0058-known-browsers.md.
 */
export interface BrowserMarks {
  /** The value of the Set-Cookie header that leaves one. */
  leave(port: number, mark: Secret): string;
  /** The value that drops the one of a Cookie header; undefined where it has none. */
  drop(port: number, cookieHeader: string | undefined): string | undefined;
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
  /** Over HTTPS the cookie goes over HTTPS only. */
  readonly isHttps: boolean;
}

export function createBrowserMarks({ basePath, isHttps }: BrowserMarksOptions): BrowserMarks {
  const secure = isHttps ? '; Secure' : '';
  const setCookie = (port: number, mark: string, maxAgeS: number) =>
    `wsbrowser_${port}=${mark}; Max-Age=${maxAgeS}; Path=${basePath}; HttpOnly; SameSite=Strict${secure}`;
  return {
    leave: (port, mark) => setCookie(port, mark.reveal(), KEPT_FOR_S),
    drop: (port, cookieHeader) =>
      cookiesOf(cookieHeader).some(({ name }) => name === `wsbrowser_${port}`)
        ? setCookie(port, '', 0)
        : undefined,
    of: (cookieHeader) =>
      cookiesOf(cookieHeader)
        .flatMap(({ name, value }) => (COOKIE_NAME.test(name) ? [value] : []))
        .slice(0, MARKS_MAX),
  };
}
