import { createBrowserServices, followBrowser } from '../shared/api/browser-services.ts';
import type { Services } from '../shared/api/services.ts';
import { type Locale, loadMessages, pickLocale } from '../shared/i18n/locales.ts';
import type { LoadedLanguage } from './language.tsx';
import { applyTheme, readTheme } from './theme.ts';

/** What is there before the interface is. */
export interface StartedPage {
  /** What stands before every path, without a slash at the end. */
  readonly basePath: string;
  readonly services: Services;
  readonly language: Promise<LoadedLanguage>;
}

/**
 * Everything that need not wait for the interface: the theme, the question for the first values, the texts. `scriptUrl`
 * is the address of the page's script: the pages begin above its folder, and a proxy may have put them below a path of
 * its own.
 */
export function startPage(page: Window, scriptUrl: string): StartedPage {
  const base = new URL('..', scriptUrl).pathname;
  const basePath = base.slice(0, -1);
  const { pathname, search, hash } = page.location;
  // Opened past the proxy: the same page below the path that all links of ours begin with.
  if (!pathname.startsWith(base)) page.location.replace(basePath + pathname + search + hash);

  const services = createBrowserServices(page, basePath);
  applyTheme(page.document.documentElement, readTheme(services.preferences.read('theme')));
  if (pathname === base) services.liveLink.start();
  followBrowser(page, services);
  const locale = pickLocale(services.preferences.read('locale'), page.navigator.languages);
  return { basePath, services, language: loadLanguage(locale) };
}

async function loadLanguage(locale: Locale): Promise<LoadedLanguage> {
  try {
    return await withMessages(locale);
  } catch {
    return await withMessages('en'); // one file lost is no reason to show nothing
  }
}

async function withMessages(locale: Locale): Promise<LoadedLanguage> {
  return { locale, messages: await loadMessages(locale) };
}
