import { basePath, language, pages, ready, services, texts } from './start.ts';
import './shared/ui/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';

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
  if (__FOR_DEVICE__ || services.first === undefined) return createRoot(root).render(app);
  await ready;
  hydrateRoot(root, app);
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void show(root);
