import { createRoot } from 'react-dom/client';
import './shared/ui/base.css';
import { App } from './app/app.tsx';
import type { LoadedLanguage } from './app/language.tsx';
import { applyTheme, readTheme } from './app/theme.ts';
import { createBrowserServices, followBrowser } from './shared/api/browser-services.ts';
import { type Locale, loadMessages, pickLocale } from './shared/i18n/locales.ts';

/** Where the pages begin: the folder above that of this script. A proxy may have put them below a path of its own. */
const base = new URL('..', import.meta.url).pathname;
const basePath = base.slice(0, -1);
const { pathname, search, hash } = window.location;
// Opened past the proxy: the same page below the path that all links of ours begin with.
if (!pathname.startsWith(base)) window.location.replace(basePath + pathname + search + hash);

const services = createBrowserServices(window, basePath);
applyTheme(document.documentElement, readTheme(services.preferences.read('theme')));
// The first values are asked for before anything is drawn.
if (pathname === base) services.liveLink.start();
followBrowser(window, services);

async function loadLanguage(): Promise<LoadedLanguage> {
  const locale = pickLocale(services.preferences.read('locale'), navigator.languages);
  try {
    return await withMessages(locale);
  } catch {
    return await withMessages('en'); // one file lost is no reason to show nothing
  }
}

async function withMessages(locale: Locale): Promise<LoadedLanguage> {
  return { locale, messages: await loadMessages(locale) };
}

async function show(root: HTMLElement): Promise<void> {
  const language = await loadLanguage();
  createRoot(root).render(
    <App
      services={services}
      language={language}
      browserLanguages={navigator.languages}
      basePath={basePath}
    />,
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void show(root);
