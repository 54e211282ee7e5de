import { FIRST_RUN_COOKIE } from '@heliograph/contract';

/** What a tab of the browser remembers until it is closed, as text; null where there is nothing, or storage is refused. */
export function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null forgets it. Where storage is refused it lasts as long as the page. */
export function writeTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // as above
  }
}

/** The gateway leads this browser to its guide no more, until the browser is closed. */
export function putOff(document: Document, basePath: string): void {
  document.cookie = `${FIRST_RUN_COOKIE}=later; Path=${basePath}/; SameSite=Lax`;
}
