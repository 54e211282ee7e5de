import '../shared/ui/base.css';
import { createRoot } from 'react-dom/client';
import { pickLocale } from '../shared/i18n/locales.ts';
import { createTextStore } from '../shared/i18n/text-store.ts';
import { applyTheme, readTheme } from '../shared/lib/theme.ts';
import { FleetApp } from './app.tsx';
import { createBrowserServices } from './browser-services.ts';

const services = createBrowserServices(window);
applyTheme(document.documentElement, readTheme(services.preferences.read('theme')));
services.live.restart();

async function show(root: HTMLElement): Promise<void> {
  const texts = createTextStore();
  const locale = pickLocale(services.preferences.read('locale'), navigator.languages);
  const fleet = texts.load(locale, 'fleet');
  const start = await texts.loadStart(locale);
  await fleet;
  createRoot(root).render(
    <FleetApp
      services={services}
      texts={texts}
      language={{ locale, start }}
      browserLanguages={navigator.languages}
    />,
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void show(root);
