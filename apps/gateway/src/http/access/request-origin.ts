import type { IncomingHttpHeaders } from 'node:http';

/**
 * Where a request comes from: `none` no browser is behind it, `same` a page of ours (or the address bar), `foreign`
 * a page of somebody else or of nobody we can name.
 */
export type RequestOrigin = 'none' | 'same' | 'foreign';

/**
 * `isHttps`: it came to us over HTTPS. A page that did not is then not ours, whatever its name: anybody in between can
 * write such a page. Source: docs/decisions/0011-foreign-pages.md.
 */
export function requestOrigin(headers: IncomingHttpHeaders, isHttps: boolean): RequestOrigin {
  const { host, origin, referer, cookie } = headers;
  const isOurs = (page: string) => isOfHost(page, host, isHttps ? ['https:'] : ['http:', 'https:']);
  if (origin !== undefined) return isOurs(origin) ? 'same' : 'foreign';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'same' : 'foreign';
  if (referer !== undefined) return isOurs(referer) ? 'same' : 'foreign';
  // Any other trace of a browser: nothing speaks against it, but it has to show that our page sent it.
  if (cookie !== undefined || hasFetchMetadata(headers)) return 'same';
  return 'none';
}

/**
 * A browser that tells any of it tells the site, too, which was looked at before. The mode alone is no browser's: the
 * built-in `fetch` of Node sends it.
 */
function hasFetchMetadata(headers: IncomingHttpHeaders): boolean {
  return ['sec-fetch-dest', 'sec-fetch-user'].some((name) => headers[name] !== undefined);
}

/** What browsers add to requests by themselves, and programs leave out. */
const PAGE_HEADERS = [
  'origin',
  'referer',
  'cookie',
  'accept-language',
  'upgrade-insecure-requests',
  'x-requested-with',
];

/**
 * Whether a page, or the address bar, may be behind a request. Over plain HTTP a browser tells less of itself than one
 * would think: an image of a foreign page that hides its address carries nothing but the language. What is in doubt
 * is a page.
 */
export function mayBePage(headers: IncomingHttpHeaders): boolean {
  if (PAGE_HEADERS.some((name) => headers[name] !== undefined)) return true;
  if (Object.keys(headers).some((name) => name.startsWith('sec-fetch-') || name.startsWith('sec-ch-'))) {
    return true;
  }
  const { 'user-agent': program = '' } = headers;
  // Every browser calls itself so, and of programs only this one.
  return program.startsWith('Mozilla/') && !program.includes('PowerShell/');
}

/** Whether a URL has the host and port that the request was sent to. `null` and malformed ones have not. */
function isOfHost(text: string, host: string | undefined, protocols: readonly string[]): boolean {
  if (host === undefined || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (!protocols.includes(url.protocol)) return false;
  // Behind a proxy that ends TLS the page is https and we are not, so the Host header is read with the page's scheme.
  const asked = `${url.protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).host === url.host;
}
