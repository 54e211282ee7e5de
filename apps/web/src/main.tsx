import { basePath, language, pages, ready, services, texts } from './start.ts';
import './shared/ui/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { APP_LISTENS } from './app/taken-over.ts';

async function show(root: HTMLElement): Promise<void> {
  const app = (
    <App
      services={services}
      pages={pages}
      texts={texts}
      language={await language}
      browserLanguages={navigator.languages}
      basePath={basePath}
    />
  );
  if (__FOR_DEVICE__) return createRoot(root).render(app);
  if (services.first === undefined) {
    root.replaceChildren(); // whatever stands there is not this page
    createRoot(root).render(app);
  } else {
    await ready;
    hydrateRoot(root, app);
  }
  document.dispatchEvent(new Event(APP_LISTENS));
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void show(root);
