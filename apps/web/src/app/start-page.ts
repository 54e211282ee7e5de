import { FIRST_PAGE_ID, type FirstPage } from '@heliograph/contract';
import { needsPart } from '../features/live-data/needs-part.ts';
import { createBrowserServices, followBrowser, type ReceivedPage } from '../shared/api/browser-services.ts';
import type { Services } from '../shared/api/services.ts';
import { type Locale, pickLocale } from '../shared/i18n/locales.ts';
import { createTextStore, type TextStore } from '../shared/i18n/text-store.ts';
import { findPage } from '../shared/lib/paths.ts';
import { applyTheme, readTheme } from '../shared/lib/theme.ts';
import type { LoadedLanguage } from '../shared/ui/use-language.ts';
import { createPageStore, type PageStore } from './page-store.ts';
import { ROUTES } from './routes.ts';
import { RECEIVED_ATTRIBUTE } from './taken-over.ts';

/** What is there before the interface is. */
export interface StartedPage {
  /** What stands before every path, without a slash at the end. */
  readonly basePath: string;
  readonly services: Services;
  readonly pages: PageStore;
  readonly texts: TextStore;
  readonly language: Promise<LoadedLanguage>;
  /** Resolves when all is there that the page of the gateway shows, so that it can be taken over as it is. */
  readonly ready: Promise<unknown>;
}

/**
 * Everything that need not wait for the interface: the theme, the question for the first values, the texts, the code of
 * the page. `scriptUrl` is the address of the page's script: the pages begin above its folder, and a proxy may have put
 * them below a path of its own.
 */
export function startPage(page: Window, scriptUrl: string): StartedPage {
  const base = new URL('..', scriptUrl).pathname;
  const basePath = base.slice(0, -1);
  const { pathname, search, hash } = page.location;
  // Opened past the proxy: the same page below the path that all links of ours begin with.
  if (!pathname.startsWith(base)) page.location.replace(basePath + pathname + search + hash);

  const received = __FOR_DEVICE__ ? undefined : firstPageOf(page.document, basePath);
  const first = received?.page;
  const services = createBrowserServices(page, basePath, received);
  applyTheme(page.document.documentElement, readTheme(services.preferences.read('theme')));
  if (pathname === base && first === undefined) services.liveLink.start();
  followBrowser(page, services);
  const locale =
    first === undefined
      ? pickLocale(services.preferences.read('locale'), page.navigator.languages)
      : pickLocale(first.storedLocale, first.languages);
  const texts = createTextStore();
  const pages = createPageStore();
  const language = loadLanguage(texts, locale);
  const name = findPage(pathname.slice(basePath.length));
  const parts =
    name === undefined || (name === 'home' && !(services.first?.live && needsPart(services.first.live)))
      ? []
      : [pages.load(name), ...ROUTES[name].texts.map((group) => texts.load(locale, group))];
  const ready = Promise.allSettled([language, ...parts]);
  return { basePath, services, pages, texts, language, ready };
}

/** What the gateway knew when it rendered the page; undefined where it did not, or meant another path of a proxy. */
function firstPageOf(document: Document, basePath: string): ReceivedPage | undefined {
  const element = document.getElementById(FIRST_PAGE_ID);
  const page: FirstPage | undefined = element ? JSON.parse(element.textContent) : undefined;
  const receivedAtMs = element?.getAttribute(RECEIVED_ATTRIBUTE);
  element?.remove(); // it is read once
  if (page?.basePath !== basePath) return undefined;
  return { page, ...(receivedAtMs && { receivedAtMs: Number(receivedAtMs) }) };
}

async function loadLanguage(texts: TextStore, locale: Locale): Promise<LoadedLanguage> {
  try {
    return { locale, start: await texts.loadStart(locale) };
  } catch {
    texts.forgetFailures();
    return { locale: 'en', start: await texts.loadStart('en') }; // one file lost is no reason to show nothing
  }
}
