import { STYLE_COOKIE, STYLE_FILE_ATTRIBUTE } from '@heliograph/contract';

const COOKIE_SECONDS = 365 * 24 * 3600;

/**
 * Has the browser keep the styles that a page has brought as a file too, and tells the gateway by a cookie, so that it need
 * not send them with its next page. Without an answer the next page tries again.
 */
export async function keepStyles(
  document: Pick<Document, 'querySelector' | 'cookie'>,
  fetchFile = (address: string): Promise<Response> => fetch(address),
): Promise<void> {
  const address = document
    .querySelector(`style[${STYLE_FILE_ATTRIBUTE}]`)
    ?.getAttribute(STYLE_FILE_ATTRIBUTE);
  const [, base, name] = /^(.*\/)assets\/([^/]+)$/.exec(address ?? '') ?? [];
  if (!address || name === undefined) return;
  const answer = await fetchFile(address).catch(() => undefined);
  if (answer?.ok) {
    document.cookie = `${STYLE_COOKIE}=${name}; Path=${base}; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
  }
}
